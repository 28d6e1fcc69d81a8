"""Hypothesis: strategies for arms and instances, for the hunt and for tests of your own.

    from hypothesis import given
    from counterexample_search.strategies import arms, instances

    @given(instances(k=3, T=20))
    def test_my_policy(instance): ...

Everything drawn is valid, by construction: an arm is a constant plus rays of its class with
nonnegative weights: hinges, or steps up or down. Examples shrink towards few pieces, small integers
and zero arms. `drive` uses hypothesis as an optimiser.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hypothesis import (
    HealthCheck,
    Phase,
    Verbosity,
    configuration,
    given,
    seed,
    settings,
    target,
)
from hypothesis import strategies as st

from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

MOST_HINGES = 3
MOST_WEIGHT = 12
FEW = 6
"""Up to this number arms are drawn one by one; of more, most are copies of one."""

Drawn = TypeVar("Drawn")
Hinges = tuple[Fraction, dict[int, Fraction]]
"""A constant, and the weight of every hinge (or step)."""


# --- drawing -------------------------------------------------------------------------------------


@st.composite
def places(draw: DrawFn, T: int, k: int = 1) -> int:
    """Draw a pull in 1..T: small ones, fractions of T, and any other."""
    near = st.integers(1, min(4, T))
    shares = sorted({max(1, T // d) for d in {1, 2, 3, max(1, k)}})
    return draw(near | st.sampled_from(shares) | st.integers(1, T))


@st.composite
def weights(draw: DrawFn, T: int, k: int = 1) -> Hinges:
    """Draw a constant and a few hinges; a weight is a slope, or a height spread over the hinge."""
    constant = draw(st.integers(0, MOST_WEIGHT))
    hinges: dict[int, Fraction] = {}
    for _ in range(draw(st.integers(0, MOST_HINGES))):
        place = draw(places(T, k))
        size = draw(st.integers(0, MOST_WEIGHT))
        hinges[place] = Fraction(size, place) if draw(st.booleans()) else Fraction(size)
    return Fraction(constant), hinges


def arms(T: int, kind: ArmClass = ArmClass.CONCAVE, *, k: int = 1) -> SearchStrategy[Reward]:
    """Draw one arm of the class with rewards in [0, 1] and its pieces within 0..T.

    k only suggests the share T/k as a place for a bend.
    """
    return weights(T, k).map(lambda arm: build([arm], kind).arms[0])


@st.composite
def instances(draw: DrawFn, k: int, T: int, kind: ArmClass = ArmClass.CONCAVE) -> Instance:
    """Draw k arms of the class; the largest reward is 1, or a fraction of it, or all are 0.

    Many arms are copies of each other, since a worst case seldom needs many different ones.
    """
    if k <= FEW and draw(st.booleans()):
        drawn = [draw(weights(T, k)) for _ in range(k)]
    else:
        drawn = [draw(weights(T, k))] * k
        for _ in range(draw(st.integers(0, min(k, 3)))):
            drawn[k - 1 - draw(st.integers(0, k - 1))] = draw(weights(T, k))
    top = draw(st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, T)]))
    return build(drawn, kind, top)


def build(
    drawn: Sequence[Hinges],
    kind: ArmClass = ArmClass.CONCAVE,
    top: Fraction = Fraction(1),
) -> Instance:
    """Make an instance of constants and hinges, scaled so that its largest reward is `top`."""
    now = highest(drawn, kind)
    factor = top / now if now else Fraction(1)
    made: dict[int, Reward] = {}
    for arm in drawn:
        if id(arm) not in made:
            scaled = {j: factor * c for j, c in arm[1].items()}
            made[id(arm)] = Reward.from_hinges(factor * arm[0], scaled, kind)
    return Instance.of(made[id(arm)] for arm in drawn)


def highest(drawn: Sequence[Hinges], kind: ArmClass) -> Fraction:
    """The largest reward of all arms: a hinge of weight c at j makes c j of it, a step c."""
    concave = kind.shape.concave
    return max(
        constant + sum((c * j if concave else c for j, c in hinges.items()), Fraction(0))
        for constant, hinges in {id(arm): arm for arm in drawn}.values()
    )


# --- simpler instances ---------------------------------------------------------------------------

ROUNDINGS = (1, 2, 3, 4, 6, 12, 24, 60, 120, 720, 5040)
"""Weights are rounded to multiples of one over one of these, or left as they are."""
WAYS: tuple[Callable[[Fraction], int], ...] = (round, ceil, floor)


def shorter_instances(instance: Instance, T: int) -> list[Instance]:
    """The instance in shorter numbers: all rewards multiplied, or weights rounded, shortest first.

    The largest reward becomes 1 or another simple fraction. Rounding up keeps small weights that
    decide between arms.
    """
    kind, top = instance.arms[0].kind, max(arm.top for arm in instance.arms)
    if not top:
        return []
    weighed = {arm: arm.hinges() for arm in dict.fromkeys(instance.arms)}
    largest = max(max((constant, *hinges.values())) for constant, hinges in weighed.values())
    found = {instance.scaled(Fraction(1, n) / top) for n in (1, 2, 4, 10, T, T + 1)}
    for parts, way in product(ROUNDINGS, WAYS):
        rounded = {arm: _round(drawn, largest / parts, way) for arm, drawn in weighed.items()}
        chosen = [rounded[arm] for arm in instance.arms]
        tops = {Fraction(1), top, top.limit_denominator(parts)} - {0}
        found |= {build(chosen, kind, high) for high in tops}
    now = _length(instance)
    return sorted((x for x in found if _length(x) < now), key=_length)


def _length(instance: Instance) -> int:
    """Count the digits of all weights: the fewer, the simpler the instance."""
    weighed = [arm.hinges() for arm in dict.fromkeys(instance.arms)]
    numbers = [w for constant, hinges in weighed for w in (constant, *hinges.values())]
    return sum(len(str(w.numerator)) + len(str(w.denominator)) for w in numbers)


def simplify(instance: Instance, T: int, holds: Callable[[Instance], bool]) -> Iterator[Instance]:
    """Instances that have the property, each simpler than the one before.

    One piece after the other is left out, of all equal arms at once; then the numbers get shorter.
    """
    kind = instance.arms[0].kind
    kept = {arm: arm.hinges() for arm in instance.arms}
    for arm, (_, hinges) in [*kept.items()]:
        for place in (None, *hinges):
            before = kept[arm]
            constant, rest = before
            if place is None:
                constant = Fraction(0)
            kept[arm] = constant, {j: c for j, c in rest.items() if j != place}
            tried = Instance.of(Reward.from_hinges(*kept[one], kind) for one in instance.arms)
            if kept[arm] != before and holds(tried):
                yield tried
            else:
                kept[arm] = before
    instance = Instance.of(Reward.from_hinges(*kept[arm], kind) for arm in instance.arms)
    yield from islice(filter(holds, shorter_instances(instance, T)), 1)


def _round(arm: Hinges, unit: Fraction, way: Callable[[Fraction], int]) -> Hinges:
    constant, hinges = arm
    return unit * way(constant / unit), {j: unit * way(c / unit) for j, c in hinges.items()}


# --- hypothesis as an optimiser ------------------------------------------------------------------


def drive(
    strategy: SearchStrategy[Drawn],
    score: Callable[[Drawn], float | None],
    *,
    examples: int,
    number: int,
) -> None:
    """Draw that many examples, and follow what raises the score, a finite one; None says nothing.

    An equal number gives equal examples. An exception of `score` that is no Exception ends the run
    at once and comes through.
    """

    @settings(
        max_examples=examples,
        phases=[Phase.generate, Phase.target],
        database=None,
        derandomize=False,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @seed(number)
    @given(strategy)
    def trial(drawn: Drawn) -> None:
        value = score(drawn)
        if value is not None:
            target(value)

    with _leaving_no_trace():
        trial()


@contextmanager
def _leaving_no_trace() -> Iterator[None]:
    """Let hypothesis keep what it knows of the code in a cache, not where the user works."""
    before = getattr(configuration, "__hypothesis_home_directory", None)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    configuration.set_hypothesis_home_dir(Path(caches) / "imab-verify" / "hypothesis")
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)
