"""D32: case 2, the chain of estimates (lines 1442-1447).

With a = N_i - 1, b = N'_l - N_i + 2 >= 1 and Delta = Delta(f,a), where f is arm i:

    Rew(f,a) + 2b f(a) + 2b^2 Delta >= Rew(f,a) + (b+1) f(a) + (b+1)^2 Delta/2
                                    >= p_i(t) >= Rew_l(N'_l + 1) >= Rew_l(N'_l) = OPT(N'_l).

What is about one arm holds always. "Left Riemann sum": the estimate P(f,a,a+b) is Rew(f,a) plus the
sum of f(a) + j Delta over j = 1, ..., b, which is at most the integral of f(a) + x Delta over
[1, b+1]. The comparison p_i(t) >= Rew_l(N'_l + 1) of two arms needs N_i >= 3 (D29). Then it holds
for every arm and not only for l, so that p_i(t) >= OPT(N'_l + 1) without the first-arm lemma.
"""

from imab_verify.ledger import Entry, Reading, cite, combine, play
from proofs.per_arm.per_arm import ESTIMATE_GE_REW_AT_LAST_PULL
from proofs.runs import ANY_LAST_PULL_OF_F, BY_ITS_ESTIMATE, at_last_pull_of_f

ESTIMATE_GE_REW_OF_LEADER = at_last_pull_of_f(
    "estimate_ge_rew_of_leader",
    "p_i(t) >= Rew_l(N'_l+1), N_i >= 3",
    "P(f,N-1,M) >= Rew(g,M)",
    given=("B == M",),
    by=BY_ITS_ESTIMATE,
)

CHAIN = "Rew(f,N-1) + 2*(M-N+1)*f(N-1) + 2*(M-N+1)**2*Delta(f,N-1) >= Rew(g,M-1)"
"""The ends of the chain, with M = N'_l + 1, so b = M - N_i + 1; g is any arm."""

CHAIN_OF_CHOSEN_ARM = at_last_pull_of_f(
    "chain_ge_opt_at_last_pull",
    "the ends of the chain, N_i >= 3, in both cases",
    CHAIN,
    by=BY_ITS_ESTIMATE,
)

ENTRY = Entry(
    id="D32",
    lines="1442-1447",
    slug="estimate-chain",
    title="Rew(a) + 2b f + 2b^2 Delta >= ... >= p_i >= Rew_l(N) >= OPT(N'_l)",
    statement=(
        "Rew_i(a) + 2b f_i(a) + 2b^2 Delta_i >= Rew_i(a) + (b+1) f_i(a) + (b+1)^2 "
        "Delta_i/2 >= p_i(t) >= Rew_l(N'_l+1) >= Rew_l(N'_l) = OPT(N'_l)."
    ),
    literal=(
        Reading(
            "doubled_gap_ge_succ_gap",
            "since b >= 1",
            "2*b*f(a) + 2*b**2*Delta(f,a) >= (b+1)*f(a) + (b+1)**2/2*Delta(f,a)",
        ),
        Reading(
            "estimate_le_integral",
            "the left Riemann sum: below the integral of f(a) + x Delta over [1, b+1]",
            "P(f,a,a+b) <= Rew(f,a) + b*f(a) + ((b+1)**2-1)/2*Delta(f,a)",
        ),
        Reading(
            "estimate_le_succ_gap",
            "which is below the second line",
            "P(f,n-1,q+1) <= Rew(f,n-1) + ((q-n+2)+1)*f(n-1) + ((q-n+2)+1)**2/2*Delta(f,n-1)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
            by=(
                cite("estimate_le_integral", a="n-1", b="q-n+2"),
                combine({"estimate_le_integral": "1"}),
            ),
        ),
        Reading(
            "estimate_le_doubled_gap",
            "both steps: p_i(t) is below the first line",
            "P(f,n-1,q+1) <= Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
            by=(
                cite("doubled_gap_ge_succ_gap", a="n-1", b="q-n+2"),
                cite("estimate_le_succ_gap"),
                combine({"doubled_gap_ge_succ_gap": "1", "estimate_le_succ_gap": "1"}),
            ),
        ),
        Reading(
            "estimate_ge_rew_of_leader_at_any_stage",
            "p_i(t) >= Rew_l(N'_l+1), l has all M = N'_l+1 pulls",
            "P(f,N-1,M) >= Rew(g,M)",
            given=("N >= 2", "M >= N", "B == M", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("1", "0", T=4, f=2, g=1),),
        ),
        Reading(
            "rew_of_leader_ge_rew_one_pull_before",
            "Rew_l(N'_l+1) >= Rew_l(N'_l)",
            "Rew(f,q+1) >= Rew(f,q)",
        ),
        Reading(
            "chain_ge_opt_at_any_stage",
            "the ends of the chain, which is what cases 2a and 2b use",
            CHAIN,
            given=("N >= 2", "M >= N", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("1", "0", T=4, f=2, g=1),),
        ),
    ),
    beyond=(ESTIMATE_GE_REW_OF_LEADER, CHAIN_OF_CHOSEN_ARM),
    repairs=(ESTIMATE_GE_REW_OF_LEADER, CHAIN_OF_CHOSEN_ARM, ESTIMATE_GE_REW_AT_LAST_PULL),
    relies_on=("D29", "D30", "D31"),
    finding=(
        "The inequalities about one arm hold always; the comparison of estimates needs N_i >= 3."
    ),
    printed=r"$p_i(t) \ge \mathrm{Rew}_\ell(N'_\ell + 1)$",
    corrected=r"For $N_i \ge 3$, $p_i(t) \ge \mathrm{Rew}_\ell(N'_\ell + 1)$.",
)
