"""What a claim says at an instance: concrete rewards, policies played step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Annotated

from imab_verify.kernel.documents import Arm, Natural, key
from imab_verify.kernel.polynomials import (
    Reason,
    RejectedError,
    bits,
    brief,
    common_denominator,
    spend,
)
from imab_verify.kernel.statement import (
    ANY,
    ESTIMATE,
    OF_RUN,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Family,
    Form,
    Index,
    Kind,
    Run,
    domain,
    expand,
    parts,
    run_of,
    shifts_of,
    times_of,
)

# --- Exact instances: concrete reward functions, and what a claim says about them ----------------


Values = Mapping[str, Fraction]
Violation = tuple[Comparison, Fraction]


def pairs_to(n: int) -> int:
    """1 + ... + n."""
    return n * (n + 1) // 2


@dataclass(frozen=True, slots=True)
class Curve:
    """A reward function: points (n, f(n)) joined by straight lines, constant after the last."""

    points: tuple[tuple[int, Fraction], ...]

    def check(self, name: str, kind: ArmClass) -> None:
        """Values in [0,1], and slopes as the class has them; the last one, 0, suits every class."""

        def wrong(what: str) -> RejectedError:
            return RejectedError(Reason.INSTANCE, f"arm {name} {what}")

        if not self.points or self.points[0][0] != kind.first:
            raise wrong(f"must start at n = {kind.first}")
        common = 1
        for n, v in self.points:
            common = lcm(common, v.denominator)
            spend(16, bits(n) + bits(v) + bits(common))
        if any(not 0 <= v <= 1 for _, v in self.points):
            raise wrong("leaves [0,1]")
        if any(m >= n for (m, _), (n, _) in pairwise(self.points)):
            raise wrong("has points out of order")
        slopes = self.slopes()
        if kind.shape.rising and any(s < 0 for s in slopes):
            raise wrong("decreases")
        if not kind.shape.rising and any(s > 0 for s in slopes):
            raise wrong("increases")
        if kind.shape.concave and any(s < t for s, t in pairwise(slopes)):
            raise wrong("is not concave")

    def slopes(self) -> list[Fraction]:
        """The slope of each piece."""
        return [(w - v) / (n - m) for (m, v), (n, w) in pairwise(self.points)]

    def value(self, n: int) -> Fraction:
        """f(n)."""
        spend(4 + len(self.points), bits(n))
        for (m, v), (right, w) in pairwise(self.points):
            if n <= right:
                spend(8, bits(v) + bits(w))
                return v + (w - v) * (n - m) / (right - m)
        return self.points[-1][1]

    def rew(self, n: int) -> Fraction:
        """f(1) + ... + f(n); c terms after (m, v) with slope s sum to c*v + s*c(c+1)/2."""
        spend(8, bits(n))
        first, start = self.points[0]
        total = start if first == 1 and n >= 1 else Fraction(0)
        for (m, v), (right, w) in pairwise(self.points):
            count = min(right, n) - m
            if count > 0:
                total += count * v + (w - v) / (right - m) * pairs_to(count)
            spend(20, bits(total))
        last, end = self.points[-1]
        return total + max(n - last, 0) * end

    def functional(self, kind: Kind, indices: tuple[int, ...], first: int) -> Fraction:
        """A functional, straight from its definition; the indices must be in the domain."""
        if any(gap < 0 for gap in domain(kind, indices, first, 1)):
            where = ", ".join(map(brief, indices))
            raise RejectedError(Reason.DOMAIN, f"{kind} is not defined at {where}")
        summands = parts(kind, indices, 1, Fraction(1, 2), pairs_to)
        return sum_up(
            (c, self.value(n) if what == Kind.VALUE else self.rew(n)) for c, what, n in summands
        )


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
        raise RejectedError(Reason.INSTANCE, "every parameter, and no other name, needs a value")
    for name in claim.parameters:
        if values[name].denominator != 1:
            raise RejectedError(Reason.INSTANCE, f"{name} is not an integer")
    for floor in claim.floors:
        divisor = floor.divisor.at(values)
        if divisor < 1:
            raise RejectedError(Reason.DOMAIN, f"{floor.name} divides by {brief(divisor)}")
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

    def value(atom: Atom) -> Fraction:
        indices = tuple(int(index.at(values)) for index in atom.indices)
        return curves[atom.arm].functional(atom.kind, indices, first[atom.arm])

    return value


def form_value(form: Form, values: Values, atoms: Callable[[Atom], Fraction]) -> Fraction:
    """The exact value of a form."""
    spend(8)
    return form.constant.at(values) + sum_up((c.at(values), atoms(atom)) for c, atom in form.terms)


def first_violation(
    claim: Claim, values: Values, atoms: Callable[[Atom], Fraction]
) -> Violation | None:
    """The givens hold; the first comparison of the conclusion that does not, and its form."""
    for number, given in enumerate(claim.givens):
        if not given.relation.holds(form_value(given.form, values, atoms)):
            raise RejectedError(Reason.INSTANCE, f"given number {number} is false there")
    for comparison in claim.conclusion:
        value = form_value(comparison.form, values, atoms)
        if not comparison.relation.holds(value):
            return comparison, value
    return None


def evaluate(claim: Claim, point: Point) -> tuple[Values, Callable[[Atom], Fraction]]:
    """Instance: a claim is refuted where its givens hold and its conclusion does not.

    An instance has a value for every parameter and a curve of its class for every arm; about a run
    it has k arms, a horizon and the pulls, which are played step by step. Floors, functionals and
    all members of families are computed exactly; what is not defined there is rejected.
    """
    if set(point.curves) != {arm for arm, _ in claim.arms}:
        raise RejectedError(Reason.INSTANCE, "every arm, and no other name, needs a curve")
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
                raise RejectedError(Reason.INSTANCE, f"family number {number} is false at {n}")


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

    index         opens with every arm m times; the score is data, which Algorithm 1 has a word for
    round-robin   is all opening: 1, 2, ..., k, 1, 2, ...
    any           has no opening, and all scores are equal: the pulls are listed
"""


