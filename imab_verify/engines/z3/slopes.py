"""Rewards with symbolic breakpoints: f at every index of the claim, and its slopes there.

For every index e that the claim looks at there are unknowns f(e), Rew(f,e), the step l(e) to it and
the step r(e) from it. Of two indices d < e of a concave f, with L = e - d,

    l(e) * L <= f(e) - f(d) <= r(d) * L                             tangents
    f above its chord:     Rew(f,e) - Rew(f,d) >= L*f(d) + (f(e) - f(d))*(L+1)/2
    and below tangents:    Rew(f,e) - Rew(f,d) <= L*f(d) + r(d)*L(L+1)/2
                           Rew(f,e) - Rew(f,d) <= L*f(e) - l(e)*L(L-1)/2.

Every f of the class satisfies these, so if they contradict the negated goal the claim is true, for
all parameters. They do not say everything about f: a model of them need not be a counterexample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from imab_verify.engines.z3.smtlib import (
    Names,
    Script,
    Setting,
    Text,
    add,
    asserting,
    declare,
    floors,
    functional,
    integers_of,
    minus,
    name_terms,
    parts,
    polynomial,
    symbol,
    times,
)
from imab_verify.kernel import ArmClass, Claim, Comparison, Polynomial
from imab_verify.language.writing import show_claim, show_comparison


@dataclass(frozen=True, slots=True)
class SlopeArm:
    """An arm given by unknowns at its breakpoints."""

    arm: str

    def value(self, n: Polynomial) -> Text:
        """f(n)."""
        return symbol(f"{self.arm}({n})")

    def rew(self, n: Polynomial) -> Text:
        """Rew(f,n)."""
        return symbol(f"Rew({self.arm},{n})")

    def left(self, n: Polynomial) -> Text:
        """f(n) - f(n-1)."""
        return symbol(f"{self.arm}({n}) left")

    def right(self, n: Polynomial) -> Text:
        """f(n+1) - f(n)."""
        return symbol(f"{self.arm}({n}) right")


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of one arm of a class."""

    arm: SlopeArm
    kind: ArmClass
    points: tuple[Polynomial, ...]
    sums: bool
    names: Names

    def declarations(self) -> Iterator[str]:
        """The unknowns."""
        own = [self.arm.value]
        own += [self.arm.rew] if self.sums else []
        own += [self.arm.left, self.arm.right] if self.kind.shape.concave else []
        for point in self.points:
            yield from (f"(declare-const {part(point)} Real)" for part in own)

    def conditions(self) -> Iterator[Text]:
        """All facts."""
        for point in self.points:
            yield from self._at(point)
        for low, high in permutations(self.points, 2):
            gap = high - low
            if not gap.names() and gap.at({}) <= 0:
                continue
            length = polynomial(gap, self.names)
            where = f"(and {self._inside(low)} (>= {length} 1.0))"
            yield f"(=> {where} (and {' '.join(self._pair(low, high))}))"
            if gap.names() and str(low) < str(high):
                yield f"(=> (= {length} 0.0) (and {' '.join(self._same(low, high))}))"

    def _inside(self, point: Polynomial) -> Text:
        return f"(>= {polynomial(point, self.names)} {self.kind.first}.0)"

    def _at(self, n: Polynomial) -> Iterator[Text]:
        f = self.arm.value(n)
        yield f"(and (<= 0.0 {f}) (<= {f} 1.0))"
        if self.kind.shape.concave:
            left, right = self.arm.left(n), self.arm.right(n)
            yield f"(and (<= 0.0 {right}) (<= 0.0 {left}))"
            place = polynomial(n, self.names)
            yield f"(=> (> {place} {self.kind.first}.0) (<= {right} {left}))"
        if self.sums:
            place = polynomial(n, self.names)
            yield f"(=> (= {place} 0.0) (= {self.arm.rew(n)} 0.0))"
            if self.kind.first:
                yield f"(=> (= {place} 1.0) (= {self.arm.rew(n)} {f}))"

    def _same(self, low: Polynomial, high: Polynomial) -> Iterator[Text]:
        own = [self.arm.value, *([self.arm.rew] if self.sums else [])]
        own += [self.arm.left, self.arm.right] if self.kind.shape.concave else []
        return (f"(= {part(low)} {part(high)})" for part in own)

    def _pair(self, low: Polynomial, high: Polynomial) -> Iterator[Text]:
        """What holds of two indices with low + 1 <= high."""
        L = polynomial(high - low, self.names)
        f, g = self.arm.value(low), self.arm.value(high)
        rise, gained = f"(- {g} {f})", f"(- {self.arm.rew(high)} {self.arm.rew(low)})"
        if not self.kind.shape.concave:
            up, down = ("<=", ">=") if self.kind.shape.rising else (">=", "<=")
            yield f"({up} {f} {g})"
            if self.sums:
                yield f"({down} {gained} {add([times(L, f), rise])})"
                yield f"({up} {gained} {times(L, g)})"
            return
        left, right = self.arm.left(high), self.arm.right(low)
        yield f"(<= {times(left, L)} {rise})"
        yield f"(<= {rise} {times(right, L)})"
        yield f"(<= {left} {right})"
        if self.sums:
            half = "(/ 1.0 2.0)"
            up, down = f"(+ {L} 1.0)", f"(- {L} 1.0)"
            yield f"(>= {gained} {add([times(L, f), times(half, rise, up)])})"
            yield f"(<= {gained} {add([times(L, f), times(half, right, L, up)])})"
            yield f"(<= {gained} {minus(times(L, g), times(half, left, L, down))})"


def slope_scripts(claim: Claim, *, relaxed: bool) -> Iterator[Script]:
    """For every comparison of the conclusion, the negation."""
    for goal in claim.plain:
        yield _script(claim, goal, relaxed=relaxed)


def _script(claim: Claim, goal: Comparison, *, relaxed: bool) -> Script:
    integers = integers_of(claim)
    names = name_terms(integers, claim.reals, relaxed=relaxed)
    arms = {arm: SlopeArm(arm) for arm, _ in claim.arms}
    atoms = {atom: functional(atom, names, arms[atom.arm]) for atom in claim.atoms()}
    setting = Setting(names, atoms, frozenset(claim.reals))
    body = declare(integers, claim.reals, relaxed=relaxed)
    for facts in _facts(claim, goal, names):
        body += facts.declarations()
        body += map(asserting, facts.conditions())
    body += [asserting(condition, "floor") for condition in floors(claim, names)]
    for given in claim.givens:
        body.append(asserting(setting.says(given), f"given {show_comparison(given)}"))
    body.append(asserting(setting.denies(goal), f"not {show_comparison(goal)}"))
    says = (
        f"Claim: {show_claim(claim)}",
        "Arms by their values, sums and slopes at every index of the claim: unsat means true.",
        *(["Integers are relaxed to reals."] if relaxed else []),
    )
    return Script(says, "QF_NRA" if relaxed else "QF_NIRA", tuple(body))


def _facts(claim: Claim, goal: Comparison, names: Names) -> Iterator[_Facts]:
    said = [atom for c in (*claim.givens, goal) for _, atom in c.form.terms]
    for arm, kind in claim.arms:
        looked_at = [part for atom in said if atom.arm == arm for part in parts(atom)]
        sums = any(is_sum for is_sum, _ in looked_at)
        start = [Polynomial.constant(kind.first)] if sums or looked_at else []
        points = tuple(dict.fromkeys([*start, *(n for _, n in looked_at)]))
        yield _Facts(SlopeArm(arm), kind, points, sums, names)
