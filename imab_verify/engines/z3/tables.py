"""Bounded parameters: the integers are numbers, the rewards f(0), f(1), ... any reals of the class.

A piecewise-linear reward with a breakpoint at every n up to the last index: nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from math import ceil

from imab_verify.engines.z3.smtlib import (
    DECLARE,
    Script,
    Setting,
    Text,
    add,
    asserting,
    declare,
    functional,
    number,
    parts,
    symbol,
    times,
)
from imab_verify.kernel import ArmClass, Claim, Comparison, Polynomial
from imab_verify.language.writing import show_claim, show_comparison

Values = Mapping[str, Fraction]

LONGEST = 400
"""Tables are not longer than this."""
BOUNDS = (*range(1, 13), 16, 24, 32, 48, 64, 96, 128, 200)
STEPS = 200_000
"""So many values are looked at in the search for parameters that satisfy the givens."""


class UndefinedIndexError(Exception):
    """A functional is asked for where it is not defined, or too far away."""


# --- parameters --------------------------------------------------------------------------------


def assignments(
    claim: Claim, bound: int, fixed: Mapping[str, int] | None = None
) -> Iterator[dict[str, Fraction]]:
    """Values of the integer parameters up to the bound at which the givens about integers hold.

    They go down to their lower bound among the givens, or to -bound without one.
    """
    set_ = {} if fixed is None else fixed
    tests = [
        given
        for given in claim.givens
        if not given.form.terms and given.form.constant.names() <= set(claim.parameters)
    ]
    order = [*set_, *(name for name in claim.parameters if name not in set_)]

    def extend(values: dict[str, Fraction]) -> Iterator[dict[str, Fraction]]:
        if len(values) == len(order):
            yield values
            return
        name = order[len(values)]
        low = lower_bound(name, tests, -bound)
        for n in [set_[name]] if name in set_ else range(low, bound + 1):
            more = values | {name: Fraction(n)}
            ready = [
                test
                for test in tests
                if name in test.form.constant.names() and test.form.constant.names() <= set(more)
            ]
            if all(test.relation.holds(test.form.constant.at(more)) for test in ready):
                yield from extend(more)

    return extend({})


def lower_bound(name: str, tests: Sequence[Comparison], least: int) -> int:
    """The largest n for which some test says c*name >= c*n with c > 0."""
    for test in tests:
        p = test.form.constant
        if p.names() == {name} and p.degree() == 1:
            table = dict(p.terms())
            slope = table[((name, 1),)]
            if slope > 0:
                least = max(least, ceil(-table.get((), Fraction(0)) / slope))
    return least


def widest_bound(claim: Claim, most: int) -> int | None:
    """The largest bound up to which there are so many assignments at most, and one at least."""
    best = None
    for bound in BOUNDS:
        if (bound + 1) ** len(claim.parameters) > STEPS and best is not None:
            break
        count = sum(1 for _ in islice(assignments(claim, bound), most + 1))
        if count > most:
            break
        if count:
            best = bound
            if not claim.parameters:
                break
    return best


def settle_floors(claim: Claim, values: Values) -> dict[str, Fraction]:
    """The values with those of the floors."""
    settled = dict(values)
    for floor in claim.floors:
        divisor = floor.divisor.at(settled)
        if divisor < 1:
            raise UndefinedIndexError(f"{floor.name} divides by {divisor}")
        settled[floor.name] = Fraction(floor.numerator.at(settled) // divisor)
    return settled


# --- rewards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableArm:
    """An arm by its values, at indices that are numbers."""

    arm: str
    kind: ArmClass
    values: Values

    def value(self, n: Polynomial) -> Text:
        """f(n)."""
        return self.at(index(n, self.values, self.kind.first))

    def rew(self, n: Polynomial) -> Text:
        """Rew(f,n)."""
        return self.sum_to(index(n, self.values, 0))

    def at(self, n: int) -> Text:
        """f(n)."""
        return symbol(f"{self.arm}({n})")

    def sum_to(self, n: int) -> Text:
        """Rew(f,n)."""
        return symbol(f"Rew({self.arm},{n})") if n else "0.0"

    def lines(self, reach: int) -> Iterator[str]:
        """The unknown values up to `reach`, their sums, and what the class says about them."""
        first = self.kind.first
        values = [self.at(n) for n in range(first, reach + 1)]
        yield from (f"{DECLARE}{value} Real)" for value in values)
        for n in range(1, reach + 1):
            total = add([self.sum_to(n - 1), self.at(n)])
            yield f"(define-fun {self.sum_to(n)} () Real {total})"
        rising = values if self.kind.shape.rising else values[::-1]
        yield asserting(f"(<= 0.0 {rising[0]})")
        yield asserting(f"(<= {rising[-1]} 1.0)")
        yield from (asserting(f"(<= {a} {b})") for a, b in pairwise(rising))
        if self.kind.shape.concave:
            for a, b, c in zip(values, values[1:], values[2:], strict=False):
                yield asserting(f"(>= (- {b} {a}) (- {c} {b}))")


@dataclass(frozen=True, slots=True)
class PieceArm:
    """A concave arm by its values at some places, straight between them and constant after them."""

    arm: str
    places: tuple[int, ...]
    values: Values

    def value(self, n: Polynomial) -> Text:
        """f(n)."""
        return self.at(int(n.at(self.values)))

    def rew(self, n: Polynomial) -> Text:
        """Rew(f,n)."""
        return self.sum_to(int(n.at(self.values)))

    def at(self, n: int) -> Text:
        """f(n), from the values at the two places around it."""
        return self._combination(self._weights(n))

    def sum_to(self, n: int) -> Text:
        """Rew(f,n)."""
        total = dict.fromkeys(self.places, Fraction(0))
        for i in range(1, n + 1):
            for place, weight in self._weights(i).items():
                total[place] += weight
        return self._combination(total)

    def _weights(self, n: int) -> dict[int, Fraction]:
        for left, right in pairwise(self.places):
            if n <= right:
                share = Fraction(n - left, right - left)
                return {left: 1 - share, right: share}
        return {self.places[-1]: Fraction(1)}

    def _combination(self, weights: Mapping[int, Fraction]) -> Text:
        return add(times(number(w), self._unknown(place)) for place, w in weights.items() if w)

    def _unknown(self, place: int) -> Text:
        return symbol(f"{self.arm}({place})")

    def lines(self) -> Iterator[str]:
        """The unknown values, and what the class says about them."""
        values = [self._unknown(place) for place in self.places]
        yield from (f"{DECLARE}{value} Real)" for value in values)
        yield asserting(f"(<= 0.0 {values[0]})")
        yield asserting(f"(<= {values[-1]} 1.0)")
        slopes = []
        for (m, n), (a, b) in zip(pairwise(self.places), pairwise(values), strict=True):
            slopes.append(f"(* {number(Fraction(1, n - m))} (- {b} {a}))")
            yield asserting(f"(<= {a} {b})")
        yield from (asserting(f"(>= {s} {t})") for s, t in pairwise(slopes))


def index(n: Polynomial, values: Values, first: int) -> int:
    """The number that an index is."""
    place = n.at(values)
    if not first <= place <= LONGEST:
        raise UndefinedIndexError(f"the index {place} is outside of {first}..{LONGEST}")
    return int(place)


def reach_of(claim: Claim, arm: str, values: Values) -> int:
    """The largest index at which the claim looks at the arm."""
    seen = [n for atom in claim.atoms() if atom.arm == arm for _, n in parts(atom)]
    return max([1, *(index(n, values, 0) for n in seen)])


def table_scripts(
    claim: Claim, bound: int, fixed: Mapping[str, int] | None = None
) -> Iterator[tuple[Script, Values]]:
    """The negated claim at all parameters up to the bound, small ones first."""
    choices = sorted(assignments(claim, bound, fixed), key=lambda values: sum(values.values()))
    for values in choices:
        yield _script(claim, settle_floors(claim, values)), values


def _script(claim: Claim, values: Values) -> Script:
    names = dict(values) | {name: symbol(name) for name in claim.reals}
    arms = {arm: TableArm(arm, kind, values) for arm, kind in claim.arms}
    atoms = {atom: functional(atom, names, arms[atom.arm]) for atom in claim.atoms()}
    setting = Setting(names, atoms, frozenset(claim.reals))
    body = declare((), claim.reals, relaxed=True)
    for arm, table in arms.items():
        body += table.lines(reach_of(claim, arm, values))
    body += negation(claim, setting)
    at = ", ".join(f"{name} = {values[name]}" for name in claim.parameters)
    says = (f"Claim: {show_claim(claim)}", *([f"At {at}."] if at else []))
    return Script(says, "QF_NRA" if claim.reals else "QF_LRA", tuple(body))


def negation(claim: Claim, setting: Setting) -> Iterator[str]:
    """The givens, and that one comparison of the conclusion is false."""
    for given in claim.givens:
        yield asserting(setting.says(given), f"given {show_comparison(given)}")
    denials = [setting.denies(goal) for goal in claim.plain]
    said = " and ".join(show_comparison(goal) for goal in claim.plain)
    denied = f"(or {' '.join(denials)})" if len(denials) > 1 else denials[0]
    yield asserting(denied, f"not {said}")
