"""Reward functions: exact, piecewise linear with breakpoints at integers, constant at the end.

f(n) is the reward of the n-th pull. A `Reward` is held as its breakpoints in normal form, so two
rewards are equal exactly when they are the same function of the same class. Every quantity of the
paper is a closed form on each piece, found by bisection: the cost grows with the logarithm of the
number of pieces and not with n.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple, Self, cast

from imab_verify.errors import InputError, check_listed, quote
from imab_verify.kernel import ArmClass
from imab_verify.kernel.statement import RAY
from imab_verify.model.rationals import MAX_DIGITS, check_count, fits, parse_rational, show_short

MAX_BITS = 2**26
"""Bound on (number of pieces) x (bits of the common denominator) of one reward function."""

MAX_STEPS = 10**6
"""A monotone reward with more rising pulls than this is not split into steps."""

Exact = Fraction | int | str
"""A rational as the constructors take it; text is "p" or "p/q"."""


class Piece(NamedTuple):
    """f(n) = value + slope * (n - start) for start <= n <= end; end is None for the last piece."""

    start: int
    end: int | None
    value: Fraction
    slope: Fraction


@dataclass(frozen=True, slots=True)
class Reward:
    """One arm's reward function.

    points: the breakpoints (n, f(n)): the first n of the class, every n where the slope changes,
    and so, last, the least n from which f is constant. Any points of f may be given; those that
    lie on a straight line with their neighbours are dropped.
    name: who is meant in an error message; it is not kept.

    Bounds from above are a matter of the instance, since ratio claims are scale-free.
    """

    points: tuple[tuple[int, Fraction], ...]
    kind: ArmClass = ArmClass.CONCAVE
    name: InitVar[str] = "the arm"
    # Integers over one denominator, each taken at the breakpoints: n, f(n), the slope after n and
    # Rew(f, n), the last three times `_scale`.
    _scale: int = field(init=False, repr=False, compare=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _slopes: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _sums: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self, name: str) -> None:
        kind = _read_kind(self.kind, name)
        points = _normal_form(_read_points(self.points, kind, name))
        slopes = _slopes_of(points)
        _check_class(points, slopes, kind, name)
        scale = _common_denominator([v for _, v in points] + slopes, name)
        values = [_times(v, scale) for _, v in points]
        rises = [_times(s, scale) for s in slopes]
        sums = [values[0] * kind.first]
        for (a, _), (b, _), value, rise in zip(points, points[1:], values, rises, strict=False):
            sums.append(sums[-1] + _sum_ahead(value, rise, b - a))
        for attribute, content in (
            ("points", points),
            ("kind", kind),
            ("_scale", scale),
            ("_starts", tuple(n for n, _ in points)),
            ("_values", tuple(values)),
            ("_slopes", tuple(rises)),
            ("_sums", tuple(sums)),
        ):
            object.__setattr__(self, attribute, content)

    @classmethod
    def from_values(
        cls,
        values: Iterable[Exact],
        kind: ArmClass = ArmClass.CONCAVE,
        name: str = "arm 1",
    ) -> Self:
        """Build f from f(0), f(1), ... (from f(1), ... for concave-from-1); the last repeats."""
        listed = check_listed(values, f"{name}: the values")
        return cls.from_points(enumerate(listed, _read_kind(kind, name).first), kind, name)

    @classmethod
    def from_points(
        cls,
        points: Iterable[tuple[int, Exact]],
        kind: ArmClass = ArmClass.CONCAVE,
        name: str = "arm 1",
    ) -> Self:
        """Build f from points (n, f(n)) joined by straight lines; the last value repeats."""
        # The points are read, whatever they are, where every reward is checked: on construction.
        listed = tuple(check_listed(points, f"{name}: the points"))
        return cls(cast("tuple[tuple[int, Fraction], ...]", listed), kind, name)

    @classmethod
    def from_hinges(
        cls,
        constant: Exact,
        hinges: Mapping[int, Exact],
        kind: ArmClass = ArmClass.CONCAVE,
        name: str = "arm 1",
    ) -> Self:
        """Build f(n) = constant + sum_j c_j h_j(n) from {j: c_j}, j >= 1.

        h_j is the ray of the class (kernel/statement.py): min(n, j) for concave, min(n-1, j) for
        concave-from-1, [n >= j] for monotone, [n <= j] for rotting.
        """
        kind = _read_kind(kind, name)
        level = parse_rational(constant, f"{name}: the constant")
        for j in hinges:
            check_count(j, 1, f"{name}: the index of a hinge")
        weights = sorted(
            (j, parse_rational(c, f"{name}: the weight of hinge {show_short(j)}"))
            for j, c in hinges.items()
        )
        if kind.shape.concave:
            points = _bends(level, weights, kind.first)
        else:
            points = _stairs(level, weights, kind)
        return cls(tuple(points), kind, name)

    def hinges(self) -> tuple[Fraction, dict[int, Fraction]]:
        """Give the constant and the nonzero c_j of `from_hinges`: the only ones that give f.

        Concave: c_j is the loss of slope at n = j (at n = j + 1 for concave-from-1).
        Otherwise: c_j is the size of a step, one for every pull at which f changes.
        """
        constant = self.points[0][1]
        if not self.kind.shape.concave:
            return constant if self.kind.shape.rising else self.limit, self._steps()
        first = self.kind.first
        bends = pairwise(self.pieces())
        return constant, {b.start - first: a.slope - b.slope for a, b in bends}

    def _steps(self) -> dict[int, Fraction]:
        changing = [(p.start, p.end, abs(p.slope)) for p in self.pieces() if p.slope]
        spans = [(range(a, b), size) for a, b, size in changing if b is not None]
        if sum(len(places) for places, _ in spans) > MAX_STEPS:
            raise InputError(
                f"a {self.kind} arm that changes at more than {MAX_STEPS} pulls has too many "
                "steps to be listed"
            )
        bend = _last_before(self.kind, 0)
        return {n - bend: size for places, size in spans for n in places}

    def value(self, n: int) -> Fraction:
        """f(n)."""
        check_count(n, self.kind.first, "the index n of f(n)")
        i = bisect_right(self._starts, n) - 1
        return Fraction(self._values[i] + self._slopes[i] * (n - self._starts[i]), self._scale)

    def rew(self, n: int) -> Fraction:
        """Rew(f, n) = f(1) + ... + f(n)."""
        check_count(n, 0, "the index n of Rew(f,n)")
        if n == 0:
            return Fraction(0)
        i = bisect_right(self._starts, n) - 1
        ahead = _sum_ahead(self._values[i], self._slopes[i], n - self._starts[i])
        return Fraction(self._sums[i] + ahead, self._scale)

    def delta(self, n: int) -> Fraction:
        """Delta(f, n) = f(n) - f(n-1)."""
        check_count(n, self.kind.first + 1, "the index n of Delta(f,n)")
        return Fraction(self._slopes[bisect_left(self._starts, n) - 1], self._scale)

    def estimate(self, a: int, N: int) -> Fraction:
        """P(f, a, N) = Rew(f, a) + (N-a) f(a) + (N-a)(N-a+1)/2 Delta(f, a).

        The total after N pulls if f went on from n = a as the line through its last two values.
        """
        check_count(a, self.kind.first + 1, "the index a of P(f,a,N)")
        check_count(N, 0, "the index N of P(f,a,N)")
        m = N - a
        return self.rew(a) + m * self.value(a) + m * (m + 1) // 2 * self.delta(a)

    def area(self, n: int) -> Fraction:
        """Area(f, n): the integral over [0, n] of the curve that joins the values of f by lines.

        Every unit interval is a trapezium, so Area(f, n) = Rew(f, n) - (f(n) - f(0))/2.
        """
        if self.kind.first:
            raise InputError(f"Area(f,n) needs f(0), which an arm of class {self.kind} has not")
        check_count(n, 0, "the index n of Area(f,n)")
        return self.rew(n) - (self.value(n) - self.points[0][1]) / 2

    @property
    def limit(self) -> Fraction:
        """The limit of f(n): the arm's potential."""
        return self.points[-1][1]

    @property
    def top(self) -> Fraction:
        """The largest reward, or what the rewards come up to."""
        return max(self.points[0][1], self.points[-1][1])

    @property
    def flat_from(self) -> int:
        """The least n such that f is constant on n, n+1, ..."""
        return self.points[-1][0]

    def pieces(self) -> Iterator[Piece]:
        """Give the maximal linear pieces from left to right; the last is flat and has no end."""
        return (self._piece(i) for i in range(len(self.points)))

    def _piece(self, i: int) -> Piece:
        start, value = self.points[i]
        end = self._starts[i + 1] if i + 1 < len(self._starts) else None
        return Piece(start, end, value, Fraction(self._slopes[i], self._scale))

    def scaled(self, c: Exact) -> Self:
        """Give c * f, for c >= 0."""
        factor = parse_rational(c, "the scale factor")
        if factor < 0:
            raise InputError(f"the scale factor must not be negative, not {show_short(factor)}")
        return type(self)(tuple((n, factor * v) for n, v in self.points), self.kind)

    def mixed(self, other: Self, part: Fraction) -> Self:
        """Give (1-part) * f + part * other, for 0 <= part <= 1 and another f of the same class."""
        corners = sorted({n for n, _ in (*self.points, *other.points)})
        points = [(n, (1 - part) * self.value(n) + part * other.value(n)) for n in corners]
        return self.from_points(points, self.kind)


