"""Decision trees for index policies at one k and T: OPT(T) <= rho * ALG(T) on every instance.

An index policy opens with a fixed sequence of pulls. Then it pulls an arm of maximal index, ties
by fewest pulls, then in any way. The index of arm i is a linear functional of f_i(1..N_i); its
coefficients may depend on all counts. Two ways to give it:

    greedy   opens with every arm once; the index is f_i(N_i)
    table    the certificate lists the opening and the coefficients for every vector of counts

A path is a sequence of decisions. What is known on it, for the decision to pull arm i, with j any
other arm: index of i - index of j >= 0, strict if i had more pulls than j. A path is closed by a
combination of these, as a box of boxes.py is; all other paths go on with every arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from imab_verify.kernel.documents import Arm, Layout, key
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.limits import bits, spend
from imab_verify.kernel.runs.play import Seen
from imab_verify.kernel.worst_case.boxes import common_denominator, ray_rew, ray_value

Coefficients = Mapping[int, Fraction]
"""n -> coefficient of f_i(n)."""


@dataclass(frozen=True, slots=True)
class IndexPolicy:
    """The opening, and the table of coefficients; without a table the policy is greedy."""

    k: int
    opening: tuple[int, ...]
    table: Mapping[tuple[int, ...], tuple[Coefficients, ...]] | None = None

    def index(self, counts: tuple[int, ...], arm: int) -> Coefficients:
        """The index of the arm at these counts."""
        if self.table is None:
            return {counts[arm]: Fraction(1)}
        if counts not in self.table:
            raise RejectedError(Reason.COVERAGE, f"the policy has no index at counts {counts}")
        return self.table[counts][arm]

    def scores(self, seen: Seen) -> list[Fraction | int]:
        """The index of every arm, times the scale of what was seen."""
        at = tuple(seen.counts)
        rows = [(self.index(at, i), f) for i, f in enumerate(seen.rewards)]
        spend(4 * sum(len(row) for row, _ in rows))
        return [sum((q * f[n] for n, q in row.items()), Fraction(0)) for row, f in rows]

    def alike(self, path: Sequence[int], optimal: int) -> set[int]:
        """Arms any two of which can be exchanged: policy, path and optimal arm stay the same."""
        if self.table is not None:
            return set()
        return set(range(self.k)).difference(path[len(self.opening) :], {optimal})


def greedy(k: int) -> IndexPolicy:
    """Every arm once, then an arm of maximal last reward."""
    return IndexPolicy(k, tuple(range(k)))


@dataclass(frozen=True, slots=True)
class Compared(Layout):
    """The decision at a step (from 1), compared with another arm, and its multiplier."""

    AS_LIST = True
    step: Arm
    other: Arm
    multiplier: Fraction


@dataclass(frozen=True, slots=True)
class PathDual:
    """A combination of decisions that shows rho * ALG >= OPT."""

    decisions: tuple[Compared, ...] = field(metadata=key("dual"))


@dataclass(frozen=True, slots=True)
class PathContradiction:
    """A combination of decisions that contradicts itself."""

    decisions: tuple[Compared, ...] = field(metadata=key("empty"))


@dataclass(frozen=True, slots=True)
class Next:
    """One tree for every arm pulled next; None if an earlier arm can be exchanged with it."""

    branches: tuple[DecisionTree | None, ...] = field(metadata=key("next"))


DecisionTree = PathDual | PathContradiction | Next


def optimal_arms(policy: IndexPolicy) -> Iterator[int]:
    """Which arm is optimal: for greedy, arms can be named so that it is any one we like.

    The opening pulls every arm equally often, so only its order tells arms apart, and nothing
    depends on that order unless the opening is cut off by the horizon.
    """
    yield from range(policy.k if policy.table is not None else 1)


def counts_of(k: int, path: Sequence[int]) -> tuple[int, ...]:
    """How often each arm is pulled on the path."""
    return tuple(path.count(i) for i in range(k))


def check_decisions(
    tree: DecisionTree, policy: IndexPolicy, T: int, rho: Fraction, optimal: int, path: list[int]
) -> None:
    """OPT(T) <= rho * ALG(T) for every run that begins with the path, if `optimal` is optimal."""
    spend(policy.k + len(path))
    if not isinstance(tree, Next):
        _check_closed(tree, policy, T, rho, optimal, path)
        return
    if len(path) >= T:
        raise RejectedError(Reason.RULE, "a path is longer than the horizon")
    if len(tree.branches) != policy.k:
        raise RejectedError(Reason.COVERAGE, "every arm needs a branch")
    alike, one_of_them = policy.alike(path, optimal), False
    for arm, branch in enumerate(tree.branches):
        if branch is not None:
            one_of_them |= arm in alike
            check_decisions(branch, policy, T, rho, optimal, [*path, arm])
        elif arm not in alike or not one_of_them:
            raise RejectedError(Reason.COVERAGE, f"arm {arm + 1} needs a branch of its own")


def _check_closed(
    leaf: PathDual | PathContradiction,
    policy: IndexPolicy,
    T: int,
    rho: Fraction,
    optimal: int,
    path: list[int],
) -> None:
    """rho * (rewards on the path) - Rew(f_o,T) - (the combination) >= 0 on every ray, or

    -(the combination) >= 0 though it is positive. Rewards after the path are not negative.
    """
    strict, bound = False, isinstance(leaf, PathDual)
    for d in leaf.decisions:
        spend(policy.k * len(path))
        if not (len(policy.opening) <= d.step < len(path) and 0 <= d.other < policy.k):
            raise RejectedError(Reason.HYPOTHESIS, "a decision is not on the path")
        if d.multiplier < 0:
            raise RejectedError(Reason.SIGN, "a multiplier is negative")
        counts = counts_of(policy.k, path[: d.step])
        strict |= d.multiplier > 0 and counts[path[d.step]] > counts[d.other]
    if not bound and not strict:
        raise RejectedError(Reason.STRICTNESS, "no contradiction on a path")
    forms = combination(leaf.decisions, policy, path)
    final = counts_of(policy.k, path)
    for arm, form in enumerate(forms):
        scale = common_denominator([rho, *form.values()])
        spend((T + 1) * (2 + len(form)), bits(scale))
        whole = {n: int(scale * c) for n, c in form.items()}
        alg = int(scale * rho) if bound else 0
        opt = scale if bound and arm == optimal else 0
        for j in range(T + 1):
            value = alg * ray_rew(j, final[arm]) - opt * ray_rew(j, T)
            if value < sum(c * ray_value(j, n) for n, c in whole.items()):
                raise RejectedError(Reason.SIGN, "the multipliers do not suffice on a path")


def combination(
    decisions: Sequence[Compared], policy: IndexPolicy, path: Sequence[int]
) -> list[dict[int, Fraction]]:
    """The sum of multiplier * (index of the pulled arm - index of the other), arm by arm."""
    forms: list[dict[int, Fraction]] = [{} for _ in range(policy.k)]
    for d in decisions:
        counts = counts_of(policy.k, path[: d.step])
        for arm, sign in ((path[d.step], 1), (d.other, -1)):
            for n, c in policy.index(counts, arm).items():
                if not 1 <= n <= counts[arm]:
                    raise RejectedError(Reason.DOMAIN, "an index looks at an unseen reward")
                forms[arm][n] = forms[arm].get(n, Fraction(0)) + sign * d.multiplier * c
    return forms
