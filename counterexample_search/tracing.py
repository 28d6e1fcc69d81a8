"""Playing with numbers that remember: which comparisons led a policy to its pulls.

A policy is played on rewards that are fractions like all others, but each also carries its gradient
in the rewards f_i(n) it was made of. Whatever the policy computes from them carries one too, and
every comparison of two of them is written down with its outcome. As long as all of these come out
as they did, the policy does the same. Where a policy only adds, scales and compares, its
comparisons are linear and this is exact; where it multiplies or divides rewards, they are tangents;
where it turns them into floats, nothing is seen. So what follows from a trace is a suggestion, and
the policy itself has the last word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any

from imab_verify.engines.rays import values_on_rays
from imab_verify.errors import InputError
from imab_verify.model.rewards import Reward
from imab_verify.simulation import stepwise

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy

    Floats = NDArray[np.float64]

MOST_NUMBERS = 4 * 10**6
"""A trace with more numbers is given up."""
PATIENCE = 2.0
"""So many seconds a traced run may take."""


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
    """Where comparisons are written down: the gradient of a difference, and the difference."""

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
        """The number, the gradient, the tape."""
        made = cls(value.numerator, value.denominator)
        made.slope, made.tape = slope, tape
        return made

    def __deepcopy__(self, memo: object) -> Traced:
        return self

    def __copy__(self) -> Traced:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Fraction, (self.numerator, self.denominator)

    def _result(self, value: Any, slope: Floats) -> Any:
        """The result of an operation; a float has lost its gradient."""
        return Traced.of(value, slope, self.tape) if isinstance(value, Fraction) else value

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        total = Fraction.__add__(self, other)
        return self._result(
            total, self.slope + other.slope if isinstance(other, Traced) else self.slope
        )

    def __radd__(self, other: Any) -> Any:
        return self._result(Fraction.__radd__(self, other), self.slope)

    def __sub__(self, other: Any) -> Any:
        difference = Fraction.__sub__(self, other)
        return self._result(
            difference, self.slope - other.slope if isinstance(other, Traced) else self.slope
        )

    def __rsub__(self, other: Any) -> Any:
        return self._result(Fraction.__rsub__(self, other), -self.slope)

    def __mul__(self, other: Any) -> Any:
        product = Fraction.__mul__(self, other)
        if not isinstance(product, Fraction):
            return product
        slope = float(other) * self.slope
        return self._result(
            product, slope + float(self) * other.slope if isinstance(other, Traced) else slope
        )

    def __rmul__(self, other: Any) -> Any:
        product = Fraction.__rmul__(self, other)
        return (
            self._result(product, float(other) * self.slope)
            if isinstance(product, Fraction)
            else product
        )

    def __truediv__(self, other: Any) -> Any:
        quotient = Fraction.__truediv__(self, other)
        if not isinstance(quotient, Fraction):
            return quotient
        slope = (
            self.slope - float(quotient) * other.slope if isinstance(other, Traced) else self.slope
        )
        return self._result(quotient, slope / float(other))

    def __rtruediv__(self, other: Any) -> Any:
        quotient = Fraction.__rtruediv__(self, other)
        if not isinstance(quotient, Fraction):
            return quotient
        return self._result(quotient, -float(quotient) / float(self) * self.slope)

    def __pow__(self, other: Any) -> Any:
        power = Fraction.__pow__(self, other)
        if not isinstance(power, Fraction) or not self.numerator:
            return power
        return self._result(power, float(other) * float(power) / float(self) * self.slope)

    def __neg__(self) -> Any:
        return self._result(Fraction.__neg__(self), -self.slope)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    # --- comparisons ---------------------------------------------------------------------------

    def _compare(self, other: Any, *, upwards: bool | None) -> None:
        """Write down that self >= other, or self <= other; None: whichever is true, or both."""
        if not isinstance(other, (int, Fraction)):
            return
        slope = self.slope - other.slope if isinstance(other, Traced) else self.slope
        difference = _plain(self) - _plain(other)
        if upwards is not None or difference:
            up = difference > 0 if upwards is None else upwards
            self.tape.write(slope, difference, upwards=up)
        else:
            self.tape.write(slope, difference, upwards=True)
            self.tape.write(slope, difference, upwards=False)

    def __eq__(self, other: object) -> bool:
        self._compare(other, upwards=None)
        return Fraction.__eq__(self, other)

    def __lt__(self, other: Any) -> bool:
        less = Fraction.__lt__(self, other)
        self._compare(other, upwards=not less)
        return less

    def __le__(self, other: Any) -> bool:
        at_most = Fraction.__le__(self, other)
        self._compare(other, upwards=not at_most)
        return at_most

    def __gt__(self, other: Any) -> bool:
        greater = Fraction.__gt__(self, other)
        self._compare(other, upwards=greater)
        return greater

    def __ge__(self, other: Any) -> bool:
        at_least = Fraction.__ge__(self, other)
        self._compare(other, upwards=at_least)
        return at_least

    def __bool__(self) -> bool:
        self._compare(0, upwards=None)
        return Fraction.__bool__(self)

    __hash__ = Fraction.__hash__


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
        """f(n), traced."""
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
        """The number of arms."""
        return len(self.arms)


def trace(instance: Instance, policy: Policy, T: int, rays: Sequence[int]) -> Trace | None:
    """Play the policy with its comparisons written down; None if that fails or takes long.

    Every arm has a weight for each of the rays (0 is the constant), and no others.
    """
    import numpy as np

    unknowns = instance.k * len(rays)
    tape = Tape(monotonic() + PATIENCE, MOST_NUMBERS // unknowns)
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
