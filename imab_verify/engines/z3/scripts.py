"""A claim as one SMT-LIB text, which any SMT solver reads. Loads no solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from imab_verify.engines.z3.games import MOST_RUNS, game_script, games, runs
from imab_verify.engines.z3.rays import ray_scripts, rays_decide
from imab_verify.engines.z3.runs import plays, run_script, sizes_up_to
from imab_verify.engines.z3.slopes import slope_scripts
from imab_verify.engines.z3.smtlib import Script, join
from imab_verify.errors import InputError
from imab_verify.kernel import AllOf, Claim, Every, Some
from imab_verify.kernel.formulas import clause_claim, clauses

SIZE = (2, 5)
"""Claims about runs are written for k and T up to these."""

NO_SCRIPT = "a claim that there is an instance is no question about rewards: it has no script"
NO_GAME = "a claim about every policy has scripts only if all its parameters are integers"


def plain_claims(claim: Claim) -> list[Claim]:
    """The claim; of a formula, its clauses, as the kernel makes them."""
    if claim.chosen or claim.families:
        raise InputError("only claims without 'exists', and without givens for all n, have scripts")
    if claim.is_plain:
        return [claim]
    return [clause_claim(claim, clause, 0) for clause in clauses(AllOf(claim.conclusion))]


def scripts(claim: Claim) -> Iterator[Script]:
    """The negated claim in all the ways that there are to break it."""
    for plain in plain_claims(claim):
        yield from _scripts(plain)


def _scripts(claim: Claim) -> Iterator[Script]:
    if isinstance(claim.run, Some):
        raise InputError(NO_SCRIPT)
    if isinstance(claim.run, Every):
        if claim.reals:
            raise InputError(NO_GAME)
        most_k, most_T = SIZE
        for k, bound in product(range(1, most_k + 1), range(1, most_T + 1)):
            for game in games(claim, k, bound):
                if runs(k, game.longest) <= MOST_RUNS:
                    yield game_script(claim, game)
        return
    if claim.run is not None:
        for k, T in sizes_up_to(*SIZE):
            for played in plays(claim, claim.run, k, T):
                yield run_script(claim, claim.run, played)
        return
    for script, _ in ray_scripts(claim, relaxed=False):
        yield script
    if not rays_decide(claim):
        yield from slope_scripts(claim, relaxed=False)


def smtlib(claim: Claim) -> str:
    """The scripts one after the other, and what the answers to them mean."""
    return "(reset)\n\n".join(
        "".join(f"; {line}\n" for line in _meaning(plain)) + join(list(_scripts(plain)))
        for plain in plain_claims(claim)
    )


def _meaning(claim: Claim) -> list[str]:
    if isinstance(claim.run, Every):
        return [
            f"Policies on k <= {SIZE[0]} arms, with parameters up to {SIZE[1]}.",
            "Where an answer is unsat, every policy has an instance as claimed.",
            "Where it is sat, there is a policy that has none among these instances.",
        ]
    if claim.run is not None:
        k, T = SIZE
        return [
            f"Runs with k <= {k} and T <= {T}, one script for each order of pulls.",
            "If every answer is unsat, the claim is true for these k and T.",
            "If one answer is sat, the claim is false.",
        ]
    if rays_decide(claim):
        return [
            "If every answer is unsat, the claim is true for all parameters and rewards.",
            "If one answer is sat, the claim is false.",
        ]
    return [
        "First scripts with every arm a constant plus a ray: if one answer is sat, it is false.",
        "Then scripts with every arm by its slopes at the indices of the claim: if all these",
        "answers are unsat, the claim is true for all parameters and rewards.",
    ]