def _sum_ahead(value: int, slope: int, m: int) -> int:
    """Sum of value + slope * d over d = 1..m."""
    return m * value + m * (m + 1) // 2 * slope


def _read_kind(kind: object, name: str) -> ArmClass:
    try:
        return ArmClass(kind)  # type: ignore[arg-type]
    except ValueError:
        names = ", ".join(ArmClass)
        raise InputError(f"{name} is of unknown class {quote(kind)}: use one of {names}") from None


def _read_points(points: Iterable[object], kind: ArmClass, name: str) -> list[tuple[int, Fraction]]:
    """Check that the points start where the class does and go strictly to the right."""
    read: list[tuple[int, Fraction]] = []
    for place, point in enumerate(points, 1):
        if not isinstance(point, tuple | list) or len(point) != 2:
            raise InputError(f"{name}, point {place} must be a pair n, f(n), not {quote(point)}")
        n, v = point
        pull = check_count(n, 0, f"{name}, point {place}: n")
        value = parse_rational(v, f"{name}, pull {pull}: the reward") if fits(pull) else None
        if value is None or not (fits(value.numerator) and fits(value.denominator)):
            raise InputError(f"{name}, point {place} has a number of over {MAX_DIGITS} digits")
        if not read and pull != kind.first:
            raise InputError(
                f"{name} must start at n = {kind.first}, as its class is {kind}, "
                f"but its first point is at n = {show_short(pull)}"
            )
        if read and pull <= read[-1][0]:
            raise InputError(
                f"{name} has its points out of order: n = {show_short(pull)} comes after "
                f"n = {show_short(read[-1][0])}"
            )
        read.append((pull, value))
    if not read:
        raise InputError(f"{name} has no rewards: give at least f({kind.first})")
    return read


