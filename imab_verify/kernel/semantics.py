"""What a claim says at an instance: concrete rewards, policies played step by step."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import lcm
from operator import itemgetter
from typing import Annotated

from imab_verify.kernel.documents import Arm, Natural, key
from imab_verify.kernel.polynomials import (
    Item,
    bits,
    brief,
    reject,
    spend,
)
from imab_verify.kernel.statement import (
    ANY,
    OF_RUN,
    ROUND_ROBIN,
    AllOf,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Family,
    Form,
    Formula,
    Index,
    Kind,
    Policy,
    Run,
    Table,
    domain,
    parts,
    run_of,
    shifts_of,
    times_of,
)

# --- Exact instances: concrete reward functions, and what a claim says about them ----------------


Values = Mapping[str, Fraction]
Violation = tuple[Formula, Fraction | None]
"""What is false, and the value of its form if it is a comparison."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A reward function: points (n, f(n)) joined by straight lines, constant after the last."""

    points: tuple[tuple[int, Fraction], ...]

    def check(self, name: str, kind: ArmClass) -> None:
        """Values in [0,1], and slopes as the class has them; the last one, 0, suits every class."""
        common, shape = 1, kind.shape
        for n, v in self.points:
            common = lcm(common, v.denominator)
            spend(16, bits(n) + bits(v) + bits(common))
        if not self.points or self.points[0][0] != kind.first:
            wrong = f"must start at n = {kind.first}"
        elif any(not 0 <= v <= 1 for _, v in self.points):
            wrong = "leaves [0,1]"
        elif any(m >= n for (m, _), (n, _) in pairwise(self.points)):
            wrong = "has points out of order"
        elif any(s < 0 if shape.rising else s > 0 for s in self.slopes()):
            wrong = "decreases" if shape.rising else "increases"
        elif shape.concave and any(s < t for s, t in pairwise(self.slopes())):
            wrong = "is not concave"
        else:
            return
        reject("instance", f"arm {name} {wrong}")

    def slopes(self) -> list[Fraction]:
        """The slope of each piece."""
        return [(w - v) / (n - m) for (m, v), (n, w) in pairwise(self.points)]

    def value(self, n: int) -> Fraction:
        """f(n)."""
        spend(4 + len(self.points), bits(n))
        place = bisect_left(self.points, n, key=itemgetter(0))
        if place == len(self.points):
            return self.points[-1][1]
        (m, v), (right, w) = self.points[max(place - 1, 0)], self.points[place]
        spend(8, bits(v) + bits(w))
        return w if n == right else v + (w - v) * (n - m) / (right - m)

    def rew(self, n: int) -> Fraction:
        """f(1) + ... + f(n); c terms after (m, v) with slope s sum to c*v + s*c(c+1)/2."""
        spend(8, bits(n))
        first, start = self.points[0]
        total = start if first == 1 and n >= 1 else Fraction(0)
        for (m, v), (right, w) in pairwise(self.points):
            if m >= n:
                break
            count = min(right, n) - m
            total += count * v + (w - v) / (right - m) * (count * (count + 1) // 2)
            spend(20, bits(total))
        last, end = self.points[-1]
        return total + max(n - last, 0) * end

    def functional(self, kind: Kind, indices: tuple[int, ...], first: int) -> Fraction:
        """A functional, straight from its definition; the indices must be in the domain."""
        if any(gap < 0 for gap in domain(kind, indices, first)):
            where = ", ".join(map(brief, indices))
            reject("domain", f"{kind} is not defined at {where}")
        return sum_up((c, self.reward(what, n)) for c, what, n in parts(kind, indices))

    def reward(self, what: Kind, n: int) -> Fraction:
        """f(n), or Rew(f,n)."""
        return self.value(n) if what == Kind.VALUE else self.rew(n)


@dataclass(frozen=True, slots=True)
class Point:
    """Values for the parameters and curves for the arms of a claim about arms."""

    parameters: Values
    curves: Mapping[str, Curve] = field(metadata=key("arms"))


@dataclass(frozen=True, slots=True)
class RunPoint:
    """An instance, a horizon, who is which declared arm, how ties fall, other parameters."""

    curves: tuple[Curve, ...] = field(metadata=key("arms"))
    T: Natural
    roles: Mapping[str, Arm] = field(default_factory=dict)
    choices: tuple[Arm, ...] | Annotated[str, "lowest-index", "highest-index"] = "lowest-index"
    parameters: Values = field(default_factory=dict)


def check_instance(curves: Iterable[Curve]) -> None:
    """The arms of an instance are concave."""
    for number, curve in enumerate(curves, start=1):
        curve.check(str(number), ArmClass.CONCAVE)


def settle(claim: Claim, parameters: Values) -> dict[str, Fraction]:
    """The parameters with the floors computed; integers where the claim says so."""
    values = dict(parameters)
    spend(2 * len(values) + 8 * len(claim.floors))
    if set(values) != {*claim.parameters, *claim.reals}:
        reject("instance", "every parameter, and no other name, needs a value")
    for name in claim.parameters:
        if values[name].denominator != 1:
            reject("instance", f"{name} is not an integer")
    for floor in claim.floors:
        divisor = floor.divisor.at(values)
        if divisor < 1:
            reject("domain", f"{floor.name} divides by {brief(divisor)}")
        values[floor.name] = Fraction(floor.numerator.at(values) // divisor)
    return values


def sum_up(terms: Iterable[tuple[Fraction | int, Fraction]]) -> Fraction:
    """The sum of coefficient * value."""
    total = Fraction(0)
    for coefficient, value in terms:
        total += coefficient * value
        spend(8, bits(total))
    return total


def atom_values(
    claim: Claim, values: Values, curves: Mapping[str, Curve]
) -> Callable[[Atom], Fraction]:
    """What every functional of the claim's arms is at these parameters and curves."""
    spend(2 * len(claim.arms))
    first = {arm: kind.first for arm, kind in claim.arms}
    return lambda atom: curves[atom.arm].functional(
        atom.kind, indices_at(atom, values), first[atom.arm]
    )


def indices_at(atom: Atom, values: Values) -> tuple[int, ...]:
    """The indices of a functional at these parameters."""
    return tuple(int(index.at(values)) for index in atom.indices)


def form_value(form: Form, values: Values, atoms: Callable[[Atom], Fraction]) -> Fraction:
    """The exact value of a form."""
    spend(8)
    value = form.constant.at(values) + sum_up((c.at(values), atoms(atom)) for c, atom in form.terms)
    for c, extremum in form.extrema:
        every = [form_value(part, values, atoms) for part in extremum.of]
        value += c.at(values) * (max(every) if extremum.kind == "max" else min(every))
        spend(8, bits(value))
    return value


def formula_holds(formula: Formula, values: Values, atoms: Callable[[Atom], Fraction]) -> bool:
    """Whether the formula is true where parameters and functionals have these values."""
    spend(1)
    if isinstance(formula, Comparison):
        return formula.relation.holds(form_value(formula.form, values, atoms))
    each = (formula_holds(part, values, atoms) for part in formula.parts)
    return all(each) if isinstance(formula, AllOf) else any(each)


def check_givens(claim: Claim, values: Values, atoms: Callable[[Atom], Fraction]) -> None:
    """RejectedError if a given does not hold at an instance."""
    for number, given in enumerate(claim.givens):
        if not formula_holds(given, values, atoms):
            reject("instance", f"given number {number} is false there")


def first_violation(
    claim: Claim, values: Values, atoms: Callable[[Atom], Fraction]
) -> Violation | None:
    """The givens hold; the first part of the conclusion that does not."""
    check_givens(claim, values, atoms)
    for part in claim.conclusion:
        if isinstance(part, Comparison):
            value = form_value(part.form, values, atoms)
            if not part.relation.holds(value):
                return part, value
        elif not formula_holds(part, values, atoms):
            return part, None
    return None


def evaluate(claim: Claim, point: Point) -> tuple[Values, Callable[[Atom], Fraction]]:
    """Instance: a claim is refuted where its givens hold and its conclusion does not.

    An instance has a value for every parameter and a curve of its class for every arm; about a run
    it has k arms, a horizon and the pulls, which are played step by step. Floors, functionals and
    all members of families are computed exactly; what is not defined there is rejected.
    """
    if set(point.curves) != {arm for arm, _ in claim.arms}:
        reject("instance", "every arm, and no other name, needs a curve")
    for arm, kind in claim.arms:
        point.curves[arm].check(arm, kind)
    values = settle(claim, point.parameters)
    check_families(claim, values, point.curves)
    return values, atom_values(claim, values, point.curves)


def check_families(claim: Claim, values: Values, curves: Mapping[str, Curve]) -> None:
    """Every hypothesis of every family holds.

    A family without an end says the same from where all of its arms are constant.
    """
    for number, family in enumerate(claim.families):
        first = int(family.first.at(values))
        for n in range(first, _last(family, first, values, curves) + 1):
            spend(24 + len(values), bits(n))
            inside = {**values, family.name: Fraction(n)}
            atoms = atom_values(claim, inside, curves)
            said = family.comparison
            if not said.relation.holds(form_value(said.form, inside, atoms)):
                reject("instance", f"family number {number} is false at {n}")


def _last(family: Family, first: int, values: Values, curves: Mapping[str, Curve]) -> int:
    if family.last is not None:
        return int(family.last.at(values))
    ends = (
        curves[arm].points[-1][0] - int(shift.at(values))
        for _, arm, shift in shifts_of(family) or ()
    )
    return max([first, *ends])


# --- Policies, played plainly and step by step on exact instances, and what a claim says there ---

"""A policy opens with pulls that do not depend on the instance. After these it pulls an arm of
maximal score, among these one with fewest pulls, among these any, or the first or last of them.

    index         opens with every arm m times; the score is data
    table         says what it opens with, and has the coefficients of the scores
    round-robin   is all opening: 1, 2, ..., k, 1, 2, ...
    any           has no opening, and all scores are equal: the pulls are listed
"""


Score = tuple[Fraction, Sequence[tuple[Fraction, Kind, int]]]
"""A number, plus multiples of values f(n) and sums Rew(f,n)."""


def opening_pulls(policy: Policy, k: int, T: int) -> list[int]:
    """The pulls among the first T that do not depend on the instance."""
    spend(k + T)
    match policy:
        case Index(opening=m, order=order):
            return [t % k if order == "rounds" else t // m for t in range(min(m * k, T))]
        case Table(opening=opening):
            if max(opening, default=0) >= k:
                reject("instance", "a table opens with an arm that there is not")
            return [*opening[:T]]
        case _:
            return [t % k for t in range(T)] if policy == ROUND_ROBIN else []


def scores_of(policy: Policy, k: int, T: int) -> Callable[[tuple[int, ...], int], Score]:
    """The score of an arm, by how often each of the k arms was pulled; T is the horizon."""

    @cache
    def score(form: Form, a: int, M: int) -> Score:
        values = {name: Fraction(n) for name, n in (("a", a), ("M", M), ("k", k), ("T", T))}
        row = [
            (c.at(values) * factor, what, n)
            for c, atom in form.terms
            for factor, what, n in parts(atom.kind, indices_at(atom, values))
        ]
        return form.constant.at(values), row

    match policy:
        case Index(score=form):
            return lambda counts, i: score(form, counts[i], max(counts))
        case Table(rows=rows):
            indices = dict(rows)
            return lambda counts, i: (
                Fraction(0),
                [(q, Kind.VALUE, n) for n, q in row_at(indices, counts)[i]],
            )
        case _:
            return lambda _, __: (Fraction(0), ())


def row_at(rows: Mapping[tuple[int, ...], Item], counts: tuple[int, ...]) -> Item:
    """The row of a table at some counts."""
    spend(len(counts))
    if counts not in rows:
        reject("coverage", f"the policy has no index at counts {counts}")
    return rows[counts]


def play(
    run: Run,
    curves: Sequence[Curve],
    T: int,
    choices: Sequence[int] | str = "lowest-index",
    *,
    weak: bool = False,
) -> list[int]:
    """The arms pulled at steps 1..T: those in a list of all T pulls, if the policy allows them.

    Ties that the policy leaves open may also fall to the first or the last arm. If weak, any arm
    of maximal score may be pulled.
    """
    if not isinstance(choices, str) and len(choices) != T:
        reject("instance", f"{len(choices)} pulls are listed, not {T}")
    k, counts, sequence = len(curves), [0] * len(curves), list[int]()
    opening, score = opening_pulls(run.policy, k, T), scores_of(run.policy, k, T)

    @cache
    def reward(i: int, what: Kind, n: int) -> Fraction:
        return curves[i].reward(what, n)

    def score_now(i: int) -> Fraction:
        constant, row = score(tuple(counts), i)
        return constant + sum_up((q, reward(i, what, n)) for q, what, n in row)

    for t in range(T):
        spend(10 + k)
        if t < len(opening):
            allowed = [opening[t]]
        else:
            scores = [score_now(i) for i in range(k)]
            top = max(scores)
            allowed = [i for i in range(k) if scores[i] == top]
        if not weak and run.policy != ANY:
            fewest = min(counts[i] for i in allowed)
            allowed = [i for i in allowed if counts[i] == fewest][TIES[run.ties]]
        arm = allowed[TIES[choices]][0] if isinstance(choices, str) else choices[t]
        if arm not in allowed:
            reject("instance", f"the policy does not allow pull {t + 1}")
        sequence.append(arm)
        counts[arm] += 1
    return sequence


TIES = {"any": slice(None), "lowest-index": slice(1), "highest-index": slice(-1, None)}
"""Which of the arms that are tied may be pulled."""


# --- claims at a run ---------------------------------------------------------------------------


def observe_run(claim: Claim, point: RunPoint) -> tuple[Values, Callable[[Atom], Fraction]]:
    """The parameters with those that the run determines, and the value of every functional."""
    run, k = run_of(claim), len(point.curves)
    spend(8 * (len(point.roles) + len(claim.arms) + len(claim.parameters)))
    if not k or set(point.roles) != {arm for arm, _ in claim.arms}:
        reject("instance", "the instance needs arms, and every role one of them")
    check_instance(point.curves)
    if any(not 0 <= i < k for i in point.roles.values()):
        reject("instance", "a role names an arm that the instance lacks")
    sequence = sequence_of(run, point, point.T)
    if len({point.roles[arm] for arm in run.different}) != len(run.different):
        reject("instance", "arms that are said to be different are the same")
    known = {"k": Fraction(k), "T": Fraction(point.T)}
    for name, (word, *of) in run.observed:
        arms = [point.roles[arm] for arm in of]
        known[name] = Fraction(observed(word, arms, run, k, sequence))
    if any(observed("pulls", [point.roles[arm]], run, k, sequence) <= _m(run) for arm in run.late):
        reject("instance", "a late arm gets no pull after the opening")
    if known.keys() & point.parameters.keys():
        reject("instance", "the run itself determines a given parameter")
    values = settle(claim, known | dict(point.parameters))
    of_arms = atom_values(claim, values, {arm: point.curves[i] for arm, i in point.roles.items()})
    of_run = _of_run(claim, point, values, sequence)
    return values, lambda a: of_run(a) if a.kind in OF_RUN else of_arms(a)


def _m(run: Run) -> int:
    return run.index.opening if run.index else 0


def observed(word: str, arms: Sequence[int], run: Run, k: int, sequence: Sequence[int]) -> int:
    """What a word says of these arms of the instance in a run; see `Run`."""
    spend(k + len(sequence))
    if word in ("level", "before"):
        if arms[0] not in sequence:
            reject("instance", "an arm whose last pull is looked at gets none")
        sequence = sequence[: len(sequence) - 1 - sequence[::-1].index(arms[0])]
    pulls = Counter(sequence)
    counts = [pulls[i] for i in range(k)]
    others = [count for i, count in enumerate(counts) if i not in arms]
    match word:
        case "pulls" | "before":
            return counts[arms[-1]]
        case "most" | "level":
            return max(counts)
        case "least":
            return min(counts)
        case "squares":
            return sum(count * count for count in counts)
        case "rival":
            return max(others, default=0)
        case _:
            return sum(count <= _m(run) for count in others)


def _of_run(
    claim: Claim, point: RunPoint, values: Values, sequence: list[int]
) -> Callable[[Atom], Fraction]:
    """OPT and ALG at T, and at other times of the run, which is played as far as it is needed."""
    steps = max([point.T, *(int(time.at(values)) for time in times_of(claim))])
    sequence = sequence_of(run_of(claim), point, steps) if steps > point.T else sequence
    if not isinstance(point.choices, str) and len(point.choices) != steps:
        reject("instance", f"{len(point.choices)} pulls are listed, not {steps}")

    def value(atom: Atom) -> Fraction:
        t = int(atom.indices[0].at(values)) if atom.indices else point.T
        if t < 0:
            reject("domain", f"{atom.kind} is not defined at {brief(t)}")
        if atom.kind == Kind.OPT:
            return max(curve.rew(t) for curve in point.curves)
        spend(t)
        run = sequence if t <= len(sequence) else sequence_of(run_of(claim), point, t)
        pulls = Counter(run[:t])
        return sum_up((1, curve.rew(pulls[i])) for i, curve in enumerate(point.curves))

    return value


def sequence_of(run: Run, point: RunPoint, steps: int | None = None) -> list[int]:
    """The arms that the policy of a claim pulls on the instance, in T steps or as many as said.

    No policy whose run is looked at after T knows T, so the first T pulls are the same.
    """
    choices = point.choices if isinstance(point.choices, str) else point.choices[:steps]
    return play(run, point.curves, point.T if steps is None else steps, choices)


# --- What a claim says at an instance, of arms or of a run: the one evaluation of a claim --------


Observed = tuple[Values, Callable[[Atom], Fraction]]
"""The parameters with all that is determined, and the value of every functional."""


def observe(claim: Claim, point: Point | RunPoint) -> Observed:
    """The claim at an instance of its kind; what plays runs is loaded with the first of them."""
    if isinstance(point, RunPoint) != (claim.run is not None):
        reject("instance", "the instance is not of the kind that the claim needs")
    return evaluate(claim, point) if isinstance(point, Point) else observe_run(claim, point)


def violation(claim: Claim, point: Point | RunPoint) -> Violation | None:
    """Classes respected and givens true: the first part of the conclusion that is false."""
    return first_violation(claim, *observe(claim, point))
