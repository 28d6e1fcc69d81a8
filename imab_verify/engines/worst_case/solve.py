"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    propose(task) -> ProposedBounds            what a search brings back, with its certificate
    accept(task, proposed) -> RatioBounds      what the kernel reads in that certificate
    worst_case(policy, k, T) -> RatioBounds    both
    ratio_at_most(policy, k, T, bound)         is OPT(T) <= bound * ALG(T) on every instance?

What is judged as a part of a larger certificate is only proposed here.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Any

from imab_verify.engines.worst_case.documents import Ratio
from imab_verify.engines.worst_case.tasks import (
    ADVERSARIAL,
    KERNEL_TIES,
    LOWEST,
    TIES,
    Earlier,
    Report,
    Task,
    task_for,
)
from imab_verify.engines.worst_case.witness import WitnessRun, run_in
from imab_verify.errors import InputError
from imab_verify.kernel import RejectedError
from imab_verify.kernel.worst_case import MAX_HORIZON, MAX_IN_ROUNDS, MAX_SIZE
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.options import check_choice

__all__ = [
    "ADVERSARIAL",
    "KERNEL_TIES",
    "LOWEST",
    "TIES",
    "ProposedBounds",
    "RatioBounds",
    "Report",
    "accept",
    "ask_for",
    "propose",
    "ratio_at_most",
    "worst_case",
]

LARGEST = 3 * 10**5
"""k*T for greedy: a run that takes all of the kernel's work, nearly."""


@dataclass(frozen=True, slots=True)
class ProposedBounds:
    """lower <= sup OPT/ALG <= upper, None being infinite, as a search has it.

    If `attained`, the ratio of `instance` is `lower`. Otherwise `limit` is an instance with the
    ratio `lower` that breaks the tie rule somewhere, and (1-e)*limit + e*instance has the same run
    for every 0 < e <= 1: its ratios tend to `lower`.
    """

    policy: str
    k: int
    T: int
    ties: str
    init: str
    lower: Ratio
    upper: Ratio
    run: WitnessRun
    programs: int
    seconds: float
    certificate: bytes
    interrupted: bool = False

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
        return self.run.list_pulls(self.init)


@dataclass(frozen=True, slots=True)
class RatioBounds(ProposedBounds):
    """The same, as the kernel has read and accepted it in the certificate."""


def worst_case(
    policy: object,
    k: int,
    T: int,
    *,
    ties: str = ADVERSARIAL,
    init: str | None = None,
    seconds: float | None = None,
    known: bytes | None = None,
    report: Report = lambda _low, _high: None,
) -> RatioBounds:
    """Find the worst case of the policy; with a time limit, or after an interrupt, bounds for it.

    `init` overrides the policy's own order of initial pulls. `known` is the certificate of an
    earlier, unfinished search for the same: it goes on from there.
    """
    task = ask_for(policy, k, T, ties=ties, init=init)
    return accept(task, propose(task, seconds, known, report))


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
    known: bytes | None = None,
    report: Report = lambda _low, _high: None,
) -> ProposedBounds:
    """The worst case as a search has it: nobody has judged the certificate yet."""
    earlier = None if known is None else _earlier(task, known)
    began = monotonic()
    if earlier is not None and earlier.case.upper == earlier.case.lower.ratio:
        return ProposedBounds(**_read_bounds(task, earlier), programs=0, seconds=0.0)
    deadline = None if seconds is None else began + seconds
    finding = task.find(deadline, earlier, report)
    return ProposedBounds(
        policy=task.name,
        k=task.k,
        T=task.T,
        ties=task.ties,
        init=task.init,
        lower=finding.ratio,
        upper=finding.upper,
        run=finding.run,
        certificate=task.certificate(finding),
        programs=finding.programs,
        seconds=monotonic() - began,
        interrupted=finding.interrupted,
    )


def _earlier(task: Task, known: bytes) -> Earlier | None:
    """What an earlier search has; nothing, if the kernel has no use for it any more."""
    with suppress(RejectedError):
        return task.accept(known)
    return None


def accept(task: Task, proposed: ProposedBounds) -> RatioBounds:
    """Let the kernel judge the certificate; RejectedError if it is none, InputError if it answers
    another question.

    Who proposed it is believed in nothing else than how much work it was.
    """
    return RatioBounds(
        **_read_bounds(task, task.accept(proposed.certificate)),
        programs=proposed.programs,
        seconds=proposed.seconds,
        interrupted=proposed.interrupted,
    )


def _read_bounds(task: Task, judged: Earlier) -> dict[str, Any]:
    """The answer that an accepted certificate has."""
    case = judged.case
    return {
        "policy": task.name,
        "k": case.k,
        "T": case.T,
        "ties": task.ties,
        "init": case.init,
        "lower": case.lower.ratio,
        "upper": case.upper,
        "run": run_in(case),
        "certificate": judged.text,
    }


def _check_size(policy: object, k: int, T: int) -> None:
    """Refuse what the kernel does not take: long runs are judged in rounds, others pull by pull."""
    if isinstance(policy, Algorithm1) and 2 * k <= T:
        longest, most = MAX_IN_ROUNDS, None
    else:
        longest, most = MAX_HORIZON, LARGEST if isinstance(policy, Greedy) else MAX_SIZE
    if k > MAX_HORIZON or longest < T or (most is not None and k * T > most):
        raise InputError(
            f"k = {show_short(k)}, T = {show_short(T)} is too large to certify: the kernel takes "
            f"k up to {MAX_HORIZON}, T up to {longest}"
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
