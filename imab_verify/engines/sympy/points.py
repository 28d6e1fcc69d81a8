"""Counterexamples evaluated from the definitions, in sympy's rational numbers.

Arms are piecewise linear; f(1) + ... + f(n) is summed piece by piece with sympy's closed form of
1 + ... + c. Policies are played one pull after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sympy import QQ

from imab_verify.engines.sympy import rays
from imab_verify.engines.sympy.polynomials import DisagreementError, rational
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Family,
    Form,
    Index,
    Kind,
    Point,
    Polynomial,
    Refuted,
    Relation,
    Run,
    RunPoint,
)
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, times_of

LONGEST = 5_000_000
"""Runs are played up to so many estimates, k times T."""
Number = Any
Values = Mapping[str, Number]
Atoms = Callable[[Atom, Values], Number]


def complaint(certificate: Refuted) -> str:
    """Why the counterexample is none, or nothing."""
    claim, point = certificate.claim, certificate.counterexample
    try:
        values, atoms = _setting(claim, point)
    except DisagreementError as error:
        return str(error)
    for number, given in enumerate(claim.givens, start=1):
        if not _holds(given, values, atoms):
            return f"given {number} is false there"
    for number, family in enumerate(claim.families, start=1):
        for n in _range(family, point, values):
            if not _holds(family.comparison, {**values, family.name: QQ(n)}, atoms):
                return f"family {number} is false at {n} there"
    if all(_holds(comparison, values, atoms) for comparison in claim.plain):
        return "the conclusion is true there"
    return ""


def _range(family: Family, point: Point | RunPoint, values: Values) -> range:
    """The integers of a family; of one without an end those after which no arm changes."""
    first = int(_at(family.first, values))
    if family.last is not None:
        return range(first, int(_at(family.last, values)) + 1)
    curves = point.curves.values() if isinstance(point, Point) else point.curves
    corners = [n for curve in curves for n, _ in curve.points]
    shifts = [
        int(_at(index, {**values, family.name: QQ(0)}))
        for _, atom in family.comparison.form.terms
        for index in atom.indices
    ]
    return range(first, max([first, *corners]) + max([0, *(-shift for shift in shifts)]) + 1)


def _setting(claim: Claim, point: Point | RunPoint) -> tuple[Values, Atoms]:
    if isinstance(point, RunPoint):
        arms = {name: _Arm(point.curves[at], ArmClass.CONCAVE) for name, at in point.roles.items()}
        counts, totals = _run(claim, point)
    elif claim.run is not None:
        raise DisagreementError("the instance has no run")
    else:
        arms = {name: _Arm(point.curves[name], kind) for name, kind in claim.arms}
        counts, totals = {}, {}
    values = counts | {name: rational(q) for name, q in point.parameters.items()}
    for name in claim.parameters:
        if values[name].denominator != 1:
            raise DisagreementError(f"{name} is no integer there")
    for floor in claim.floors:
        divisor = _at(floor.divisor, values)
        if divisor < 1:
            raise DisagreementError(f"{floor.name} divides by {divisor} there")
        quotient = _at(floor.numerator, values) / divisor
        values[floor.name] = QQ(quotient.numerator // quotient.denominator)

    of_arms = _atoms_of(arms)

    def atoms(atom: Atom, at: Values) -> Number:
        return totals[atom.kind] if atom.kind in totals else of_arms(atom, at)

    return values, atoms


def _atoms_of(arms: Mapping[str, _Arm]) -> Atoms:
    """What the functionals of these arms are."""
    return lambda atom, at: arms[atom.arm].functional(
        atom.kind, [int(_at(p, at)) for p in atom.indices]
    )


def _at(p: Polynomial, values: Values) -> Number:
    total = QQ(0)
    for monomial, c in p.terms():
        product = rational(c)
        for name, exponent in monomial:
            product *= values[name] ** exponent
        total += product
    return total


def _form(form: Form, values: Values, atoms: Atoms) -> Number:
    terms = (_at(c, values) * atoms(atom, values) for c, atom in form.terms)
    return sum(terms, _at(form.constant, values))


def _holds(comparison: Comparison, values: Values, atoms: Atoms) -> bool:
    value = _form(comparison.form, values, atoms)
    match comparison.relation:
        case Relation.EQ:
            return bool(value == 0)
        case Relation.GT:
            return bool(value > 0)
        case _:
            return bool(value >= 0)


def _sum_to(count: int) -> int:
    """1 + ... + count: what the ray min(n, j) sums up to before its bend."""
    terms = rays.terms(ArmClass.CONCAVE, sums=True, after=False)
    return int(sum(c * count**a for a, _, c in terms))


class _Arm:
    """A reward function through points, constant after the last one."""

    def __init__(self, curve: Curve, kind: ArmClass) -> None:
        self.first = kind.first
        self.points = [(n, rational(v)) for n, v in curve.points]
        if not self.points or self.points[0][0] != self.first:
            raise DisagreementError(f"an arm does not begin at n = {self.first}")
        slopes = [(w - v) / (n - m) for (m, v), (n, w) in pairwise(self.points)]
        rises = slopes if kind.shape.rising else [-slope for slope in slopes]
        ends = sorted((self.points[0][1], self.points[-1][1]))
        if not ends[0] >= 0 or not ends[-1] <= 1 or min(rises, default=0) < 0:
            raise DisagreementError("an arm goes the wrong way, or leaves [0,1]")
        if kind.shape.concave and slopes != sorted(slopes, reverse=True):
            raise DisagreementError("an arm is not concave")

    def value(self, n: int) -> Number:
        """f(n)."""
        if n < self.first:
            raise DisagreementError(f"an arm has no reward at {n}")
        for (left, v), (right, w) in pairwise(self.points):
            if n <= right:
                return v + (w - v) * QQ(n - left, right - left)
        return self.points[-1][1]

    def rew(self, n: int) -> Number:
        """f(1) + ... + f(n): on a piece that begins at v with slope s, c*v + s*(1 + ... + c)."""
        if n < 0:
            raise DisagreementError(f"there is no sum of {n} rewards")
        total = self.points[0][1] if self.first == 1 and n >= 1 else QQ(0)
        for (left, v), (right, w) in pairwise(self.points):
            count = min(right, n) - left
            if count > 0:
                total += count * v + (w - v) / (right - left) * _sum_to(count)
        last, top = self.points[-1]
        return total + max(n - last, 0) * top

    def functional(self, kind: Kind, indices: list[int]) -> Number:
        """A functional, from its definition."""
        n, *rest = indices
        match kind:
            case Kind.VALUE:
                return self.value(n)
            case Kind.REW:
                return self.rew(n)
            case Kind.DELTA:
                return self.value(n) - self.value(n - 1)
            case Kind.P:
                return estimate(self.rew(n), self.value(n), self.value(n - 1), rest[0] - n)
            case _:
                return self.rew(n) + (self.value(0) - self.value(n)) / 2


def estimate(rew: Number, last: Number, before: Number, gap: int) -> Number:
    """P: the sum so far, and on the line through the last two rewards for gap pulls more."""
    if gap < 0:
        raise DisagreementError("an estimate looks back")
    return rew + gap * last + _sum_to(gap) * (last - before)


# --- runs --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Play:
    """What a policy has seen of every arm."""

    arms: list[_Arm]
    counts: list[int]
    sums: list[Number]

    def pull(self, i: int) -> None:
        self.counts[i] += 1
        self.sums[i] += self.arms[i].value(self.counts[i])

    def scores(self, index: Index, T: int) -> list[Number]:
        """The score of every arm, in which f is the arm."""
        sizes = {"M": QQ(max(self.counts)), "k": QQ(len(self.arms)), "T": QQ(T)}
        return [
            _form(index.score, {**sizes, "a": QQ(count)}, _atoms_of({"f": arm}))
            for arm, count in zip(self.arms, self.counts, strict=True)
        ]


def _run(claim: Claim, point: RunPoint) -> tuple[dict[str, Number], dict[Kind, Number]]:
    """The counts that a claim names, and ALG and OPT, of the run on the instance."""
    run = claim.played
    if run is None:
        raise DisagreementError("the claim is about no run")
    if len(point.curves) * point.T > LONGEST:
        raise NotImplementedError("the run is too long to be played by sympy")
    if times_of(claim):
        raise NotImplementedError("sympy looks at a run at its horizon only")
    play = _Play([_Arm(c, ArmClass.CONCAVE) for c in point.curves], [], [])
    k = len(play.arms)
    play.counts, play.sums = [0] * k, [QQ(0)] * k
    pulls: list[int] = []
    for t in range(point.T):
        allowed = _allowed_arms(run, play, t, point.T)
        choices = point.choices if run.ties == "any" else run.ties
        if isinstance(choices, str):
            pulls.append(allowed[-1 if choices == "highest-index" else 0])
        else:
            pulls.append(choices[t] if t < len(choices) else -1)
        if pulls[-1] not in allowed:
            raise DisagreementError(f"the policy does not allow pull {t + 1}")
        play.pull(pulls[-1])
    if len({point.roles[arm] for arm in run.different}) < len(run.different):
        raise DisagreementError("arms that are said to be different are the same")
    if any(pulls.count(point.roles[arm]) <= _opening(run) for arm in run.late):
        raise DisagreementError("the arm has no such last pull")
    counts = {"k": k, "T": point.T}
    for name, (word, *of) in run.observed:
        counts[name] = _observed(word, [point.roles[arm] for arm in of], run, k, pulls)
    totals = {
        Kind.ALG: sum(play.sums, QQ(0)),
        Kind.OPT: max(arm.rew(point.T) for arm in play.arms),
    }
    return {name: QQ(count) for name, count in counts.items()}, totals


def _allowed_arms(run: Run, play: _Play, t: int, T: int) -> list[int]:
    """The arms that may be pulled at step t, counted from 0."""
    k = len(play.arms)
    if run.policy == ROUND_ROBIN:
        return [t % k]
    if run.policy == ANY:
        return list(range(k))
    if run.index is None:
        raise NotImplementedError("sympy does not play this policy")
    m = run.index.opening
    if t < m * k:
        return [t % k if run.index.order == "rounds" else t // m]
    scores = play.scores(run.index, T)
    top = max(scores)
    best = [i for i, score in enumerate(scores) if score == top]
    fewest = min(play.counts[i] for i in best)
    return [i for i in best if play.counts[i] == fewest]


def _opening(run: Run) -> int:
    return run.index.opening if run.index else 0


def _observed(word: str, arms: list[int], run: Run, k: int, pulls: list[int]) -> int:
    """What a word says of these arms in a run."""
    if word in ("level", "before"):
        if arms[0] not in pulls:
            raise DisagreementError("the arm has no last pull")
        backwards = pulls[::-1]
        pulls = backwards[backwards.index(arms[0]) + 1 :]
    counts = Counter(pulls)
    numbers = [counts[i] for i in range(k)]
    others = [n for i, n in enumerate(numbers) if i != (arms or [k])[0]]
    match word:
        case "pulls" | "before":
            return numbers[arms[-1]]
        case "most" | "level":
            return max(numbers)
        case "least":
            return min(numbers)
        case "squares":
            return sum(n**2 for n in numbers)
        case "rival":
            return max([0, *others])
        case "idle":
            return len([n for n in others if n <= _opening(run)])
        case _:
            raise NotImplementedError(f"sympy does not know {word}")
