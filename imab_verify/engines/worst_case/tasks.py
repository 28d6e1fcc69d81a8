"""One policy at one size: which search finds its worst case, and the certificate of what it finds.

A policy whose pulls are fixed (round robin, or a horizon within the opening) has a closed form:
T(T+1)/(q(q+1)) with q the least count. Algorithm 1 has theorems about all k and T, with the
instances of family.py. Greedy has one too. Every `LinearIndex` policy has index_search.py, for
small sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING

from imab_verify.engines.worst_case.documents import (
    Key,
    Ratio,
    decision_lines,
    head,
    key_of,
    table_of,
)
from imab_verify.engines.worst_case.family import family_run
from imab_verify.engines.worst_case.theorems import GREEDY_RUN, algorithm_1, theorem_at
from imab_verify.engines.worst_case.witness import WitnessRun, opening
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.kernel.worst_case import (
    CLAIM,
    COUNTS,
    GREEDY,
    TABLE,
    TREE,
    IndexPolicy,
    Supremum,
)
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import INITS, Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.linear_index import LinearIndex, kernel_policy
from imab_verify.policies.options import check_choice
from imab_verify.policies.round_robin import RoundRobin

if TYPE_CHECKING:
    from imab_verify.engines.worst_case.index_search import IndexSearch

ADVERSARIAL, LOWEST = "adversarial", "lowest-index"
TIES = (ADVERSARIAL, LOWEST)
KERNEL_TIES = {ADVERSARIAL: "any", LOWEST: LOWEST}

Report = Callable[[Fraction, Fraction], None]
"""Called with the bounds so far."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An accepted certificate of an earlier search, as data and as text."""

    case: Supremum
    text: bytes


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search came to."""

    ratio: Ratio
    upper: Ratio
    run: WitnessRun
    lines: Iterable[str]
    proof: str = COUNTS
    programs: int = 0
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One policy at one size."""

    name: str
    kernel_name: str
    k: int
    T: int
    ties: str
    init: str
    fixed: tuple[int, ...] | None = None
    """All pulls, if they do not depend on the instance."""
    index: IndexPolicy | None = None

    def find(self, deadline: float | None, earlier: Earlier | None, report: Report) -> Finding:
        """The search that fits the policy."""
        if self.fixed is not None:
            return self._fixed_counts(self.fixed)
        if self.index is None:
            return self._least_weight()
        if self.kernel_name == GREEDY and (finding := self._last_reward()):
            return finding
        return self._index(self.index, deadline, earlier, report)

    @property
    def key(self) -> Key:
        """What the question is about, as a certificate says it."""
        about = self.kernel_name, self.init, KERNEL_TIES[self.ties], self.k, self.T
        return (*about, *table_of(self.index))

    def accept(self, certificate: bytes) -> Earlier:
        """An earlier certificate, if it answers this question and the kernel accepts it."""
        case = judge(certificate).document
        if not isinstance(case, Supremum) or key_of(case) != self.key:
            raise InputError("the earlier certificate is about another policy, k or T")
        return Earlier(case, certificate)

    def certificate(self, finding: Finding) -> bytes:
        """The document for the kernel."""
        first = head(
            (self.kernel_name, self.init, KERNEL_TIES[self.ties], finding.proof),
            (self.k, self.T),
            (finding.ratio, finding.upper),
            finding.run,
            self.index,
        )
        return "".join(f"{line}\n" for line in (first, *finding.lines)).encode()

    def _fixed_counts(self, sequence: tuple[int, ...]) -> Finding:
        """f(n) = n on an arm with least count q, the others 0: T(T+1)/(q(q+1)), inf for q = 0."""
        counts = [sequence.count(i) for i in range(self.k)]
        q = min(counts)
        ratio = Fraction(self.T * (self.T + 1), q * (q + 1)) if q else None
        line, nothing = Reward.from_points([(0, 0), (self.T, 1)]), Reward.from_values([0])
        arms = [line if i == counts.index(q) else nothing for i in range(self.k)]
        run = WitnessRun(ratio or Fraction(0), Instance.of(arms), sequence)
        return Finding(ratio, ratio, run, ())

    def _least_weight(self) -> Finding:
        """The theorem for all k >= 2 and T, which an instance of the family attains.

        With one arm ALG = OPT. Where there is no theorem, two pulls of every arm are a bound.
        """
        run = family_run(self.k, self.T, self.init)
        theorem = theorem_at(algorithm_1(self.init), self.k, self.T, run.ratio)
        if self.k > 1 and theorem is not None:
            return Finding(run.ratio, run.ratio, run, (theorem,), CLAIM)
        upper = run.ratio if self.k == 1 else Fraction(self.T * (self.T + 1), 6)
        return Finding(run.ratio, upper, run, ())

    def _last_reward(self) -> Finding | None:
        """The theorem about greedy, and a constant that tends to the first reward of a line.

        At T = k + 1 they may be equal: then both have one pull, and the constant comes first.
        """
        k, T = self.k, self.T
        if not T > k >= 2:
            return None
        ratio = Fraction(T * (T + 1), 2 * (T - k + 2))
        theorem = theorem_at(GREEDY_RUN, k, T, ratio)
        if theorem is None:
            return None
        line, nothing = Reward.from_points([(0, 0), (T, 1)]), Reward.from_values([0])

        def beside(constant: int) -> Instance:
            first = Reward.from_values([Fraction(constant, T)])
            return Instance.of([first, *([nothing] * (k - 2)), line])

        sequence, near = (*range(k), *([0] * (T - k))), beside(2)
        run = WitnessRun(ratio, beside(1), sequence, near if T - k > 1 else None)
        return Finding(ratio, ratio, run, (theorem,), CLAIM)

    def _index(
        self,
        index: IndexPolicy,
        deadline: float | None,
        earlier: Earlier | None,
        report: Report,
    ) -> Finding:
        from imab_verify.engines.worst_case.index_search import IndexSearch

        search = IndexSearch(index, self.T, KERNEL_TIES[self.ties])
        deadline = _resume_search(search, earlier, deadline)
        interrupted = False
        try:
            search.run(deadline, report)
        except KeyboardInterrupt:
            interrupted = True
        rho = search.upper
        lines = decision_lines(search.proofs(rho))
        ratio = search.lower.ratio
        return Finding(ratio, rho, search.lower, lines, TREE, search.programs, interrupted)


