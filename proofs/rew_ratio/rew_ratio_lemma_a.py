"""D11a: the Rew-ratio lemma, part (a) (lines 559-565 and 1388).

    Rew(m)/Rew(T) >= 1/5    for m = alpha T pulls, alpha >= 1/2.

It is true for every integer m >= T/2, even with 1/4, and follows from an inequality that is sharp
for every m <= T (equality for f(n) = n):

    m(m+1) Rew(f,T) <= T(T+1) Rew(f,m).

If alpha T is no integer and is rounded down, the lemma fails at T = 1 and at T = 3 (f(n) = n) and
nowhere else; rounded up it is as good as for integers. Where f(0) is not known the arm 0, c, 2c,
... loses a pull, and the lemma fails at T = 2 and T = 4, m = T/2, but holds from T = 5 on.

The printed proof goes by Rew(T) <= (5T/4) f(m) (D13), which is false at T = 2, and by a comparison
of areas (D17) that is false at alpha = 1/2.
"""

from imab_verify.ledger import Entry, Reading, Severity, at

REW_RATIO_GE_PULLS_RATIO = Reading(
    "rew_ratio_ge_pulls_ratio",
    "the sharp form",
    "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
    given=("m <= T",),
)

ENTRY = Entry(
    id="D11a",
    lines="559-565(a),1388",
    number="Lemma 6(a)",
    slug="rew-ratio-half",
    severity=Severity.LEMMA,
    title="Rew-ratio lemma (a)",
    statement="Rew(alpha T)/Rew(T) >= 1/5 for alpha >= 1/2.",
    literal=(
        Reading(
            "rew_ratio_ge_fifth",
            "alpha T = m is an integer",
            "Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
        ),
    ),
    others=(
        Reading(
            "rew_ratio_ge_fifth_at_floor", "alpha T rounded down", "Rew(f,T//2)/Rew(f,T) >= 1/5"
        ),
        Reading(
            "rew_ratio_ge_fifth_at_floor_of_horizon_ge_2",
            "alpha T rounded down, T >= 2",
            "Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T >= 2",),
        ),
        Reading(
            "rew_ratio_ge_fifth_at_ceil", "alpha T rounded up", "Rew(f,(T+1)//2)/Rew(f,T) >= 1/5"
        ),
        Reading(
            "rew_ratio_ge_fifth_from_1",
            "f(0) is not known",
            "Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
            arms="f: concave-from-1",
            tries=(at(m=1, T=2, f="min(n-1, 2)/2"),),
        ),
    ),
    repairs=(
        REW_RATIO_GE_PULLS_RATIO,
        Reading(
            "rew_ratio_ge_quarter",
            "1/4 for integers",
            "Rew(f,m)/Rew(f,T) >= 1/4",
            given=("2*m >= T",),
        ),
        Reading(
            "rew_ratio_ge_fifth_at_floor_of_horizon_ge_4",
            "rounded down, from T = 4 on",
            "Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T >= 4",),
        ),
        Reading(
            "rew_ratio_ge_fifth_at_floor_of_horizon_eq_2",
            "rounded down, T = 2",
            "Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T == 2",),
        ),
        Reading(
            "rew_ratio_ge_fifth_from_1_of_horizon_ge_5",
            "f(0) is not known, T >= 5",
            "Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T", "T >= 5"),
            arms="f: concave-from-1",
        ),
    ),
    relies_on=("D12", "D13", "D14"),
    convention="alpha T must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T, with 1/4 in place of 1/5. If alpha T is rounded "
        "down it fails at T = 1 and T = 3 and nowhere else. The printed proof fails at "
        "alpha = 1/2."
    ),
)
