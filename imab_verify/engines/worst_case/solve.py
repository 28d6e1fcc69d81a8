"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    worst_case(policy, k, T) -> RatioBounds    the bounds, an instance, a certificate
    ratio_at_most(policy, k, T, bound)         is OPT(T) <= bound * ALG(T) on every instance?

Whatever a search brings back is judged by the kernel before it is given out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from imab_verify.engines.worst_case.documents import Ratio
from imab_verify.engines.worst_case.tasks import (
    ADVERSARIAL,
    BRANCH,
    ENGINES,
    EXACT,
    KERNEL_TIES,
    LOWEST,
    TIES,
    Finding,
    Report,
    task_for,
)
from imab_verify.engines.worst_case.witness import WitnessRun, run_in
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.kernel.worst_case import MAX_HORIZON, MAX_IN_ROUNDS, MAX_SIZE
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.options import check_choice

__all__ = [
    "ADVERSARIAL",
    "BRANCH",
    "ENGINES",
    "EXACT",
    "KERNEL_TIES",
    "LOWEST",
    "TIES",
    "RatioBounds",
    "Report",
    "ratio_at_most",
    "worst_case",
]

LARGEST = 3 * 10**5
"""k*T for greedy: a run that takes all of the kernel's work, nearly."""


@dataclass(frozen=True, slots=True)
class RatioBounds:
    """lower <= sup OPT/ALG <= upper, None being infinite; both are kernel-checked.

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
    rests_on: tuple[str, ...]
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
) -> RatioBounds:
    """Find the worst case of the policy; with a time limit, or after an interrupt, bounds for it.

    `init` overrides the policy's own order of initial pulls. The engine "branch" searches Algorithm
    1 by boxes and linear programs, without the theorem that "exact" tries first. `known` is the
    certificate of an earlier, unfinished search for the same: it goes on from there.
    """
    check_count(k, 1, "the number of arms k")
    check_count(T, 1, "the horizon T")
    check_choice(ties, TIES, "ties")
    check_choice(engine, ENGINES, "engine")
    _check_size(policy, k, T, engine)
    began = monotonic()
    task = task_for(policy, k, T, ties, init, engine)
    earlier = None if known is None else task.accept(known)
    deadline = None if seconds is None else monotonic() + seconds
    if earlier is not None and earlier.case.upper == earlier.case.lower.ratio:
        finding = Finding(earlier.case.upper, earlier.case.upper, run_in(earlier.case), ())
        certificate, rests_on = earlier.text, earlier.rests_on
    else:
        finding = task.find(deadline, workers, earlier, report)
        certificate = task.certificate(finding)
        rests_on = judge(certificate).rests_on
    return RatioBounds(
        policy=task.name,
        k=k,
        T=T,
        ties=ties,
        init=task.init,
        lower=finding.ratio,
        upper=finding.upper,
        run=finding.run,
        programs=finding.programs,
        seconds=monotonic() - began,
        certificate=certificate,
        rests_on=rests_on,
        interrupted=finding.interrupted,
    )


def _check_size(policy: object, k: int, T: int, engine: str) -> None:
    """Refuse what the kernel does not take: long runs are judged in rounds, others pull by pull."""
    if isinstance(policy, Algorithm1) and engine == EXACT and 2 * k <= T:
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
) -> tuple[bool | None, RatioBounds]:
    """Whether OPT(T) <= bound * ALG(T) on every instance with k arms; None if time was short.

    If the supremum is the bound itself, the answer is yes, attained or not. If it is larger, some
    instance breaks the bound: the one found, or one between it and the limit.
    """
    worst = worst_case(policy, k, T, ties=ties, seconds=seconds)
    if worst.upper is not None and worst.upper <= bound:
        return True, worst
    if worst.lower is None or worst.lower > bound:
        return False, worst
    return None, worst