def _slopes_of(points: Iterable[tuple[int, Fraction]]) -> list[Fraction]:
    """Slope after every point; zero after the last."""
    return [(w - v) / (m - n) for (n, v), (m, w) in pairwise(points)] + [Fraction(0)]


def _normal_form(points: list[tuple[int, Fraction]]) -> tuple[tuple[int, Fraction], ...]:
    """Keep the first point and those at which the slope changes."""
    changes = pairwise(_slopes_of(points))
    bends = (p for p, (before, after) in zip(points[1:], changes, strict=True) if before != after)
    return (points[0], *bends)


def _check_class(
    points: tuple[tuple[int, Fraction], ...],
    slopes: list[Fraction],
    kind: ArmClass,
    name: str,
) -> None:
    """Check f >= 0 and what the class says of the slopes; name the first pull."""
    shape = kind.shape
    lowest, least = points[0] if shape.rising else points[-1]
    if least < 0:
        raise InputError(f"{name} is negative at pull {lowest}: f({lowest}) = {show_short(least)}")
    before: Fraction | None = None
    for (n, v), slope in zip(points, slopes, strict=True):
        here, pull = show_short(n), show_short(n + 1)
        if slope < 0 if shape.rising else slope > 0:
            word, than = ("monotone", "less") if shape.rising else (str(kind), "more")
            raise InputError(
                f"{name} is not {word} at pull {pull}: f({pull}) = {show_short(v + slope)} "
                f"is {than} than f({here}) = {show_short(v)}"
            )
        if shape.concave and before is not None and slope > before:
            raise InputError(
                f"{name} is not concave at pull {pull}: it rises by {show_short(slope)} there "
                f"and by only {show_short(before)} at pull {here}"
            )
        before = slope


def _common_denominator(numbers: Iterable[Fraction], name: str) -> int:
    scale = 1
    for count, q in enumerate(numbers):
        scale = lcm(scale, q.denominator)
        if count * scale.bit_length() > MAX_BITS:
            raise InputError(f"{name} has too many rewards without a small common denominator")
    return scale


def _times(q: Fraction, scale: int) -> int:
    """Give q * scale, for a multiple of the denominator of q."""
    return q.numerator * (scale // q.denominator)


def _bends(
    level: Fraction, weights: list[tuple[int, Fraction]], first: int
) -> Iterator[tuple[int, Fraction]]:
    """Points of level + sum_j c_j min(n - first, j)."""
    slope = sum((c for _, c in weights), Fraction(0))
    yield first, level
    previous = 0
    for j, c in weights:
        level += slope * (j - previous)
        slope -= c
        previous = j
        yield first + j, level


def _stairs(
    level: Fraction, weights: list[tuple[int, Fraction]], kind: ArmClass
) -> Iterator[tuple[int, Fraction]]:
    """Points of level + sum_j c_j r_j, where r_j is a step at its bend, up or down."""
    rising = kind.shape.rising
    level += Fraction(0) if rising else sum((c for _, c in weights), Fraction(0))
    last = kind.first
    yield last, level
    for j, c in weights:
        bend = _last_before(kind, j)
        if bend > last:
            yield bend, level
        level += c if rising else -c
        last = bend + 1
        yield last, level


def _last_before(kind: ArmClass, j: int) -> int:
    """The last n before the ray r_j of the class bends."""
    return int(kind.shape.ray.last.at({RAY: Fraction(j)}))
