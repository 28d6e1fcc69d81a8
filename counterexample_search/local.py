"""Local programs: the best instance on which a policy, whatever it is, decides as it did.

A trace says which comparisons led to the pulls. With the pulls fixed, ALG and OPT are linear in the
weights w of the rays, and so are the comparisons, or their tangents. So

    maximise Rew(f_o, T)  subject to  ALG <= 1, every reward <= s, every comparison as it was made

over w >= 0 and s >= 0 is a linear program, where s stands for the bound 1 on rewards: a comparison
slope . w + constant >= 0 becomes slope . w + constant s >= 0. For regret s = 1, and OPT - ALG is
maximised. The program is solved in floats. Its solution keeps a little away from ties, but not
farther than the start does. It is a guess, on which the policy is played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from counterexample_search.objective import Goal
from counterexample_search.programs import places_of
from counterexample_search.sketches import Sketch, arm_of, instance_of
from counterexample_search.tracing import Trace, trace
from imab_verify.engines.lp import NearOptimum
from imab_verify.engines.rays import rew_on_ray, value_on_ray
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from imab_verify.kernel import ArmClass
    from imab_verify.policies.protocol import Policy

    Floats = NDArray[np.float64]

MARGIN = 1e-7
NOTHING = 1e-9
"""Numbers below this, where the largest reward is 1, are taken for 0."""
HALVINGS = 6
"""A solution that is not played as planned is approached from the start, in so many halvings."""
GRAINS = 2**40
"""The weights of a solution are multiples of one over this."""


@dataclass(frozen=True, slots=True)
class Local:
    """The programs around one instance, played to the horizon T."""

    start: Instance
    T: int
    goal: Goal
    rays: tuple[int, ...]
    trace: Trace

    @classmethod
    def around(cls, start: Instance, policy: Policy, T: int, goal: Goal) -> Local | None:
        """Trace the policy on an instance; None if that cannot be done."""
        seen = Instance.of(_up_to(arm, T) for arm in start.arms)
        rays = (0, *sorted(places_of(seen, T, all_bends=True)))
        traced = trace(seen, policy, T, rays)
        return None if traced is None else cls(seen, T, goal, rays, traced)

    @property
    def kind(self) -> ArmClass:
        """The class of the arms."""
        return self.start.arms[0].kind

    def optima(self) -> list[int]:
        """The arms to try as the optimal one: that which is, and the one that is least pulled."""
        counted = Counter(self.trace.sequence)
        neglected = min(range(self.start.k), key=lambda i: counted[i])
        return [*dict.fromkeys([self.start.opt_arm(self.T), neglected])]

    def solve(self, optimal: int, crossings: int) -> Iterator[Instance]:
        """The best instance that is played as this one, if that arm is to be the optimal one.

        After it come so many in which one comparison falls the other way, and all before it stay as
        they were: one of those that keep it from being better.
        """
        program = self._program(optimal)
        x = None if program is None else program.solve()
        if program is None or x is None:
            return
        yield from self._instance(x)
        for row in program.binding()[:crossings]:
            if (crossed := program.across(row)) is not None:
                yield from self._instance(crossed)

    def _program(self, optimal: int) -> NearOptimum | None:
        import numpy as np

        counted = Counter(self.trace.sequence)
        counts = [counted[i] for i in range(self.start.k)]
        earned = np.concatenate([self._rew(n) for n in counts])
        best = np.zeros(len(earned))
        best[self._mine(optimal)] = self._rew(self.T)
        alg = float(self.start.collected(counts))
        if not alg:
            return None
        if self.goal is Goal.REGRET:
            unit, objective, whole = 1.0, best - earned, np.append(0 * earned, 1.0)
        else:
            unit, objective, whole = alg, best, np.append(earned, 0.0)
        rows, slacks = self._comparisons(unit)
        return NearOptimum(
            np.append(objective, 0.0),
            np.vstack([self._bounds(), whole]),
            np.append(np.zeros(self.start.k), 1.0),
            rows,
            np.minimum(slacks, MARGIN),
            slacks,
        )

    def _mine(self, arm: int) -> slice:
        """Where the weights of an arm are."""
        return slice(arm * len(self.rays), (arm + 1) * len(self.rays))

    def _rew(self, n: int) -> Floats:
        """Rew(f, n) on each ray."""
        import numpy as np

        return np.array([float(rew_on_ray(self.kind, j, n)) if n else 0.0 for j in self.rays])

    def _bounds(self) -> Floats:
        """The largest reward of every arm, less s."""
        import numpy as np

        highest = self.T if self.kind.shape.rising else self.kind.first
        bounds = np.zeros((self.start.k, self.start.k * len(self.rays) + 1))
        for arm, row in enumerate(bounds):
            row[:-1][self._mine(arm)] = [value_on_ray(self.kind, j, highest) for j in self.rays]
            row[-1] = -1.0
        return bounds

    def _comparisons(self, unit: float) -> tuple[Floats, Floats]:
        """The comparisons as rows, each with largest entry 1, and how far they hold by now."""
        import numpy as np

        slopes, constants = self.trace.slopes, self.trace.constants
        sizes = abs(slopes).max(axis=1, initial=0.0)
        kept = (sizes > NOTHING) & np.isfinite(sizes) & np.isfinite(constants)
        constants = np.where(abs(constants) > NOTHING * (1 + sizes), constants, 0.0)[kept]
        rows = np.hstack([slopes[kept], constants[:, None]]) / sizes[kept, None]
        return rows, self.trace.slacks[kept] / sizes[kept] / unit

    def _instance(self, x: Floats) -> Iterator[Instance]:
        """The weights in whole grains; s is a little larger, so that no reward exceeds 1."""
        unit = float(x[-1]) * (1 + NOTHING)
        if not unit:
            return
        arms = []
        for arm in range(self.start.k):
            grains = [int(weight / unit * GRAINS) for weight in x[self._mine(arm)]]
            hinges = {j: c for j, c in zip(self.rays, grains, strict=True) if c > NOTHING * GRAINS}
            arms.append(arm_of(hinges.pop(0, 0), hinges))
        top = max(arm.limit(self.kind) for arm in arms)
        if top:
            room = max(Fraction(GRAINS, top), Fraction(1))
            yield instance_of(Sketch(tuple(arms), room), self.kind)


def on_the_way(start: Instance, end: Instance) -> Iterator[Instance]:
    """Instances between the two, each half as far from the start as the one before."""
    part = Fraction(1)
    for _ in range(HALVINGS):
        part /= 2
        yield start.mixed(end, part)


def _up_to(arm: Reward, T: int) -> Reward:
    """The arm with nothing new after pull T."""
    points = [(n, value) for n, value in arm.points if n < T]
    return Reward.from_points([*points, (T, arm.value(T))], arm.kind)
