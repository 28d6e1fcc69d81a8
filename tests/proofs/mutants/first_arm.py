"""Statements of proofs/first_arm made slightly too strong."""

from imab_verify.ledger import Reading, play
from proofs.runs import LAST_PULL_OF_F

MUTANTS = {
    "D8": (
        Reading(
            name="d8_mutant_1",
            says="strictly better",
            claim="Rew(f,M) > Rew(g,M)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "1", T=5, f=1, g=2),),
        ),
        Reading(
            name="d8_mutant_2",
            says="one pull later",
            claim="Rew(f,M+1) >= Rew(g,M+1)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=5, f=1, g=2),),
        ),
        Reading(
            name="d8_mutant_3",
            says="an arm that is not the first",
            claim="Rew(f,N-1) >= Rew(g,N-1)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=6, f=2, g=1),),
        ),
    ),
    "D9": (
        Reading(
            name="d9_mutant_1",
            says="strictly better",
            claim="Rew(f,M) > Rew(g,M)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "1", T=5, f=1, g=2),),
        ),
        Reading(
            name="d9_mutant_2",
            says="one pull later",
            claim="Rew(f,M+1) >= Rew(g,M+1)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=5, f=1, g=2),),
        ),
    ),
    "D10": (
        Reading(
            name="d10_mutant_1",
            says="an estimate one pull ahead",
            claim="P(f,B,N) >= Rew(f,N+1)",
            given=("B <= N",),
        ),
        Reading(
            name="d10_mutant_2",
            says="rewards that are only monotone",
            claim="P(f,B,N) >= Rew(f,N)",
            given=("B <= N",),
            arms="f: monotone",
        ),
    ),
    "D43": (
        Reading(
            name="d43_mutant_1",
            says="strictly better",
            claim="Rew(f,M) > Rew(g,M)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "1", T=5, f=1, g=2),),
        ),
        Reading(
            name="d43_mutant_2",
            says="one pull later",
            claim="Rew(f,M+1) >= Rew(g,M+1)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=5, f=1, g=2),),
        ),
    ),
}
