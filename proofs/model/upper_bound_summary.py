"""A2, A6: Algorithm 1 has ratio O(k), at any finite horizon (lines 111, 183, 207, 494).

There is no constant C with OPT(T) <= C k ALG(T) for all k and T. For T < k some arm is not pulled:
with the arms 0 and 1 and T = 1, ALG = 0 < OPT. At T = 2k every arm has been pulled twice, and the
ratio can be k(2k+1)/3. What holds is

    T OPT(T) <= k(T+1) ALG(T)              for T >= 4k, so the ratio is at most k(1 + 1/T);
    8(T-2k) OPT(T) <= T(T+1) ALG(T)        for T > 2k.

A6 reads "our results hold for any finite horizon" as the printed bound 32k at every T.
"""

from imab_verify.ledger import Entry, Reading, play
from proofs.competitive_ratio.competitive_ratio_32k import OPT_LE_32K_ALG, OPT_LE_ALG_FROM_4K

OPT_LE_ALG_FROM_2K_SUCC = Reading(
    name="opt_le_alg_from_2k_succ",
    says="from T = 2k + 1 on",
    claim="8*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
    given=("T >= 2*k + 1",),
    policy="algorithm-1",
)

UPPER_BOUND = Entry(
    id="A2",
    lines="111,183,494",
    slug="upper-bound-summary",
    title="Algorithm 1 has competitive ratio O(k) for any finite T",
    statement=(
        "There is a constant C with OPT(T) <= C k ALG(T) for every k, every T and every instance."
    ),
    literal=(
        Reading(
            name="opt_eq_zero_of_alg_eq_zero",
            says="for every T; any C at all needs OPT = 0 wherever ALG = 0",
            claim="OPT(T) <= 0",
            given=("ALG(T) == 0",),
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    repairs=(OPT_LE_ALG_FROM_4K, OPT_LE_ALG_FROM_2K_SUCC),
    relies_on=("D5", "B1"),
    finding=(
        "No constant works for T < k, where an arm is not pulled at all, nor for T = 2k, "
        "where the ratio is k(2k+1)/3; from T = 4k on the constant is 1 + 1/T."
    ),
)

ANY_HORIZON = Entry(
    id="A6",
    lines="207",
    slug="any-horizon",
    title="The results hold for any finite horizon",
    statement="The results hold for any finite time horizon T.",
    literal=(OPT_LE_32K_ALG,),
    repairs=(OPT_LE_ALG_FROM_4K, OPT_LE_ALG_FROM_2K_SUCC),
    relies_on=("D5",),
    finding=(
        "The bound on the ratio fails for T < k, and for many arms also from T = k to T "
        "= 2k and a little beyond."
    ),
)

ENTRIES = (UPPER_BOUND, ANY_HORIZON)
