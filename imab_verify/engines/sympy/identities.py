"""The closed forms that the engines and the kernel use: derived with sympy, replayed on numbers.

Each identity has three sides that must agree: the definition as plain loops over numbers, the sum
that sympy evaluates for symbols, and the closed form. Closed forms hold piece by piece, and every
symbolic sum runs over a range that is empty at worst (upper end >= lower end - 1), since sympy
gives reversed sums a meaning of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

Expression = Any
Formula = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Identity:
    """definition(...) = closed(...) at all integers where `domain(...)` holds.

    `definition` takes numbers only, `closed` numbers or symbols; `difference` is an expression in
    sympy symbols that is 0 if the closed form is right.
    """

    name: str
    statement: str
    symbols: tuple[str, ...]
    domain: Callable[..., bool]
    definition: Formula
    closed: Formula
    difference: Formula

    def derive(self) -> bool:
        """Whether sympy finds that the symbolic difference is 0."""
        import sympy

        symbols = [sympy.Symbol(s, integer=True, positive=True) for s in self.symbols]
        return bool(sympy.simplify(sympy.expand(self.difference(*symbols))) == 0)

    def replay(self, numbers: Sequence[int]) -> bool:
        """Whether definition and closed form agree on all these numbers in the domain."""
        cases = [c for c in product(numbers, repeat=len(self.symbols)) if self.domain(*c)]
        exact = [tuple(map(Fraction, case)) for case in cases]
        return bool(cases) and all(
            self.definition(*case) == self.closed(*values)
            for case, values in zip(cases, exact, strict=True)
        )


def identities() -> list[Identity]:
    """All closed forms in use."""
    return [*_rays(), *_estimates(), _abel(), *_instances()]


def _sum(summand: Callable[[Expression], Expression], low: Expression, high: Expression) -> Any:
    """The sum of summand(i) over i = low..high, by sympy; high >= low - 1."""
    import sympy

    i = sympy.Symbol("i", integer=True)
    return sympy.summation(summand(i), (i, low, high))


# --- rays ---------------------------------------------------------------------------------------


def hinge(n: int, j: int) -> int:
    """min(n, j)."""
    return min(n, j)


def late_hinge(n: int, j: int) -> int:
    """min(n-1, j)."""
    return min(n - 1, j)


def step(n: int, j: int) -> int:
    """[n >= j]."""
    return int(n >= j)


def rew(ray: Callable[[int, int], int]) -> Formula:
    """Rew(r_j, n) as a loop."""
    return lambda n, j: sum(ray(i, j) for i in range(1, n + 1))


def area(ray: Callable[[int, int], int]) -> Formula:
    """Area(r_j, n) as a loop over trapezia."""
    return lambda n, j: sum(
        (Fraction(ray(i - 1, j) + ray(i, j), 2) for i in range(1, n + 1)), Fraction(0)
    )


def _rays() -> list[Identity]:
    """Values, sums and areas of the rays of each class, on each side of the bend.

    A hinge may be read off either formula at the bend itself.
    """

    def minus(derived: Formula, closed: Formula) -> Formula:
        return lambda n, j: derived(n, j) - closed(n, j)

    def triangle(u: Any) -> Any:
        return u * (u + 1) / 2

    # name, statement, domain, definition, closed form, symbolic sum
    rows: list[tuple[str, str, Any, Formula, Formula, Formula]] = [
        (
            "concave value before the bend",
            "min(n,j) = n for n <= j",
            lambda n, j: 0 <= n <= j,
            hinge,
            lambda n, _: n,
            lambda n, _: n,
        ),
        (
            "concave Rew before the bend",
            "Rew(min(.,j),n) = n(n+1)/2 for n <= j",
            lambda n, j: 0 <= n <= j,
            rew(hinge),
            lambda n, _: triangle(n),
            lambda n, _: _sum(lambda i: i, 1, n),
        ),
        (
            "concave Area before the bend",
            "Area(min(.,j),n) = n^2/2 for n <= j",
            lambda n, j: 0 <= n <= j,
            area(hinge),
            lambda n, _: n * n / 2,
            lambda n, _: _sum(lambda i: (i - 1 + i) / 2, 1, n),
        ),
        (
            "concave value after the bend",
            "min(n,j) = j for n >= j",
            lambda n, j: 0 < j <= n,
            hinge,
            lambda _, j: j,
            lambda _, j: j,
        ),
        (
            "concave Rew after the bend",
            "Rew(min(.,j),n) = j(j+1)/2 + j(n-j) for n >= j",
            lambda n, j: 0 < j <= n,
            rew(hinge),
            lambda n, j: triangle(j) + j * (n - j),
            lambda n, j: _sum(lambda i: i, 1, j) + _sum(lambda _: j, j + 1, n),
        ),
        (
            "concave Area after the bend",
            "Area(min(.,j),n) = j^2/2 + j(n-j) for n >= j",
            lambda n, j: 0 < j <= n,
            area(hinge),
            lambda n, j: j * j / 2 + j * (n - j),
            lambda n, j: _sum(lambda i: (2 * i - 1) / 2, 1, j) + _sum(lambda _: j, j + 1, n),
        ),
        (
            "concave-from-1 value before the bend",
            "min(n-1,j) = n-1 for 1 <= n <= j+1",
            lambda n, j: 1 <= n <= j + 1,
            late_hinge,
            lambda n, _: n - 1,
            lambda n, _: n - 1,
        ),
        (
            "concave-from-1 Rew before the bend",
            "Rew(min(.-1,j),n) = (n-1)n/2 for n <= j+1",
            lambda n, j: 0 <= n <= j + 1 and j >= 1,
            rew(late_hinge),
            lambda n, _: triangle(n - 1),
            lambda n, _: _sum(lambda i: i - 1, 1, n),
        ),
        (
            "concave-from-1 value after the bend",
            "min(n-1,j) = j for n >= j+1",
            lambda n, j: 0 < j <= n - 1,
            late_hinge,
            lambda _, j: j,
            lambda _, j: j,
        ),
        (
            "concave-from-1 Rew after the bend",
            "Rew(min(.-1,j),n) = j(j+1)/2 + j(n-1-j) for n >= j+1",
            lambda n, j: 0 < j <= n - 1,
            rew(late_hinge),
            lambda n, j: triangle(j) + j * (n - 1 - j),
            lambda n, j: _sum(lambda i: i - 1, 1, j + 1) + _sum(lambda _: j, j + 2, n),
        ),
        (
            "monotone value before the step",
            "[n >= j] = 0 for n < j",
            lambda n, j: 0 <= n < j,
            step,
            lambda *_: 0,
            lambda *_: 0,
        ),
        (
            "monotone Rew before the step",
            "Rew([. >= j],n) = 0 for n < j",
            lambda n, j: 0 <= n < j,
            rew(step),
            lambda *_: 0,
            lambda n, _: _sum(lambda _: 0, 1, n),
        ),
        (
            "monotone Area before the step",
            "Area([. >= j],n) = 0 for n < j",
            lambda n, j: 0 <= n < j,
            area(step),
            lambda *_: 0,
            lambda n, _: _sum(lambda _: 0, 1, n),
        ),
        (
            "monotone value after the step",
            "[n >= j] = 1 for n >= j",
            lambda n, j: 0 < j <= n,
            step,
            lambda *_: 1,
            lambda *_: 1,
        ),
        (
            "monotone Rew after the step",
            "Rew([. >= j],n) = n-j+1 for n >= j",
            lambda n, j: 0 < j <= n,
            rew(step),
            lambda n, j: n - j + 1,
            lambda n, j: _sum(lambda _: 1, j, n),
        ),
        (
            "monotone Area after the step",
            "Area([. >= j],n) = n-j+1/2 for n >= j",
            lambda n, j: 0 < j <= n,
            area(step),
            lambda n, j: n - j + Fraction(1, 2),
            lambda n, j: Fraction(1, 2) + _sum(lambda _: 1, j + 1, n),
        ),
    ]
    return [
        Identity(name, statement, ("n", "j"), domain, definition, closed, minus(derived, closed))
        for name, statement, domain, definition, closed, derived in rows
    ]


# --- estimates ----------------------------------------------------------------------------------


def _estimates() -> list[Identity]:
    """P(f,a,N) as a quadratic in N, and inside a linear piece the same for every a.

    v = f(a), d = Delta(f,a), R = Rew(f,a) are arbitrary numbers.
    """

    def estimate(a: int, N: int, v: int, d: int, R: int) -> int:
        return R + sum(v + i * d for i in range(1, N - a + 1))

    def quadratic(a: Any, N: Any, v: Any, d: Any, R: Any) -> Any:
        return N * N * d / 2 + N * (v + d * (1 - 2 * a) / 2) + R - a * v + d * a * (a - 1) / 2

    def on_line(b: int, a: int, N: int, v: int, s: int) -> int:
        """P(f,a,N) where Rew(f,b) = 0 and f(b+i) = v + s*i, for i >= 0; b < a <= N."""
        collected = sum(v + s * i for i in range(1, a - b + 1))
        return estimate(a, N, v + s * (a - b), s, collected)

    def from_the_start(b: Any, _: Any, N: Any, v: Any, s: Any) -> Any:
        return (N - b) * v + s * (N - b) * (N - b + 1) / 2

    def difference(b: Any, a: Any, N: Any, v: Any, s: Any) -> Any:
        collected = _sum(lambda i: v + s * i, 1, a - b)
        later = _sum(lambda i: v + s * (a - b) + i * s, 1, N - a)
        return collected + later - from_the_start(b, a, N, v, s)

    return [
        Identity(
            "P as a quadratic in N",
            "P(f,a,N) = (d/2) N^2 + (v + d/2 - a d) N + R - a v + d a(a-1)/2",
            ("a", "N", "v", "d", "R"),
            lambda a, N, v, d, R: 1 <= a <= N and d <= v <= R,
            estimate,
            quadratic,
            lambda a, N, v, d, R: (
                R + _sum(lambda i: v + i * d, 1, N - a) - quadratic(a, N, v, d, R)
            ),
        ),
        Identity(
            "Q inside a linear piece",
            "if f(n) = v + s(n-b) on [b,a] then P(f,a,N) = Rew(f,b) + (N-b)v + s(N-b)(N-b+1)/2",
            ("b", "a", "N", "v", "s"),
            lambda b, a, N, *_: 0 <= b < a <= N,
            on_line,
            from_the_start,
            difference,
        ),
    ]


def _abel() -> Identity:
    """Rew(f,N) = N f(N) - sum over n = 1..N-1 of n Delta(f,n+1), for every f.

    By induction: both sides are f(1) at N = 1, and grow by f(N) from N-1 to N. The replay takes
    f(n) = c^n, which is not a polynomial in n.
    """

    def difference(N: Any, _: Any) -> Any:
        import sympy

        f = sympy.Function("f")
        grows = N * f(N) - (N - 1) * f(N - 1) - (N - 1) * (f(N) - f(N - 1)) - f(N)
        starts = (N * f(N)).subs(N, 1) - f(1)
        return grows**2 + starts**2

    def summed_by_parts(N: Fraction, c: Fraction) -> Fraction:
        last = int(N)
        steps = (n * (c ** (n + 1) - c**n) for n in range(1, last))
        return last * c**last - sum(steps, Fraction(0))

    return Identity(
        "Abel summation",
        "Rew(f,N) = N f(N) - sum of n Delta(f,n+1) over n = 1..N-1",
        ("N", "c"),
        lambda N, c: N >= 1 and c >= 0,
        lambda N, c: sum(c**n for n in range(1, N + 1)),
        summed_by_parts,
        difference,
    )


# --- the paper's instances ----------------------------------------------------------------------


def _instances() -> list[Identity]:
    """Sums of lines n/T; with k arms, T = k*q and q pulls of each."""

    def line(n: int, T: int) -> Fraction:
        return sum((Fraction(i, T) for i in range(1, n + 1)), Fraction(0))

    def round_robin(k: Any, q: Any) -> Any:
        return (k * q + k) / (2 * k * k)

    def capped(k: Any, q: Any) -> Any:
        return k * (k * q + 1) / (k * q + k)

    def on_line(n: Any, T: Any) -> Any:
        return _sum(lambda i: i / T, 1, n)

    return [
        Identity(
            "the whole line",
            "sum of n/T over n = 1..T is (T+1)/2",
            ("T",),
            lambda T: T >= 1,
            lambda T: line(T, T),
            lambda T: (T + 1) / 2,
            lambda T: on_line(T, T) - (T + 1) / 2,
        ),
        Identity(
            "round robin on one line",
            "sum of n/T over n = 1..T/k is (T+k)/(2k^2)",
            ("k", "q"),
            lambda k, q: k >= 1 and q >= 1,
            lambda k, q: line(q, k * q),
            round_robin,
            lambda k, q: on_line(q, k * q) - round_robin(k, q),
        ),
        Identity(
            "ratio of the capped lines",
            "OPT/ALG = k(T+1)/(T+k) if each of k capped lines gets T/k pulls",
            ("k", "q"),
            lambda k, q: k >= 1 and q >= 1,
            lambda k, q: line(k * q, k * q) / (k * line(q, k * q)),
            capped,
            lambda k, q: on_line(k * q, k * q) / (k * on_line(q, k * q)) - capped(k, q),
        ),
    ]
