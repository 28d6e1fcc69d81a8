"""One policy at one size: which search finds its worst case, and what it brings back.

A policy whose pulls are fixed (round robin, or a horizon within the opening) has a closed form:
T(T+1)/(q(q+1)) with q the least count. Algorithm 1 has theorems about all k and T, with the
instances of family.py. Greedy has one too. Every `LinearIndex` policy has index_search.py, for
small sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from imab_verify.engines.worst_case.family import family_run
from imab_verify.engines.worst_case.proofs import Bound
from imab_verify.engines.worst_case.theorems import theorem_at
from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.errors import InputError, check_choice
from imab_verify.kernel import Run, Tree
from imab_verify.kernel.arms import PathDual
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.kernel.tree import Runs
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, is_algorithm_1, short_name
from imab_verify.language.scored import ScoredIndex
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import INITS, Algorithm1, Greedy, RoundRobin
from imab_verify.policies.linear_index import LinearIndex, kernel_table

ADVERSARIAL, LOWEST = "adversarial", "lowest-index"
TIES = (ADVERSARIAL, LOWEST)
KERNEL_TIES = {ADVERSARIAL: "any", LOWEST: LOWEST}
MOST_ROWS = 50_000
"""Vectors of counts at which a policy decides."""

PLAYED = 500
"""k*T of runs of Algorithm 1 that are listed pull by pull, which the kernel plays in no time."""

Ratio = Fraction | None
"""OPT/ALG; None is infinite."""
Report = Callable[[Fraction, Fraction], None]
"""Called with the bounds so far."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search came to: bounds, the run of the lower one, and why the upper one holds."""

    ratio: Ratio
    upper: Ratio
    run: WitnessRun
    bound: Bound | None = None
    programs: int = 0
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One policy at one size."""

    name: str
    run: Run
    k: int
    T: int
    ties: str = ADVERSARIAL

    def find(self, deadline: float | None, report: Report) -> Finding:
        """The search that fits the policy."""
        if is_algorithm_1(self.run) and 2 * self.k <= self.T:
            return self._least_weight()
        if short_name(self.run.policy) == "greedy" and (finding := self._last_reward()):
            return finding
        runs = Runs(self.run, self.k, self.T)
        if len(runs.opening) == self.T:
            return self._fixed_counts(runs.opening)
        return self._index(runs, deadline, report)

    def _fixed_counts(self, sequence: tuple[int, ...]) -> Finding:
        """f(n) = n on an arm with least count q, the others 0: T(T+1)/(q(q+1)), inf for q = 0."""
        counts = [sequence.count(i) for i in range(self.k)]
        q = min(counts)
        ratio = Fraction(self.T * (self.T + 1), q * (q + 1)) if q else None
        line, nothing = Reward.from_points([(0, 0), (self.T, 1)]), Reward.from_values([0])
        arms = [line if i == counts.index(q) else nothing for i in range(self.k)]
        run = WitnessRun(ratio or Fraction(0), Instance.of(arms), sequence)
        return Finding(ratio, ratio, run, Bound(Tree((PathDual(()),))))

    def _least_weight(self) -> Finding:
        """The theorem for all k >= 2 and T, which an instance of the family attains.

        With one arm ALG = OPT. Without a theorem two pulls of every arm are a bound.
        """
        run = family_run(self.k, self.T)
        if self.k * self.T <= PLAYED:
            run = WitnessRun(run.ratio, run.limit, run.list_pulls(self.run))
        theorem = theorem_at(self.run, self.k, self.T, run.ratio)
        if theorem is not None:
            return Finding(run.ratio, run.ratio, run, Bound(theorem))
        opened = Bound(Tree((PathDual(()),)))
        return Finding(run.ratio, Fraction(self.T * (self.T + 1), 6), run, opened)

    def _last_reward(self) -> Finding | None:
        """The theorem about greedy, and a constant that tends to the first reward of a line.

        At T = k + 1 they may be equal: then both have one pull, and the constant comes first.
        """
        k, T = self.k, self.T
        if not T > k >= 2:
            return None
        ratio = Fraction(T * (T + 1), 2 * (T - k + 2))
        theorem = theorem_at(self.run, k, T, ratio)
        if theorem is None:
            return None
        line, nothing = Reward.from_points([(0, 0), (T, 1)]), Reward.from_values([0])

        def beside(constant: int) -> Instance:
            first = Reward.from_values([Fraction(constant, T)])
            return Instance.of([first, *([nothing] * (k - 2)), line])

        sequence, near = (*range(k), *([0] * (T - k))), beside(2)
        run = WitnessRun(ratio, beside(1), sequence, near if T - k > 1 else None)
        return Finding(ratio, ratio, run, Bound(theorem))

    def _index(self, runs: Runs, deadline: float | None, report: Report) -> Finding:
        if self.k == 1:
            one = Instance.of([Reward.from_values([1])])
            run = WitnessRun(Fraction(1), one, (0,) * self.T)
            theorem = theorem_at(self.run, 1, self.T, run.ratio)
            return Finding(run.ratio, run.ratio, run, Bound(theorem) if theorem else None)
        rows = comb(max(self.T - len(runs.opening), 0) + self.k - 1, self.k)
        if rows > MOST_ROWS:
            raise InputError(
                f"policy {self.name} decides at more than {MOST_ROWS} vectors of counts at "
                f"k = {self.k}, T = {self.T}, too many for its exact worst case: use hunt"
            )
        from imab_verify.engines.worst_case.index_search import IndexSearch

        search, interrupted = IndexSearch(runs), False
        try:
            search.run(deadline, report)
        except KeyboardInterrupt:
            interrupted = True
        rho, lower = search.upper, search.lower
        proof = Bound(search.proof(rho))
        return Finding(lower.ratio, rho, lower, proof, search.programs, interrupted)


def task_for(policy: object, k: int, T: int, ties: str, init: str | None) -> Task:
    """The question for a policy; InputError if no search fits it."""
    fallen = KERNEL_TIES[ties]
    match policy:
        case Algorithm1():
            order = policy.init if init is None else init
            check_choice(order, INITS, "init")
            run = Run(replace(ALGORITHM_1, order=order, ties=fallen))
        case RoundRobin():
            run = Run(ROUND_ROBIN)
        case Greedy():
            run = Run(replace(GREEDY, ties=fallen))
        case ScoredIndex() if policy.plain:
            run = Run(replace(policy.data, ties=fallen))
        case LinearIndex():
            run = Run(replace(kernel_table(policy, k, T, MOST_ROWS), ties=fallen))
        case _:
            name = getattr(policy, "name", type(policy).__name__)
            raise InputError(
                f"policy {name} has no exact worst case here: use algorithm-1, round-robin, "
                "greedy or a policy derived from imab_verify.policies.linear_index.LinearIndex"
            )
    return Task(policy.name, run, k, T, ties)
