"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    worst_case(policy, k, T) -> WorstCase      the bounds, an instance, a certificate
    ratio_at_most(policy, k, T, bound)         is OPT(T) <= bound * ALG(T) on every instance?

Policies: round-robin and every run that ends in the opening (the counts are fixed, so the worst
case is T(T+1)/(q(q+1)) with q the least count); algorithm-1 (the final-counts theorem with
the instances of worst_case_family, or on demand the search of worst_case_search, which does not use
it); greedy and every `LinearIndex` policy (worst_case_index; small sizes). Whatever is found is
judged by the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from imab_verify.engines.worst_case.documents import (
    Ratio,
    box_lines,
    decision_lines,
    head,
    instance_of,
)
from imab_verify.engines.worst_case.family import family_run
from imab_verify.engines.worst_case.index import IndexSearch
from imab_verify.engines.worst_case.realise import Realised, opening
from imab_verify.engines.worst_case.resume import realised_in, resume
from imab_verify.engines.worst_case.search import Search, solver
from imab_verify.kernel import judge
from imab_verify.kernel.worst_case import (
    COUNTS,
    GREEDY,
    MAX_HORIZON,
    MAX_SIZE,
    TABLE,
    TREE,
    IndexPolicy,
)
from imab_verify.kernel.worst_case import WorstCase as KernelCase
from imab_verify.model.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
from imab_verify.policies.algorithm_1 import INITS, Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.linear_index import LinearIndex, kernel_policy
from imab_verify.policies.options import check_choice
from imab_verify.policies.round_robin import RoundRobin

ADVERSARIAL, LOWEST = "adversarial", "lowest-index"
EXACT, BRANCH = "exact", "branch"
ENGINES = (EXACT, BRANCH)
TIES = (ADVERSARIAL, LOWEST)
KERNEL_TIES = {ADVERSARIAL: "any", LOWEST: LOWEST}

Report = Callable[[Fraction, Fraction], None]


@dataclass(frozen=True, slots=True)
class WorstCase:
    """lower <= sup OPT/ALG <= upper, None being infinite; both are kernel-checked.

    `instance` runs along `sequence` (arms from 0). If `attained`, its ratio is `lower`. Otherwise
    `limit` is an instance with the ratio `lower` that breaks the tie rule somewhere, and
    (1-e)*limit + e*instance follows the sequence for every 0 < e <= 1: its ratios tend to `lower`.
    """

    policy: str
    k: int
    T: int
    ties: str
    init: str
    lower: Ratio
    upper: Ratio
    instance: Instance
    sequence: tuple[int, ...]
    limit: Instance | None
    programs: int
    seconds: float
    certificate: bytes
    rests_on: tuple[str, ...]
    interrupted: bool = False

    @property
    def status(self) -> str:
        """Exact if the bounds meet."""
        return "exact" if self.lower == self.upper else "bounds"

    @property
    def attained(self) -> bool:
        """Whether the instance itself has the ratio `lower`."""
        return self.limit is None

    @property
    def pulls(self) -> tuple[int, ...]:
        """How often each arm of the instance is pulled."""
        return tuple(self.sequence.count(i) for i in range(self.k))


def worst_case(
    policy: object,
    k: int,
    T: int,
    *,
    ties: str = ADVERSARIAL,
    init: str | None = None,
    engine: str = EXACT,
    seconds: float | None = None,
    workers: int = 1,
    known: bytes | None = None,
    report: Report = lambda _low, _high: None,
) -> WorstCase:
    """Find the worst case of the policy; with a time limit, or after an interrupt, bounds for it.

    `init` overrides the policy's own order of initial pulls. The engine "branch" searches Algorithm
    1 by boxes and linear programs, without the theorem that "exact" tries first. `known` is the
    certificate of an earlier, unfinished search for the same: it goes on from there.
    """
    check_count(k, 1, "the number of arms k")
    check_count(T, 1, "the horizon T")
    if T > MAX_HORIZON or k * T > MAX_SIZE:
        raise InputError(
            f"k = {k}, T = {T} is too large to certify: the kernel takes T up to {MAX_HORIZON}"
            f" and k*T up to {MAX_SIZE}; use hunt for larger sizes"
        )
    check_choice(ties, TIES, "ties")
    began = monotonic()
    check_choice(engine, ENGINES, "engine")
    task = _task(policy, k, T, ties, init, engine)
    deadline = None if seconds is None else began + seconds
    earlier = None if known is None else task.accepted(known)
    if known is not None and earlier is not None and earlier.upper == earlier.lower.ratio:
        found = _Found(earlier.upper, earlier.upper, realised_in(earlier), ())
        certificate = known
    else:
        found = task.find(deadline, workers, known, report)
        certificate = task.certificate(found)
    judgement = judge(certificate)
    realised = found.lower
    limit = instance_of(realised.arms)
    near = None if realised.near is None else instance_of(realised.near)
    return WorstCase(
        policy=task.name,
        k=k,
        T=T,
        ties=ties,
        init=task.init,
        lower=found.ratio,
        upper=found.upper,
        instance=near or limit,
        sequence=realised.sequence,
        limit=None if near is None else limit,
        programs=found.programs,
        seconds=monotonic() - began,
        certificate=certificate,
        rests_on=judgement.rests_on,
        interrupted=found.interrupted,
    )


def ratio_at_most(
    policy: object,
    k: int,
    T: int,
    bound: Fraction,
    *,
    ties: str = ADVERSARIAL,
    seconds: float | None = None,
) -> tuple[bool | None, WorstCase]:
    """Whether OPT(T) <= bound * ALG(T) on every instance with k arms; None if time was short.

    If the supremum is the bound itself, the answer is yes, attained or not. If it is larger, some
    instance breaks the bound: the one found, or one between it and the limit.
    """
    found = worst_case(policy, k, T, ties=ties, seconds=seconds)
    if found.upper is not None and found.upper <= bound:
        return True, found
    if found.lower is None or found.lower > bound:
        return False, found
    return None, found


