"""Runs of a policy at one k and T: every path of its decisions, closed by a combination of them.

An index policy opens with pulls that do not depend on the instance. Then it pulls an arm of maximal
index, ties by fewest pulls, then in any way. The index of arm i is a linear functional of
f_i(1..N_i), with coefficients that depend on the counts.

A path is a sequence of decisions. What is known on it, for the decision to pull arm i, with j any
other arm: index of i - index of j >= 0, strict if i had more pulls than j. A path is closed by a
combination S of these differences with multipliers >= 0; all other paths go on with every arm.

    dual     a*ALG - b*OPT - S >= 0 on all instances, so a*ALG >= b*OPT on the path;
    empty    -S >= 0 on all instances, though a difference with a positive multiplier is strict:
             S is <= 0 and > 0 at once, and no run has the path.

Both sides are sums over the arms of w_0 f(0) + ... + w_m f(m). This is >= 0 for every concave f if
and only if it is on the rays: the constant 1, where it is t_0, and min(n,j) for 1 <= j <= m, where
it is t_1 + ... + t_j, with the tails t_j = w_j + ... + w_m. For min(n,j) = [n>=1] + ... + [n>=j].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from imab_verify.kernel.arms import (
    Compared,
    DecisionTree,
    Next,
    PathContradiction,
    PathDual,
    Ratio,
    Region,
    Tree,
    multiples,
)
from imab_verify.kernel.facts import ALG, OPT, known_run
from imab_verify.kernel.polynomials import (
    bits,
    common_denominator,
    pair_up,
    reject,
    spend,
    use,
)
from imab_verify.kernel.semantics import Score, Values, opening_pulls, scores_of
from imab_verify.kernel.statement import (
    ANY,
    Comparison,
    Kind,
    Relation,
    Run,
)

Counts = tuple[int, ...]
Coefficients = Mapping[int, Fraction]
"""n -> coefficient of f(n)."""
Inequality = tuple[tuple[int, Coefficients], tuple[int, Coefficients], bool, Fraction]
"""The arm pulled with its index, another one, whether the first is larger or only not smaller;
the multiplier."""
Factors = tuple[Fraction, Fraction]
"""a and b of a*ALG(T) >= b*OPT(T)."""


class Runs:
    """All runs of a policy with k arms and T pulls, ties broken in any way."""

    def __init__(self, run: Run, k: int, T: int) -> None:
        if run.policy == ANY:
            reject("rule", "nothing is known of the decisions of any policy")
        self.run, self.k, self.T = run, k, T
        self.opening = tuple(opening_pulls(run.policy, k, T))
        self.by_score = run.index is not None
        self._score = scores_of(run.policy, k, T)

    @property
    def best_arms(self) -> Sequence[int]:
        """Which arms may be best, up to their names.

        Without decisions an arm with fewest pulls will do, as Rew(f,N) grows with N. After the
        opening of a policy by a score all arms have as many pulls; nothing else tells them apart,
        so it is the first. For a table it may be any.
        """
        if len(self.opening) == self.T:
            counts = counts_of(self.k, self.opening)
            return [counts.index(min(counts))]
        return range(1 if self.by_score else self.k)

    def alike(self, path: Sequence[int], best: int) -> set[int]:
        """Arms any two of which can be exchanged: policy, path and best arm stay the same."""
        if not self.by_score:
            return set()
        return set(range(self.k)).difference(path[len(self.opening) :], {best})

    def index(self, counts: Counts, arm: int) -> Coefficients:
        """The index of an arm at these counts."""
        return coefficients_of(self._score(counts, arm))


def coefficients_of(score: Score) -> Coefficients:
    """A score as a combination of f(1), ..., f(a), zeros left out: Rew(f,a) is the sum of all."""
    constant, summands = score
    if constant:
        reject("rule", "a tree is for scores that are sums of rewards alone")
    row: dict[int, Fraction] = {}
    for weight, what, last in summands:
        spend(2 * last)
        for n in range(1 if what == Kind.REW else last, last + 1):
            row[n] = row.get(n, Fraction(0)) + weight
    return {n: q for n, q in row.items() if q}


def counts_of(k: int, path: Sequence[int]) -> Counts:
    """How often each arm is pulled on the path."""
    spend(k + len(path))
    counts = [0] * k
    for i in path:
        counts[i] += 1
    return tuple(counts)


def check_numbers(node: Tree | Ratio, region: Region, goal: Comparison) -> None:
    """Nothing is to be shown where a constraint is false at the numbers that the others fix."""
    numbers = region.numbers()
    fixed = (c for c in region.constraints if c.polynomial.names() <= numbers.keys())
    if not all(c.holds(numbers) for c in fixed):
        use("tree")
    elif isinstance(node, Ratio):
        check_ratio(node, region, goal, numbers)
    else:
        check_runs(node, region, goal, numbers)


def check_ratio(node: Ratio, region: Region, goal: Comparison, numbers: Values) -> None:
    """Ratio: a*ALG >= b*OPT follows from A*ALG >= B*OPT if a*B >= b*A and B > 0.

    The constraints fix all that the four numbers depend on, and these are >= 0. For
    a*B*ALG >= b*A*ALG >= b*B*OPT.
    """
    use("ratio")
    a, b = _factors(goal, numbers)
    A, B = _factors(region.hypothesis(node.hypothesis), numbers)
    if B <= 0 or a * B < b * A:
        reject("sign", f"{node.hypothesis} does not suffice")


def check_runs(node: Tree, region: Region, goal: Comparison, numbers: Values) -> None:
    """Tree: a*ALG(T) >= b*OPT(T) in every run of an index policy or round robin, at one k and T.

    The constraints fix k and T, and all that a >= 0 and b >= 0 depend on. Every path of decisions
    is closed by a combination of what is known on it, for every arm that may be the best one.
    Where a constraint is false nothing is to be shown. The top of tree.py has the mathematics.
    """
    use("tree")
    if not {"k", "T"} <= numbers.keys() or numbers["k"] < 1 or numbers["T"] < 0:
        reject("rule", "a tree is about the runs at one k and T")
    runs = Runs(known_run(region), int(numbers["k"]), int(numbers["T"]))
    factors = _factors(goal, numbers)
    for tree, best in pair_up(node.best, runs.best_arms, "coverage", "best arms"):
        _check_path(tree, runs, best, runs.opening, factors)


def _factors(goal: Comparison, numbers: Values) -> Factors:
    """a and b of the goal a*ALG(T) - b*OPT(T) >= 0."""
    a, b = multiples(goal.form, *(atom for form in (ALG, OPT) for _, atom in form.terms))
    if goal.relation != Relation.GE or len(goal.form.constant):
        reject("rule", "a tree proves one >= without a constant term")
    if not a.names() | b.names() <= numbers.keys():
        reject("rule", "the ratio of OPT(T) and ALG(T) is no number here")
    factors = a.at(numbers), -b.at(numbers)
    if min(factors) < 0:
        reject("sign", "OPT(T) and ALG(T) are compared with a negative factor")
    return factors


def _check_path(
    tree: DecisionTree, runs: Runs, best: int, pulls: tuple[int, ...], factors: Factors
) -> None:
    """a*ALG(T) >= b*OPT(T) in every run that begins with these pulls."""
    spend(runs.k + len(pulls))
    if not isinstance(tree, Next):
        _check_closed(tree, runs, best, pulls, factors)
        return
    if len(pulls) >= runs.T:
        reject("rule", "a path is longer than the horizon")
    if len(tree.branches) != runs.k:
        reject("coverage", "every arm needs a branch")
    alike, one_of_them = runs.alike(pulls, best), False
    for arm, branch in enumerate(tree.branches):
        if branch is not None:
            one_of_them |= arm in alike
            _check_path(branch, runs, best, (*pulls, arm), factors)
        elif arm not in alike or not one_of_them:
            reject("coverage", f"arm {arm + 1} needs a branch of its own")


def _inequality(runs: Runs, pulls: tuple[int, ...], compared: Compared) -> Inequality:
    """What a decision on the path says."""
    step, other, multiplier = compared
    if not (len(runs.opening) <= step < len(pulls) and 0 <= other < runs.k):
        reject("hypothesis", "a decision is not on the path")
    if multiplier < 0:
        reject("sign", "a multiplier is negative")
    counts, arm = counts_of(runs.k, pulls[:step]), pulls[step]
    chosen, left = ((i, runs.index(counts, i)) for i in (arm, other))
    return chosen, left, counts[arm] > counts[other], multiplier


def _check_closed(
    path: PathDual | PathContradiction,
    runs: Runs,
    best: int,
    pulls: tuple[int, ...],
    factors: Factors,
) -> None:
    """a*ALG - b*OPT - S >= 0, where ALG is at least what these pulls pay. All times C * D."""
    known = [_inequality(runs, pulls, compared) for compared in path.decisions]
    if isinstance(path, PathContradiction):
        if not any(strict and multiplier for *_, strict, multiplier in known):
            reject("strictness", "the decisions do not contradict each other")
        factors = Fraction(0), Fraction(0)
    C = common_denominator(c for *both, _, _ in known for _, row in both for c in row.values())
    D = common_denominator([*factors, *(multiplier for *_, multiplier in known)])
    a, b = (int(C * D * factor) for factor in factors)
    spend(4 * (len(pulls) + runs.T), bits(C * D))
    left = [[0, *[a] * N] for N in counts_of(runs.k, pulls)]
    left[best] += [0] * (runs.T + 1 - len(left[best]))
    left[best][1:] = [w - b for w in left[best][1:]]
    for chosen, other, _, multiplier in known:
        m = int(D * multiplier)
        for (arm, row), factor in ((chosen, -m), (other, m)):
            spend(2 * len(row), bits(C * m))
            for n, c in row.items():
                left[arm][n] += factor * int(C * c)
    if not all(map(_nonnegative, left)):
        reject("sign", "the multipliers do not suffice")


def _nonnegative(weights: Sequence[int]) -> bool:
    """Whether sum of weights[n] * f(n) >= 0 for every concave f."""
    first, *tails = [*accumulate(reversed(weights))][::-1]
    return first >= 0 and all(total >= 0 for total in accumulate(tails))
