"""Claims about runs that the worst case at one size refutes."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from imab_verify.deciding.cells import TIES, counterexample_in
from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.runs.crossing import false_size
from imab_verify.engines.runs.instances import counterexample_at
from imab_verify.engines.runs.ratios import ratio_shares, values_where_givens_hold
from imab_verify.engines.worst_case.solve import ask_for, propose, ratio_at_most
from imab_verify.kernel import Claim, Refuted, RejectedError
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.language.scored import policy_of_run


def worst_refutations(claim: Claim, seconds: float) -> Iterator[Refuted]:
    """An instance at the least size at which Algorithm 1 is known to do worse than is claimed.

    One that hurts if it will do, being simple; the worst case otherwise.
    """
    size = false_size(claim)
    if size is None or claim.played is None or claim.played.ties not in TIES:
        return
    point = counterexample_at(claim, *size)
    if point is None:
        policy, ties = policy_of_run(claim.played), TIES[claim.played.ties]
        case = propose(ask_for(policy, *size, ties=ties), seconds)
        point = counterexample_in(claim, case)
    if point is not None:
        yield Refuted(claim, point)


SMALL_K, SMALL_T = 3, 10
"""Sizes at which the exact worst case of an index policy is quick to find."""


def small_refutations(claim: Claim, seconds: float) -> Iterator[Refuted]:
    """Worst cases of an index policy at small sizes, for A*ALG(T) >= R*OPT(T)."""
    run = claim.played
    if run is None or run.index is None or is_algorithm_1(run) or run.index.ties not in TIES:
        return
    try:
        alg, opt = ratio_shares(claim)
    except RejectedError:
        return
    policy, start = policy_of_run(run), monotonic()
    for k, T in run_sizes(claim):
        left = seconds - (monotonic() - start)
        if k > SMALL_K or left <= 0:
            return
        values = values_where_givens_hold(claim, k, T) if 1 <= T <= SMALL_T else None
        if values is None or opt.at(values) <= 0:
            continue
        bound = alg.at(values) / opt.at(values)
        answer, case = ratio_at_most(policy, k, T, bound, ties=TIES[run.index.ties], seconds=left)
        point = counterexample_in(claim, case) if answer is False else None
        if point is not None:
            yield Refuted(claim, point)
            return
