"""Claims A*ALG(T) >= R*OPT(T) over ranges of k and T, cell by cell, by exact worst cases."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from time import monotonic
from typing import Any

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.contradictions import VacuousError
from imab_verify.deciding.scopes import Cell, Scope
from imab_verify.engines.worst_case.solve import (
    ADVERSARIAL,
    LOWEST,
    ProposedBounds,
    ratio_at_most,
)
from imab_verify.kernel import (
    ANY,
    Cells,
    Certificate,
    Claim,
    Curve,
    Proved,
    ProvedClaim,
    Refuted,
    RejectedError,
    Run,
    RunPoint,
    build,
    judge,
    ratio_shares,
    values_where_givens_hold,
    violation,
)
from imab_verify.kernel.worst_case import CLAIM, LAST_REWARD, lines_of
from imab_verify.language.curves import curves_of
from imab_verify.language.known_policies import policy_of_run

TIES = {"any": ADVERSARIAL, LOWEST: LOWEST}
MOST_CELLS = 400
LONGEST = 1000
"""Horizons beyond this are not decided one by one."""
MOST_ROWS = 3000
"""Nor are index policies with so many vectors of counts, each with its own coefficients."""
HALVINGS = 60
ZERO = Curve(((0, Fraction(0)),))


def cell_certificates(
    claim: Claim, scope: Scope, cells: list[Cell], seconds: float
) -> Iterator[Certificate]:
    """A certificate from the worst cases at all sizes that the givens allow.

    Nothing if the claim is not of this form or the time is too short. Every size that was decided
    is put into `cells`.
    """
    sizes = _sizes(claim, scope)
    if sizes is None or claim.played is None:
        return
    if not sizes:
        raise VacuousError
    decided = [*_decide_in_turn(claim.played, sizes, seconds)]
    before = len(cells)
    cells += decided
    if len(decided) == len(sizes) and all(cell.verdict is Verdict.PROVED for cell in decided):
        documents = [tuple(lines_of(cell.case.certificate)) for cell in decided if cell.case]
        proof, lemmas = _together(documents)
        yield Proved(claim, proof, RunPoint((ZERO,) * sizes[0][0], sizes[0][1]), lemmas)
    cells[before:] = filter(_is_accepted, decided)  # not judged as a whole: each by itself
    for cell in decided[-1:]:
        if cell.verdict is Verdict.REFUTED and cell.case is not None:
            point = counterexample_in(claim, cell.case)
            if point is not None:
                yield Refuted(claim, point)


def _decide_in_turn(
    run: Run, sizes: Sequence[tuple[int, int, Fraction]], seconds: float
) -> Iterator[Cell]:
    """One size after the other, up to the first at which the claim is false."""
    start = monotonic()
    for k, T, bound in sizes:
        left = seconds - (monotonic() - start)
        if left <= 0 and run.index is not None:
            return  # even a table that is never searched takes time
        cell = _decide(run, k, T, bound, max(left, 0.1))
        yield cell
        if cell.verdict is Verdict.REFUTED:
            return


def _is_accepted(cell: Cell) -> bool:
    """Whether the kernel accepts the worst case at this size."""
    try:
        return cell.case is None or bool(judge(cell.case.certificate))
    except RejectedError:
        return False


def _together(documents: Sequence[tuple[Any, ...]]) -> tuple[Cells, tuple[ProvedClaim, ...]]:
    """The documents of all cells, with each theorem only once, and the lemmas that these share."""
    theorems: dict[str, Any] = {}
    cells = []
    for document in documents:
        head, *lines = document
        if head["proof"] == CLAIM:
            theorems |= {json.dumps(line): line for line in lines}
        cells.append((head,) if head["proof"] == CLAIM else document)
    every = tuple(theorems.values())
    cited = every[0]["lemmas"] if every else []
    if any(theorem["lemmas"] != cited for theorem in every):
        return Cells(tuple(cells), every), ()
    bare = tuple({**theorem, "lemmas": []} for theorem in every)
    return Cells(tuple(cells), bare), tuple(build(ProvedClaim, lemma) for lemma in cited)


def _sizes(claim: Claim, scope: Scope) -> list[tuple[int, int, Fraction]] | None:
    """(k, T, A/R) wherever the givens hold; None where that is not all there is to decide."""
    k_most, T_most = scope.k[-1], scope.T[-1]
    number = (k_most - scope.k[0] + 1) * (T_most - scope.T[0] + 1)
    many = number > MOST_CELLS or max(k_most, T_most) > LONGEST
    if many or claim.played is None or claim.played.ties not in TIES:
        return None
    if claim.played.policy == ANY:
        return None
    if claim.reals or set(claim.parameters) != {"k", "T"}:
        return None
    try:
        alg, opt = ratio_shares(claim)
    except RejectedError:
        return None
    sizes = []
    for k in scope.k:
        for T in scope.T:
            values = values_where_givens_hold(claim, k, T)
            if values is not None:
                share = opt.at(values)
                if share <= 0 or table_rows(claim.played, k, T) > MOST_ROWS:
                    return None
                sizes.append((k, T, alg.at(values) / share))
    return sizes


def table_rows(run: Run, k: int, T: int) -> int:
    """The vectors of counts at which an index policy decides within T steps; greedy needs none."""
    if run.index is None or run.index == LAST_REWARD:
        return 0
    return comb(max(T - run.opening * k, 0) + k - 1, k)


def _decide(run: Run, k: int, T: int, bound: Fraction, seconds: float) -> Cell:
    if T == 0:
        return Cell(k, T, bound, Verdict.PROVED, None)
    answer, case = ratio_at_most(
        policy_of_run(run), k, T, bound, ties=TIES[run.ties], seconds=seconds
    )
    verdicts = {True: Verdict.PROVED, False: Verdict.REFUTED, None: Verdict.UNKNOWN}
    return Cell(k, T, bound, verdicts[answer], case)


def counterexample_in(claim: Claim, case: ProposedBounds) -> RunPoint | None:
    """The instance of the worst case or, if that is a limit, one near enough to it."""
    choices = case.sequence if claim.played and claim.played.ties == "any" else LOWEST
    for curves in _nearer(case):
        point = RunPoint(curves, case.T, {}, choices, {})
        try:
            if violation(claim, point) is not None:
                return point
        except RejectedError:
            continue
    return None


def _nearer(case: ProposedBounds) -> Iterator[tuple[Curve, ...]]:
    """The instance, then (1-e)*limit + e*instance for e = 1/2, 1/4, ..."""
    yield curves_of(case.instance)
    for halvings in range(1, HALVINGS if case.limit is not None else 0):
        limit = case.limit or case.instance
        yield curves_of(limit.mixed(case.instance, Fraction(1, 2**halvings)))
