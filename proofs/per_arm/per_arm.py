"""D22: the per-arm lemma (lines 630-636).

    OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2    for every arm i, if N_1 <= T/2.

False at every T >= 2: an arm that pays nothing is pulled twice in the initialisation and perhaps
never again, so for N_i = 2 there is no such bound.

For an arm f with N >= 3 pulls let M be the largest count before its last pull, for which it was
chosen: P(f,N-1,M) >= P(g,B,M) >= Rew(g,M). An estimate is not too optimistic,
N^2 P(f,N-1,M) <= M(M+1) Rew(f,N), and M(M+1) Rew(g,T) <= T(T+1) Rew(g,M). Together, for every T and
without N_1 <= T/2:

    N^2 OPT(T) <= T(T+1) Rew(f,N).
"""

from imab_verify.ledger import Entry, Reading, Repair, Severity, cite, combine, play
from proofs.algorithm.optimistic_estimate import ESTIMATE_LE_REW_BEFORE_PULL
from proofs.runs import BY_ITS_ESTIMATE, at_last_pull_of_f

ESTIMATE_GE_REW_AT_LAST_PULL = at_last_pull_of_f(
    "estimate_ge_rew_at_last_pull",
    "N >= 3: the estimate at the last pull is at least OPT at the level M",
    "P(f,N-1,M) >= Rew(g,M)",
    by=BY_ITS_ESTIMATE,
)

BY_THE_ESTIMATE = (
    cite("estimate_ge_rew", f="g", N="M"),
    cite("estimate_le_rew"),
    cite("rew_at_horizon_le_rew_at_level", f="g"),
)
"""P(f,N-1,M) >= P(g,B,M) >= Rew(g,M), not too optimistic for f, and from M to T for g."""

USES = {
    "P(f,N-1,M) >= P(g,B,M)": "T*(T+1)*N*N",
    "estimate_ge_rew": "T*(T+1)*N*N",
    "estimate_le_rew": "T*(T+1)",
    "rew_at_horizon_le_rew_at_level": "N*N",
}

REW_AT_HORIZON_LE_REW_OF_RUN = at_last_pull_of_f(
    "rew_at_horizon_le_rew_of_run",
    "an arm with N >= 3 pulls, in the run itself: N^2 OPT(T) <= T(T+1) Rew(N), for every T",
    "N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)",
    by=(*BY_THE_ESTIMATE, combine(USES, scale="M*(M+1)")),
)

OPT_LE_REW = Reading(
    "opt_le_rew",
    "any arm, any T",
    "N*N*OPT(T) <= 200*T*T*Rew(f,N)",
    given=("2*L <= T",),
    policy="algorithm-1",
    where="N = N(f), L = most",
    tries=(play("0", "1", T=2, f=1),),
)

STEPS = (
    ESTIMATE_GE_REW_AT_LAST_PULL,
    Reading(
        "estimate_le_rew",
        "N >= 3: an estimate is not too optimistic",
        "N*N*P(f,N-1,M) <= M*(M+1)*Rew(f,N)",
        given=("2 <= N", "N <= M+1"),
    ),
    ESTIMATE_LE_REW_BEFORE_PULL,
    at_last_pull_of_f(
        "rew_at_level_le_rew",
        "N >= 3: the bound at the level M",
        "N*N*Rew(g,M) <= M*(M+1)*Rew(f,N)",
        by=(
            cite("estimate_ge_rew", f="g", N="M"),
            cite("estimate_le_rew"),
            combine(
                {"P(f,N-1,M) >= P(g,B,M)": "N*N", "estimate_ge_rew": "N*N", "estimate_le_rew": "1"}
            ),
        ),
    ),
    Reading(
        "rew_at_horizon_le_rew_at_level",
        "from the level M to T",
        "M*(M+1)*Rew(f,T) <= T*(T+1)*Rew(f,M)",
        given=("M <= T",),
        by=(cite("rew_ratio_ge_pulls_ratio", m="M"), combine({"rew_ratio_ge_pulls_ratio": "1"})),
    ),
    Reading("triangle_le_square", "better than 200", "T*(T+1) <= 2*T*T"),
    REW_AT_HORIZON_LE_REW_OF_RUN,
)
"""From the estimate at the last pull to the bound at the level M, and from there to T."""

ENTRY = Entry(
    id="D22",
    lines="630-636",
    slug="per-arm",
    severity=Severity.LEMMA,
    title="Per-arm lemma",
    statement="If N_1 <= T/2 then OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2 for any arm i.",
    literal=(OPT_LE_REW,),
    beyond=(
        Reading(
            "opt_le_rew_after_initialisation",
            "after the initialisation",
            "N*N*OPT(T) <= 200*T*T*Rew(f,N)",
            given=("2*L <= T", "T > 2*k"),
            policy="algorithm-1",
            where="N = N(f), L = most",
            tries=(play("0", "min(n, 9)/9", "min(n, 9)/9", T=9, f=1),),
        ),
    ),
    repairs=(
        Reading(
            "opt_le_rew_of_three_pulls",
            "any arm with N >= 3 pulls, any T: N^2 OPT(T) <= T(T+1) Rew(N)",
            "N*N*OPT(T) <= T*(T+1)*Rew(f,N)",
            given=("N >= 3",),
            policy="algorithm-1",
            where="N = N(f)",
        ),
        Reading(
            "opt_le_rew_of_late_last_pull",
            "N^2 + N - 2 in place of N^2 where some arm had N pulls before the last one of f",
            "(N*N+N-2)*OPT(T) <= T*(T+1)*Rew(f,N)",
            given=("M >= N",),
            policy="algorithm-1",
            where="N = N(f), M = most before the last pull of f",
        ),
        Repair(
            statement="the same in steps, at the level M of the last pull",
            obligations=STEPS,
            prose=("the steps are chained, from the estimate at the last pull to OPT(T)",),
        ),
    ),
    printed=(
        r"If $N_1 \le T/2$ then for any arm $i\in[k]$, "
        r"$\frac{\mathtt{OPT}(I,T)}{\mathtt{Rew}_i(N_i)} \le \frac{200T^2}{N_i^2}$."
    ),
    corrected=(
        r"For every $T$ and any arm $i$ with $N_i \ge 3$, "
        r"$\frac{\mathtt{OPT}(I,T)}{\mathtt{Rew}_i(N_i)} \le \frac{T(T+1)}{N_i^2}$."
    ),
    relies_on=("D24", "D28", "D29", "D35", "D39"),
    convention="A/B <= C means A <= C B, so Rew_i(N_i) = 0 < OPT(T) is a counterexample.",
    finding=(
        "An arm that pays 0 in its two pulls of the initialisation has Rew_i(N_i) = 0, "
        "at any horizon. For arms with N_i >= 3 the bound holds with T(T+1) in place of "
        "200 T^2 and without N_1 <= T/2."
    ),
)
