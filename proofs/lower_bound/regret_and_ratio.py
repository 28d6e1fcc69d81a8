"""B14, B15, B17: the optimum, the regret and the ratio on I_k (lines 984-997).

OPT(T) = 1/T + ... + T/T = (T+1)/2, by the arm that goes on. Pull n of a capped arm pays n/T at
most, also where k does not divide T, so the single-arm proposition for k lines is enough. From that
and A = ALG(T) <= T/k the paper concludes

    OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T,
    OPT/ALG   >= (k/2)(T+1)/T >= k/2.

On the printed family the first step of each is false where k does not divide T: the algorithm that
stays with a capped arm gets more than T/k (B13). From ALG(T) <= T/k all is right. The regret
loses a constant on the way: the corrected family has (T-q)(T-q+1)/(2T) >= (k-1)^2/(2k^2) T.
"""

from imab_verify.ledger import Entry, Identity, Reading
from proofs.every_policy.known_horizon import RATIO_GE_OF_EQUAL_CAPS
from proofs.lower_bound.appendix_family_valid import NO_RUN
from proofs.lower_bound.lower_bound import LINE_REW_EQ
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

CAPPED_REWARD = "N*(N+1)/(2*T) + (T-N)/k"
"""The reward of T pulls of an arm of the appendix that stays: n/T up to N, then 1/k."""

OPTIMUM = Entry(
    id="B14",
    lines="984-985",
    slug="optimum-on-family",
    title="OPT(T) = (T+1)/2 on I_k",
    statement="The best policy always pulls arm k and gets sum n/T = (T+1)/2.",
    literal=(
        LINE_REW_EQ,
        Reading(
            "capped_arm_rew_le_line_rew",
            "no other arm pays more",
            f"{CAPPED_REWARD} <= (T+1)/2",
            given=CEIL_OF_SHARE,
        ),
        Reading(
            "capped_pull_le_line_pull",
            "no pull n > N of another arm pays more than pull n of arm k",
            "1/k <= n/T",
            given=(*CEIL_OF_SHARE, "n > N"),
        ),
    ),
    relies_on=("A14",),
    convention=NO_RUN,
    identities=(
        Identity("sum_of_line_eq", "the reward of the line n/T", "sum(n/T, n, 1, T) == (T+1)/2"),
    ),
)

