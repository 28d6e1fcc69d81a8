"""What an entry of the ledger is, and how its verdict follows from its readings.

An entry is one assertion of the paper. Its readings are claims: the first ones say what is
literally written, further ones say it under another convention. Verdicts are computed from
certificates; nothing in an entry says what they will be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from imab_verify.kernel import ArmClass, Point, Run, RunPoint
from imab_verify.language.reading import Question, read_question


class Verdict(StrEnum):
    """The verdicts of the ledger."""

    PROVED = "proved"
    REFUTED = "refuted"
    REDUCED = "reduced"
    UNKNOWN = "unknown"
    DEFINITION = "definition"
    NOT_FORMAL = "not-formal"


CONCAVE = {"f": ArmClass.CONCAVE}
TWO_ARMS = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}


@dataclass(frozen=True, slots=True)
class Reading:
    """One claim: a text in the claim language, with its givens.

    `says` tells a person which reading this is. `multipliers` are hints for the engine: a scale,
    one multiplier per given about rewards, as texts, then (arm, index, multiplier) for each use
    of f(index) <= 1. `tries` gives instances to look at
    first, as kernel points; a wrong one costs time and nothing else.
    """

    says: str
    claim: str
    given: tuple[str, ...] = ()
    arms: Mapping[str, ArmClass] = field(default_factory=lambda: CONCAVE)
    reals: tuple[str, ...] = ()
    run: Run | None = None
    multipliers: tuple[tuple[str | tuple[str, str, str], ...], ...] = ()
    tries: Callable[[], Sequence[Point | RunPoint]] | None = None

    def question(self) -> Question:
        """The reading as a kernel claim."""
        arms = self.arms if self.run is None or self.run.pulls or self.run.pulled else {}
        return read_question(self.claim, self.given, arms, self.reals, self.run)


@dataclass(frozen=True, slots=True)
class Entry:
    """One assertion of the paper.

    literal: what is written; all of these must hold. others: the same under other conventions.
    repairs: what is true instead, or the sharp form. mutants: statements slightly too strong,
    which must not be provable. prose: steps that join the arithmetic and are not checked here
    (they turn proved into reduced). relies_on: ids that the paper's own argument uses.
    kind says why there is nothing to prove, for definitions and wording; reason explains.
    """

    id: str
    lines: str
    slug: str
    title: str
    statement: str
    literal: tuple[Reading, ...] = ()
    others: tuple[Reading, ...] = ()
    repairs: tuple[Reading, ...] = ()
    mutants: tuple[Reading, ...] = ()
    prose: tuple[str, ...] = ()
    relies_on: tuple[str, ...] = ()
    convention: str = ""
    kind: Verdict | None = None
    reason: str = ""
    finding: str = ""

    def readings(self) -> tuple[Reading, ...]:
        """Every claim of the entry that `check` decides."""
        return self.literal + self.others + self.repairs


def verdict_of(entry: Entry, literal: Sequence[Verdict]) -> Verdict:
    """The verdict of an entry from those of its literal readings.

    Refuted if one of them is; proved (or reduced, where prose joins them) if all are proved;
    otherwise unknown.
    """
    if entry.kind is not None:
        return entry.kind
    if Verdict.REFUTED in literal:
        return Verdict.REFUTED
    if literal and all(v is Verdict.PROVED for v in literal):
        return Verdict.REDUCED if entry.prose else Verdict.PROVED
    return Verdict.UNKNOWN
