"""The truth of a claim at small sizes, by trying: nothing of the kernel, the engines or the parser.

A claim is a Python expression in f(n), Rew(f,n), ... ; arms are tables of exact values, and runs
are played by the stepwise simulator, which is the definition of a run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor, isqrt
from types import CodeType
from typing import Any

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import Algorithm1, RoundRobin
from imab_verify.simulation import stepwise

BENDS = (*range(1, 15), 24, 36)
"""Where arms bend."""
MOST_POINTS = 400
MOST_ARMS = 300
REALS = tuple(Fraction(n, d) for n, d in ((0, 1), (1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (7, 1)))
INTEGERS = range(-3, 13)
MOST_WITNESS = 40
"""What is said to exist is looked for up to here."""


class IrrationalError(ArithmeticError):
    """A root that is no fraction: the point is left out."""


@dataclass(frozen=True)
class Table:
    """f(first), f(first + 1), ..., and the last value for ever."""

    values: tuple[Fraction, ...]
    first: int = 0
    number: int = -1
    """Its place in an instance."""

    def __call__(self, n: Fraction | int) -> Fraction:
        """f(n)."""
        index = int(n)
        assert index == n >= self.first, f"f({n}) is not defined"
        return self.values[min(index - self.first, len(self.values) - 1)]


def rew(f: Table, n: Fraction | int) -> Fraction:
    """f(1) + ... + f(n)."""
    assert int(n) == n >= 0
    return sum((f(i) for i in range(1, int(n) + 1)), Fraction(0))


def delta(f: Table, n: Fraction | int) -> Fraction:
    """f(n) - f(n-1)."""
    return f(n) - f(n - 1)


def estimate(f: Table, a: Fraction | int, N: Fraction | int) -> Fraction:
    """P(f,a,N)."""
    assert a <= N
    more = Fraction(N - a)
    return rew(f, a) + more * f(a) + more * (more + 1) / 2 * delta(f, a)


def area(f: Table, n: Fraction | int) -> Fraction:
    """The integral over [0, n] of the straight lines through f."""
    return sum(((f(i - 1) + f(i)) / 2 for i in range(1, int(n) + 1)), Fraction(0))


def sqrt(x: Fraction) -> Fraction:
    """The exact root."""
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    if root * root != x:
        raise IrrationalError
    return root


def _seeded(seed: int | str) -> random.Random:
    return random.Random(seed)  # noqa: S311  a fixed seed


WORDS: dict[str, Any] = {
    "Rew": rew,
    "Delta": delta,
    "P": estimate,
    "Area": area,
    "sqrt": sqrt,
    "floor": floor,
    "ceil": ceil,
    "min": min,
    "max": max,
    "abs": abs,
    "Fraction": Fraction,
    "implies": lambda a, b: not a or b,
    "root": lambda x: Fraction(isqrt(int(x))),
    "every": lambda last, says: all(says(Fraction(n)) for n in range(1, int(last) + 1)),
    "some": lambda says: any(says(Fraction(n)) for n in range(1, MOST_WITNESS + 1)),
}
RUN_WORDS = (
    "OPT",
    "ALG",
    "Regret",
    "N",
    "most",
    "least",
    "most_before",
    "N_before",
    "after_initialisation",
)


def tables(kind: str) -> list[Table]:
    """Extreme rays of the class, scaled into [0,1], and mixtures of them."""
    draw = _seeded(kind)
    first = 1 if kind == "concave-from-1" else 0
    ns = range(first, max(BENDS) + 2)
    rays = [tuple(Fraction(1) for _ in ns)]
    for j in BENDS:
        if kind == "monotone":
            rays.append(tuple(Fraction(int(n >= j)) for n in ns))
        else:
            rays.append(tuple(Fraction(min(n - first, j), j) for n in ns))
    found = [*rays, tuple(Fraction(0) for _ in ns)]
    for _ in range(40):
        parts = draw.sample(rays, draw.choice((1, 2, 2, 3)))
        weights = [Fraction(draw.randint(1, 6)) for _ in parts]
        scale = draw.choice((1, 1, Fraction(1, 2), Fraction(1, 5))) / sum(weights)
        found.append(
            tuple(
                scale * sum(w * part[i] for w, part in zip(weights, parts, strict=True))
                for i in range(len(ns))
            )
        )
    return [Table(values, first) for values in found]


@dataclass(frozen=True)
class Case:
    """A claim as Python: conclusion, hypotheses, arms with their classes, reals, and a policy.

    `least` and `most` are bounds of integers; without them they go from 1 to 12.
    """

    check: str
    where: str = "True"
    arms: Mapping[str, str] = field(default_factory=dict)
    reals: Mapping[str, Sequence[Fraction]] = field(default_factory=dict)
    policy: str = ""
    least: Mapping[str, int] = field(default_factory=dict)

    def counterexample(self) -> dict[str, Any] | None:
        """Somewhere the hypotheses hold and the conclusion does not; None if nothing was found."""
        holds, given = (compile(text, "<claim>", "eval") for text in (self.check, self.where))
        for point in self._run_points() if self.policy else self._points():
            try:
                if _value(given, point) and not _value(holds, point):
                    return point
            except IrrationalError:
                continue
        return None

    def _names(self) -> list[str]:
        codes = (compile(text, "<claim>", "eval") for text in (self.check, self.where))
        used = {name for code in codes for name in _names_in(code)}
        return sorted(used - {*WORDS, *(RUN_WORDS if self.policy else ()), *self.arms})

    def _parameters(self, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Values of the parameters; few of them all, many of them a sample."""
        names = [name for name in self._names() if name not in known]
        choices = [
            list(self.reals[name])
            if name in self.reals
            else [Fraction(n) for n in INTEGERS if n >= self.least.get(name, 1)]
            for name in names
        ]
        points = [
            dict(zip(names, values, strict=True)) for values in islice(product(*choices), 200_000)
        ]
        if self.where != "True" and not any(arm in self.where for arm in (*self.arms, *RUN_WORDS)):
            given = compile(self.where, "<claim>", "eval")
            points = [p for p in points if _holds(given, {**known, **p})]
        if len(points) > MOST_POINTS:
            small = sorted(points, key=lambda p: sum(map(abs, p.values())))
            points = small[: MOST_POINTS // 2]
            points += _seeded(0).sample(small[MOST_POINTS // 2 :], MOST_POINTS // 2)
        yield from points

    def _points(self) -> Iterator[dict[str, Any]]:
        groups = list(product(*(tables(kind) for kind in self.arms.values())))
        if len(groups) > MOST_ARMS:
            groups = _seeded(1).sample(groups, MOST_ARMS)
        for point in self._parameters({}):
            for group in groups:
                yield point | dict(zip(self.arms, group, strict=True))

    # --- runs ------------------------------------------------------------------------------------

    def _run_points(self) -> Iterator[dict[str, Any]]:
        """Runs on few arms, every choice of the named arms among them.

        They go on to 3T + 2 pulls, for claims about several horizons; counts are those at T.
        """
        draw = _seeded(2)
        known = tables("concave")
        for k in (1, 2, 3, 4):
            for T in range(1, 11):
                drawn = [[draw.choice(known) for _ in range(k)] for _ in range(12)]
                for arms in (*drawn, *_alone(known, k)):
                    for played in self._played(arms, 3 * T + 2):
                        roles = product(range(k), repeat=len(self.arms))
                        for chosen in islice(roles, 16):
                            yield from self._with_roles(arms, played, chosen, k, T)

    def _played(self, arms: Sequence[Table], T: int) -> Iterator[list[int]]:
        instance = Instance.of(Reward.from_values(arm.values) for arm in arms)
        if self.policy == "round-robin":
            yield stepwise.sequence(instance, RoundRobin(), T)
            return
        for ties in ("lowest-index", "highest-index"):
            yield stepwise.sequence(instance, Algorithm1(ties=ties), T)

    def _with_roles(
        self, arms: Sequence[Table], played: Sequence[int], chosen: Sequence[int], k: int, T: int
    ) -> Iterator[dict[str, Any]]:
        longer, played = played, played[:T]
        counts = [played.count(i) for i in range(k)]

        def opt(t: Fraction) -> Fraction:
            return max(rew(arm, t) for arm in arms)

        def alg(t: Fraction) -> Fraction:
            assert t <= len(longer), "the run is not long enough"
            pulls = [longer[: int(t)].count(i) for i in range(k)]
            return sum((rew(arm, n) for arm, n in zip(arms, pulls, strict=True)), Fraction(0))

        point: dict[str, Any] = {
            name: replace(arms[i], number=i) for name, i in zip(self.arms, chosen, strict=True)
        }
        point |= {
            "k": Fraction(k),
            "T": Fraction(T),
            "OPT": opt,
            "ALG": alg,
            "Regret": lambda t: opt(t) - alg(t),
            "N": lambda arm: Fraction(counts[arm.number]),
            "most": Fraction(max(counts)),
            "least": Fraction(min(counts)),
            "most_before": lambda arm: max(_before(played, arm.number, k)),
            "N_before": lambda arm, of: _before(played, of.number, k)[arm.number],
            "after_initialisation": lambda arm: _last(played, arm.number) >= 2 * k,
        }
        for values in self._parameters(point):
            yield point | values


def _alone(known: Sequence[Table], k: int) -> Iterator[list[Table]]:
    """One arm pays, and the others nothing."""
    nothing = next(table for table in known if not any(table.values))
    for place, table in product((0, k - 1), known[:6]):
        yield [table if i == place else nothing for i in range(k)]


def _last(played: Sequence[int], arm: int) -> int:
    """The place of the last pull, from 0; -1 if there is none."""
    return max((place for place, other in enumerate(played) if other == arm), default=-1)


def _before(played: Sequence[int], arm: int, k: int) -> list[int]:
    earlier = played[: max(_last(played, arm), 0)]
    return [list(earlier).count(i) for i in range(k)]


def _names_in(code: CodeType) -> Iterator[str]:
    """The free names of a text, those within its lambdas included."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)


def _value(code: Any, point: Mapping[str, Any]) -> Any:
    return eval(code, {"__builtins__": {}, **WORDS, **point})  # noqa: S307  texts of our own


def _holds(code: Any, point: Mapping[str, Any]) -> bool:
    try:
        return bool(_value(code, point))
    except IrrationalError:
        return False