REGRET = Entry(
    id="B15",
    lines="989-991",
    slug="regret-on-family",
    title="OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT - ALG >= (1/2-1/k)T + 1/2 >= (k-2)T/(2k).",
    literal=(
        Reading(
            "regret_on_appendix_family_ge",
            "the printed family, the algorithm that stays with a capped arm: first step",
            f"(T+1)/2 - ({CAPPED_REWARD}) >= (1/2-1/k)*T + 1/2",
            given=("k >= 2", *CEIL_OF_SHARE),
        ),
        Reading("regret_bound_ge_linear", "second step", "(1/2-1/k)*T + 1/2 >= (k-2)*T/(2*k)"),
    ),
    beyond=(
        Reading(
            "regret_on_appendix_family_ge_from_k",
            "the first step from T = k on",
            f"(T+1)/2 - ({CAPPED_REWARD}) >= (1/2-1/k)*T + 1/2",
            given=("k >= 2", *CEIL_OF_SHARE, "T >= k"),
        ),
    ),
    others=(
        Reading(
            "regret_on_appendix_family_ge_from_2k",
            "the first step for this algorithm from T = 2k on",
            f"(T+1)/2 - ({CAPPED_REWARD}) >= (1/2-1/k)*T + 1/2",
            given=("k >= 2", *CEIL_OF_SHARE, "T >= 2*k"),
        ),
        Reading(
            "regret_ge_of_alg_le_share",
            "from ALG <= T/k, which is another matter (B13); A stands for ALG",
            "(T+1)/2 - A >= (1/2-1/k)*T + 1/2",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(
        Reading(
            "regret_ge_of_equal_caps_for_every_policy",
            "every algorithm has an instance with regret at least (k-1)^2/(2k^2) T",
            "OPT(T) - ALG(T) >= (k-1)**2/(2*k**2)*T",
            policy="every",
        ),
    ),
    relies_on=("B13", "B14"),
    convention=NO_RUN,
    finding=(
        "The first step is ALG <= T/k, which fails on the printed family where k does not divide "
        "T (k = 3, T = 4: 5/2 - 17/12 = 13/12 < 7/6); from it the rest is right, and loses a "
        "constant: (k-2)/(2k) is 0 at k = 2. The "
        "corrected family has regret (T-q)(T-q+1)/(2T), at least (k-1)^2/(2k^2) T."
    ),
    identities=(
        Identity(
            "regret_of_line_eq",
            "the first equality of the display",
            "(T+1)/2 - T/k == (1/2 - 1/k)*T + 1/2",
        ),
    ),
    printed=(
        r"$\mathrm{OPT}(T) - \mathrm{ALG}(T) \ge \frac{T+1}{2} - \frac{T}{k} = "
        r"\Big(\frac{1}{2} - \frac{1}{k}\Big)T + \frac{1}{2} \ge \frac{k-2}{2k}\cdot T$"
    ),
    corrected=(
        r"With caps $q = \lfloor T/k\rfloor$, $\mathrm{OPT}(T) - \mathrm{ALG}(T) \ge "
        r"\frac{(T-q)(T-q+1)}{2T} \ge \frac{(k-1)^2}{2k^2}\,T$."
    ),
)

RATIO = Entry(
    id="B17",
    lines="996-997",
    slug="ratio-on-family",
    title="OPT/ALG >= (k/2)(T+1)/T >= k/2",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT/ALG >= (k/2)(T+1)/T >= k/2.",
    literal=(
        Reading(
            "ratio_on_appendix_family_ge",
            "the printed family, the algorithm that stays with a capped arm: first step",
            f"(T+1)/2 >= k/2*(T+1)/T*({CAPPED_REWARD})",
            given=("k >= 2", *CEIL_OF_SHARE),
        ),
        Reading("ratio_bound_ge_half_k", "second step", "k/2*(T+1)/T >= k/2"),
    ),
    beyond=(
        Reading(
            "ratio_on_appendix_family_ge_from_k",
            "the first step from T = k on",
            f"(T+1)/2 >= k/2*(T+1)/T*({CAPPED_REWARD})",
            given=("k >= 2", *CEIL_OF_SHARE, "T >= k"),
        ),
    ),
    others=(
        Reading(
            "ratio_on_appendix_family_ge_from_2k",
            "the first step for this algorithm from T = 2k on",
            f"(T+1)/2 >= k/2*(T+1)/T*({CAPPED_REWARD})",
            given=("k >= 2", *CEIL_OF_SHARE, "T >= 2*k"),
        ),
        Reading(
            "ratio_ge_of_alg_le_share",
            "from ALG <= T/k, which is another matter (B13); A stands for ALG",
            "(T+1)/2 >= k/2*(T+1)/T*A",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(RATIO_GE_OF_EQUAL_CAPS,),
    relies_on=("B13", "B14"),
    convention=NO_RUN,
    finding=(
        "The first step is ALG <= T/k, which fails on the printed family where k does not divide "
        "T (k = 3, T = 4: 5/2 against 17/12 is below 15/8 times that); the corrected family gives "
        "the ratio k^2/(2k-1) for every T."
    ),
    printed=(
        r"$\frac{\mathrm{OPT}(T)}{\mathrm{ALG}(T)} \ge \frac{k}{2}\cdot\frac{T+1}{T} \ge "
        r"\frac{k}{2}$"
    ),
    corrected=(
        r"With caps $q = \lfloor T/k\rfloor$, $\frac{\mathrm{OPT}(T)}{\mathrm{ALG}(T)} "
        r"\ge \frac{k^2}{2k-1} \ge \frac{k}{2}$."
    ),
)

ENTRIES = (OPTIMUM, REGRET, RATIO)
