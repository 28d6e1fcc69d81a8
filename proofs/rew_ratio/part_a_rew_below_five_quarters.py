"""D13: part (a), the claim about Rew(T) (lines 1229-1232).

    Rew(T) <= (5T/4) f(m)    for m = alpha T, alpha >= 1/2.

False at T = 2, m = 1: for f(n) = n it says 3 <= 5/2. True for all other integers m >= T/2; and T+1
in place of 5T/4 is enough for every T,

    Rew(T) <= (T+1) f(m),

which the printed proof would give if it were right (D17), and 5T/4 is at least that from T = 4 on.
Where 2m >= T+1 even T f(m) is enough: the rewards f(T+1-i) + f(i) of a pair average at most f(m).
With alpha T rounded down the claim also fails at T = 1, 3, 5 and 7, and holds for odd T >= 9.
"""

from imab_verify.ledger import Entry, Reading, Severity

REW_LE_FIVE_QUARTERS = Reading(
    "rew_le_five_quarters",
    "alpha T = m is an integer",
    "Rew(f,T) <= 5*T/4*f(m)",
    given=("2*m >= T",),
)

REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3 = Reading(
    "rew_le_five_quarters_of_horizon_ge_3",
    "integers, T >= 3",
    "Rew(f,T) <= 5*T/4*f(m)",
    given=("2*m >= T", "T >= 3"),
)

REW_LE_HORIZONTAL_AREA = Reading(
    "rew_le_horizontal_area",
    "T+1 in place of 5T/4, all T",
    "Rew(f,T) <= (T+1)*f(m)",
    given=("2*m >= T",),
)

ENTRY = Entry(
    id="D13",
    lines="1229-1232",
    number="Claim 3",
    slug="rew-below-five-quarters",
    severity=Severity.LEMMA,
    title="Claim: Rew(T) <= (5T/4) f(alpha T)",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2.",
    literal=(REW_LE_FIVE_QUARTERS,),
    beyond=(REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3,),
    others=(
        Reading(
            "rew_le_five_quarters_at_floor",
            "rounded down, T >= 6",
            "Rew(f,T) <= 5*T/4*f(T//2)",
            given=("T >= 6",),
        ),
        Reading(
            "rew_le_five_quarters_from_1",
            "f(0) is not known",
            "Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T",),
            arms="f: concave-from-1",
        ),
    ),
    repairs=(
        REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3,
        Reading(
            "rew_le_five_quarters_of_horizon_eq_1",
            "T = 1",
            "Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T", "T == 1"),
        ),
        Reading(
            "rew_le_five_quarters_of_horizon_eq_2",
            "T = 2, m >= 2",
            "Rew(f,T) <= 5*T/4*f(m)",
            given=("m >= 2", "T == 2"),
        ),
        REW_LE_HORIZONTAL_AREA,
        Reading(
            "rew_le_horizon_times_value_past_middle",
            "even T in place of 5T/4, where alpha T is beyond the middle",
            "Rew(f,T) <= T*f(m)",
            given=("2*m >= T + 1",),
        ),
        Reading(
            "rew_le_five_quarters_at_floor_of_odd_horizon",
            "rounded down, odd T >= 9",
            "Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            given=("m >= 4",),
        ),
    ),
    relies_on=("D15", "D17"),
    convention="m = alpha T.",
    finding=(
        "False at T = 2, alpha = 1/2 (f(n) = n: 3 > 5/2); true for every other integer "
        "alpha T, and T+1 in place of 5T/4 is always enough."
    ),
    printed=(
        r"For any arm $i\in [k]$ and $\alpha \ge 1/2$, $\mathrm{Rew}_i(T) \le "
        r"\frac{5T}{4}f_i(\alpha T)$."
    ),
    corrected=(
        r"$\mathrm{Rew}_i(T) \le (T+1)\,f_i(\alpha T)$ for $\alpha \ge 1/2$, and "
        r"$\mathrm{Rew}_i(T) \le T f_i(\alpha T)$ for $2\alpha T \ge T+1$."
    ),
)