def _resume_search(
    search: IndexSearch, earlier: Earlier | None, deadline: float | None
) -> float | None:
    """Bring a search to where an earlier one stopped; the deadline, later by what that took.

    The time is for searching: otherwise long work in short pieces never gets ahead.
    """
    if earlier is None:
        return deadline
    from imab_verify.engines.worst_case.resume import resume

    began = monotonic()
    resume(search, earlier.case, earlier.text)
    return None if deadline is None else deadline + monotonic() - began


def task_for(policy: object, k: int, T: int, ties: str, init: str | None) -> Task:
    """The question for a policy; InputError if no search fits it."""
    match policy:
        case Algorithm1():
            order = policy.init if init is None else init
            check_choice(order, INITS, "init")
            start = tuple(opening(k, order))
            return Task(policy.name, policy.name, k, T, ties, order, _cut_opening(start, T))
        case RoundRobin():
            sequence = tuple(t % k for t in range(T))
            return Task(policy.name, policy.name, k, T, ties, "rounds", sequence)
        case Greedy() | LinearIndex():
            index = kernel_policy(policy, k, T)
            kernel_name = GREEDY if isinstance(policy, Greedy) else TABLE
            cut = _cut_opening(index.opening, T)
            return Task(policy.name, kernel_name, k, T, ties, "rounds", cut, index)
        case _:
            name = getattr(policy, "name", type(policy).__name__)
            raise InputError(
                f"policy {name} has no exact worst case here: use algorithm-1, round-robin, "
                "greedy or a policy derived from imab_verify.policies.linear_index.LinearIndex"
            )


def _cut_opening(start: tuple[int, ...], T: int) -> tuple[int, ...] | None:
    """All T pulls, if the opening is longer than that."""
    return start[:T] if len(start) > T else None
