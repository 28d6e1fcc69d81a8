"""Decision trees for index policies at one k and T: OPT(T) <= rho * ALG(T) on every instance.

An index policy opens with a fixed sequence of pulls. Then it pulls an arm of maximal index, ties
by fewest pulls, then in any way. The index of arm i is a linear functional of f_i(1..N_i); its
coefficients may depend on all counts. Two ways to give it:

    greedy   opens with every arm once; the index is f_i(N_i)
    table    the certificate lists the opening and the coefficients for every vector of counts

A path is a sequence of decisions. What is known on it, for the decision to pull arm i, with j any
other arm: index of i - index of j >= 0, strict if i had more pulls than j. A path is closed by a
combination S of these differences with multipliers >= 0; all other paths go on with every arm.

    dual     rho * ALG - OPT - S >= 0 on all instances, so OPT <= rho * ALG on the path;
    empty    -S >= 0 on all instances, though a difference with a positive multiplier is strict:
             S is <= 0 and > 0 at once, and no run has the path.

Both sides are sums over the arms of w_0 f(0) + ... + w_m f(m). This is >= 0 for every concave f if
and only if it is on the rays: the constant 1, where it is t_0, and min(n,j) for 1 <= j <= m, where
it is t_1 + ... + t_j, with the tails t_j = w_j + ... + w_m. For min(n,j) = [n>=1] + ... + [n>=j].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from imab_verify.kernel.contexts import A, Index
from imab_verify.kernel.documents import Arm, build, key
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Form, Kind
from imab_verify.kernel.functionals import expand
from imab_verify.kernel.limits import bits, common_denominator, spend
from imab_verify.kernel.play import Seen
from imab_verify.kernel.points import sum_up
from imab_verify.kernel.polynomials import ONE, ZERO

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
        return self.indices(counts)[arm]

    def indices(self, counts: tuple[int, ...]) -> Sequence[Coefficients]:
        """The index of every arm at these counts."""
        spend(len(counts))
        if self.table is None:
            return [{N: Fraction(1)} for N in counts]
        if (row := self.table.get(counts)) is None:
            raise RejectedError(Reason.COVERAGE, f"the policy has no index at counts {counts}")
        return row

    def scores(self, seen: Seen) -> list[Fraction | int]:
        """The index of every arm, times the scale of what was seen."""
        rows = zip(self.indices(tuple(seen.counts)), seen.rewards, strict=True)
        return [sum_up((f[n], q) for n, q in row.items()) for row, f in rows]

    def alike(self, path: Sequence[int], optimal: int) -> set[int]:
        """Arms any two of which can be exchanged: policy, path and optimal arm stay the same."""
        if self.table is not None:
            return set()
        return set(range(self.k)).difference(path[len(self.opening) :], {optimal})

    @classmethod
    def greedy(cls, k: int) -> IndexPolicy:
        """Every arm once, then an arm of maximal last reward."""
        return cls(k, tuple(range(k)))


LAST_REWARD = Index(1, Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (A,))),)))
"""Greedy, as a claim about runs has it."""


def coefficients_of(index: Index, counts: Sequence[int], arm: int, T: int) -> dict[int, Fraction]:
    """The score of an arm at these counts, as a combination of f(1), ..., f(a); zeros left out.

    Rew(f,a) is f(1) + ... + f(a), and the other functionals are combinations of it, f(a) and
    f(a-1) (functionals.expand). A constant of the score is not in it.
    """
    spend(len(counts))
    named = {"a": counts[arm], "M": max(counts), "k": len(counts), "T": T}
    values = {name: Fraction(value) for name, value in named.items()}
    row: dict[int, Fraction] = {}
    for coefficient, atom in index.score.terms:
        for factor, kind, at in expand(atom):
            weight, n = coefficient.at(values) * factor.at(values), int(at.at(values))
            spend(16 + max(n, 0), bits(weight))
            for place in range(1, n + 1) if kind == Kind.REW else (n,):
                row[place] = row.get(place, Fraction(0)) + weight
    return {n: q for n, q in row.items() if q}


def is_table_of(policy: IndexPolicy, index: Index, opening: Sequence[int], T: int) -> bool:
    """Whether the policy is that of the score at this horizon: same opening, and every row of its
    table has the coefficients of the score. Where it has no row, it decides nothing.
    """
    if policy.table is None:
        return index == LAST_REWARD
    if policy.opening != tuple(opening) or len(index.score.constant):
        return False
    return all(
        {n: q for n, q in row.items() if q} == coefficients_of(index, counts, arm, T)
        for counts, rows in policy.table.items()
        for arm, row in enumerate(rows)
    )


Compared = tuple[Arm, Arm, Fraction]
"""(step, other, multiplier): the decision at a step (from 1), compared with another arm."""


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
    counts = [0] * k
    for i in path:
        counts[i] += 1
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Path:
    """The runs of a policy that begin with these pulls; OPT(T) is Rew(f,T) of arm `optimal`."""

    policy: IndexPolicy
    T: int
    optimal: int
    pulls: tuple[int, ...]


Inequality = tuple[tuple[int, Coefficients], tuple[int, Coefficients], bool, Fraction]
"""The arm pulled with its index, another one, whether the first is larger or only not smaller;
the multiplier."""


def path_inequality(path: Path, decision: Compared) -> Inequality:
    """The inequality of a decision on the path."""
    step, other, multiplier = decision
    policy, pulls = path.policy, path.pulls
    if not (len(policy.opening) <= step < len(pulls) and 0 <= other < policy.k):
        raise RejectedError(Reason.HYPOTHESIS, "a decision is not on the path")
    spend(policy.k + len(pulls))
    counts, arm = counts_of(policy.k, pulls[:step]), pulls[step]
    chosen, left = ((i, policy.index(counts, i)) for i in (arm, other))
    return chosen, left, counts[arm] > counts[other], multiplier


def check_closed(path: Path, rho: Fraction, known: Sequence[Inequality], *, empty: bool) -> None:
    """The bound, or the contradiction if `empty`, by inequalities that are known on the path.

    Later pulls are not negative, so ALG is at least the sum of Rew(f_i, N_i). All times C * D.
    """
    if any(multiplier < 0 for *_, multiplier in known):
        raise RejectedError(Reason.SIGN, "a multiplier is negative")
    if empty and not any(strict and multiplier for _, _, strict, multiplier in known):
        raise RejectedError(Reason.STRICTNESS, "the decisions do not contradict each other")
    C = common_denominator(c for *both, _, _ in known for _, row in both for c in row.values())
    D = common_denominator([rho, *(multiplier for *_, multiplier in known)])
    alg, opt = (0, 0) if empty else (int(C * D * rho), C * D)
    spend(4 * (len(path.pulls) + path.T), bits(C * D))
    left = [[0, *[alg] * N] for N in counts_of(path.policy.k, path.pulls)]
    best = left[path.optimal]
    best += [0] * (path.T + 1 - len(best))
    best[1:] = [w - opt for w in best[1:]]
    for chosen, other, _, multiplier in known:
        m = int(D * multiplier)
        for (arm, row), factor in ((chosen, -m), (other, m)):
            spend(2 * len(row), bits(C * m))
            for n, c in row.items():
                left[arm][n] += factor * int(C * c)
    if not all(map(nonnegative, left)):
        raise RejectedError(Reason.SIGN, "the multipliers do not suffice")


def nonnegative(weights: Sequence[int]) -> bool:
    """Whether sum of weights[n] * f(n) >= 0 for every concave f."""
    first, *tails = [*accumulate(reversed(weights))][::-1]
    return first >= 0 and all(total >= 0 for total in accumulate(tails))


def check_path(tree: DecisionTree, path: Path, rho: Fraction) -> None:
    """OPT(T) <= rho * ALG(T) for every run on the path."""
    policy, pulls = path.policy, path.pulls
    spend(policy.k + len(pulls))
    if not isinstance(tree, Next):
        known = [path_inequality(path, d) for d in tree.decisions]
        check_closed(path, rho, known, empty=isinstance(tree, PathContradiction))
        return
    if len(pulls) >= path.T:
        raise RejectedError(Reason.RULE, "a path is longer than the horizon")
    if len(tree.branches) != policy.k:
        raise RejectedError(Reason.COVERAGE, "every arm needs a branch")
    alike, one_of_them = policy.alike(pulls, path.optimal), False
    for arm, branch in enumerate(tree.branches):
        if branch is not None:
            one_of_them |= arm in alike
            check_path(branch, Path(policy, path.T, path.optimal, (*pulls, arm)), rho)
        elif arm not in alike or not one_of_them:
            raise RejectedError(Reason.COVERAGE, f"arm {arm + 1} needs a branch of its own")


@dataclass(frozen=True, slots=True)
class PathCase:
    """A line that closes the case of this optimal arm."""

    optimal: Arm
    tree: DecisionTree


def check_paths(policy: IndexPolicy, T: int, rho: Fraction, lines: Iterator[Any]) -> None:
    """Every case is closed by its line."""
    for o in optimal_arms(policy):
        line: PathCase = build(PathCase, next(lines, None))
        if line.optimal != o:
            raise RejectedError(Reason.COVERAGE, f"the case of optimal arm {o + 1} is missing")
        check_path(line.tree, Path(policy, T, o, policy.opening), rho)
