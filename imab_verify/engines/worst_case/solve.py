"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    ask_for(policy, k, T) -> Task      the question at one size
    propose(task) -> ProposedBounds    what a search brings back: bounds, a run, and a proof

Nobody has judged what is proposed: deciding/worst.py lets the kernel do that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from imab_verify.engines.worst_case.proofs import Bound
from imab_verify.engines.worst_case.tasks import (
    ADVERSARIAL,
    KERNEL_TIES,
    LOWEST,
    TIES,
    Ratio,
    Report,
    Task,
    task_for,
)
from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.errors import InputError, check_choice
from imab_verify.kernel import Run
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.builtin import Algorithm1, Greedy

__all__ = [
    "ADVERSARIAL",
    "KERNEL_TIES",
    "LOWEST",
    "TIES",
    "ProposedBounds",
    "Report",
    "ask_for",
    "propose",
    "ratio_at_most",
]

MAX_ARMS, MAX_HORIZON = 10**4, 10**4
MAX_IN_ROUNDS = 10**18
"""The longest run in rounds."""
LARGEST, LARGEST_OF_GREEDY = 10**6, 3 * 10**5
"""k*T for runs that are played pull by pull: they take all of the kernel's work, nearly."""


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
    bound: Bound | None
    programs: int
    seconds: float
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


def ask_for(
    policy: object, k: int, T: int, *, ties: str = ADVERSARIAL, init: str | None = None
) -> Task:
    """The question at one size, if it is one that can be answered."""
    check_count(k, 1, "the number of arms k")
    check_count(T, 1, "the horizon T")
    check_choice(ties, TIES, "ties")
    _check_size(policy, k, T)
    return task_for(policy, k, T, ties, init)


def propose(
    task: Task,
    seconds: float | None = None,
    report: Report = lambda _low, _high: None,
) -> ProposedBounds:
    """The worst case as a search has it; with a time limit, or after an interrupt, bounds."""
    began = monotonic()
    deadline = None if seconds is None else began + seconds
    finding = task.find(deadline, report)
    return ProposedBounds(
        policy=task.name,
        about=task.run,
        k=task.k,
        T=task.T,
        lower=finding.ratio,
        upper=finding.upper,
        run=finding.run,
        bound=finding.bound,
        programs=finding.programs,
        seconds=monotonic() - began,
        interrupted=finding.interrupted,
        ties=task.ties,
    )


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
