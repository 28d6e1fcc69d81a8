"""Structured seeds: shapes of small worst cases, redrawn at another size; and two to begin with.

No other family is written down here. A small cell is hunted and polished; what comes out (arms
that are copies of each other, capped lines, constants beside lines, arms that sleep) is a shape.
Redrawing it at k arms and horizon T repeats one of its arms and moves its bends, in every way in
which they may have depended on the size: fixed, growing with T, or growing with T/k.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.strategies import Hinges, build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

    from imab_verify.kernel import ArmClass
    from imab_verify.model.instances import Instance

SMALL_ARMS = 3
SMALL_HORIZON = 12


@dataclass(frozen=True, slots=True)
class Shape:
    """A winner at its own size: its arms without copies, the optimal one, its largest reward."""

    k: int
    T: int
    kind: ArmClass
    others: tuple[Hinges, ...]
    optimal: Hinges
    top: Fraction


def first_instances(k: int, T: int, kind: ArmClass) -> list[Instance]:
    """Give two instances that can hurt, for where a run takes long and each may be the last.

    The last arm rises to 1 all the time (or at half time, in steps), the others pay c from the
    start. A policy that does not see the last arm rise above c gets about c T of T/2. It does not
    if it pulls every arm less than c T times: c = 1/(4k) is above what one pull in four shared by
    all arms would see, 1/sqrt(T) above what sqrt(T) pulls see.
    """
    late = T if kind.shape.concave else max(1, T // 2)
    rising = Fraction(0), {late: Fraction(1, late) if kind.shape.concave else Fraction(1)}
    heights = sorted({Fraction(1, 4 * k), Fraction(1, isqrt(T))}, reverse=True)
    flat: list[Hinges] = [(height, {}) for height in heights]
    return [build([*[constant] * (k - 1), rising], kind) for constant in flat]


def shape_of(instance: Instance, T: int) -> Shape:
    """Take the shape of an instance."""
    best = instance.opt_arm(T)
    rest = dict.fromkeys(arm for i, arm in enumerate(instance.arms) if i != best)
    return Shape(
        instance.k,
        T,
        instance.arms[0].kind,
        tuple(arm.hinges() for arm in rest),
        instance.arms[best].hinges(),
        max(arm.top for arm in instance.arms),
    )


def small_sizes(k: int, T: int) -> list[tuple[int, int]]:
    """Choose small cells that resemble (k, T); none if it is small itself.

    One has about the same number of pulls per arm, if that is small; the others as many as a
    small cell can have.
    """
    if k <= SMALL_ARMS and T <= SMALL_HORIZON:
        return []
    sizes = []
    for arms in range(2, min(k, SMALL_ARMS) + 1) if k > 1 else (1,):
        alike = min(max(arms * T // k, 1), SMALL_HORIZON // arms * arms)
        sizes.append((arms, min(alike, T)))
    return sizes


@st.composite
def redraw(draw: DrawFn, shapes: Sequence[Shape], k: int, T: int) -> Instance:
    """Draw a shape at the size (k, T)."""
    shape = draw(st.sampled_from(shapes))
    moved: dict[int, int] = {}

    def move(arm: Hinges) -> Hinges:
        constant, hinges = arm
        placed: dict[int, Fraction] = {}
        for j, c in hinges.items():
            if j not in moved:
                moved[j] = draw(st.sampled_from(_places(j, shape, k, T)))
            place = moved[j]
            weight = c if keep_slopes else c * j / place
            placed[place] = placed.get(place, Fraction(0)) + weight
        return constant * level, placed

    keep_slopes = draw(st.booleans())
    levels = [Fraction(1), Fraction(T, shape.T), Fraction(T * shape.k, shape.T * k)]
    level = draw(st.sampled_from(levels)) if keep_slopes else Fraction(1)
    others = [move(arm) for arm in shape.others] or [(Fraction(0), {})]
    optimal = move(shape.optimal)
    repeated = draw(st.integers(0, len(others) - 1))
    once = [arm for i, arm in enumerate(others) if i != repeated][: k - 1]
    many = [others[repeated]] * (k - 1 - len(once))
    crowd = [*many, *once] if draw(st.booleans()) else [*once, *many]
    arms = [*crowd, optimal] if draw(st.booleans()) else [optimal, *crowd]
    return build(arms, shape.kind, shape.top)


def _places(j: int, shape: Shape, k: int, T: int) -> list[int]:
    """Where a bend may go: first what fits all sizes, then one pull to either side."""
    by_horizon = Fraction(j * T, shape.T)
    by_share = Fraction(j * T * shape.k, shape.T * k)
    main = [round(by_share), round(by_horizon), j, T - (shape.T - j)]
    near = [place + step for place in main for step in (1, -1)]
    return list(dict.fromkeys(min(max(place, 1), T) for place in (*main, *near)))
