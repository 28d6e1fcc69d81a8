"""Statements of proofs/other_policies made slightly too strong."""

from imab_verify.ledger import Reading, at, play
from proofs.other_policies.explore_then_commit import POLICY

MUTANTS = {
    "F12": (
        Reading(
            name="greedy_opt_le_exact_ratio_and_a_thousandth",
            says="a thousandth more than 2(T-k+2)",
            claim="(2*(T-k+2) + 1/1000)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T > k", "k >= 2"),
            policy="greedy",
        ),
        Reading(
            name="greedy_opt_le_exact_ratio_of_many_arms",
            says="a thousandth more, from four arms and T = 2k on",
            claim="(2*(T-k+2) + 1/1000)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 2*k", "k >= 4"),
            policy="greedy",
        ),
        Reading(
            name="rew_ge_more_of_first_pull",
            says="N + 1 in the place of N",
            claim="T*(T+1)*Rew(f,N) >= 2*(N+1)*Rew(g,T)",
            given=("f(1) >= g(B)", "B >= 1", "N >= 1"),
            arms="f, g",
            tries=(at(B=1, N=2, T=2, f="1/2", g="min(n, 2)/2"),),
        ),
    ),
    "F13": (
        Reading(
            name="commit_opt_le_exact_ratio_and_a_thousandth",
            says="a thousandth more than 4(T-2k+3)",
            claim="(4*(T-2*k+3) + 1/1000)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 2*k + 2",),
            policy=POLICY,
            tries=(play("min(n, 2)/6", "min(n, 6)/6", T=6),),
        ),
        Reading(
            name="commit_exact_ratio_exceeded",
            says="some run has a larger ratio",
            claim="4*(T-2*k+3)*OPT(T) > T*(T+1)*ALG(T)",
            given=("T >= 2*k + 2", "k >= 2"),
            policy=f"some {POLICY}",
        ),
        Reading(
            name="rew_ge_more_of_commitment",
            says="2N in the place of 2N - 1",
            claim="T*(T+1)*Rew(f,N) >= 4*N*Rew(g,T)",
            given=("f(2) >= g(2)", "N >= 2", "T >= 3"),
            arms="f, g",
            tries=(at(N=3, T=3, f="min(n, 2)/3", g="min(n, 3)/3"),),
        ),
    ),
}
