"""Runs and their definition, pull by pull: ask the policy, pay f_i(N_i + 1), show it the reward."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import ClassVar, Protocol

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
from imab_verify.policies.protocol import (
    FAULTS,
    History,
    Observations,
    Policy,
    check_policy,
    show_fault,
    show_value,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """T pulls of a policy beside the best arm alone; `alg` is ALG(T), or its mean."""

    instance: Instance
    policy: str
    T: int
    alg: Fraction

    @property
    def opt(self) -> Fraction:
        """OPT(T) = max_i Rew(f_i, T)."""
        return self.instance.opt(self.T)

    @property
    def opt_arm(self) -> int:
        """The index, from 0, of the first arm with Rew(f_i, T) = OPT(T)."""
        return self.instance.opt_arm(self.T)

    @property
    def ratio(self) -> Fraction | None:
        """OPT(T)/ALG(T); None where ALG = 0 < OPT, 1 where both are 0."""
        return ratio(self.opt, self.alg)

    @property
    def regret(self) -> Fraction:
        """The policy regret OPT(T) - ALG(T), which is never negative."""
        return self.opt - self.alg


@dataclass(frozen=True, slots=True)
class FinishedRun(Outcome):
    """The outcome of a deterministic policy; `pulls` are the counts N_i in arm order."""

    pulls: tuple[int, ...]
    exact: ClassVar[bool] = True

    @property
    def gaps(self) -> tuple[Fraction, ...]:
        """Distance of every arm from its potential: lim f_i - f_i(N_i).

        An arm of class concave-from-1 has no f_i(0); before its first pull it stands at f_i(1).
        """
        return tuple(
            arm.limit - arm.value(max(n, arm.kind.first))
            for arm, n in zip(self.instance.arms, self.pulls, strict=True)
        )


def ratio(opt: Fraction, alg: Fraction) -> Fraction | None:
    """opt/alg; None ("inf") where alg = 0 < opt, 1 where both are 0."""
    if alg:
        return opt / alg
    return None if opt else Fraction(1)


class Offer(Protocol):
    """An arm, as far as it is played: what its n-th pull pays."""

    def value(self, n: int) -> Fraction:
        """f(n)."""


class Offers(Protocol):
    """An instance, as far as it is played."""

    @property
    def arms(self) -> Sequence[Offer]:
        """The arms in order."""

    @property
    def k(self) -> int:
        """The number of arms."""


def run(instance: Instance, policy: Policy, T: int) -> FinishedRun:
    """Play T pulls and count them."""
    pulls = [0] * instance.k
    for arm in _play(instance, policy, T):
        pulls[arm] += 1
    return FinishedRun(instance, policy.name, T, instance.collected(pulls), tuple(pulls))


def sequence(
    instance: Offers, policy: Policy, T: int, report: Callable[[int], None] | None = None
) -> list[int]:
    """Play T pulls and list the arms (indices from 0) in the order they were pulled.

    report: told now and then how many pulls are made.
    """
    arms: list[int] = []
    for arm in _play(instance, policy, T):
        if report is not None and len(arms) % 1000 == 0:
            report(len(arms))
        arms.append(arm)
    return arms


def confirm(instance: Offers, policy: Policy, played: Sequence[int]) -> None:
    """Refuse the run of a policy of the user's own that does not make the same pulls once more."""
    if type(policy).__module__.startswith("imab_verify."):
        return
    with redirect_stdout(StringIO()):  # what it prints has been printed
        again = sequence(instance, policy, len(played))
    if again != played:
        raise InputError(
            f"policy {policy.name} is not deterministic: it played the same instance in two ways; "
            "one that draws lots needs a method draw in place of choose"
        )


def external_regret(instance: Instance, arms: Iterable[int]) -> Fraction:
    """External regret of a sequence of pulls i_1, i_2, ..., i_T (indices from 0).

        max_i sum_t f_i(N_i(t) + 1)  -  sum_t f_{i_t}(N_{i_t}(t) + 1)

    N_i(t) counts the pulls of arm i before step t in this very sequence. So the rival is the best
    fixed arm on the rewards that were on offer step by step, as if its own pulls changed nothing;
    policy regret lets the rival's pulls count. A sequence that always takes the largest offer has
    external regret at most 0.
    """
    pulls = [0] * instance.k
    offers = [arm.value(1) for arm in instance.arms]
    rivals = [Fraction(0)] * instance.k
    alg = Fraction(0)
    for step, chosen in enumerate(arms, 1):
        _check_arm(chosen, instance.k, f"the sequence has, at step {step},")
        rivals = [rival + offer for rival, offer in zip(rivals, offers, strict=True)]
        alg += offers[chosen]
        pulls[chosen] += 1
        offers[chosen] = instance.arms[chosen].value(pulls[chosen] + 1)
    return max(rivals) - alg


def _play(instance: Offers, policy: Policy, T: int) -> Iterator[int]:
    """Yield the arm of every step."""
    check_count(T, 0, "the horizon T")
    player = _fresh(policy)
    seen, record = _start(instance, player, T)
    for step in range(1, T + 1):
        arm = _ask(player, seen, step)
        record(arm)
        yield arm


def _start(instance: Offers, policy: Policy, T: int) -> tuple[Observations, Callable[[int], None]]:
    """The view of the policy, empty yet, and a function that pays for a pull and shows it."""
    history = History(instance.k)
    pulls = [0] * instance.k  # our own count: what a policy does to its view changes no result

    def record(arm: int) -> None:
        pulls[arm] += 1
        history.record(arm, instance.arms[arm].value(pulls[arm]))

    return Observations(history, T if policy.horizon_aware else None), record


def _fresh(policy: Policy) -> Policy:
    """Copy the policy, so that what it keeps in one run does not reach another."""
    check_policy(policy, f"the object {show_value(policy)}")
    if not hasattr(policy, "choose"):
        raise InputError(f"policy {policy.name} is randomised: only its expectation can be run")
    try:
        return deepcopy(policy)
    except FAULTS as error:
        raise InputError(f"policy {policy.name} cannot be copied: {show_fault(error)}") from error


def _ask(policy: Policy, seen: Observations, step: int) -> int:
    try:
        arm = policy.choose(seen)
    except InputError as error:
        raise InputError(f"policy {policy.name}, step {step}: {error}") from error
    except BaseException as error:
        # Where Ctrl-C is ignored, as in processes that play policies, the policy raised that.
        heard = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        if isinstance(error, KeyboardInterrupt) and heard:
            raise
        fault = show_fault(error)
        raise InputError(f"policy {policy.name} raised an error at step {step}: {fault}") from error
    _check_arm(arm, seen.k, f"policy {policy.name} returned, at step {step},")
    return arm


def _check_arm(arm: object, k: int, who: str) -> None:
    if not isinstance(arm, int) or isinstance(arm, bool) or not 0 <= arm < k:
        raise InputError(
            f"{who} {show_value(arm)}, which is no arm: "
            f"it must be an integer from 0 to {k - 1}, where 0 stands for arm 1"
        )
