"""The protocol of a policy, and its view of a run.

A policy is asked at every step which arm to pull next. All it gets is an `Observations`: its own
pulls and their rewards, and the horizon T if (and only if) it declares itself horizon-aware.
Neither the instance nor a reward that was not pulled can be reached from there.
"""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeGuard, overload

from imab_verify.errors import InputError, quote

# What a faulty policy may throw at us; an interrupt from the keyboard is not the policy's fault.
FAULTS = (Exception, SystemExit)
MESSAGE = 200
"""Most characters of a foreign error message that are repeated."""


class History:
    """The pulls of one run so far. The simulator writes it; `Observations` shows it."""

    __slots__ = ("deltas", "rewards", "t", "totals")

    def __init__(self, k: int) -> None:
        self.rewards: list[list[Fraction]] = [[] for _ in range(k)]
        self.totals = [Fraction(0)] * k
        self.deltas: list[Fraction | None] = [None] * k
        self.t = 0

    def record(self, arm: int, reward: Fraction) -> None:
        """Append one pull."""
        earlier = self.rewards[arm]
        if earlier:
            self.deltas[arm] = reward - earlier[-1]
        earlier.append(reward)
        self.totals[arm] += reward
        self.t += 1


class RewardsSeen(Sequence[Fraction]):
    """Read-only view of the rewards of one arm: item n-1 is the reward of its n-th pull."""

    __slots__ = ("_values",)

    def __init__(self, values: list[Fraction]) -> None:
        self._values = values

    @overload
    def __getitem__(self, index: int) -> Fraction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Fraction, ...]: ...
    def __getitem__(self, index: int | slice) -> Fraction | tuple[Fraction, ...]:
        return tuple(self._values[index]) if isinstance(index, slice) else self._values[index]

    def __len__(self) -> int:
        return len(self._values)


class Observations:
    """Read-only view of a run, as an online algorithm sees it. Arms are indexed from 0.

    Every member costs O(1) except `pulls`, which is O(k).
    """

    __slots__ = ("_history", "_horizon")

    def __init__(self, history: History, horizon: int | None = None) -> None:
        self._history = history
        self._horizon = horizon

    @property
    def k(self) -> int:
        """The number of arms."""
        return len(self._history.totals)

    @property
    def t(self) -> int:
        """The number of pulls made so far."""
        return self._history.t

    @property
    def horizon(self) -> int | None:
        """T for a horizon-aware policy, otherwise None."""
        return self._horizon

    def known_horizon(self) -> int:
        """T, for a policy that cannot do without it."""
        if self._horizon is None:
            raise InputError("this policy needs the horizon, so it must declare horizon_aware")
        return self._horizon

    @property
    def pulls(self) -> tuple[int, ...]:
        """N_i, the number of pulls of every arm so far."""
        return tuple(map(len, self._history.rewards))

    def rewards(self, arm: int) -> Sequence[Fraction]:
        """f_i(1), ..., f_i(N_i)."""
        return RewardsSeen(self._history.rewards[self._index(arm)])

    def total(self, arm: int) -> Fraction:
        """Rew(f_i, N_i) = f_i(1) + ... + f_i(N_i)."""
        return self._history.totals[self._index(arm)]

    def last(self, arm: int) -> Fraction:
        """f_i(N_i), for N_i >= 1."""
        seen = self._history.rewards[self._index(arm)]
        if not seen:
            raise InputError(f"arm {arm + 1} has not been pulled yet, so it has no last reward")
        return seen[-1]

    def last_delta(self, arm: int) -> Fraction:
        """Delta(f_i, N_i) = f_i(N_i) - f_i(N_i - 1), for N_i >= 2 (f_i(0) is never seen)."""
        delta = self._history.deltas[self._index(arm)]
        if delta is None:
            raise InputError(f"arm {arm + 1} has not been pulled twice yet, so it has no increment")
        return delta

    def _index(self, arm: int) -> int:
        # A negative index would silently mean another arm.
        if not 0 <= arm < self.k:
            raise InputError(f"there is no arm with index {arm} among {self.k} arms")
        return arm


class Policy(Protocol):
    """A deterministic policy.

    `choose` returns the index (from 0) of the next arm, as a deterministic function of what has
    been seen. Every run plays a copy of the policy, so nothing learnt in one run reaches another.
    """

    @property
    def name(self) -> str:
        """The name shown in tables and messages."""

    @property
    def horizon_aware(self) -> bool:
        """Whether `choose` may see T."""

    def choose(self, seen: Observations) -> int:
        """Return the index of the arm to pull next."""


class RandomisedPolicy(Protocol):
    """A probability distribution over deterministic policies."""

    @property
    def name(self) -> str:
        """The name shown in tables and messages."""

    @property
    def horizon_aware(self) -> bool:
        """Whether the drawn policies may see T."""

    def draw(self, k: int, rng: random.Random) -> Policy:
        """Draw a policy for k arms; `rng` is the only source of chance."""


class FinitePolicy(RandomisedPolicy, Protocol):
    """A randomised policy that can list its finite distribution, so that averages can be exact."""

    def support_size(self, k: int) -> int:
        """Return the number of outcomes `support` lists."""

    def support(self, k: int) -> Iterator[tuple[Fraction, Policy]]:
        """List every outcome with its probability; the probabilities sum to 1."""


def is_randomised(policy: Policy | RandomisedPolicy) -> TypeGuard[RandomisedPolicy]:
    """Tell a distribution over policies from a policy."""
    return hasattr(policy, "draw")


def is_finite(policy: RandomisedPolicy) -> TypeGuard[FinitePolicy]:
    """Whether the policy lists its outcomes."""
    return hasattr(policy, "support") and hasattr(policy, "support_size")


def check_policy(policy: object, where: str) -> None:
    """Refuse an object that does not follow the protocol; `where` names it in the message."""
    if isinstance(policy, type):
        raise InputError(f"{where} is a class: a policy is an instance of it")
    if not (callable(_member(policy, "choose")) or callable(_member(policy, "draw"))):
        raise InputError(f"{where} is not a policy: it has no method choose (nor draw)")
    if not isinstance(_member(policy, "name"), str):
        raise InputError(f"{where} is not a policy: it needs a text attribute name")
    if not isinstance(_member(policy, "horizon_aware"), bool):
        raise InputError(f"{where} is not a policy: it needs horizon_aware, True or False")


def _member(policy: object, name: str) -> object:
    try:
        return getattr(policy, name)
    except FAULTS:
        return None


def show_fault(error: BaseException) -> str:
    """Put an exception on one line, such as `TypeError: no such thing`."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error).split())
    except FAULTS:
        text = ""
    if not text.isprintable():
        text = ascii(text)
    return f"{kind}: {text[:MESSAGE]}" if text else kind


def show_value(value: object) -> str:
    """Put what a policy returned on one short line, whatever its repr does."""
    try:
        return quote(ascii(value))
    except FAULTS:
        return f"a {type(value).__name__}"
