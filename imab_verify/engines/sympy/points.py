"""Counterexamples evaluated from the definitions: the arms by the model, policies pull by pull."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from imab_verify.engines.definitions import (
    functional,
    linear,
    observed,
    opening_pulls,
    polynomial,
    score,
)
from imab_verify.engines.sympy.polynomials import DisagreementError
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Family,
    Kind,
    Point,
    Polynomial,
    Refuted,
    Run,
    RunPoint,
)
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, times_of
from imab_verify.model.rewards import Reward

LONGEST = 5_000_000
"""Runs are played up to so many estimates, k times T."""
Values = Mapping[str, Fraction]


def complaint(certificate: Refuted) -> str:
    """Why the counterexample is none, or nothing."""
    claim, point = certificate.claim, certificate.counterexample
    try:
        there = _There.of(claim, point)
        for number, given in enumerate(claim.givens, start=1):
            if not there.holds(given):
                return f"given {number} is false there"
        for number, family in enumerate(claim.families, start=1):
            for n in _range(family, point, there.values):
                if not there.holds(family.comparison, {family.name: Fraction(n)}):
                    return f"family {number} is false at {n} there"
        if all(map(there.holds, claim.plain)):
            return "the conclusion is true there"
    except (DisagreementError, InputError) as error:
        return str(error)
    return ""


def _range(family: Family, point: Point | RunPoint, values: Values) -> range:
    """The integers of a family; of one without an end those after which no arm changes."""
    first = int(polynomial(family.first, values))
    if family.last is not None:
        return range(first, int(polynomial(family.last, values)) + 1)
    curves = point.curves.values() if isinstance(point, Point) else point.curves
    corners = [n for curve in curves for n, _ in curve.points]
    shifts = [
        int(polynomial(index, {**values, family.name: Fraction(0)}))
        for _, atom in family.comparison.form.terms
        for index in atom.indices
    ]
    return range(first, max([first, *corners]) + max([0, *(-shift for shift in shifts)]) + 1)


@dataclass(frozen=True, slots=True)
class _KnownArm:
    """An arm whose rewards are numbers."""

    reward: Reward
    values: Values

    def value(self, n: Polynomial) -> Fraction:
        """f(n)."""
        return self.reward.value(int(polynomial(n, self.values)))

    def rew(self, n: Polynomial) -> Fraction:
        """Rew(f,n)."""
        return self.reward.rew(int(polynomial(n, self.values)))


@dataclass(frozen=True, slots=True)
class _There:
    """The numbers of a counterexample: of the claim's names, its arms, OPT and ALG."""

    values: Values
    arms: Mapping[str, Reward]
    totals: Mapping[Kind, Fraction]

    @classmethod
    def of(cls, claim: Claim, point: Point | RunPoint) -> _There:
        """What a claim speaks of; DisagreementError or InputError where this is not defined."""
        values, totals = dict(point.parameters), dict[Kind, Fraction]()
        if isinstance(point, RunPoint):
            arms = {name: _arm(point.curves[at]) for name, at in point.roles.items()}
            counts, totals = _run(claim, point)
            values = counts | values
        elif claim.run is not None:
            raise DisagreementError("the instance has no run")
        else:
            arms = {name: _arm(point.curves[name], kind) for name, kind in claim.arms}
        for name in claim.parameters:
            if values[name].denominator != 1:
                raise DisagreementError(f"{name} is no integer there")
        for floor in claim.floors:
            divisor = polynomial(floor.divisor, values)
            if divisor < 1:
                raise DisagreementError(f"{floor.name} divides by {divisor} there")
            values[floor.name] = Fraction(polynomial(floor.numerator, values) // divisor)
        return cls(values, arms, totals)

    def holds(self, comparison: Comparison, more: Values | None = None) -> bool:
        """Whether a comparison is true, with the values of more names."""
        names = {**self.values, **(more or {})}
        atoms = {atom: self._number(atom, names) for _, atom in comparison.form.terms}
        return comparison.relation.holds(linear(comparison.form, names, atoms))

    def _number(self, atom: Atom, names: Values) -> Fraction:
        if atom.kind in self.totals:
            return self.totals[atom.kind]
        if atom.kind is Kind.P and polynomial(atom.indices[1] - atom.indices[0], names) < 0:
            raise DisagreementError("an estimate looks back")
        number: Fraction = functional(atom, names, _KnownArm(self.arms[atom.arm], names))
        return number


def _arm(curve: Curve, kind: ArmClass = ArmClass.CONCAVE) -> Reward:
    """The arm, if it is one of its class with rewards in [0,1]."""
    arm = Reward.from_points(curve.points, kind)
    if max(v for _, v in arm.points) > 1:
        raise DisagreementError("an arm leaves [0,1]")
    return arm


# --- runs --------------------------------------------------------------------------------------


def _run(claim: Claim, point: RunPoint) -> tuple[dict[str, Fraction], dict[Kind, Fraction]]:
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
    counts = observed(run, k, pulls, point.roles)
    if counts is None:
        raise DisagreementError("an arm has no such last pull")
    alg = sum((arm.rew(pulls.count(i)) for i, arm in enumerate(arms)), Fraction(0))
    totals = {Kind.ALG: alg, Kind.OPT: max(arm.rew(point.T) for arm in arms)}
    return {name: Fraction(count) for name, count in counts.items()}, totals


def _allowed_arms(run: Run, arms: Sequence[Reward], pulls: Sequence[int], T: int) -> list[int]:
    """The arms that may be pulled next, counted from 0."""
    k, t = len(arms), len(pulls)
    if run.policy == ROUND_ROBIN:
        return [t % k]
    if run.policy == ANY:
        return list(range(k))
    if run.index is None:
        raise NotImplementedError("sympy does not play this policy")
    if opening := opening_pulls(run, k, T)[t:]:
        return [opening[0]]
    counts, sizes = Counter(pulls), {"k": Fraction(k), "T": Fraction(T)}
    level = max(counts.values())
    scores = [
        score(run.index, partial(_KnownArm, arm), counts[i], level, sizes)
        for i, arm in enumerate(arms)
    ]
    best = [i for i, own in enumerate(scores) if own == max(scores)]
    fewest = min(counts[i] for i in best)
    return [i for i in best if counts[i] == fewest]
