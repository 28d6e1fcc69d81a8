"""Exact instances: concrete reward functions, the value of every functional, plain runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from imab_verify.kernel.claims import ArmClass, Atom, Claim, Comparison, Form, Kind
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.limits import bits, spend


@dataclass(frozen=True, slots=True)
class Curve:
    """A reward function: points (n, f(n)) joined by straight lines, constant after the last."""

    points: tuple[tuple[int, Fraction], ...]

    def check(self, name: str, kind: ArmClass) -> None:
        """Values in [0,1], nondecreasing, and for the concave classes slopes nonincreasing."""

        def wrong(what: str) -> RejectedError:
            return RejectedError(Reason.INSTANCE, f"arm {name} {what}")

        if not self.points or self.points[0][0] != kind.first:
            raise wrong(f"must start at n = {kind.first}")
        common = 1
        for _, v in self.points:
            common = lcm(common, v.denominator)
            spend(8, bits(v) + bits(common))
        if any(not 0 <= v <= 1 for _, v in self.points):
            raise wrong("leaves [0,1]")
        if any(m >= n for (m, _), (n, _) in pairwise(self.points)):
            raise wrong("has points out of order")
        if any(v > w for (_, v), (_, w) in pairwise(self.points)):
            raise wrong("decreases")
        slopes = [(w - v) / (n - m) for (m, v), (n, w) in pairwise(self.points)]
        if kind is not ArmClass.MONOTONE and any(s < t for s, t in pairwise(slopes)):
            raise wrong("is not concave")

    def value(self, n: int) -> Fraction:
        """f(n)."""
        spend(4 + len(self.points), bits(n))
        for (m, v), (right, w) in pairwise(self.points):
            if n <= right:
                return v + (w - v) * (n - m) / (right - m)
        return self.points[-1][1]

    def rew(self, n: int) -> Fraction:
        """f(1) + ... + f(n); c terms after (m, v) with slope s sum to c*v + s*c(c+1)/2."""
        first, start = self.points[0]
        total = start if first == 1 and n >= 1 else Fraction(0)
        for (m, v), (right, w) in pairwise(self.points):
            count = min(right, n) - m
            if count > 0:
                total += count * v + (w - v) / (right - m) * count * (count + 1) / 2
            spend(8, bits(total))
        last, end = self.points[-1]
        return total + max(n - last, 0) * end


def atom_value(atom: Atom, claim: Claim, values: Mapping[str, Fraction], curve: Curve) -> Fraction:
    """The functional, straight from its definition; the indices must be in the domain."""
    first = claim.class_of(atom.arm).first
    indices = [int(index.at(values)) for index in atom.indices]
    n = indices[0]
    least = {Kind.VALUE: first, Kind.REW: 0, Kind.AREA: 0}.get(atom.kind, first + 1)
    if n < least or (atom.kind is Kind.P and indices[1] < n):
        raise RejectedError(Reason.DOMAIN, f"{atom.kind} is not defined at {indices}")
    match atom.kind:
        case Kind.VALUE:
            return curve.value(n)
        case Kind.REW:
            return curve.rew(n)
        case Kind.DELTA:
            return curve.value(n) - curve.value(n - 1)
        case Kind.P:
            return estimate(curve, n, indices[1])
        case _:
            return curve.rew(n) + (curve.value(0) - curve.value(n)) / 2


def estimate(curve: Curve, a: int, N: int) -> Fraction:
    """P(f,a,N) = Rew(f,a) + sum over n = 1..N-a of (f(a) + n Delta(f,a))."""
    return _projected(curve.rew(a), curve.value(a), curve.value(a) - curve.value(a - 1), N - a)


def _projected(rew: Fraction, value: Fraction, delta: Fraction, gap: int) -> Fraction:
    """The reward after `gap` more pulls, if each improves by delta."""
    result = rew + gap * value + delta * gap * (gap + 1) / 2
    spend(8, bits(result))
    return result


@dataclass(frozen=True, slots=True)
class Point:
    """Values for the parameters and curves for the arms of a claim about arms."""

    parameters: Mapping[str, Fraction]
    curves: Mapping[str, Curve]


def settle(claim: Claim, point: Point) -> dict[str, Fraction]:
    """The parameters with the floors computed; integers where the claim says so."""
    values = dict(point.parameters)
    if set(values) != {*claim.parameters, *claim.reals}:
        raise RejectedError(Reason.INSTANCE, "every parameter, and no other name, needs a value")
    for name in claim.parameters:
        if values[name].denominator != 1:
            raise RejectedError(Reason.INSTANCE, f"{name} is not an integer")
    for floor in claim.floors:
        divisor = floor.divisor.at(values)
        if divisor < 1:
            raise RejectedError(Reason.DOMAIN, f"{floor.name} divides by {divisor}")
        values[floor.name] = Fraction(floor.numerator.at(values) // divisor)
    return values


def form_value(form: Form, claim: Claim, values: Mapping[str, Fraction], point: Point) -> Fraction:
    """The exact value of a form at a point."""
    return combined(
        form.constant.at(values),
        (
            (coefficient.at(values), atom_value(atom, claim, values, point.curves[atom.arm]))
            for coefficient, atom in form.terms
        ),
    )


def combined(start: Fraction, terms: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """start + sum of coefficient * value."""
    total = start
    for coefficient, value in terms:
        total += coefficient * value
        spend(4, bits(total))
    return total


def check_givens(claim: Claim, point: Point) -> dict[str, Fraction]:
    """The point is an instance of the claim: classes respected and all givens true."""
    if set(point.curves) != {arm for arm, _ in claim.arms}:
        raise RejectedError(Reason.INSTANCE, "every arm, and no other name, needs a curve")
    for arm, kind in claim.arms:
        point.curves[arm].check(arm, kind)
    values = settle(claim, point)
    for number, given in enumerate(claim.givens):
        if not given.relation.holds(form_value(given.form, claim, values, point)):
            raise RejectedError(Reason.INSTANCE, f"given number {number} is false there")
    return values


def violation(claim: Claim, point: Point) -> tuple[Comparison, Fraction] | None:
    """Exact instance: the givens hold there; the first false comparison of the conclusion."""
    values = check_givens(claim, point)
    for comparison in claim.conclusion:
        value = form_value(comparison.form, claim, values, point)
        if not comparison.relation.holds(value):
            return comparison, value
    return None


# --- runs --------------------------------------------------------------------------------------


def algorithm_1(
    curves: Sequence[Curve], T: int, init: str, choices: Sequence[int] | str
) -> list[int]:
    """The arms pulled at steps 1..T by the paper's Algorithm 1.

    First every arm twice, in the order `init`; then an arm of maximal P(f_i, N_i, max_j N_j),
    among these one with fewest pulls, among these the one that `choices` says: the first or the
    last of them, or, if it is a list of all T arms, the one at this step, if it is one of them.
    """
    k = len(curves)
    spend(k + T)
    if not isinstance(choices, str) and len(choices) != T:
        raise RejectedError(Reason.INSTANCE, f"{len(choices)} pulls are listed, not {T}")
    order = [*range(k), *range(k)] if init == "rounds" else [i for i in range(k) for _ in "12"]
    counts, sequence = [0] * k, []
    rew, value, delta = ([Fraction(0)] * k for _ in range(3))
    for t in range(T):
        if t < 2 * k:
            best = [order[t]]
        else:
            level = max(counts)
            p = [_projected(rew[i], value[i], delta[i], level - counts[i]) for i in range(k)]
            highest = max(p)
            fewest = min(counts[i] for i in range(k) if p[i] == highest)
            best = [i for i in range(k) if p[i] == highest and counts[i] == fewest]
        arm = _chosen(best, t, choices)
        sequence.append(arm)
        counts[arm] += 1
        reward = curves[arm].value(counts[arm])
        rew[arm], value[arm], delta[arm] = rew[arm] + reward, reward, reward - value[arm]
    return sequence


def _chosen(best: list[int], t: int, choices: Sequence[int] | str) -> int:
    if isinstance(choices, str):
        return best[-1] if choices == "highest-index" else best[0]
    if choices[t] not in best:
        raise RejectedError(Reason.INSTANCE, f"the policy does not allow this pull at step {t + 1}")
    return choices[t]


def round_robin(k: int, T: int) -> list[int]:
    """The arms pulled at steps 1..T: 1, 2, ..., k, 1, 2, ..."""
    spend(k + T)
    return [t % k for t in range(T)]