@dataclass(frozen=True, slots=True)
class _Found:
    """What a search came to."""

    ratio: Ratio
    upper: Ratio
    lower: Realised
    lines: Iterable[str]
    proof: str = COUNTS
    programs: int = 0
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class _Task:
    """One policy at one size."""

    name: str
    kernel_name: str
    k: int
    T: int
    ties: str
    init: str
    engine: str
    fixed: tuple[int, ...] | None = None
    """All pulls, if they do not depend on the instance."""
    index: IndexPolicy | None = None

    def find(
        self, deadline: float | None, workers: int, earlier: bytes | None, report: Report
    ) -> _Found:
        """The search that fits the policy."""
        if self.fixed is not None:
            return self._fixed_counts(self.fixed)
        if self.index is not None:
            return self._index(self.index, deadline, report)
        if self.engine == EXACT and (found := self._least_weight()):
            return found
        return self._branch(deadline, workers, earlier, report)

    def accepted(self, certificate: bytes) -> KernelCase:
        """An earlier certificate, if it answers this question and the kernel accepts it."""
        case = judge(certificate).document
        mine = self.kernel_name, self.init, KERNEL_TIES[self.ties], self.k, self.T, self.index
        if not isinstance(case, KernelCase) or mine != (
            case.policy,
            case.init,
            case.ties,
            case.k,
            case.T,
            case.index(),
        ):
            raise InputError("the earlier certificate is about another policy, k or T")
        return case

    def certificate(self, found: _Found) -> bytes:
        """The document for the kernel."""
        limit = instance_of(found.lower.arms)
        near = None if found.lower.near is None else instance_of(found.lower.near)
        first = head(
            (self.kernel_name, self.init, KERNEL_TIES[self.ties], found.proof),
            (self.k, self.T),
            (found.ratio, found.upper),
            (limit, found.lower.sequence, near),
            self.index,
        )
        return "".join(f"{line}\n" for line in (first, *found.lines)).encode()

    def _fixed_counts(self, sequence: tuple[int, ...]) -> _Found:
        """f(n) = n on an arm with least count q, the others 0: T(T+1)/(q(q+1)), inf for q = 0."""
        counts = [sequence.count(i) for i in range(self.k)]
        q = min(counts)
        ratio = Fraction(self.T * (self.T + 1), q * (q + 1)) if q else None
        nothing = (Fraction(0),) * (self.T + 1)
        line = tuple(map(Fraction, range(self.T + 1)))
        arms = tuple(line if i == counts.index(q) else nothing for i in range(self.k))
        return _Found(ratio, ratio, Realised(ratio or Fraction(0), arms, sequence), ())

    def _least_weight(self) -> _Found | None:
        """The theorem for all counts, if an instance of the family attains it."""
        run = family_run(self.k, self.T, self.init)
        return None if run is None else _Found(run.ratio, run.ratio, run, ())

    def _branch(
        self, deadline: float | None, workers: int, earlier: bytes | None, report: Report
    ) -> _Found:
        search = Search(self.k, self.T, KERNEL_TIES[self.ties], self.init)
        if earlier is not None:
            resume(search, self.accepted(earlier), earlier)
        search.improve(family_run(self.k, self.T, self.init))
        interrupted = False
        try:
            with solver(workers) as (solve, batch):
                search.run(solve, batch, deadline, report)
        except KeyboardInterrupt:
            interrupted = True
        lines = box_lines(search.proofs(search.upper))
        ratio = search.lower.ratio
        work = search.programs, interrupted
        return _Found(ratio, search.upper, search.lower, lines, TREE, *work)

    def _index(self, index: IndexPolicy, deadline: float | None, report: Report) -> _Found:
        search = IndexSearch(index, self.T, KERNEL_TIES[self.ties])
        interrupted = False
        try:
            search.run(deadline, report)
        except KeyboardInterrupt:
            interrupted = True
        rho = search.upper
        lines = decision_lines((root.optimal, root.tree(rho)) for root in search.roots)
        ratio = search.lower.ratio
        return _Found(ratio, rho, search.lower, lines, TREE, search.programs, interrupted)


def _task(policy: object, k: int, T: int, ties: str, init: str | None, engine: str) -> _Task:
    match policy:
        case Algorithm1():
            order = policy.init if init is None else init
            check_choice(order, INITS, "init")
            start = tuple(opening(k, order))
            return _Task(policy.name, policy.name, k, T, ties, order, engine, _cut(start, T))
        case RoundRobin():
            sequence = tuple(t % k for t in range(T))
            return _Task(policy.name, policy.name, k, T, ties, "rounds", engine, sequence)
        case Greedy() | LinearIndex():
            index = kernel_policy(policy, k, T)
            kernel_name = GREEDY if isinstance(policy, Greedy) else TABLE
            cut = _cut(index.opening, T)
            return _Task(policy.name, kernel_name, k, T, ties, "rounds", engine, cut, index)
        case _:
            name = getattr(policy, "name", type(policy).__name__)
            raise InputError(
                f"policy {name} has no exact worst case here: use algorithm-1, round-robin, "
                "greedy or a policy derived from imab_verify.policies.linear_index.LinearIndex"
            )


def _cut(start: tuple[int, ...], T: int) -> tuple[int, ...] | None:
    """All T pulls, if the opening is longer than that."""
    return start[:T] if len(start) > T else None
