"""D5 (lines 497-505): the competitive-ratio theorem, CR(T) <= 32k for every T.

Where it is false. For T < k an arm is never pulled. For k <= T < 2k an arm may have one pull, and
Rew(f,T) <= T(T+1)/2 Rew(f,1) is attained by f(n) = n/T. At T = 2k every arm has two pulls, and the
exact ratio is k(2k+1)/3, attained by n/T among arms that stay at 0: above 32k from k = 48 on. At
T = 2k+1 the same arms give T(T+1)/12, above 32k from k = 95 on.

What is true instead. Crossing sums (F1) give

    OPT(T) <= k ALG(T)                 for T >= 3k + 2,
    9(T-2k) OPT(T) <= T(T+1) ALG(T)    for T > 2k.

The second gives the first up to T = 4k, as 9k(T-2k) - T(T+1) = (T-3k)(6k-T) - T >= 0; at T = 3k + 1
it is -2, and the exact ratio is k + 2/(9(k+1)) for k >= 3. So 32k holds wherever 70(T-2k) >= k;
for every T > 2k it holds exactly up to k = 94 (F8). One in 70 is nearly all that can be: a constant
arm 2/T, a line n/T and arms that pay 0 have T(T+1)/36 at T = 2k + 4, with four pulls of each of the
two, and that is above 32k for k = 284, where T - 2k = k/71.

The sum over arms alone gives less, k(1+1/T) and 8(T-2k) (D41). F2 and F4 have the exact ratio at
every T >= 2k, and runs that attain it.
"""

from imab_verify.ledger import Entry, Reading, Repair, Severity, cite, combine, play
from proofs.worst_case.paper_constants import OPT_LE_32K_ALG_UP_TO_94_ARMS

OPT_LE_32K_ALG = Reading(
    "opt_le_32k_alg",
    "any k, any T",
    "OPT(T) <= 32*k*ALG(T)",
    policy="algorithm-1",
    tries=(play("0", "1", T=1),),
)

OPT_LE_K_ALG = Reading(
    "opt_le_k_alg_from_3k_add_2",
    "k for all T >= 3k + 2",
    "OPT(T) <= k*ALG(T)",
    given=("T >= 3*k + 2",),
    policy="algorithm-1",
)

AFTER_THE_INITIALISATION = (
    Reading(
        "opt_le_32k_alg_from_2k",
        "after the initialisation, T >= 2k",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T >= 2*k",),
        policy="algorithm-1",
        tries=(play(*("0",) * 47, "min(n, 96)/96", T=96),),
    ),
    Reading(
        "opt_le_32k_alg_beyond_2k",
        "after more than the initialisation, T > 2k",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T > 2*k",),
        policy="algorithm-1",
        tries=(play(*("0",) * 94, "min(n, 191)/191", T=191),),
    ),
)

WHERE_IT_FAILS = (
    Reading(
        "opt_le_32k_alg_of_excess_ge_71st",
        "2k < T <= 4k with T - 2k >= k/71",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T > 2*k", "T <= 4*k", "71*(T-2*k) >= k"),
        policy="algorithm-1",
        tries=(play("1/286", "min(n, 572)/572", *("0",) * 282, T=572),),
    ),
    Reading(
        "opt_le_32k_alg_from_k_below_2k",
        "every arm has one pull, k <= T < 2k",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T >= k", "T < 2*k"),
        policy="algorithm-1",
        tries=(play(*("0",) * 16, "min(n, 33)/33", T=33),),
    ),
)

OPT_LE_ALG_BY_EXCESS = Reading(
    "opt_le_alg_by_excess",
    "T(T+1)/(9(T-2k)) for all T > 2k",
    "9*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
    given=("T > 2*k",),
    policy="algorithm-1",
)

UPPER_BOUNDS = (
    OPT_LE_K_ALG,
    OPT_LE_ALG_BY_EXCESS,
    Reading(
        "opt_le_exact_ratio_at_2k",
        "k(2k+1)/3 at T = 2k, which is attained",
        "3*OPT(T) <= k*(2*k+1)*ALG(T)",
        given=("T == 2*k",),
        policy="algorithm-1",
    ),
    Reading(
        "opt_le_32k_alg_at_2k_up_to_47_arms",
        "32k at T = 2k, for k <= 47",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T == 2*k", "k <= 47"),
        policy="algorithm-1",
    ),
    Reading(
        "opt_le_32k_alg_of_excess_ge_70th",
        "32k holds for all T > 2k with T - 2k >= k/70",
        "OPT(T) <= 32*k*ALG(T)",
        given=("T > 2*k", "70*(T-2*k) >= k"),
        policy="algorithm-1",
    ),
)

ONE_PULL = (
    Reading(
        "rew_at_horizon_le_rew_of_one_pull",
        "with one pull of an arm nothing better than T(T+1)/2",
        "Rew(f,T) <= T*(T+1)/2*Rew(f,1)",
        by=(
            cite("rew_ratio_ge_pulls_ratio", m="1"),
            combine({"rew_ratio_ge_pulls_ratio": "1"}, scale="2"),
        ),
    ),
    Reading(
        "bound_of_one_pull_le_32k_up_to_16_arms",
        "so 32k holds for k <= T < 2k if k <= 16",
        "T*(T+1)/2 <= 32*k",
        given=("T < 2*k", "k <= 16"),
    ),
)

ENTRY = Entry(
    id="D5",
    lines="497-505",
    number="Theorem 3",
    slug="competitive-ratio-32k",
    severity=Severity.MAIN,
    title="Competitive-ratio theorem: 32k",
    statement="The competitive ratio of Algorithm 1 is at most 32k, for every T.",
    literal=(OPT_LE_32K_ALG,),
    beyond=AFTER_THE_INITIALISATION,
    others=WHERE_IT_FAILS,
    repairs=(
        *UPPER_BOUNDS,
        OPT_LE_32K_ALG_UP_TO_94_ARMS,
        Repair(
            statement="32k holds for k <= T < 2k if k <= 16",
            obligations=ONE_PULL,
            prose=("from T = k on every arm has a pull, the optimal one too: ALG >= Rew(g,1)",),
        ),
    ),
    printed=(
        r"Competitive Ratio of $\mathtt{ALG}$ is $O(k)$. In particular, "
        r"$\mathtt{CR}_{\mathtt{ALG}}(T) \le 32k$."
    ),
    corrected=(
        r"For every $T \ge 3k+2$, $\mathtt{CR}_{\mathtt{ALG}}(T) \le k$. For "
        r"$T > 2k$ it is at most $\frac{T(T+1)}{9(T-2k)}$, at $T = 2k$ it is $k(2k+1)/3$, and for "
        r"$T < k$ it is infinite."
    ),
    relies_on=("D6", "D40", "D41"),
    convention="Ties may fall in any way; OPT(T)/ALG(T) is infinite where ALG(T) = 0 < OPT(T).",
    finding=(
        "The bound cannot hold for every T: for T < k an arm is never pulled, and at T = "
        "2k the exact ratio is k(2k+1)/3, which exceeds 32k from k = 48 on. What the "
        "algorithm does guarantee is k for T >= 3k + 2, and T(T+1)/(9(T-2k)) for T > 2k, which "
        "is exact from T = 2k + 4 on up to 4k (F2, F4; docs/worst-cases.md); 32k holds where "
        "T - 2k >= k/70, and for every T > 2k "
        "exactly up to k = 94 (F8). At T = 2k = 96, one line "
        "among 47 arms that pay 0 has OPT = 97/2 against "
        "ALG = 3/96: a ratio of 1552, and 32k is 1536."
    ),
)
