"""Exact worst cases: sup OPT(T)/ALG(T) of a policy over all concave instances with k arms.

    worst_case(policy, k, T) -> RatioBounds    the bounds, an instance, a certificate
    ratio_at_most(policy, k, T, bound)         is OPT(T) <= bound * ALG(T) on every instance?

Whatever a search brings back is judged by the kernel before it is given out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from imab_verify.engines.worst_case.documents import Ratio, instance_of
from imab_verify.engines.worst_case.resume import run_in
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
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.kernel.worst_case import MAX_HORIZON, MAX_SIZE
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
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


@dataclass(frozen=True, slots=True)
class RatioBounds:
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
) -> RatioBounds:
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
    task = task_for(policy, k, T, ties, init, engine)
    deadline = None if seconds is None else began + seconds
    earlier = None if known is None else task.accept(known)
    if earlier is not None and earlier.case.upper == earlier.case.lower.ratio:
        finding = Finding(earlier.case.upper, earlier.case.upper, run_in(earlier.case), ())
        certificate, rests_on = earlier.text, earlier.rests_on
    else:
        finding = task.find(deadline, workers, earlier, report)
        certificate = task.certificate(finding)
        rests_on = judge(certificate).rests_on
    limit = instance_of(finding.run.arms)
    near = None if finding.run.near is None else instance_of(finding.run.near)
    return RatioBounds(
        policy=task.name,
        k=k,
        T=T,
        ties=ties,
        init=task.init,
        lower=finding.ratio,
        upper=finding.upper,
        instance=near or limit,
        sequence=finding.run.sequence,
        limit=None if near is None else limit,
        programs=finding.programs,
        seconds=monotonic() - began,
        certificate=certificate,
        rests_on=rests_on,
        interrupted=finding.interrupted,
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