Choice = Callable[[list[int], int], int]
"""Which of these arms is pulled at step t, counted from 0."""


def opening_pulls(policy: str, init: str, k: int, T: int, m: int = 2) -> list[int]:
    """The pulls among the first T that do not depend on the instance: m of every arm."""
    spend(k + T)
    if policy == ROUND_ROBIN:
        return [t % k for t in range(T)]
    return [t % k if init == "rounds" else t // m for t in range(min(m * k, T))]


class Seen:
    """What has been seen of each arm: f(1..N), all times one number that makes it integer."""

    def __init__(self, curves: Sequence[Curve]) -> None:
        self.curves = curves
        self.scale = common_denominator(
            q for curve in curves for q in (*curve.slopes(), *(v for _, v in curve.points))
        )
        self.counts, self.sums = [0] * len(curves), [0] * len(curves)
        self.rewards: list[list[int]] = [[0] for _ in curves]

    def pull(self, i: int) -> None:
        """Pull arm i once more."""
        self.counts[i] += 1
        reward = int(self.scale * self.curves[i].value(self.counts[i]))
        self.rewards[i].append(reward)
        self.sums[i] += reward
        spend(2, bits(self.sums[i]))


Scores = Callable[[Seen], Sequence[Fraction | int]]
"""The score of every arm."""


def scores_of(index: Index, seen: Seen, T: int) -> list[Fraction]:
    """The score of every arm, times the number that makes rewards integer."""
    level, k = max(seen.counts), len(seen.counts)
    spend(4 * k, bits(max(seen.sums)))
    common = {"M": Fraction(level), "k": Fraction(k), "T": Fraction(T)}
    weights = {a: _weights(index, common | {"a": Fraction(a)}) for a in {*seen.counts}}
    scores = []
    for count, rew, f in zip(seen.counts, seen.sums, seen.rewards, strict=True):
        constant, of_rew, values = weights[count]
        score = constant * seen.scale + of_rew * rew
        for n, weight in values.items():
            score += weight * f[n]
        scores.append(score)
    return scores


def _weights(index: Index, values: Values) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """A score as a constant, a multiple of Rew(f,a), and multiples of f(a) and f(a-1)."""
    of_rew, of_value = Fraction(0), dict[int, Fraction]()
    for coefficient, atom in index.score.terms:
        for factor, kind, index_at in expand(atom):
            weight, n = coefficient.at(values) * factor.at(values), int(index_at.at(values))
            if kind == Kind.REW:
                of_rew += weight
            else:
                of_value[n] = of_value.get(n, Fraction(0)) + weight
            spend(16, bits(weight))
    return index.score.constant.at(values), of_rew, of_value


def play(
    curves: Sequence[Curve],
    T: int,
    opening: Sequence[int],
    scores: Scores,
    choose: Choice,
    *,
    weak: bool = False,
) -> list[int]:
    """The arms pulled at steps 1..T. If weak, fewest pulls do not decide among maximal scores."""
    seen, sequence = Seen(curves), []
    for t in range(T):
        spend(10 + len(curves))
        best = [opening[t]] if t < len(opening) else _maximal(scores(seen))
        if not weak:
            fewest = min(seen.counts[i] for i in best)
            best = [i for i in best if seen.counts[i] == fewest]
        sequence.append(choose(best, t))
        seen.pull(sequence[-1])
    return sequence


def _maximal(scores: Sequence[Fraction | int]) -> list[int]:
    top = max(scores)
    return [i for i, score in enumerate(scores) if score == top]


def tie_order(ties: str) -> Choice:
    """The first of the arms, or the last one."""
    return lambda best, _: best[-1] if ties == "highest-index" else best[0]


def follow(choices: Sequence[int], T: int) -> Choice:
    """The arm in a list of all T pulls, if the policy allows it."""
    if len(choices) != T:
        raise RejectedError(Reason.INSTANCE, f"{len(choices)} pulls are listed, not {T}")

    def choose(best: list[int], t: int) -> int:
        if choices[t] not in best:
            raise RejectedError(Reason.INSTANCE, f"the policy does not allow pull {t + 1}")
        return choices[t]

    return choose


# --- claims at a run ---------------------------------------------------------------------------


def observe_run(claim: Claim, point: RunPoint) -> tuple[Values, Callable[[Atom], Fraction]]:
    """The parameters with those that the run determines, and the value of every functional."""
    run, k = run_of(claim), len(point.curves)
    spend(8 * (len(point.roles) + len(claim.arms) + len(claim.parameters)))
    if not k or set(point.roles) != {arm for arm, _ in claim.arms}:
        raise RejectedError(Reason.INSTANCE, "the instance needs arms, and every role one of them")
    check_instance(point.curves)
    if any(not 0 <= i < k for i in point.roles.values()):
        raise RejectedError(Reason.INSTANCE, "a role names an arm that the instance lacks")
    sequence = sequence_of(run, point, point.T)
    if not isinstance(point.choices, str) and [*point.choices[: point.T]] != sequence:
        raise RejectedError(Reason.INSTANCE, "the policy does not make the pulls that are listed")
    pulls = Counter(sequence)
    final = [pulls[i] for i in range(k)]
    others = [count for i, count in enumerate(final) if i != point.roles.get(run.beside)]
    counts = {"k": k, "T": point.T}
    counts |= {name: final[point.roles[arm]] for name, arm in run.pulls}
    counts |= {
        run.most: max(final),
        run.least: min(final),
        run.squares: sum(count * count for count in final),
        run.rival: max(others, default=0),
        run.idle: sum(count <= run.opening for count in others),
    }
    if len({point.roles[arm] for arm in run.different}) != len(run.different):
        raise RejectedError(Reason.INSTANCE, "arms that are said to be different are the same")
    if run.pulled:
        counts |= _at_last_pull(run, point, sequence)
    known = {name: Fraction(count) for name, count in counts.items() if name}
    if known.keys() & point.parameters.keys():
        raise RejectedError(Reason.INSTANCE, "the run itself determines a given parameter")
    values = settle(claim, known | dict(point.parameters))
    of_arms = atom_values(claim, values, {arm: point.curves[i] for arm, i in point.roles.items()})
    of_run = _of_run(claim, point, values, sequence)
    return values, lambda a: of_run(a) if a.kind in OF_RUN else of_arms(a)


def _of_run(
    claim: Claim, point: RunPoint, values: Values, sequence: list[int]
) -> Callable[[Atom], Fraction]:
    """OPT and ALG at T, and at other times of the run, which is played as far as it is needed."""
    steps = max([point.T, *(int(time.at(values)) for time in times_of(claim))])
    sequence = sequence_of(run_of(claim), point, steps) if steps > point.T else sequence
    if not isinstance(point.choices, str) and len(point.choices) != steps:
        raise RejectedError(Reason.INSTANCE, f"{len(point.choices)} pulls are listed, not {steps}")

    def value(atom: Atom) -> Fraction:
        t = int(atom.indices[0].at(values)) if atom.indices else point.T
        if t < 0:
            raise RejectedError(Reason.DOMAIN, f"{atom.kind} is not defined at {brief(t)}")
        if atom.kind in (Kind.OPT, Kind.OPT_AT):
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
    T = point.T if steps is None else steps
    choices = point.choices if run.ties == "any" else run.ties
    choose = tie_order(choices) if isinstance(choices, str) else follow(choices[:steps], T)
    if run.policy == ANY:
        return play(point.curves, T, (), lambda seen: [0] * len(seen.counts), choose, weak=True)
    opening = opening_pulls(run.policy, run.init, len(point.curves), T, run.opening)
    index = run.scoring or ESTIMATE  # round robin is all opening
    return play(point.curves, T, opening, lambda seen: scores_of(index, seen, point.T), choose)


def _at_last_pull(run: Run, point: RunPoint, sequence: list[int]) -> dict[str, int]:
    """The counts just before the last pull of the arm `pulled`."""
    k, arm = len(point.curves), point.roles[run.pulled]
    last = max((t for t, i in enumerate(sequence) if i == arm), default=-1)
    if last < (run.opening * k if run.stage == "after" else 0):
        raise RejectedError(Reason.INSTANCE, "the arm got no pull, or none after the opening")
    before = Counter(sequence[:last])
    counts = {name: before[point.roles[other]] for name, other in run.before}
    return counts | {run.level: max(before.values(), default=0)}


# --- What a claim says at an instance, of arms or of a run: the one evaluation of a claim --------


Observed = tuple[Values, Callable[[Atom], Fraction]]
"""The parameters with all that is determined, and the value of every functional."""


def observe(claim: Claim, point: Point | RunPoint) -> Observed:
    """The claim at an instance of its kind; what plays runs is loaded with the first of them."""
    if isinstance(point, RunPoint) != (claim.run is not None):
        raise RejectedError(Reason.INSTANCE, "the instance is not of the kind that the claim needs")
    if isinstance(point, Point):
        return evaluate(claim, point)
    from imab_verify.kernel.semantics import observe_run

    return observe_run(claim, point)


def violation(claim: Claim, point: Point | RunPoint) -> Violation | None:
    """Classes respected and givens true: the first comparison of the conclusion that is false."""
    return first_violation(claim, *observe(claim, point))
