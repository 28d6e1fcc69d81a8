"""What an entry of the ledger is, and how its verdict follows from its readings.

An entry is one assertion of the paper. Its readings are claims: the first ones say what is
literally written, further ones say it under another convention. Verdicts are computed from
certificates; nothing in an entry says what they will be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel import Run
from imab_verify.language.contexts import read_context
from imab_verify.language.declarations import arm_classes
from imab_verify.language.reading import Question, read_question
from imab_verify.ledger.hints import Citation, Hint, Instance


class Verdict(StrEnum):
    """The verdicts of the ledger."""

    PROVED = "proved"
    REFUTED = "refuted"
    REDUCED = "reduced"
    UNKNOWN = "unknown"
    DEFINITION = "definition"
    NOT_FORMAL = "not-formal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One claim: a text in the claim language, with its givens.

    `name` says it from hypothesis to conclusion and is unique in a paper; `says` tells a person
    which reading this is. `arms` are written "f, g" or "f: monotone"; without it, f and the arms
    that `where` names are concave. `reals` and `integers` say what names are that the claim
    language would read otherwise (language/declarations.py). `policy`, `init`, `ties` and `where`
    say which run, and what is counted in it (language/contexts.py). `by` and `tries` are hints for
    the engines.
    """

    name: str
    says: str
    claim: str
    given: Sequence[str] = ()
    arms: str | Mapping[str, str] | None = None
    reals: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()
    policy: str = ""
    where: str = ""
    init: str = "rounds"
    ties: str = "any"
    by: Sequence[Hint] = ()
    tries: Sequence[Instance] = ()

    def cites(self) -> tuple[str, ...]:
        """The names of the readings that its proof cites."""
        return tuple(dict.fromkeys(h.reading for h in self.by if isinstance(h, Citation)))

    def run(self) -> Run | None:
        """The run that the claim is about."""
        if not self.policy:
            return None
        return read_context(self.where, Run(self.policy, self.init, self.ties))

    def question(self) -> Question:
        """The reading as a kernel claim."""
        return self.read(self.claim, self.given)

    def read(self, claim: str, given: Sequence[str] = ()) -> Question:
        """Another claim about the same arms, reals and run."""
        arms = None if self.arms is None else arm_classes(self.arms)
        return read_question(claim, given, arms, self.reals, self.run(), integers=self.integers)


class Part(StrEnum):
    """The readings of an entry, by the names they have there."""

    LITERAL = "literal"
    OTHERS = "others"
    REPAIRS = "repairs"


@dataclass(frozen=True, slots=True)
class Entry:
    """One assertion of the paper.

    literal: what is written; all of these must hold. others: the same under other conventions.
    repairs: what is true instead, or the sharp form. prose: steps that join the arithmetic and are
    not checked here (they turn proved into reduced). relies_on: ids that the paper's own argument
    uses, as it is printed; what our proofs use is cited in the readings.
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
    prose: tuple[str, ...] = ()
    relies_on: tuple[str, ...] = ()
    convention: str = ""
    kind: Verdict | None = None
    reason: str = ""
    finding: str = ""

    def part(self, part: Part) -> tuple[Reading, ...]:
        """The readings of one part."""
        return {
            Part.LITERAL: self.literal,
            Part.OTHERS: self.others,
            Part.REPAIRS: self.repairs,
        }[part]

    def readings(self) -> tuple[Reading, ...]:
        """Every claim of the entry."""
        return self.literal + self.others + self.repairs


def verdict_of(entry: Entry, literal: Sequence[Verdict], rests_on: Sequence[str] = ()) -> Verdict:
    """The verdict of an entry from those of its literal readings.

    Refuted if one of them is; proved if all are proved, or reduced, where prose joins them or they
    rest on a theorem that is taken on its author's word; otherwise unknown.
    """
    if entry.kind is not None:
        return entry.kind
    if Verdict.REFUTED in literal:
        return Verdict.REFUTED
    if literal and all(v is Verdict.PROVED for v in literal):
        return Verdict.REDUCED if entry.prose or rests_on else Verdict.PROVED
    return Verdict.UNKNOWN
