"""B11: the main-text family gives the bound, the appendix family a tighter one (lines 968-970).

On the main-text family, N = ceil(T/k), an algorithm that stays with one capped arm gets (NT -
N(N-1)/2)/(kN), and OPT = T(T+1)/(2kN). For k = 3, T = 4 the ratio is 10/7 < 3/2. If kN <= T + 1
then T(T+1)/(2kN) >= T/2 = (k/2)(T/k), and no algorithm gets more than T/k, so the ratio is at least
k/2; from T = k on it is at least k/4.

The appendix family is not tighter. Where it is valid, kN = T, and the two are the same.
"""

from imab_verify.ledger import Entry, Reading, Repair, Severity, play
from proofs.lower_bound.lower_bound import ALL_ABOVE_FLOOR_EXCEED_HORIZON, INDISTINGUISHABLE
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

MAIN_FAMILY = (
    "f(0) == 0",
    "f(1) == 1/(k*N)",
    "f(T) == T/(k*N)",
    "g(0) == 0",
    "g(1) == 1/(k*N)",
    "g(N) == 1/k",
    "g(T) == 1/k",
)
"""Up to T, f is n/(kN), and g is n/(kN) up to N, then 1/k."""

STAYS_WITH_G = "L = N(g), f and g are different arms"

THREE_ARMS = play("min(n, 2)/6", "min(n, 2)/6", "min(n, 6)/6", T=4, f=3, g=1, N=2)
"""k = 3 and T = 4, so N = 2."""

ENTRY = Entry(
    id="B11",
    lines="968-970",
    slug="main-family-guarantee",
    severity=Severity.REMARK,
    title="The main-text family gives the bound, the appendix family a tighter one",
    statement=(
        "With the main-text family the guarantee still holds; the appendix family gives "
        "a tighter one."
    ),
    literal=(
        Reading(
            "main_ratio_ge_half_k",
            (
                "ratio k/2 on the main-text family, f the arm that goes on and g another, in the "
                "run of the algorithm that stays with g"
            ),
            "OPT(T) >= k/2*ALG(T)",
            given=("k >= 2", *CEIL_OF_SHARE, *MAIN_FAMILY, "L == T"),
            arms="f, g",
            policy="any",
            where=STAYS_WITH_G,
            tries=(THREE_ARMS,),
        ),
        Reading(
            "appendix_slope_gt_main_slope",
            "where the appendix family is valid its slope 1/T is above 1/(kN)",
            "1/T > 1/(k*N)",
            given=(*CEIL_OF_SHARE, "N/T <= 1/k"),
        ),
    ),
    beyond=(
        Reading(
            "main_ratio_ge_half_k_from_k",
            "the same from T = k on",
            "OPT(T) >= k/2*ALG(T)",
            given=("k >= 2", *CEIL_OF_SHARE, *MAIN_FAMILY, "L == T", "T >= k"),
            arms="f, g",
            policy="any",
            where=STAYS_WITH_G,
            tries=(THREE_ARMS,),
        ),
    ),
    repairs=(
        Reading(
            "families_eq_of_appendix_valid",
            "where the appendix family is valid the two are the same: kN = T",
            "k*N == T",
            given=(*CEIL_OF_SHARE, "N/T <= 1/k"),
        ),
        Repair(
            statement=(
                "for every deterministic algorithm the main-text family has the ratio k/2 where "
                "kN <= T + 1, and k/4 for T >= k"
            ),
            obligations=(
                ALL_ABOVE_FLOOR_EXCEED_HORIZON,
                Reading(
                    "main_line_le_share_up_to_ceil",
                    "a pull n <= N of any arm pays at most 1/k",
                    "n/(k*N) <= 1/k",
                    given=("n <= N",),
                ),
                Reading(
                    "main_ratio_ge_half_k_of_ceil_mul_le",
                    "T(T+1)/(2kN) >= (k/2)(T/k) if kN <= T + 1",
                    "T*(T+1)/(2*k*N) >= k/2*(T/k)",
                    given=("k*N <= T + 1",),
                ),
                Reading(
                    "main_ratio_ge_quarter_k_from_k",
                    "T(T+1)/(2kN) >= (k/4)(T/k) if T >= k",
                    "T*(T+1)/(2*k*N) >= k/4*(T/k)",
                    given=(*CEIL_OF_SHARE, "T >= k"),
                ),
            ),
            prose=(INDISTINGUISHABLE,),
        ),
    ),
    relies_on=("B5", "B10"),
    finding=(
        "Where k divides neither T nor T + 1 the main-text family may not give k/2 (k = "
        "3, T = 4: ratio 10/7 for the algorithm that stays with one arm), and where the "
        "appendix family is valid it is the same family."
    ),
    printed=(
        r"We emphasize that the guarantee in the main body still holds. However, the slight change "
        r"in the instance definition here gives us a tighter guarantee."
    ),
    corrected=(
        r"With $N = \lceil T/k\rceil$ the family of the main body has the ratio $k/2$ "
        r"where $kN \le T+1$, and $k/4$ for $T \ge k$. The family here is the same where it is "
        r"one of instances, $T = kN$."
    ),
)
