"""Hypothesis strategies for arms and instances, for the hunt and for tests of your own.

    from hypothesis import given
    from counterexample_search.strategies import arms, instances

    @given(instances(k=3, T=20))
    def test_my_policy(instance): ...

Everything drawn is valid, by construction: an arm is a constant plus rays of its class with
nonnegative weights: hinges, or steps up or down. Examples shrink towards few pieces, small integers
and zero arms.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

MOST_HINGES = 3
MOST_WEIGHT = 12
FEW = 6
"""Up to so many arms are drawn one by one; of more, most are copies of one."""

Hinges = tuple[Fraction, dict[int, Fraction]]
"""A constant, and the weight of every hinge (or step)."""


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
    return weights(T, k).map(lambda arm: Reward.from_hinges(*_unit([arm], kind)[0], kind))


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


@st.composite
def neighbours(draw: DrawFn, instance: Instance, T: int) -> Instance:
    """Draw an instance that a few edits make of the given one; no edit gives it back.

    An edit moves, adds, drops or reweighs a hinge of one arm, replaces an arm by a copy of another
    one or by zero, or swaps two arms. The largest reward may be divided too.
    """
    kind = instance.arms[0].kind
    edited = [arm.hinges() for arm in instance.arms]
    k = len(edited)
    for _ in range(draw(st.integers(0, 3))):
        i, j = draw(st.integers(0, k - 1)), draw(st.integers(0, k - 1))
        edit = draw(st.sampled_from(["zero", "copy", "swap", "drop", "weigh", "move", "add"]))
        if edit == "zero":
            edited[i] = (Fraction(0), {})
        elif edit == "copy":
            edited[i] = edited[j]
        elif edit == "swap":
            edited[i], edited[j] = edited[j], edited[i]
        else:
            edited[i] = draw(_edit(edited[i], edit, T, k))
    highest = max(_limit(arm, kind) for arm in edited)
    scale = draw(st.sampled_from([1, 1, 1, 2, 4])) if draw(st.booleans()) else 1
    return build(edited, kind, min(highest / scale, Fraction(1)))


@st.composite
def _edit(draw: DrawFn, arm: Hinges, edit: str, T: int, k: int) -> Hinges:
    constant, hinges = arm[0], dict(arm[1])
    if edit == "add" or not hinges:
        total = sum(hinges.values(), Fraction(0)) or constant or Fraction(1)
        hinges[draw(places(T, k))] = total * draw(_factors())
        return constant, hinges
    place = draw(st.sampled_from(sorted(hinges)))
    weight = hinges.pop(place)
    if edit == "weigh":
        if draw(st.booleans()):
            hinges[place] = weight * draw(_factors())
        else:
            hinges[place] = weight
            constant *= draw(_factors())
    elif edit == "move":
        step = draw(st.sampled_from([1, -1, 2, -2, T // k, -(T // k)]))
        target = min(max(place + step, 1), T) if draw(st.booleans()) else draw(places(T, k))
        hinges[target] = hinges.get(target, Fraction(0)) + weight
    return constant, hinges


def _factors() -> SearchStrategy[Fraction]:
    return st.builds(Fraction, st.integers(0, 24), st.integers(1, 24))


ROUNDINGS = (1, 2, 3, 4, 6, 12, 24, 60, 120, 720, 5040)
"""Weights are rounded to multiples of one over one of these, or left as they are."""


@st.composite
def simplifications(draw: DrawFn, instance: Instance, T: int) -> Instance:
    """Draw the instance with some hinges dropped and the weights rounded; seldom much of it.

    Made to be shrunk: the smaller the choices, the simpler the instance.
    """
    kind = instance.arms[0].kind
    least = _least_weight(instance)
    rounding = draw(st.integers(0, 8 * len(ROUNDINGS)))
    unit = least / ROUNDINGS[rounding] if rounding < len(ROUNDINGS) else None
    simpler: dict[Reward, Hinges] = {}
    for arm in dict.fromkeys(instance.arms):
        constant, hinges = arm.hinges()
        if constant and not draw(_mostly_yes()):
            constant = Fraction(0)
        hinges = {min(j, T): c for j, c in hinges.items() if draw(_mostly_yes())}
        simpler[arm] = _round((constant, hinges), unit)
    chosen = [simpler[arm] for arm in instance.arms]
    return build(chosen, kind, max(arm.top for arm in instance.arms))


WAYS: tuple[Callable[[Fraction], int], ...] = (round, ceil, floor)


def rounded_instances(instance: Instance) -> Iterator[Instance]:
    """The instance with all weights multiples of a part of the largest one, large parts first.

    Rounding up keeps small weights that decide between arms; the largest reward is rounded too.
    """
    kind, top = instance.arms[0].kind, max(arm.top for arm in instance.arms)
    weighed = {arm: arm.hinges() for arm in instance.arms}
    largest = max(max((constant, *hinges.values())) for constant, hinges in weighed.values())
    for parts, way in product(ROUNDINGS if largest else (), WAYS):
        simpler = {arm: _round(drawn, largest / parts, way) for arm, drawn in weighed.items()}
        highest = top.limit_denominator(parts) or top
        yield build([simpler[arm] for arm in instance.arms], kind, highest)


def _mostly_yes() -> SearchStrategy[bool]:
    return st.integers(0, 60).map(bool)


def _least_weight(instance: Instance) -> Fraction:
    weighed = map(Reward.hinges, instance.arms)
    sizes = [w for constant, hinges in weighed for w in (constant, *hinges.values()) if w]
    return min(sizes, default=Fraction(1))


def _round(arm: Hinges, unit: Fraction | None, way: Callable[[Fraction], int] = round) -> Hinges:
    if unit is None:
        return arm
    constant, hinges = arm
    return unit * way(constant / unit), {j: unit * way(c / unit) for j, c in hinges.items()}


def build(
    drawn: Sequence[Hinges],
    kind: ArmClass = ArmClass.CONCAVE,
    top: Fraction = Fraction(1),
) -> Instance:
    """Make an instance of constants and hinges, scaled so that its largest reward is `top`."""
    made: dict[int, Reward] = {}
    scaled = _unit(drawn, kind, top)
    rewards = []
    for original, (constant, hinges) in zip(drawn, scaled, strict=True):
        if id(original) not in made:
            made[id(original)] = Reward.from_hinges(constant, hinges, kind)
        rewards.append(made[id(original)])
    return Instance.of(rewards)


def _unit(drawn: Sequence[Hinges], kind: ArmClass, top: Fraction = Fraction(1)) -> list[Hinges]:
    """Divide all weights so that the largest limit is `top`; all zero stays so."""
    highest = max(_limit(arm, kind) for arm in drawn)
    factor = top / highest if highest else Fraction(1)
    return [
        (factor * constant, {j: factor * c for j, c in hinges.items()})
        for constant, hinges in drawn
    ]


def _limit(arm: Hinges, kind: ArmClass) -> Fraction:
    """The largest reward of the arm: a hinge of weight c at j makes c j of it, a step c."""
    constant, hinges = arm
    concave = kind.shape.concave
    return constant + sum((c * j if concave else c for j, c in hinges.items()), Fraction(0))
