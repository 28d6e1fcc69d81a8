"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    ask_for(policy, k, T) -> Task      the question at one size
    propose(task) -> ProposedBounds    what a search brings back: bounds, a run, and a proof

A policy whose pulls are fixed (round robin, or a horizon within the opening) has a closed form:
T(T+1)/(q(q+1)) with q the least count. Algorithm 1 has theorems about all k and T, with the
instances of family.py. Greedy has one too. Every `LinearIndex` policy has index_search.py, for
small sizes. Nobody has judged what is proposed: deciding/worst.py lets the kernel do that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from time import monotonic

from imab_verify.engines.worst_case.family import family_run
from imab_verify.engines.worst_case.proofs import OPENED, Bound
from imab_verify.engines.worst_case.theorems import theorem_at
from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.errors import InputError, check_choice
from imab_verify.kernel import Run
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.kernel.tree import Runs
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, is_algorithm_1, short_name
from imab_verify.language.scored import ScoredIndex
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count, show_short
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
MAX_ARMS, MAX_HORIZON = 10**4, 10**4
MAX_IN_ROUNDS = 10**18
"""The longest run in rounds."""
LARGEST, LARGEST_OF_GREEDY = 10**6, 3 * 10**5
"""k*T for runs that are played pull by pull: they take all of the kernel's work, nearly."""

Ratio = Fraction | None
"""OPT/ALG; None is infinite."""
Report = Callable[[Fraction, Fraction], None]
"""Called with the bounds so far."""


@dataclass(frozen=True, slots=True)
class ProposedBounds:
    """lower <= sup OPT/ALG <= upper, None being infinite, as a search has it.

    If `attained`, the ratio of `instance` is `lower`. Otherwise `limit` is an instance with the
    ratio `lower` that breaks the tie rule somewhere, and (1-e)*limit + e*instance has the same run
    for every 0 < e <= 1: its ratios tend to `lower`. `ties` says how they fall, as users say it.
    """

    policy: str
    about: Run
    k: int
    T: int
    lower: Ratio
    upper: Ratio
    run: WitnessRun
    bound: Bound | None = None
    programs: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    ties: str = ADVERSARIAL

    @property
    def init(self) -> str:
        """The order of the opening."""
        return self.about.index.order if self.about.index else "rounds"

    @property
    def status(self) -> str:
        """Exact if the bounds meet."""
        return "exact" if self.lower == self.upper else "bounds"

    @property
    def instance(self) -> Instance:
        """It has the run."""
        return self.run.near or self.run.limit

    @property
    def limit(self) -> Instance | None:
        """It has the ratio, if the instance does not."""
        return None if self.attained else self.run.limit

    @property
    def attained(self) -> bool:
        """Whether the instance itself has the ratio `lower`."""
        return self.run.near is None

    @property
    def pulls(self) -> tuple[int, ...]:
        """How often each arm of the instance is pulled."""
        return self.run.pulls

    @property
    def sequence(self) -> tuple[int, ...]:
        """All T pulls (arms from 0)."""
        return self.run.list_pulls(self.about)


