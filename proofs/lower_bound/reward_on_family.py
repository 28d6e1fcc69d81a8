"""B12, B13: what a pull and what the algorithm gets on I_k (lines 975-980).

The paper says that on the appendix family every pull pays at most 1/k, so that ALG(T) <= T/k. Pull
n <= N of any arm pays n/T, and n/T <= 1/k means kn <= T. With N = ceil(T/k) that is false at n = N
unless k divides T, and the sum fails with it: for k = 3, T = 4 the algorithm that stays with one
capped arm gets 1/4 + 2/4 + 1/3 + 1/3 = 17/12 > 4/3.

With N = floor(T/k) every pull pays at most 1/k, and n pulls of an arm at most n/k. The cap q/T of
the corrected family gives more: ALG(T) <= q(2T-q+1)/(2T).
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.appendix_family_valid import APPENDIX_STEP_LT_ZERO, NO_RUN
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

REWARD_LE_SHARE_OF_FLOOR = Reading(
    "line_le_share_up_to_floor",
    "with N = floor(T/k) every pull pays at most 1/k",
    "k*n <= T",
    given=("k*N <= T", "n <= N"),
)

PULL = Entry(
    id="B12",
    lines="975-976",
    slug="pull-at-most-share",
    title="On I_k every pull pays at most 1/k",
    statement=(
        "No pull of the algorithm on I_k gives more than 1/k, since arm k is not pulled "
        "more than N times."
    ),
    literal=(
        Reading(
            "line_le_share_up_to_ceil",
            "pull n <= N of any arm pays n/T <= 1/k",
            "k*n <= T",
            given=(*CEIL_OF_SHARE, "n <= N"),
        ),
    ),
    negation=(APPENDIX_STEP_LT_ZERO,),
    beyond=(
        Reading(
            "line_le_share_up_to_ceil_from_2k",
            "from T = 2k on",
            "k*n <= T",
            given=(*CEIL_OF_SHARE, "n <= N", "T >= 2*k", "k >= 2"),
        ),
    ),
    repairs=(
        REWARD_LE_SHARE_OF_FLOOR,
        Reading(
            "line_le_share_of_dvd",
            "N = ceil(T/k), where k divides T = kN",
            "k*n <= T",
            given=("T == k*N", "n <= N"),
        ),
    ),
    relies_on=("B7", "B9"),
    finding=(
        "If k does not divide T, pull N = ceil(T/k) of any arm pays N/T > 1/k (k = 2, T = 5: the "
        "third pull pays 3/5 > 1/2)."
    ),
    printed=(
        r"Observe that the maximum reward that can be obtained from each of the $T$ pulls of "
        r"$\mathtt{ALG}$ is not more than $\frac{1}{k}$."
    ),
    corrected=(
        r"With $N = \lfloor T/k\rfloor$ none of the $T$ pulls gives more than "
        r"$\frac{1}{k}$."
    ),
)

ALGORITHM = Entry(
    id="B13",
    lines="979-980",
    slug="algorithm-at-most-share",
    title="ALG(T) <= T/k on I_k",
    statement="The algorithm's reward on I_k is at most T/k.",
    literal=(
        Reading(
            "capped_arm_rew_le_share",
            "the algorithm that stays with arm 1: n/T up to N, then 1/k",
            "N*(N+1)/(2*T) + (T-N)/k <= T/k",
            given=("k >= 2", *CEIL_OF_SHARE),
        ),
    ),
    beyond=(
        Reading(
            "capped_arm_rew_le_share_from_k",
            "the same from T = k on",
            "N*(N+1)/(2*T) + (T-N)/k <= T/k",
            given=("k >= 2", *CEIL_OF_SHARE, "T >= k"),
        ),
    ),
    repairs=(
        Reading(
            "alg_le_share_and_opt_ge_for_every_policy",
            (
                "with floor(T/k) for N: every algorithm has an instance with ALG(T) <= T/k, and "
                "OPT(T) is at least (T+1)/2 there"
            ),
            "ALG(T) <= T/k and OPT(T) >= (T+1)/2",
            policy="every",
        ),
        Reading(
            "alg_le_capped_rew_and_opt_ge_for_every_policy",
            "with caps q/T, q = floor(T/k), even ALG(T) <= q(2T-q+1)/(2T)",
            "2*T*ALG(T) <= T//k*(2*T - T//k + 1) and 2*OPT(T) >= T + 1",
            policy="every",
        ),
    ),
    relies_on=("B12",),
    convention=NO_RUN,
    finding=(
        "With the printed N = ceil(T/k) the bound can fail where k does not divide T (k "
        "= 3, T = 4: staying with one arm pays 17/12 > 4/3); with floor(T/k) it holds, "
        "and min(n,q)/T gives q(2T-q+1)/(2T)."
    ),
    printed=r"$\mathrm{ALG}(T) \le T\cdot\frac{1}{k}$",
    corrected=r"With $N = \lfloor T/k\rfloor$, $\mathrm{ALG}(T) \le T\cdot\frac{1}{k}$.",
)

ENTRIES = (PULL, ALGORITHM)
