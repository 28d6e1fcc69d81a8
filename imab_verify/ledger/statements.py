"""Entries of the ledger, and how a verdict follows from readings.

An entry is one assertion of the paper. Its readings are claims: the first ones say what is
literally written, further ones the opposite, or the same away from degenerate sizes, or under
another convention. Its repairs say what is true instead. Verdicts are computed from certificates;
what is expected of an entry is compared with them and used for nothing else.

Hints tell the engines, as texts, which instances to try and what a proof is made of:

    at(f="min(n,5)/5", m=1, T=2)          parameters, and the arms of a claim about arms
    play("0", "1", T=3, f=1, g=2)         the arms of a run, its horizon, which of them is f and g
    combine(uses={"given 1": "N*N"})      scale * goal is a combination of these hypotheses
    cite("estimate_ge_rew", f="g", B="B") the conclusion of another reading, as a lemma
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

from imab_verify.deciding.certify import Scope
from imab_verify.deciding.questions import range_givens, read_run
from imab_verify.kernel.statement import Context
from imab_verify.language.declarations import read_arms
from imab_verify.language.reading import Question, read_question
from imab_verify.model.rationals import read_span


class Status(StrEnum):
    """The verdict of a statement in the ledger."""

    PROVED = "proved"
    REFUTED = "refuted"
    REDUCED = "reduced"
    UNKNOWN = "unknown"
    DEFINITION = "definition"
    NOT_FORMAL = "not-formal"


BEYOND = "beyond"
"""The value of `lines` for what the paper does not say."""


class Severity(StrEnum):
    """The importance of an assertion, the greatest first."""

    MAIN = "main result"
    LEMMA = "lemma"
    STEP = "step of a proof"
    REMARK = "remark"
    SLIP = "slip"


class Extent(StrEnum):
    """The extent to which a refuted assertion fails."""

    EVERYWHERE = "everywhere"
    RANGE = "on a range"
    DEGENERATE = "only at degenerate sizes"


# --- hints: a wrong one costs time and nothing else, as the kernel judges what comes of it -----

Value = int | str
"""An integer, or text: p/q, or a curve for an arm."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An instance to look at: with a horizon T it is one of a run, whose arms are listed."""

    values: Mapping[str, Value]
    arms: tuple[str, ...] = ()
    T: int | None = None
    ties: str = "lowest-index"


def at(**values: Value) -> Trial:
    """Values for the parameters and curves for the arms of a claim about arms."""
    return Trial(values)


def play(*arms: str, T: int, ties: str = "lowest-index", **values: Value) -> Trial:
    """A run with horizon T on these arms.

    A value for a declared arm says which arm it is, counted from 1; other values are for parameters
    that the run does not determine.
    """
    return Trial(values, arms, T, ties)


@dataclass(frozen=True, slots=True)
class RewardBound:
    """Use arm(at) <= 1, multiplied by `times`."""

    arm: str
    at: str
    times: str = "1"


@dataclass(frozen=True, slots=True)
class Combination:
    """scale * goal = sum of multiplier * hypothesis + a functional of each arm that is >= 0.

    A hypothesis is named by "given 2", the second given; by its text, which may also be what a rule
    about runs knows, such as "P(f,N-1,M) >= P(g,B,M)"; or by the name of a cited reading.
    """

    uses: Mapping[str, str] = field(default_factory=dict)
    scale: str = "1"
    bounds: Sequence[RewardBound] = ()


bound, combine = RewardBound, Combination


@dataclass(frozen=True, slots=True)
class Citation:
    """The conclusion of another reading at these arms and parameters; others stay as they are."""

    reading: str
    values: Mapping[str, str] = field(default_factory=dict)


def cite(reading: str, **values: str) -> Citation:
    """The conclusion of a reading with arms and parameters put in, such as f="g", m="M"."""
    return Citation(reading, values)


Hint = Combination | Citation


