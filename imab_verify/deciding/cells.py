"""Claims A*ALG(T) >= R*OPT(T) over ranges of k and T, cell by cell, by exact worst cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from imab_verify.deciding.decide import Decision, Verdict
from imab_verify.deciding.run_search import check_run_meaning, decide_run
from imab_verify.engines.runs.proofs import shares
from imab_verify.engines.worst_case.solve import ADVERSARIAL, LOWEST, RatioBounds, ratio_at_most
from imab_verify.kernel import (
    ROUND_ROBIN,
    Certificate,
    Claim,
    Curve,
    Kind,
    Point,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    judge,
    settle,
)
from imab_verify.language.reading import Question
from imab_verify.model.instances import Instance
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.round_robin import RoundRobin

TIES = {"any": ADVERSARIAL, LOWEST: LOWEST}
MOST_CELLS = 400
LONGEST = 1000
"""Horizons beyond this are not decided one by one."""
HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One k and T: the claim is OPT <= bound * ALG there. `case` is None where T = 0."""

    k: int
    T: int
    bound: Fraction
    verdict: Verdict
    case: RatioBounds | None


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells up to the first that is refuted, and the counterexample in it."""

    verdict: Verdict
    cells: tuple[Cell, ...]
    counterexample: Certificate | None = None


def decide_ranges(
    question: Question, ks: range, Ts: range, *, seconds: float = 20
) -> tuple[Decision, tuple[Cell, ...]]:
    """Decide a claim over ranges: cell by cell if it has the form for that, otherwise at once."""
    start = monotonic()
    claim = question.claim
    check_run_meaning(question, seconds=seconds)
    found = decide_cells(claim, ks, Ts, seconds=seconds)
    if found is None or found.verdict is Verdict.UNKNOWN:
        return decide_run(question, seconds=seconds), found.cells if found else ()
    certificate = found.counterexample
    judgement = judge(certificate) if certificate else None
    empty = found.verdict is Verdict.VACUOUS
    reason = "no k and T in these ranges satisfy the givens" if empty else ""
    took = monotonic() - start
    return Decision(found.verdict, claim, certificate, judgement, reason, took), found.cells


def decide_cells(claim: Claim, ks: range, Ts: range, *, seconds: float = 20) -> Cells | None:
    """Decide every cell that the givens allow; None if the claim is not of this form.

    Proved: no instance of any cell has a larger ratio, each by a certificate of its own; at T = 0
    both sides are 0. A cell for which the time is too short is unknown.
    """
    run = claim.run
    many = (ks.stop - ks.start) * (Ts.stop - Ts.start) > MOST_CELLS
    if run is None or many or max(ks.stop, Ts.stop) > LONGEST + 1 or not _is_bound(claim):
        return None
    sizes = list(_sizes(claim, ks, Ts))
    if any(bound is None for _, _, bound in sizes):
        return None
    start = monotonic()
    cells: list[Cell] = []
    for k, T, bound in sizes:
        left = max(seconds - (monotonic() - start), 0.1)
        cell = _cell(run, k, T, bound or Fraction(0), left)
        cells.append(cell)
        if cell.verdict is Verdict.REFUTED and cell.case is not None:
            counterexample = _counterexample(claim, cell.case)
            verdict = Verdict.REFUTED if counterexample else Verdict.UNKNOWN
            return Cells(verdict, tuple(cells), counterexample)
    if not cells:
        return Cells(Verdict.VACUOUS, ())
    unknown = any(cell.verdict is Verdict.UNKNOWN for cell in cells)
    return Cells(Verdict.UNKNOWN if unknown else Verdict.PROVED, tuple(cells))


def _is_bound(claim: Claim) -> bool:
    """Whether the claim is one A*ALG - R*OPT >= 0 with nothing but k and T in it."""
    goal = claim.conclusion[0]
    kinds = {atom.kind for c in claim.comparisons() for _, atom in c.form.terms}
    return (
        claim.run is not None
        and claim.run.ties in TIES
        and not (claim.run.pulls or claim.run.pulled or claim.arms or claim.reals)
        and set(claim.parameters) == {"k", "T"}
        and len(claim.conclusion) == 1
        and goal.relation is Relation.GE
        and not len(goal.form.constant)
        and kinds <= {Kind.ALG, Kind.OPT}
        and not any(given.form.terms for given in claim.givens)
    )


def _sizes(claim: Claim, ks: range, Ts: range) -> Iterator[tuple[int, int, Fraction | None]]:
    """(k, T, A/R) wherever the givens hold; None where R <= 0."""
    alg, opt = shares(claim)
    for k in ks:
        for T in Ts:
            values = settle(claim, Point({"k": Fraction(k), "T": Fraction(T)}, {}))
            if all(g.relation.holds(g.form.constant.at(values)) for g in claim.givens):
                share = opt.at(values)
                yield k, T, alg.at(values) / share if share > 0 else None


def _cell(run: Run, k: int, T: int, bound: Fraction, seconds: float) -> Cell:
    if T == 0:
        return Cell(k, T, bound, Verdict.PROVED, None)
    policy = RoundRobin() if run.policy == ROUND_ROBIN else Algorithm1(run.init)
    answer, case = ratio_at_most(policy, k, T, bound, ties=TIES[run.ties], seconds=seconds)
    verdicts = {True: Verdict.PROVED, False: Verdict.REFUTED, None: Verdict.UNKNOWN}
    return Cell(k, T, bound, verdicts[answer], case)


def _counterexample(claim: Claim, case: RatioBounds) -> Certificate | None:
    """The instance of the worst case or, if that is a limit, one near enough to it."""
    choices = case.sequence if claim.run and claim.run.ties == "any" else LOWEST
    for curves in _nearer(case):
        point = RunPoint(curves, case.T, {}, choices, {})
        certificate = Certificate(claim, (), None, point)
        try:
            judge(certificate)
        except RejectedError:
            continue
        return certificate
    return None


def _nearer(case: RatioBounds) -> Iterator[tuple[Curve, ...]]:
    """The instance, then (1-e)*limit + e*instance for e = 1/2, 1/4, ..."""
    yield tuple(Curve(arm.points) for arm in case.instance.arms)
    for halvings in range(1, HALVINGS if case.limit is not None else 0):
        yield _mixed(case.instance, case.limit or case.instance, Fraction(1, 2**halvings))


def _mixed(near: Instance, limit: Instance, e: Fraction) -> tuple[Curve, ...]:
    curves = []
    for a, b in zip(near.arms, limit.arms, strict=True):
        corners = sorted({n for n, _ in (*a.points, *b.points)})
        points = tuple((n, e * a.value(n) + (1 - e) * b.value(n)) for n in corners)
        curves.append(Curve(points))
    return tuple(curves)
