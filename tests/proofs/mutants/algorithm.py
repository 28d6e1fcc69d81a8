"""Statements of proofs/algorithm made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "D1": (
        Reading(
            name="d1_mutant_1",
            says="the increment before",
            claim="Delta(f,2) == f(1) - f(0)",
        ),
        Reading(
            name="d1_mutant_2",
            says="the increment after",
            claim="Delta(f,2) == f(3) - f(2)",
        ),
    ),
    "D2": (
        Reading(
            name="d2_mutant_1",
            says="the sum from n = 0",
            claim="P(f,a,a+n) == P(f,a,a+n-1) + f(a) + (n-1)*Delta(f,a)",
        ),
        Reading(
            name="d2_mutant_2",
            says="the area under the line",
            claim="P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)**2/2*Delta(f,a)",
            given=("a <= M",),
        ),
    ),
    "D3": (
        Reading(
            name="d3_mutant_1",
            says="one pull ahead",
            claim="P(f,a,M) >= Rew(f,M+1)",
            given=("2 <= a", "a <= M"),
        ),
        Reading(
            name="d3_mutant_2",
            says="rewards that are only monotone",
            claim="P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
            arms="f: monotone",
        ),
        Reading(
            name="d3_mutant_3",
            says="with the next increment",
            claim="Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a+1) >= Rew(f,M) + f(1)",
            given=("2 <= a", "a <= M"),
        ),
    ),
}
