"""What a hunt may spend, what it has spent, and whom to blame for a process without an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from imab_verify.processes import Cause, Failure

TIME_LIMIT = 10.0
"""Seconds that a policy of the user's own may take for one run."""
SECONDS = 10.0
"""What a hunt gets, unless somebody says how long or how much."""
JUDGED_RUNS = 2
"""The runs that judging takes where the kernel does not play itself."""


class Standing(IntEnum):
    """How a record was confirmed; the larger, the less is taken on somebody's word.

    CONFIRMED: by a store that does not say how. COMPUTED: it was played and computed once more, but
    the kernel has no certificate for it: the policy is randomised, the arms are not concave, or the
    run is too long. LISTED: the kernel judged the run as a list of pulls, which the policy made
    twice. PLAYED: the kernel played the policy itself.
    """

    NOT_YET = 0
    CONFIRMED = 1
    COMPUTED = 2
    LISTED = 3
    PLAYED = 4

    @property
    def by_kernel(self) -> bool:
        """Whether the kernel accepted a certificate."""
        return self >= Standing.LISTED

    def rests_on(self, policy: str) -> tuple[str, ...]:
        """What is taken on somebody's word."""
        if self is Standing.LISTED:
            return (f"pulls of {policy}, which was played, twice the same, outside the kernel",)
        return () if self.by_kernel else ("exact play, twice the same, without a certificate",)


def rests_on_play(policy: str) -> str:
    """What a run given by the listed pulls of a policy rests on."""
    return f"pulls of {policy}, which was played, twice the same, and is not known to the kernel"


@dataclass(frozen=True, slots=True)
class Settings:
    """How much to spend, and where.

    seconds: for this call, shared by the cells. evaluations: for all cells together, those that
    are in the store already included.
    """

    seed: int = 0
    seconds: float | None = None
    evaluations: int | None = None
    workers: int = 1
    scheduler: str | None = None
    limit: float = TIME_LIMIT
    database: str | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """The work on a claim: calls, evaluations, and the certificate that refutes it, if any."""

    calls: int = 0
    evaluations: int = 0
    certificate: str | None = None

    def plus(self, other: Tried) -> Tried:
        """The work of both."""
        return Tried(
            self.calls + other.calls,
            self.evaluations + other.evaluations,
            other.certificate or self.certificate,
        )


def fault_of(failure: Failure, limit: float) -> str:
    """What a policy did in whose process there is no answer."""
    more = "give it more with --time-limit, and --seconds, or play less with -T"
    what = {
        Cause.TIME: f"did not finish one run within {limit:g} seconds: {more}",
        Cause.DEATH: "ended the process it was played in",
    }
    return what.get(failure.cause, f"could not be played: {failure.reason}")
