"""Statements of proofs/first_arm made slightly too strong."""

from imab_verify.ledger import Reading, play
from proofs.runs import LAST_PULL_OF_F

REW_GT_OF_FIRST = Reading(
    name="rew_gt_of_first",
    says="strictly better",
    claim="Rew(f,M) > Rew(g,M)",
    given=("M == N-1",),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_F,
    tries=(play("1", "1", T=5, f=1, g=2),),
)

REW_GE_OF_FIRST_ONE_PULL_LATER = Reading(
    name="rew_ge_of_first_one_pull_later",
    says="one pull later",
    claim="Rew(f,M+1) >= Rew(g,M+1)",
    given=("M == N-1",),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_F,
    tries=(play("1/3", "min(n, 5)/5", T=5, f=1, g=2),),
)

MUTANTS = {
    "D8": (
        REW_GT_OF_FIRST,
        REW_GE_OF_FIRST_ONE_PULL_LATER,
        Reading(
            name="rew_ge_of_not_first",
            says="an arm that is not the first",
            claim="Rew(f,N-1) >= Rew(g,N-1)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=6, f=2, g=1),),
        ),
    ),
    "D9": (
        REW_GT_OF_FIRST,
        REW_GE_OF_FIRST_ONE_PULL_LATER,
    ),
    "D10": (
        Reading(
            name="estimate_ge_rew_one_pull_ahead",
            says="an estimate one pull ahead",
            claim="P(f,B,N) >= Rew(f,N+1)",
            given=("B <= N",),
        ),
        Reading(
            name="estimate_ge_rew_of_monotone",
            says="rewards that are only monotone",
            claim="P(f,B,N) >= Rew(f,N)",
            given=("B <= N",),
            arms="f: monotone",
        ),
    ),
    "D43": (
        REW_GT_OF_FIRST,
        REW_GE_OF_FIRST_ONE_PULL_LATER,
    ),
}
