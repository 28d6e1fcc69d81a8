"""Counterexamples evaluated from the definitions: arms by the model, numbers by sympy.

Policies are played one pull after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sympy import QQ

from imab_verify.engines.sympy.polynomials import DisagreementError, rational
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Family,
    Form,
    Kind,
    Point,
    Polynomial,
    Refuted,
    Relation,
    Run,
    RunPoint,
)
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, times_of
from imab_verify.model.rewards import Reward

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
    except (DisagreementError, InputError) as error:
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
        arms = {name: _arm(point.curves[at]) for name, at in point.roles.items()}
        counts, totals = _run(claim, point)
    elif claim.run is not None:
        raise DisagreementError("the instance has no run")
    else:
        arms = {name: _arm(point.curves[name], kind) for name, kind in claim.arms}
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


def _arm(curve: Curve, kind: ArmClass = ArmClass.CONCAVE) -> Reward:
    """The arm, if it is one of its class with rewards in [0,1]."""
    arm = Reward.from_points(curve.points, kind)
    if max(v for _, v in arm.points) > 1:
        raise DisagreementError("an arm leaves [0,1]")
    return arm


def _atoms_of(arms: Mapping[str, Reward]) -> Atoms:
    """What the functionals of these arms are."""

    def value(atom: Atom, at: Values) -> Number:
        arm, indices = arms[atom.arm], [int(_at(p, at)) for p in atom.indices]
        if atom.kind is Kind.P and indices[1] < indices[0]:
            raise DisagreementError("an estimate looks back")
        functionals: dict[Kind, Callable[..., Any]] = {
            Kind.VALUE: arm.value,
            Kind.REW: arm.rew,
            Kind.DELTA: arm.delta,
            Kind.P: arm.estimate,
            Kind.AREA: arm.area,
        }
        try:
            return rational(functionals[atom.kind](*indices))
        except InputError as error:
            raise DisagreementError(str(error)) from None

    return value


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


# --- runs --------------------------------------------------------------------------------------


def _run(claim: Claim, point: RunPoint) -> tuple[dict[str, Number], dict[Kind, Number]]:
    """The counts that a claim names, and ALG and OPT, of the run on the instance."""
    run = claim.played
    if run is None:
        raise DisagreementError("the claim is about no run")
    if len(point.curves) * point.T > LONGEST:
        raise NotImplementedError("the run is too long to be played by sympy")
    if times_of(claim):
        raise NotImplementedError("sympy looks at a run at its horizon only")
    arms = [_arm(curve) for curve in point.curves]
    k, pulls = len(arms), list[int]()
    for t in range(point.T):
        allowed = _allowed_arms(run, arms, pulls, point.T)
        choices = point.choices if run.ties == "any" else run.ties
        if isinstance(choices, str):
            pulls.append(allowed[-1 if choices == "highest-index" else 0])
        else:
            pulls.append(choices[t] if t < len(choices) else -1)
        if pulls[-1] not in allowed:
            raise DisagreementError(f"the policy does not allow pull {t + 1}")
    if len({point.roles[arm] for arm in run.different}) < len(run.different):
        raise DisagreementError("arms that are said to be different are the same")
    if any(pulls.count(point.roles[arm]) <= _opening(run) for arm in run.late):
        raise DisagreementError("the arm has no such last pull")
    counts = {"k": k, "T": point.T}
    for name, (word, *of) in run.observed:
        counts[name] = _observed(word, [point.roles[arm] for arm in of], run, k, pulls)
    totals = {
        Kind.ALG: sum((rational(arm.rew(pulls.count(i))) for i, arm in enumerate(arms)), QQ(0)),
        Kind.OPT: rational(max(arm.rew(point.T) for arm in arms)),
    }
    return {name: QQ(count) for name, count in counts.items()}, totals


def _allowed_arms(run: Run, arms: Sequence[Reward], pulls: Sequence[int], T: int) -> list[int]:
    """The arms that may be pulled next, counted from 0."""
    k, t = len(arms), len(pulls)
    if run.policy == ROUND_ROBIN:
        return [t % k]
    if run.policy == ANY:
        return list(range(k))
    if run.index is None:
        raise NotImplementedError("sympy does not play this policy")
    m = run.index.opening
    if t < m * k:
        return [t % k if run.index.order == "rounds" else t // m]
    counts = Counter(pulls)
    sizes = {"M": QQ(max(counts.values())), "k": QQ(k), "T": QQ(T)}
    scores = [
        _form(run.index.score, {**sizes, "a": QQ(counts[i])}, _atoms_of({"f": arm}))
        for i, arm in enumerate(arms)
    ]
    best = [i for i, score in enumerate(scores) if score == max(scores)]
    fewest = min(counts[i] for i in best)
    return [i for i in best if counts[i] == fewest]


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