@dataclass(frozen=True, slots=True)
class Task:
    """One policy at one size."""

    name: str
    run: Run
    k: int
    T: int
    ties: str = ADVERSARIAL

    def find(self, deadline: float | None, report: Report) -> ProposedBounds:
        """What the search that fits the policy brings back."""
        if is_algorithm_1(self.run) and 2 * self.k <= self.T:
            return self._least_weight()
        if short_name(self.run.policy) == "greedy" and (finding := self._last_reward()):
            return finding
        runs = Runs(self.run, self.k, self.T)
        if len(runs.opening) == self.T:
            return self._fixed_counts(runs.opening)
        return self._index(runs, deadline, report)

    def _fixed_counts(self, sequence: tuple[int, ...]) -> ProposedBounds:
        """f(n) = n on an arm with least count q, the others 0: T(T+1)/(q(q+1)), inf for q = 0."""
        counts = [sequence.count(i) for i in range(self.k)]
        q = min(counts)
        ratio = Fraction(self.T * (self.T + 1), q * (q + 1)) if q else None
        line, nothing = Reward.from_points([(0, 0), (self.T, 1)]), Reward.from_values([0])
        arms = [line if i == counts.index(q) else nothing for i in range(self.k)]
        run = WitnessRun(ratio or Fraction(0), Instance.of(arms), sequence)
        return self._bounds(ratio, ratio, run, OPENED)

    def _least_weight(self) -> ProposedBounds:
        """The theorem for all k >= 2 and T, which an instance of the family attains.

        With one arm ALG = OPT. Without a theorem two pulls of every arm are a bound.
        """
        run = family_run(self.k, self.T)
        if self.k * self.T <= PLAYED:
            run = WitnessRun(run.ratio, run.limit, run.list_pulls(self.run))
        theorem = theorem_at(self.run, self.k, self.T, run.ratio)
        if theorem is not None:
            return self._bounds(run.ratio, run.ratio, run, theorem)
        return self._bounds(run.ratio, Fraction(self.T * (self.T + 1), 6), run, OPENED)

    def _last_reward(self) -> ProposedBounds | None:
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
        return self._bounds(ratio, ratio, run, theorem)

    def _index(self, runs: Runs, deadline: float | None, report: Report) -> ProposedBounds:
        if self.k == 1:
            one = Instance.of([Reward.from_values([1])])
            run = WitnessRun(Fraction(1), one, (0,) * self.T)
            theorem = theorem_at(self.run, 1, self.T, run.ratio)
            return self._bounds(run.ratio, run.ratio, run, theorem)
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
        found = self._bounds(lower.ratio, rho, lower, search.proof(rho))
        return replace(found, programs=search.programs, interrupted=interrupted)

    def _bounds(
        self, lower: Ratio, upper: Ratio, run: WitnessRun, bound: Bound | None
    ) -> ProposedBounds:
        return ProposedBounds(
            self.name, self.run, self.k, self.T, lower, upper, run, bound, ties=self.ties
        )


# --- the questions -------------------------------------------------------------------------------


def ask_for(
    policy: object, k: int, T: int, *, ties: str = ADVERSARIAL, init: str | None = None
) -> Task:
    """The question at one size, if it is one that can be answered."""
    check_count(k, 1, "the number of arms k")
    check_count(T, 1, "the horizon T")
    check_choice(ties, TIES, "ties")
    _check_size(policy, k, T)
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


def _check_size(policy: object, k: int, T: int) -> None:
    """Refuse what the kernel does not take: long runs are judged in rounds, others pull by pull."""
    if isinstance(policy, Algorithm1) and 2 * k <= T:
        longest, most = MAX_IN_ROUNDS, None
    else:
        longest, most = MAX_HORIZON, LARGEST_OF_GREEDY if isinstance(policy, Greedy) else LARGEST
    if k > MAX_ARMS or longest < T or (most is not None and k * T > most):
        raise InputError(
            f"k = {show_short(k)}, T = {show_short(T)} is too large to certify: the kernel takes "
            f"k up to {MAX_ARMS}, T up to {longest}"
            + (f" and k*T up to {most}; use hunt for larger sizes" if most else "")
        )


def propose(
    task: Task,
    seconds: float | None = None,
    report: Report = lambda _low, _high: None,
) -> ProposedBounds:
    """The worst case as a search has it; with a time limit, or after an interrupt, bounds."""
    began = monotonic()
    deadline = None if seconds is None else began + seconds
    return replace(task.find(deadline, report), seconds=monotonic() - began)


def ratio_at_most(
    policy: object,
    k: int,
    T: int,
    bound: Fraction,
    *,
    ties: str = ADVERSARIAL,
    seconds: float | None = None,
) -> tuple[bool | None, ProposedBounds]:
    """Whether OPT(T) <= bound * ALG(T) on every instance with k arms; None if time was short.

    If the supremum is the bound itself, the answer is yes, attained or not. If it is larger, some
    instance breaks the bound: the one found, or one between it and the limit. The answer is that
    of the search: who says it on must let the kernel judge what comes with it.
    """
    worst = propose(ask_for(policy, k, T, ties=ties), seconds)
    if worst.upper is not None and worst.upper <= bound:
        return True, worst
    if worst.lower is None or worst.lower > bound:
        return False, worst
    return None, worst
