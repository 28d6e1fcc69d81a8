"""Index policies whose index is linear in the rewards seen: the worst-case engine decides them.

Such a policy opens with a fixed sequence of pulls. After that it pulls an arm of maximal index;
ties by fewest pulls, then by lowest index. To write one, derive from `LinearIndex`:

    class Mean(LinearIndex):
        name = "mean"

        def opening(self, k):
            return range(k)

        def index(self, counts, arm):
            return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}

It is a policy like any other (`simulate` runs it), and `worst-case` finds its exact worst case at
small k and T. The coefficients must be a function of the counts alone: no memory, and no horizon
unless `knowing` makes a policy for each. The opening must pull every arm, since an arm that is
never seen makes every ratio infinite. `ScoredIndex` (imab_verify.language.scored) is such a policy
with its index as text, about which `ask` proves claims for all k and T.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from imab_verify.errors import InputError
from imab_verify.kernel import Table
from imab_verify.policies.builtin import best_arm
from imab_verify.policies.protocol import FAULTS, Observations, show_fault, show_value


class LinearIndex(ABC):
    """A policy given by its opening and its index. Arms are indices from 0."""

    name: str
    horizon_aware: bool = False

    @abstractmethod
    def opening(self, k: int) -> Sequence[int]:
        """The first pulls, whatever the rewards are."""

    @abstractmethod
    def index(self, counts: Sequence[int], arm: int) -> Mapping[int, Fraction | int]:
        """n -> coefficient of f(n), for 1 <= n <= counts[arm]: the index of the arm."""

    @property
    def by_index(self) -> bool:
        """Whether the index says all: a class derived from this one may choose in its own way."""
        return type(self).choose is LinearIndex.choose

    def knowing(self, T: int | None) -> LinearIndex:  # noqa: ARG002  most need no horizon
        """The policy at one horizon, if it depends on it."""
        return self

    def choose(self, seen: Observations) -> int:
        """The next arm of the opening, then one of maximal index."""
        here = self.knowing(seen.horizon)
        start = self.opening(seen.k)
        if seen.t < len(start):
            return start[seen.t]
        counts, scores = seen.pulls, {}
        for i in range(seen.k):
            rewards = seen.rewards(i)
            terms = (c * rewards[n - 1] for n, c in here.index(counts, i).items())
            scores[i] = sum(terms, Fraction(0))
        return best_arm(scores, counts, "lowest-index")


def kernel_table(policy: LinearIndex, k: int, T: int, most: int) -> Table:
    """The policy as the kernel knows it, by its index at all counts, of which there are so many."""
    if not policy.by_index:
        raise InputError(
            f"policy {policy.name} chooses in its own way, which its index need not say: leave "
            "`choose` to LinearIndex, or derive from nothing"
        )
    policy = policy.knowing(T)
    start: tuple[Any, ...] = tuple(_ask(policy, "opening", k))
    for arm in start:
        if not isinstance(arm, int) or not 0 <= arm < k:
            raise InputError(f"policy {policy.name} opens with {show_value(arm)}, which is no arm")
    first = tuple(start.count(i) for i in range(k))
    if not all(first):
        raise InputError(f"policy {policy.name} must pull each of {k} arms in its opening")
    if comb(max(T - len(start), 0) + k - 1, k) > most:
        raise InputError(
            f"policy {policy.name} decides at more than {most} vectors of counts at k = {k}, "
            f"T = {T}, too many for its exact worst case: use hunt"
        )
    rows = (
        (counts, tuple(tuple(coefficients(policy, counts, i).items()) for i in range(k)))
        for counts in _reachable(first, T - len(start))
    )
    return Table(start, tuple(rows))


def _reachable(first: tuple[int, ...], steps: int) -> Sequence[tuple[int, ...]]:
    """All vectors of counts at which a decision is made within so many steps."""
    reached: dict[tuple[int, ...], None] = {}
    layer = [first]
    for _ in range(steps):
        reached.update(dict.fromkeys(layer))
        layer = list(
            dict.fromkeys((*c[:i], c[i] + 1, *c[i + 1 :]) for c in layer for i in range(len(first)))
        )
    return list(reached)


def coefficients(policy: LinearIndex, counts: tuple[int, ...], arm: int) -> dict[int, Fraction]:
    """The index of an arm, checked: n -> coefficient of f(n), zeros left out."""
    index = _ask(policy, "index", counts, arm)
    where = f"policy {policy.name}: the index of arm {arm + 1} at counts {counts}"
    if not isinstance(index, Mapping):
        raise InputError(f"{where} is {show_value(index)}, not a mapping n -> coefficient")
    for n, c in index.items():
        if not isinstance(n, int) or not 1 <= n <= counts[arm]:
            raise InputError(f"{where} looks at pull {show_value(n)}, which it has not seen")
        if not isinstance(c, int | Fraction):
            raise InputError(f"{where} has the coefficient {show_value(c)}, not an exact rational")
    return {n: Fraction(c) for n, c in index.items() if c}


def _ask(policy: LinearIndex, method: str, *arguments: object) -> Any:
    try:
        return getattr(policy, method)(*arguments)
    except FAULTS as error:
        raise InputError(
            f"policy {policy.name} raised an error in {method}: {show_fault(error)}"
        ) from error
