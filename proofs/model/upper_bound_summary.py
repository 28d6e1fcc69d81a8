"""A2, A6: Algorithm 1 has ratio O(k), at any finite horizon (lines 111, 183, 207, 494).

There is no constant C with OPT(T) <= C k ALG(T) for all k and T. For T < k some arm is not pulled:
with the arms 0 and 1 and T = 1, ALG = 0 < OPT. At T = 2k every arm has been pulled twice, and the
ratio can be k(2k+1)/3. What holds is

    OPT(T) <= k ALG(T)                     for T >= 3k + 2;
    9(T-2k) OPT(T) <= T(T+1) ALG(T)        for T > 2k.

A6 reads "our results hold for any finite horizon" as the two upper bounds, 32k for Algorithm 1 and
8k^2 for round robin, at every T.
"""

from imab_verify.ledger import Entry, Reading, Severity, play
from proofs.competitive_ratio.competitive_ratio_32k import (
    AFTER_THE_INITIALISATION,
    OPT_LE_32K_ALG,
    OPT_LE_ALG_BY_EXCESS,
    OPT_LE_K_ALG,
)
from proofs.competitive_ratio.competitive_ratio_200k import OPT_LE_200K_ALG_FROM_2K
from proofs.round_robin.round_robin_theorem import ROUND_ROBIN_OPT_LE_8_SQ

UPPER_BOUND = Entry(
    id="A2",
    lines="111,183,494",
    slug="upper-bound-summary",
    severity=Severity.MAIN,
    title="Algorithm 1 has competitive ratio O(k) for any finite T",
    statement=(
        "There is a constant C with OPT(T) <= C k ALG(T) for every k, every T and every instance."
    ),
    literal=(
        Reading(
            "opt_eq_zero_of_alg_eq_zero",
            "for every T; any C at all needs OPT = 0 wherever ALG = 0",
            "OPT(T) <= 0",
            given=("ALG(T) == 0",),
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    negation=(
        Reading(
            "opt_gt_constant_times_k_alg_attained_at_2k",
            "no constant C serves at T = 2k: OPT > C k ALG is attained if 2k + 1 > 3C",
            "OPT(T) > C*k*ALG(T)",
            integers=("C",),
            given=("T == 2*k", "2*k+1 > 3*C"),
            policy="some algorithm-1",
        ),
    ),
    beyond=(OPT_LE_200K_ALG_FROM_2K,),
    printed=(
        r"the competitive ratio of our algorithm is $O(k)$ [...] our results hold for any finite "
        r"time horizon $T$"
    ),
    corrected=(
        r"For horizons $T \ge 3k+2$ the competitive ratio of our algorithm is at most $k$; at "
        r"$T = 2k$ it is $k(2k+1)/3$, so no bound $Ck$ holds there."
    ),
    repairs=(OPT_LE_K_ALG, OPT_LE_ALG_BY_EXCESS),
    relies_on=("D5", "B1"),
    finding=(
        "No constant works for T < k, where an arm is not pulled at all, nor for T = 2k, "
        "where the ratio is k(2k+1)/3; from T = 3k + 2 on the constant is 1."
    ),
)

ANY_HORIZON = Entry(
    id="A6",
    lines="207",
    slug="any-horizon",
    severity=Severity.REMARK,
    title="The results hold for any finite horizon",
    statement="The results hold for any finite time horizon T.",
    literal=(OPT_LE_32K_ALG, ROUND_ROBIN_OPT_LE_8_SQ),
    beyond=AFTER_THE_INITIALISATION,
    repairs=(OPT_LE_K_ALG, OPT_LE_ALG_BY_EXCESS),
    relies_on=("D5", "C2"),
    finding=(
        "Both bounds on a ratio fail for T < k; that of Algorithm 1, for many arms, also from T "
        "= k to T = 2k and a little beyond. The lower bounds hold at every T, for two arms or more "
        "and deterministic algorithms."
    ),
    printed=r"our results hold for any finite time horizon $T$",
    corrected=(
        r"For $k \ge 2$ and deterministic algorithms the lower bounds hold for every $T$; the "
        r"bound for round robin holds for $T \ge k$, and that of Algorithm 1 for "
        r"$T \ge 3k+2$, with $k$."
    ),
)

ENTRIES = (UPPER_BOUND, ANY_HORIZON)