# --- statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """One claim: a text in the claim language, with its givens.

    `name` says it from hypothesis to conclusion and is unique in a paper; `says` tells a person
    which reading this is. `arms` are written "f, g" or "f: monotone"; without it, f and the arms
    that `where` names are concave. `reals` and `integers` say what names are that the claim
    language would read otherwise (language/declarations.py); `unbounded`: rewards may be larger
    than 1. `policy`, `init`, `ties` and `where` say which run, and what is counted in it
    (language/contexts.py); `k` and `T`, as "2..4", for which sizes. `by` and `tries` are hints for
    the engines, and `seconds` is the time limit for this claim, where it needs one of its own.
    """

    name: str
    says: str
    claim: str
    _: KW_ONLY
    given: Sequence[str] = ()
    arms: str | Mapping[str, str] | None = None
    reals: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()
    unbounded: bool = False
    policy: str = ""
    where: str = ""
    init: str = "rounds"
    ties: str = "any"
    k: str = ""
    T: str = ""
    by: Sequence[Hint] = ()
    tries: Sequence[Trial] = ()
    seconds: int | None = None

    def cites(self) -> tuple[str, ...]:
        """The names of the readings that its proof cites."""
        return tuple(dict.fromkeys(h.reading for h in self.by if isinstance(h, Citation)))

    def run(self) -> Context | None:
        """The run that the claim is about, or every policy."""
        usual = {"init": "rounds", "ties": "any"}
        chosen = {"init": self.init, "ties": self.ties}
        options = [f"{key}={value}" for key, value in chosen.items() if value != usual[key]]
        return read_run(self.policy or None, options, self.where)

    def spans(self) -> tuple[range | None, range | None]:
        """The numbers of arms and the horizons that the claim is about; None for all."""
        k, T = self.k, self.T
        return read_span(k, 1, "k") if k else None, read_span(T, 0, "T") if T else None

    def scope(self) -> Scope | None:
        """The sizes, if there are finitely many."""
        k, T = self.spans()
        return None if k is None or T is None else Scope(k, T)

    def question(self) -> Question:
        """The reading as a kernel claim."""
        k, T = self.spans()
        return self.read(self.claim, [*self.given, *range_givens("k", k), *range_givens("T", T)])

    def read(self, claim: str, given: Sequence[str] = ()) -> Question:
        """Another claim about the same arms, reals and run."""
        arms = None if self.arms is None else read_arms(self.arms) or {}
        return read_question(
            claim,
            given,
            arms,
            self.reals,
            self.run(),
            integers=self.integers,
            unbounded=self.unbounded,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A corrected sentence: what is true instead of an assertion, or its sharp form.

    obligations: the claims that it takes, which are ours and not the paper's. prose: steps that
    join them and are not checked; with these the repair is reduced, and not proved.
    """

    statement: str
    obligations: tuple[Reading, ...]
    prose: tuple[str, ...] = ()

    @staticmethod
    def of(repair: Repair | Reading) -> Repair:
        """A repair that is a single claim may be written as that claim."""
        if isinstance(repair, Repair):
            return repair
        return Repair(statement=repair.says, obligations=(repair,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Words that are false as printed and on which nothing depends: the line, what is meant."""

    line: str
    printed: str
    meant: str


@dataclass(frozen=True, slots=True)
class Identity:
    """A closed form that the paper itself uses: equations that sympy derives again.

    `equation` is a text as in engines/sympy/closed_forms.py: sum(e, n, a, b), area(e, x, a, b).
    """

    name: str
    says: str
    equation: str


class Part(StrEnum):
    """The readings of an entry, by the names they have there."""

    LITERAL = "literal"
    NEGATION = "negation"
    BEYOND = "beyond"
    OTHERS = "others"
    REPAIRS = "repairs"


@dataclass(frozen=True, slots=True)
class Entry:
    """One assertion of the paper.

    literal: what is written; all of these must hold. negation: the opposite, where an assertion is
    refuted by proving that ("there is an instance such that every algorithm ..."), or a range on
    which it is false throughout. beyond: what is written, away from degenerate sizes (k = 1, T < k,
    N = 1, the initialisation). others: the same under other conventions. repairs: what is true
    instead, or the sharp form. prose: steps that join the literal readings, or those of the
    negation, and are not checked here (they turn proved into reduced). relies_on: ids that the
    paper's own argument uses, as it is printed; what our proofs use is cited in the readings.
    kind says why there is nothing to prove, for definitions and wording; reason explains.
    slips: words of the passage that are false as printed, whatever became of the assertion.
    identities: the closed forms that the passage uses, whatever else it says.
    printed: the sentence as the paper has it, in TeX, and corrected: what should stand there.
    number: what the paper calls it, such as "Theorem 3", in the version that was read.
    expect: the verdict that is expected, where the record of the paper does not say it.
    marks: those of the test that pytest makes of the entry.
    """

    id: str
    lines: str
    slug: str
    title: str
    statement: str
    literal: tuple[Reading, ...] = ()
    negation: tuple[Reading, ...] = ()
    beyond: tuple[Reading, ...] = ()
    others: tuple[Reading, ...] = ()
    repairs: tuple[Repair | Reading, ...] = ()
    prose: tuple[str, ...] = ()
    relies_on: tuple[str, ...] = ()
    convention: str = ""
    kind: Status | None = None
    reason: str = ""
    finding: str = ""
    severity: Severity = Severity.STEP
    slips: tuple[Slip, ...] = ()
    identities: tuple[Identity, ...] = ()
    printed: str = ""
    corrected: str = ""
    number: str = ""
    expect: Status | None = None
    marks: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The place in the paper, in words, if it is known."""
        if self.lines == BEYOND:
            return "beyond the paper"
        return f"line {self.lines}" if self.lines else ""

    def all_repairs(self) -> tuple[Repair, ...]:
        """The repairs, each with its obligations."""
        return tuple(Repair.of(repair) for repair in self.repairs)

    def part(self, part: Part) -> tuple[Reading, ...]:
        """The readings of one part; those of the repairs are their obligations."""
        obligations = {r.name: r for repair in self.all_repairs() for r in repair.obligations}
        return {
            Part.LITERAL: self.literal,
            Part.NEGATION: self.negation,
            Part.BEYOND: self.beyond,
            Part.OTHERS: self.others,
            Part.REPAIRS: tuple(obligations.values()),
        }[part]

    def readings(self) -> tuple[Reading, ...]:
        """Every claim of the entry."""
        return tuple(reading for part in Part for reading in self.part(part))


def join_verdicts(verdicts: Sequence[Status], prose: Sequence[str]) -> Status:
    """The verdict of several claims together, which steps in prose join."""
    if Status.REFUTED in verdicts:
        return Status.REFUTED
    if verdicts and all(v is Status.PROVED for v in verdicts):
        return Status.REDUCED if prose else Status.PROVED
    return Status.UNKNOWN
