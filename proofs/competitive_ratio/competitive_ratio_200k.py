"""D6 (lines 653, 661, 1571): the competitive-ratio theorem, 200k.

The theorem says 32k and its proof ends with 200k. For every T neither is true: for T < k an arm is
never pulled; at T = 2k the exact ratio k(2k+1)/3 is above 200k from k = 300 on, and at T = 2k+1 the
same arms give T(T+1)/12, above 200k from k = 599 on. The bounds of competitive_ratio_32k,
k(1+1/T) for T >= 4k and T(T+1)/(8(T-2k)) for T > 2k, are below 200k for T >= 4k, and for
2k < T <= 4k if 397(T-2k) >= k.
"""

from imab_verify.ledger import Entry, Reading, Repair, Severity, play
from proofs.competitive_ratio.competitive_ratio_32k import (
    OPT_LE_ALG_BY_EXCESS,
    OPT_LE_ALG_FROM_4K,
)
from proofs.worst_case.paper_constants import OPT_LE_200K_ALG_UP_TO_598_ARMS

OPT_LE_200K_ALG_FROM_2K = Reading(
    name="opt_le_200k_alg_from_2k",
    says="after the initialisation, T >= 2k",
    claim="OPT(T) <= 200*k*ALG(T)",
    given=("T >= 2*k",),
    policy="algorithm-1",
    tries=(play(*("0",) * 299, "min(n, 600)/600", T=600),),
)

ENTRY = Entry(
    id="D6",
    lines="653,661,1571",
    slug="competitive-ratio-200k",
    severity=Severity.MAIN,
    title="Competitive-ratio theorem: 200k",
    statement="The competitive ratio of Algorithm 1 is at most 200k, for every T (as derived).",
    literal=(
        Reading(
            name="opt_le_200k_alg",
            says="any k, any T",
            claim="OPT(T) <= 200*k*ALG(T)",
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    beyond=(
        OPT_LE_200K_ALG_FROM_2K,
        Reading(
            name="opt_le_200k_alg_beyond_2k",
            says="after more than the initialisation, T > 2k",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T > 2*k",),
            policy="algorithm-1",
            tries=(play(*("0",) * 598, "min(n, 1199)/1199", T=1199),),
        ),
    ),
    repairs=(
        OPT_LE_ALG_FROM_4K,
        OPT_LE_200K_ALG_UP_TO_598_ARMS,
        Reading(
            name="opt_le_200k_alg_at_2k_up_to_299_arms",
            says="200k at T = 2k, for k <= 299",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T == 2*k", "k <= 299"),
            policy="algorithm-1",
        ),
        Repair(
            statement="200k holds for T >= 4k, and for 2k < T <= 4k with T - 2k >= k/397",
            obligations=(
                OPT_LE_ALG_FROM_4K,
                OPT_LE_ALG_BY_EXCESS,
                Reading(
                    name="bound_from_4k_le_200k",
                    says="200k is enough for T >= 4k, by the bound k(1+1/T)",
                    claim="k*(T+1)/T <= 200*k",
                    given=("T >= 4*k",),
                ),
                Reading(
                    name="bound_by_excess_le_200k",
                    says="and for 2k < T <= 4k with T - 2k >= k/397, by T(T+1)/(8(T-2k))",
                    claim="T*(T+1)/(8*(T-2*k)) <= 200*k",
                    given=("T > 2*k", "T <= 4*k", "397*(T-2*k) >= k"),
                ),
            ),
            prose=("the bound on the ratio and the bound on that bound are put together",),
        ),
    ),
    printed=r"We have that $\mathtt{CR}(\mathtt{ALG}) \le 200k$.",
    corrected=r"For every $T \ge 4k$, $\mathtt{CR}_{\mathtt{ALG}}(T) \le k\,(1 + 1/T)$.",
    relies_on=("D40", "D41"),
    convention="As for the constant 32.",
    finding=(
        "The proof ends with 200k where the theorem says 32k, and neither holds for "
        "every T: at T = 2k the exact ratio k(2k+1)/3 exceeds 200k from k = 300 on. For "
        "every T > 2k it holds exactly up to k = 598 (F8)."
    ),
)
