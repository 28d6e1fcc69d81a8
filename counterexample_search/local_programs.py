"""Local programs: the best instance on which a policy, whatever it is, decides as it did.

**Trace.** A policy is played on rewards that are fractions like all others, but each also carries
its gradient in the weights of the rays it was made of. Numbers that the policy computes from them
carry one too, and every comparison of two of them is written down with its outcome. As long as all
of these come out as they did, the policy does the same. Where a policy only adds, scales and
compares, its comparisons are linear and this is exact; where it multiplies or divides rewards, they
are tangents; where it turns them into floats, nothing is seen. So what follows from a trace is a
suggestion, and the policy itself has the last word.

**Program.** With the pulls fixed, ALG and OPT are linear in the weights w of the rays, and so are
the comparisons, or their tangents. So

    maximise Rew(f_o, T)  subject to  ALG <= 1, every reward <= s, every comparison as it was made

over w >= 0 and s >= 0 is a linear program, where s stands for the bound 1 on rewards: a comparison
slope . w + constant >= 0 becomes slope . w + constant s >= 0. For regret s = 1, and OPT - ALG is
maximised. The program is solved in floats. Its solution keeps a little away from ties, but not
farther than the start does. It is a guess, on which the policy is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from counterexample_search.evolution import Sketch, arm_of, instance_of
from counterexample_search.problem import Goal
from counterexample_search.strategies import build, highest
from imab_verify.engines.lp import NearOptimum
from imab_verify.engines.rays import rew_on_ray, value_on_ray, values_on_rays
from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.simulation import stepwise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counterexample_search.strategies import Hinges
    from imab_verify.kernel import ArmClass
    from imab_verify.policies.protocol import Policy

    Floats = NDArray[np.float64]

MOST_NUMBERS = 4 * 10**6
"""A trace with more numbers is given up."""
MARGIN = 1e-7
NOTHING = 1e-9
"""Numbers below this, where the largest reward is 1, are taken for 0."""
HALVINGS = 6
"""A solution that is not played as planned is approached from the start, in that many halvings."""
GRAINS = 2**40
"""The weights of a solution are multiples of one over this."""
SIMPLE = 720
"""A solution is tried with heights that are multiples of one over at most this, too."""
ALL_HINGES = 64
"""Up to this horizon every hinge is a column; beyond, those near the bends of the start."""
MOST_PLACES = 32


# --- traces --------------------------------------------------------------------------------------


class _GivenUpError(BaseException):
    """The trace is too long; no policy catches this by mistake."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A run with its comparisons.

    Each is slope . w + constant >= 0, where w are the weights of the rays, and is at present
    `slack`; a row of `slopes` has the gradient.
    """

    sequence: list[int]
    slopes: Floats
    constants: Floats
    slacks: Floats


@dataclass(slots=True)
class Tape:
    """A list of comparisons: gradients of differences, and the differences."""

    deadline: float
    most: int
    slopes: list[Floats] = field(default_factory=list)
    slacks: list[float] = field(default_factory=list)

    def write(self, slope: Floats, difference: Fraction, *, upwards: bool) -> None:
        """Keep that a difference was at least 0, or at most 0 if not `upwards`."""
        if len(self.slopes) >= self.most or monotonic() > self.deadline:
            raise _GivenUpError
        self.slopes.append(slope if upwards else -slope)
        self.slacks.append(float(difference if upwards else -difference))


class Traced(Fraction):
    """A fraction with its gradient; comparing it is written on a tape."""

    __slots__ = ("slope", "tape")
    slope: Floats
    tape: Tape

    @classmethod
    def of(cls, value: Fraction, slope: Floats, tape: Tape) -> Traced:
        """Make a number with its gradient."""
        made = cls(value.numerator, value.denominator)
        made.slope, made.tape = slope, tape
        return made

    def __deepcopy__(self, memo: object) -> Traced:
        return self

    def __copy__(self) -> Traced:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Fraction, (self.numerator, self.denominator)

    def _result(self, value: Any, slope: Callable[[], Any]) -> Any:
        """The result of an operation; a float has lost its gradient."""
        return Traced.of(value, slope(), self.tape) if isinstance(value, Fraction) else value

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        return self._result(Fraction.__add__(self, other), lambda: self.slope + _slope(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._result(Fraction.__sub__(self, other), lambda: self.slope - _slope(other))

    def __rsub__(self, other: Any) -> Any:
        return self._result(Fraction.__rsub__(self, other), lambda: -self.slope)

    def __mul__(self, other: Any) -> Any:
        def slope() -> Any:
            return float(other) * self.slope + float(self) * _slope(other)

        return self._result(Fraction.__mul__(self, other), slope)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        def slope() -> Any:
            return (self.slope - float(quotient) * _slope(other)) / float(other)

        quotient = Fraction.__truediv__(self, other)
        return self._result(quotient, slope)

    def __rtruediv__(self, other: Any) -> Any:
        quotient = Fraction.__rtruediv__(self, other)
        return self._result(quotient, lambda: -float(quotient) / float(self) * self.slope)

    def __pow__(self, other: Any) -> Any:
        power = Fraction.__pow__(self, other)
        if not self.numerator:
            return power
        return self._result(power, lambda: float(other) * float(power) / float(self) * self.slope)

    def __neg__(self) -> Any:
        return self._result(Fraction.__neg__(self), lambda: -self.slope)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    # --- comparisons ---------------------------------------------------------------------------

    def _note(self, other: Any, *at_tie: bool) -> None:
        """Write down that self - other is at least 0 (True), or at most 0 (False).

        `at_tie` is what the outcome of the comparison means where both are equal.
        """
        if isinstance(other, (int, Fraction)):
            slope, difference = self.slope - _slope(other), _plain(self) - _plain(other)
            for upwards in (difference > 0,) if difference else at_tie:
                self.tape.write(slope, difference, upwards=upwards)

    def __eq__(self, other: object) -> bool:
        self._note(other, True, False)
        return Fraction.__eq__(self, other)

    def __lt__(self, other: Any) -> bool:
        self._note(other, True)
        return Fraction.__lt__(self, other)

    def __le__(self, other: Any) -> bool:
        self._note(other, False)
        return Fraction.__le__(self, other)

    def __gt__(self, other: Any) -> bool:
        self._note(other, False)
        return Fraction.__gt__(self, other)

    def __ge__(self, other: Any) -> bool:
        self._note(other, True)
        return Fraction.__ge__(self, other)

    def __bool__(self) -> bool:
        self._note(0, True, False)
        return Fraction.__bool__(self)

    __hash__ = Fraction.__hash__


def _slope(number: Any) -> Any:
    """The gradient of a number; that of a plain one is 0."""
    return number.slope if isinstance(number, Traced) else 0.0


def _plain(number: int | Fraction) -> Fraction:
    return Fraction(number.numerator, number.denominator)


@dataclass(frozen=True, slots=True)
class _TracedArm:
    """An arm whose weights are some of the unknowns, from number `first` on."""

    arm: Reward
    first: int
    unknowns: int
    rays: Sequence[int]
    tape: Tape

    def value(self, n: int) -> Fraction:
        import numpy as np

        slope = np.zeros(self.unknowns)
        mine = values_on_rays(self.arm.kind, tuple(self.rays), n)
        slope[self.first : self.first + len(mine)] = mine
        return Traced.of(self.arm.value(n), slope, self.tape)


@dataclass(frozen=True, slots=True)
class _TracedInstance:
    arms: list[_TracedArm]

    @property
    def k(self) -> int:
        return len(self.arms)


def trace(
    instance: Instance, policy: Policy, T: int, rays: Sequence[int], seconds: float = 2.0
) -> Trace | None:
    """A run of the policy with its comparisons; None if that fails or takes longer.

    Every arm has a weight for each of the rays (0 is the constant), and no others.
    """
    import numpy as np

    unknowns = instance.k * len(rays)
    tape = Tape(monotonic() + seconds, MOST_NUMBERS // unknowns)
    arms = [
        _TracedArm(arm, i * len(rays), unknowns, rays, tape) for i, arm in enumerate(instance.arms)
    ]
    try:
        sequence = stepwise.sequence(_TracedInstance(arms), policy, T)
    except (InputError, _GivenUpError):
        return None
    slopes = np.array(tape.slopes).reshape(len(tape.slopes), unknowns)
    slacks = np.array(tape.slacks)
    return Trace(sequence, slopes, slacks - slopes @ weights_of(instance, rays), slacks)


def weights_of(instance: Instance, rays: Sequence[int]) -> Floats:
    """The weights of an instance that has no other rays."""
    import numpy as np

    arms = [{0: constant, **hinges} for constant, hinges in map(Reward.hinges, instance.arms)]
    return np.array([float(arm.get(j, 0)) for arm in arms for j in rays])


# --- programs ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Local:
    """The programs around one instance, played to the horizon T."""

    start: Instance
    T: int
    goal: Goal
    rays: tuple[int, ...]
    trace: Trace

    @classmethod
    def around(
        cls, start: Instance, policy: Policy, T: int, goal: Goal, seconds: float = 2.0
    ) -> Local | None:
        """Trace the policy on an instance; None if that cannot be done in time."""
        seen = Instance.of(_up_to(arm, T) for arm in start.arms)
        rays = (0, *sorted(_places(seen, T)))
        traced = trace(seen, policy, T, rays, seconds)
        return None if traced is None else cls(seen, T, goal, rays, traced)

    @property
    def kind(self) -> ArmClass:
        """Class of the arms."""
        return self.start.arms[0].kind

    def optima(self) -> list[int]:
        """The arms to try as the optimal one: that which is, and the one that is least pulled."""
        counted = Counter(self.trace.sequence)
        neglected = min(range(self.start.k), key=lambda i: counted[i])
        return [*dict.fromkeys([self.start.opt_arm(self.T), neglected])]

    def solve(self, optimal: int, crossings: int) -> Iterator[Instance]:
        """The best instance that is played as this one, if that arm is to be the optimal one.

        Then one like it with simple numbers, and instances in which one comparison that keeps it
        from being better falls the other way, and all before it stay as they were.
        """
        program = self._program(optimal)
        x = None if program is None else program.solve()
        if program is None or x is None:
            return
        yield from self._instances(x)
        for row in program.binding()[:crossings]:
            if (crossed := program.across(row)) is not None:
                yield from islice(self._instances(crossed), 1)

    def _snap(self, weights: dict[int, float]) -> Hinges:
        """The weights with the heights of all rays rounded to simple fractions."""
        spread = {j: j if j and self.kind.shape.concave else 1 for j in weights}
        snapped = {
            j: Fraction(w * spread[j]).limit_denominator(SIMPLE) / spread[j]
            for j, w in weights.items()
        }
        return snapped.pop(0, Fraction(0)), snapped

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
        return slice(arm * len(self.rays), (arm + 1) * len(self.rays))

    def _rew(self, n: int) -> Floats:
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

    def _instances(self, x: Floats) -> Iterator[Instance]:
        """The weights in whole grains, and with simple heights.

        s is a little larger than in the solution, so that no reward exceeds 1.
        """
        unit = float(x[-1]) * (1 + NOTHING)
        if not unit:
            return
        arms, snapped = [], []
        for arm in range(self.start.k):
            weights = dict(zip(self.rays, (x[self._mine(arm)] / unit).tolist(), strict=True))
            hinges = {j: int(w * GRAINS) for j, w in weights.items() if w > NOTHING}
            snapped.append(self._snap({j: w for j, w in weights.items() if w > NOTHING}))
            arms.append(arm_of(hinges.pop(0, 0), hinges))
        top = max(arm.limit(self.kind) for arm in arms)
        if top:
            room = max(Fraction(GRAINS, top), Fraction(1))
            yield instance_of(Sketch(tuple(arms), room), self.kind)
            yield build(snapped, self.kind, min(highest(snapped, self.kind), Fraction(1)))


def on_the_way(start: Instance, end: Instance) -> Iterator[Instance]:
    """Instances between the two, each half as far from the start as the one before."""
    return (start.mixed(end, Fraction(1, 2**n)) for n in range(1, HALVINGS + 1))


def _up_to(arm: Reward, T: int) -> Reward:
    """The arm with nothing new after pull T."""
    points = [(n, value) for n, value in arm.points if n < T]
    return Reward.from_points([*points, (T, arm.value(T))], arm.kind)


def _places(instance: Instance, T: int) -> set[int]:
    """Places for bends of a better instance: all, or near the bends of this one and shares of T."""
    if T <= ALL_HINGES:
        return {*range(1, T + 1)}
    bends = {j for arm in instance.arms for j in arm.hinges()[1]}
    shares = {T * a // (b * instance.k) for a in (1, 2, 3) for b in (1, 2, 4)}
    near = [j + d for j in (2, *sorted(bends), *sorted(shares), T // 2) for d in (0, -1, 1)]
    return {*[j for j in dict.fromkeys(near) if 1 <= j <= T][:MOST_PLACES], *bends}
