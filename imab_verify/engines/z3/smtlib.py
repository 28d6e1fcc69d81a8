"""All problems of a claim, and their text in SMT-LIB, which any SMT solver reads."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.engines.z3.constraints import (
    Problem,
    ray_problems,
    rays_decide,
    slope_problems,
)
from imab_verify.engines.z3.runs import game_problem, games, plays, run_problem
from imab_verify.errors import InputError
from imab_verify.kernel import AllOf, Claim, Every, Some
from imab_verify.kernel.formulas import clause_claim, clauses

MOST_K, MOST_T = 2, 5
"""Claims about runs are written for k and T up to these."""
BY_RAYS = """\
If every answer is unsat, the claim is true for all parameters and rewards.
If one answer is sat, the claim is false.
"""
BY_SLOPES = """\
First problems with every arm a constant plus a ray: if one answer is sat, it is false.
Then problems with every arm by its slopes at the indices of the claim: if all these
answers are unsat, the claim is true for all parameters and rewards.
"""
OF_RUNS = f"""\
Runs with k <= {MOST_K} and T <= {MOST_T}, one problem for each order of pulls.
If every answer is unsat, the claim is true for these k and T.
If one answer is sat, the claim is false.
"""
OF_EVERY_POLICY = f"""\
Policies on k <= {MOST_K} arms, with parameters up to {MOST_T}.
Where an answer is unsat, every policy has an instance as claimed.
Where it is sat, there is a policy that has none among these instances.
"""


def problems(claim: Claim) -> Iterator[Problem]:
    """The negated claim in all the ways that there are to break it."""
    for plain in _plain_claims(claim):
        yield from _problems(plain)


def smtlib(claim: Claim) -> str:
    """The problems one after the other, and what the answers to them mean."""
    texts = []
    for plain in _plain_claims(claim):
        asked = [f"{problem.text()}(check-sat)\n" for problem in _problems(plain)]
        meaning = "".join(f"; {line}\n" for line in _meaning(plain).splitlines())
        texts.append(meaning + "(reset)\n\n".join(asked))
    return "(reset)\n\n".join(texts)


def _plain_claims(claim: Claim) -> list[Claim]:
    """The claim; of a formula, its clauses, as the kernel makes them."""
    if claim.chosen or claim.families:
        raise InputError("only claims without 'exists', and without givens for all n, have scripts")
    if claim.is_plain:
        return [claim]
    return [clause_claim(claim, clause, 0) for clause in clauses(AllOf(claim.conclusion))]


def _problems(claim: Claim) -> Iterator[Problem]:
    if isinstance(claim.run, Some):
        raise InputError(
            "a claim that there is an instance is no question about rewards: it has no script"
        )
    if isinstance(claim.run, Every):
        if claim.reals:
            raise InputError(
                "a claim about every policy has scripts only if all its parameters are integers"
            )
        played = (game for k in range(1, MOST_K + 1) for game in games(claim, k))
        yield from (game_problem(claim, game) for game in played if game.bound <= MOST_T)
    elif claim.run is not None:
        run = claim.run
        yield from (run_problem(claim, run, p) for p in plays(claim, run, MOST_K, MOST_T))
    else:
        yield from (problem for problem, _ in ray_problems(claim, relaxed=False))
        if not rays_decide(claim):
            yield from slope_problems(claim, relaxed=False)


def _meaning(claim: Claim) -> str:
    if isinstance(claim.run, Every):
        return OF_EVERY_POLICY
    if claim.run is not None:
        return OF_RUNS
    return BY_RAYS if rays_decide(claim) else BY_SLOPES
