"""Linear programs over arms: the unknowns are the weights of rays.

Up to any index a reward function of a class is a sum of rays with weights >= 0. Ray 0 is the
constant 1; ray j >= 1 is the r_j that the class declares (kernel/statement.py). So arms are vectors
of weights, what is linear in the arms is a row of numbers, namely its values on the rays, and the
best arms under linear conditions are the solution of an exact linear program. Every program about
arms in this project is built here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from imab_verify.engines.lp import LinearProgram, Outcome, Rational, Row, Sense, solve
from imab_verify.kernel import ArmClass, Kind
from imab_verify.kernel.statement import PULL, RAY

Rays = range | tuple[int, ...]
"""Numbers of rays."""
Coefficients = dict[int, Rational]
"""column -> number."""
Terms = tuple[tuple[Fraction, Kind, int], ...]
"""A functional of one arm: the sum of coefficient * f(n) (Kind.VALUE) or Rew(f,n) (Kind.REW)."""


# --- functionals on a ray ------------------------------------------------------------------------


def value_on_ray(kind: ArmClass, j: int, n: int) -> int:
    """f(n) on ray j."""
    if kind.shape.concave or not j:
        return min(n - kind.first, j) if j else 1
    return _on_ray(kind, j, n)[0]


def rew_on_ray(kind: ArmClass, j: int, n: int) -> int:
    """Rew(f,n) on ray j: that of min(.-1,j) at n is that of min(.,j) at n-1."""
    if j == 0:
        return n
    if kind.shape.concave:
        n -= kind.first
        bend = min(n, j)
        return bend * (bend + 1) // 2 + j * (n - bend)
    return _on_ray(kind, j, n)[1]


@lru_cache(maxsize=2**16)
def _on_ray(kind: ArmClass, j: int, n: int) -> tuple[int, int]:
    """f(n) and Rew(f,n) on ray j, as the class declares it."""
    ray, place = kind.shape.ray, {PULL: Fraction(n), RAY: Fraction(j)}
    after = n > last_before(kind, j)
    return int(ray.value[after].at(place)), int(ray.total[after].at(place))


@lru_cache(maxsize=2**12)
def last_before(kind: ArmClass, j: int) -> int:
    """The last n before ray j bends."""
    return int(kind.shape.ray.last.at({RAY: Fraction(j)}))


@lru_cache(maxsize=2**12)
def values_on_rays(kind: ArmClass, rays: Rays, n: int) -> tuple[int, ...]:
    """f(n) on each of the rays."""
    return tuple(value_on_ray(kind, j, n) for j in rays)


@lru_cache(maxsize=2**12)
def rews_on_rays(kind: ArmClass, rays: Rays, n: int) -> tuple[int, ...]:
    """Rew(f,n) on each of the rays."""
    return tuple(rew_on_ray(kind, j, n) for j in rays)


def functional_on_rays(kind: ArmClass, terms: Terms, rays: Rays) -> tuple[int, list[int]]:
    """A common denominator, and the numerators of a functional on each of the rays."""
    scale, numerators = lcm(*(c.denominator for c, _, _ in terms)), [0] * len(rays)
    for c, what, n in terms:
        factor = c.numerator * (scale // c.denominator)
        row = (values_on_rays if what is Kind.VALUE else rews_on_rays)(kind, rays, n)
        numerators = [a + factor * b for a, b in zip(numerators, row, strict=True)]
    return scale, numerators


def values_of_mixture(
    kind: ArmClass, weights: Mapping[int, Fraction], places: Iterable[int]
) -> list[Fraction]:
    """f(n) at the places n, for f = sum of weights[j] * (ray j)."""
    scale = lcm(*(w.denominator for w in weights.values()))
    whole = [(j, w.numerator * (scale // w.denominator)) for j, w in weights.items()]
    return [Fraction(sum(w * value_on_ray(kind, j, n) for j, w in whole), scale) for n in places]


# --- programs -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArmColumns:
    """The unknowns of one arm: column start + p is the weight of ray rays[p]."""

    kind: ArmClass
    rays: Rays
    start: int

    def value(self, n: int) -> Coefficients:
        """f(n)."""
        return self._row(values_on_rays(self.kind, self.rays, n))

    def rew(self, n: int) -> Coefficients:
        """Rew(f,n)."""
        return self._row(rews_on_rays(self.kind, self.rays, n))

    def functional(self, terms: Terms) -> Coefficients:
        """Any functional."""
        scale, numerators = functional_on_rays(self.kind, terms, self.rays)
        return self._row(Fraction(number, scale) for number in numerators)

    def weights(self, x: Sequence[Fraction]) -> dict[int, Fraction]:
        """ray -> weight in a solution, zeros left out."""
        return {j: w for column, j in enumerate(self.rays, self.start) if (w := x[column])}

    def _row(self, values: Iterable[Rational]) -> Coefficients:
        return dict(enumerate(values, self.start))


def combine(*parts: tuple[Rational, Mapping[int, Rational]]) -> Coefficients:
    """The sum of factor * row."""
    total: Coefficients = {}
    for factor, row in parts:
        scaled = {column: factor * c for column, c in row.items()}
        for column in total.keys() & scaled:
            scaled[column] += total[column]
        total |= scaled
    return total


class RayProgram:
    """A program under construction: the rays of the arms one after the other, then other unknowns.

    All unknowns are >= 0. Rows are numbered in the order in which they are required.
    """

    def __init__(self, arms: Iterable[tuple[ArmClass, Rays]]) -> None:
        self.arms: list[ArmColumns] = []
        self.columns = 0
        self.rows: list[Row] = []
        for kind, rays in arms:
            self.arms.append(ArmColumns(kind, rays, self.columns))
            self.columns += len(rays)

    def add_unknown(self) -> int:
        """One more unknown; its column."""
        self.columns += 1
        return self.columns - 1

    def require(self, row: Mapping[int, Rational], sense: Sense, bound: Rational) -> int:
        """One more row, compared with a number; its number."""
        self.rows.append(Row(row, sense, bound))
        return len(self.rows) - 1

    def maximise(
        self, objective: Mapping[int, Rational], *, time_limit: float | None = None
    ) -> Outcome:
        """Solve the program exactly."""
        program = LinearProgram(self.columns, objective, tuple(self.rows))
        return solve(program, time_limit=time_limit)
