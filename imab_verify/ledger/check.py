"""Decide entries of the ledger: certificates from worker processes, verdicts from the kernel."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from imab_verify.deciding.certify import Certified, Verdict, confirm
from imab_verify.deciding.decide import decide
from imab_verify.errors import InputError
from imab_verify.kernel import Certificate, RejectedError, read
from imab_verify.language.reading import Question
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.engine_hints import hints_of
from imab_verify.ledger.papers import Key, Paper, load_paper
from imab_verify.ledger.statements import (
    Entry,
    Extent,
    Part,
    Reading,
    Repair,
    Severity,
    Status,
    join_verdicts,
)
from imab_verify.processes import Cause, Failure, LostError, run_all

SECONDS = 40.0
"""The hard limit for one claim; the engines are asked to be done in half of it."""
WORKERS = 2
DEGENERATE_SIZES = frozenset({"k == 1", "T == 1", "T < k", "T < 2*k", "N == 1"})
"""Givens of an opposite that holds at degenerate sizes only."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdict of one reading, the text of its accepted certificate, or why there is none.

    `certified` is what the kernel said to that text in this process. `kept`: the text is from the
    cache. `reached`: not so where the check ended before this reading was done.
    """

    verdict: Status
    certificate: str
    reason: str
    seconds: float
    certified: Certified | None = None
    kept: bool = False
    reached: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """A reading and what came out."""

    key: Key
    outcome: Decided

    @property
    def reading(self) -> Reading:
        """The reading."""
        return self.key.reading

    @property
    def verdict(self) -> Status:
        """The kernel's verdict, or unknown."""
        return self.outcome.verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """An entry and the results of its readings."""

    entry: Entry
    results: tuple[Result, ...]

    def part(self, part: Part) -> list[Result]:
        """Give the results of one part."""
        return [result for result in self.results if result.key.part is part]

    def verdicts_of(self, part: Part) -> list[Status]:
        """Give the verdicts of one part."""
        return [result.verdict for result in self.part(part)]

    @property
    def verdict(self) -> Status:
        """The verdict of the entry, from those of its literal readings and of its negation.

        Refuted if one literal reading is; or, where nothing can be said literally, if every reading
        of the negation is proved and no prose joins them. Proved if all literal readings are
        proved, or reduced, where prose joins them; otherwise unknown.
        """
        entry, literal = self.entry, self.verdicts_of(Part.LITERAL)
        if entry.kind is not None:
            return entry.kind
        if literal:
            return join_verdicts(literal, entry.prose)
        opposite = join_verdicts(self.verdicts_of(Part.NEGATION), entry.prose)
        return Status.REFUTED if opposite is Status.PROVED else Status.UNKNOWN

    @property
    def extent(self) -> Extent | None:
        """The extent to which a refuted entry fails, if its readings say so.

        Everywhere, if the opposite is proved under no other givens than those of the statement,
        which may be one that cannot be said literally; on a range, if it is proved on one, or if
        the statement fails away from degenerate sizes too; only at these, if it is proved away from
        them, or if the opposite is proved at such sizes only.
        """
        if self.verdict is not Status.REFUTED:
            return None
        proved = [r.reading for r in self.part(Part.NEGATION) if r.verdict is Status.PROVED]
        opposite = [] if self.entry.prose else proved
        at_large = [reading for reading in opposite if not DEGENERATE_SIZES & set(reading.given)]
        literal, beyond = self.entry.literal, self.verdicts_of(Part.BEYOND)
        allowed = {given for reading in literal for given in reading.given}
        if any(not literal or set(reading.given) <= allowed for reading in at_large):
            return Extent.EVERYWHERE
        if at_large or Status.REFUTED in beyond:
            return Extent.RANGE
        if opposite or (beyond and set(beyond) == {Status.PROVED}):
            return Extent.DEGENERATE
        return None

    def repairs(self) -> list[Repaired]:
        """The repairs, each with the results of its obligations."""
        by_name = {result.reading.name: result for result in self.part(Part.REPAIRS)}
        return [
            Repaired(
                repair, tuple(by_name[r.name] for r in repair.obligations if r.name in by_name)
            )
            for repair in self.entry.all_repairs()
        ]

    @property
    def repaired(self) -> bool:
        """Whether the entry is refuted and one of its repairs is proved."""
        proved = any(repair.verdict is Status.PROVED for repair in self.repairs())
        return self.verdict is Status.REFUTED and proved

    @property
    def seconds(self) -> float:
        """The time that all readings took together."""
        return sum(result.outcome.seconds for result in self.results)

    @property
    def reached(self) -> bool:
        """Whether the check came to all its readings before it ended."""
        return all(result.outcome.reached for result in self.results)

    def refutations(self) -> list[Result]:
        """The refuted readings of a refuted entry, those away from degenerate sizes first."""
        if self.verdict is not Status.REFUTED:
            return []
        parts = [*self.part(Part.BEYOND), *self.part(Part.LITERAL)]
        return [result for result in parts if result.verdict is Status.REFUTED]

    def verdicts(self) -> dict[str, Any]:
        """The row of an entry in the record."""
        parts = {part.value: [v.value for v in self.verdicts_of(part)] for part in Part}
        repairs = [repair.verdict.value for repair in self.repairs()]
        fails = {"fails": self.extent.value} if self.extent else {}
        return {"verdict": self.verdict.value, **fails, **parts, Part.REPAIRS.value: repairs}


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair and the results of its obligations."""

    repair: Repair
    results: tuple[Result, ...]

    @property
    def verdict(self) -> Status:
        """Proved if every obligation is, reduced if prose joins them."""
        return join_verdicts([r.verdict for r in self.results], self.repair.prose)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The entries that were asked for, and by id these and the ones their proofs rely on.

    interrupted, trouble: Ctrl-C, or a cluster that was lost, ended it early.
    """

    paper: Paper
    asked: tuple[Checked, ...]
    known: Mapping[str, Checked]
    interrupted: bool = False
    trouble: str = ""

    def refuted_premises(self, checked: Checked) -> list[str]:
        """Give the ids that the paper's own argument uses and that are refuted."""
        ids = checked.entry.relies_on
        return [id_ for id_ in ids if self.known[id_].verdict is Status.REFUTED]

    def survival(self, checked: Checked) -> str:
        """Say whether an entry stands though its printed proof relies on something refuted."""
        broken = self.refuted_premises(checked)
        if not broken:
            return ""
        be = "is" if len(broken) == 1 else "are"
        rest = f"its printed proof relies on {list_words(broken)}, which {be} refuted"
        said = {
            Status.PROVED: "true although",
            Status.REDUCED: "reduced to checked arithmetic although",
            Status.REFUTED: "refuted, and",
            Status.UNKNOWN: "open, and",
        }.get(checked.verdict, "")
        if checked.repaired:
            said = "refuted, but proved in a repaired form, although"
        return f"{said} {rest}" if said else ""

    def sections(self) -> Iterator[tuple[str, list[Checked]]]:
        """The sections that were asked about, each with its entries; then what is in none."""
        for letters, title in (*self.paper.sections.items(), ("", self.paper.title)):
            asked = [c for c in self.asked if self.paper.section(c.entry) == letters]
            if asked:
                yield (f"{letters}. {title}" if letters else title), asked

    def findings(self) -> list[Checked]:
        """The refuted entries, those first that the authors would want to know first.

        What hangs on a statement counts, and what fails at degenerate sizes only counts two steps
        less; slips come last. Among equals those come first on which more of the paper rests.
        """
        return sorted(
            (c for c in self.asked if c.verdict is Status.REFUTED),
            key=lambda c: (_weight(c), -len(self.users(c.entry.id))),
        )

    def users(self, id_: str) -> set[str]:
        """The ids whose printed arguments use an entry, in one step or several."""
        users: set[str] = set()
        layer = {id_}
        while layer:
            layer = {e.id for e in self.paper.entries if layer & set(e.relies_on)} - users
            users |= layer
        return users - {id_}

    def from_cache(self) -> int:
        """The number of claims decided by a certificate of the cache, judged again."""
        return sum(result.outcome.kept for checked in self.asked for result in checked.results)

    @property
    def complete(self) -> bool:
        """Whether the check came to its end."""
        return not (self.interrupted or self.trouble)

    def counts(self) -> Counter[Status]:
        """The number of entries with each verdict."""
        return Counter(checked.verdict for checked in self.asked)


def _weight(checked: Checked) -> int:
    """0 for a main result that fails at large; more for what matters less."""
    severities = list(Severity)
    severity = checked.entry.severity
    if severity is Severity.SLIP:
        return 2 * len(severities)
    return severities.index(severity) + 2 * (checked.extent is Extent.DEGENERATE)


def list_words(words: Sequence[str]) -> str:
    """A, B and C."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


# --- deciding ----------------------------------------------------------------------------------


def decide_reading(
    reading: Reading,
    paper: Paper | None = None,
    *,
    seconds: float = 20,
    decided: dict[str, Decided] | None = None,
) -> Decided:
    """Decide one reading; what cannot be read, or is not defined, is unknown with the reason.

    What the reading cites is looked up in the paper, and decided unless it is among the readings
    `decided` before, by their names; all that is decided here is added to these.
    """
    known = {} if decided is None else decided
    if reading.name not in known:
        known[reading.name] = _decide_reading(reading, paper, seconds, known)
    return known[reading.name]


def _decide_reading(
    reading: Reading, paper: Paper | None, seconds: float, known: dict[str, Decided]
) -> Decided:
    start = time.monotonic()

    def certificate_of(name: str) -> Certificate:
        if paper is None:
            raise InputError(f"{reading.name} cites {name}, and there is no paper to find it in")
        outcome = decide_reading(paper.reading(name), paper, seconds=seconds, decided=known)
        if not outcome.certificate:
            raise InputError(f"{name} cannot be cited: {outcome.reason}")
        return read(outcome.certificate)

    try:
        question = reading.question()
        hints = hints_of(reading, question.claims().claim, certificate_of, seconds)
        decision = decide(question, reading.scope(), seconds=seconds, hints=hints)
    except InputError as error:
        return Decided(Status.UNKNOWN, "", str(error), time.monotonic() - start)
    certified, took = decision.certified, time.monotonic() - start
    text = certified.text if certified else ""
    return Decided(_status(decision.verdict), text, decision.reason, took, certified)


def confirm_outcome(question: Question, outcome: Decided) -> Decided:
    """The outcome with the verdict that the kernel gives to its certificate, here and now."""
    if not outcome.certificate:
        return replace(outcome, verdict=Status.UNKNOWN)
    try:
        certified = confirm(question, outcome.certificate)
    except RejectedError as error:
        return replace(outcome, verdict=Status.UNKNOWN, certificate="", reason=str(error))
    return replace(outcome, verdict=_status(certified.verdict), certified=certified)


def _status(verdict: Verdict) -> Status:
    """The ledger's word for an answer to one question; of what is vacuous nothing is known."""
    return Status.UNKNOWN if verdict is Verdict.VACUOUS else Status(verdict.value)


def check(
    paper: Paper,
    asked: Sequence[Entry] | None = None,
    *,
    workers: int = WORKERS,
    scheduler: str | None = None,
    seconds: float = SECONDS,
    cache: Cache | None = None,
    report: Callable[[int], None] | None = None,
) -> Ledger:
    """Decide entries of a paper, all of them by default, and the literal readings of what their

    printed proofs rely on. `report` hears how many claims are done. Ctrl-C ends it with what is
    done, and so does a cluster that is lost.
    """
    asked = paper.entries if asked is None else asked
    keys = keys_of(paper, asked)
    outcomes: dict[Key, Decided] = {}
    interrupted, trouble = False, ""
    try:
        for key, outcome in decide_keys(
            keys, workers=workers, scheduler=scheduler, seconds=seconds, cache=cache
        ):
            outcomes[key] = outcome
            if report is not None:
                report(len(outcomes))
    except KeyboardInterrupt:
        interrupted = True
    except LostError as error:
        trouble = str(error)
    reason = trouble or "interrupted before it was decided"
    open_ = Decided(Status.UNKNOWN, "", reason, 0, reached=False)

    def collect(entry: Entry) -> Checked:
        own = [key for key in keys if key.id == entry.id]
        results = [Result(key, outcomes.get(key, open_)) for key in own]
        return Checked(entry, tuple(results))

    known = {entry.id: collect(entry) for entry in (*asked, *_premises(paper, asked))}
    return Ledger(paper, tuple(known[entry.id] for entry in asked), known, interrupted, trouble)


def keys_of(paper: Paper, asked: Sequence[Entry]) -> list[Key]:
    """Give the keys of all readings that `check` decides."""
    return paper.keys(asked) + paper.keys(_premises(paper, asked), [Part.LITERAL, Part.NEGATION])


def _premises(paper: Paper, asked: Sequence[Entry]) -> list[Entry]:
    """The entries that printed proofs rely on and that were not asked for themselves."""
    ids = {entry.id for entry in asked}
    used = {id_ for entry in asked for id_ in entry.relies_on}
    return [entry for entry in paper.entries if entry.id in used - ids]


def decide_keys(
    keys: Sequence[Key],
    *,
    workers: int,
    scheduler: str | None,
    seconds: float,
    cache: Cache | None,
) -> Iterator[tuple[Key, Decided]]:
    """Give every reading's outcome: from the cache, or else from the workers, as they come."""
    questions = {key: _question(key.reading) for key in keys}
    known = {key: _kept(questions[key], key.reading, seconds, cache) for key in keys}
    yield from ((key, outcome) for key, outcome in known.items() if outcome is not None)
    left = [key for key, outcome in known.items() if outcome is None]
    same = _by_claim(left, questions)
    task = partial(_decide, seconds=seconds)
    longest = max([seconds, *(key.reading.seconds or 0 for key in left)])
    for key, answer in run_all(
        task, list(same), workers=workers, scheduler=scheduler, seconds=longest, again=True
    ):
        question = questions[key]
        outcome = _judged(question, answer, longest, cache)
        if cache is not None and question is not None and _was_searched(answer, outcome):
            for one in (key, *same[key]):
                cache.note_attempt(question, repr(one.reading), one.reading.seconds or seconds)
        yield key, outcome
        for other in same[key]:
            yield other, replace(outcome, seconds=0)


def check_reading(
    reading: Reading, *, seconds: float = SECONDS, cache: Cache | None = None
) -> Result:
    """Decide one reading that is in no paper; InputError if it cannot be read."""
    reading.question()
    key = Key("", "", Part.LITERAL, reading.name, reading)
    [(_, outcome)] = decide_keys([key], workers=1, scheduler=None, seconds=seconds, cache=cache)
    return Result(key, outcome)


def _kept(
    question: Question | None, reading: Reading, seconds: float, cache: Cache | None
) -> Decided | None:
    """The outcome by the cache: what its certificate proves here, or unknown if tried lately."""
    if cache is None or question is None:
        return None
    text, limit = cache.get(question) or "", reading.seconds or seconds
    outcome = confirm_outcome(question, Decided(Status.UNKNOWN, text, "", 0, kept=True))
    if outcome.certificate:
        return outcome
    if not cache.was_tried(question, repr(reading), limit):
        return None
    reason = f"it was tried lately for up to {limit:g} s; `check` tries it again"
    return Decided(Status.UNKNOWN, "", reason, 0)


def _judged(
    question: Question | None, answer: Decided | Failure, limit: float, cache: Cache | None
) -> Decided:
    """The outcome of a worker's answer, with the verdict that the kernel gives here."""
    if isinstance(answer, Failure):
        return Decided(Status.UNKNOWN, "", answer.reason, limit)
    if question is None:
        return answer
    outcome = confirm_outcome(question, answer)
    if cache is not None and outcome.certificate:
        cache.put(question, outcome.certificate)
    return outcome


def _question(reading: Reading) -> Question | None:
    """The question of a reading; None if it cannot be read, which its worker will say."""
    try:
        return reading.question()
    except InputError:
        return None


def _by_claim(
    keys: Sequence[Key], questions: Mapping[Key, Question | None]
) -> dict[Key, list[Key]]:
    """One key for each claim, with the others that say the same; those that help come first.

    Claims about runs take longest, so they are begun first.
    """
    same: dict[object, list[Key]] = {}
    for key in sorted(keys, key=lambda key: not (key.reading.by or key.reading.tries)):
        question = questions[key]
        same.setdefault(question.claims() if question else key, []).append(key)
    groups = sorted(same.values(), key=lambda group: not group[0].reading.policy)
    return {first: others for first, *others in groups}


def _decide(key: Key, seconds: float) -> Decided:
    """Work of a worker. Its kernel's word does not travel: the text is judged again at home."""
    limit = (key.reading.seconds or seconds) / 2
    known = _decisions_of(key.source, limit)
    paper = load_paper(key.source) if key.source and key.reading.cites() else None
    outcome = decide_reading(key.reading, paper, seconds=limit, decided=known)
    return replace(outcome, certified=None)


@lru_cache
def _decisions_of(source: str, seconds: float) -> dict[str, Decided]:
    """Outcomes of this process, by reading, for a paper and a time limit."""
    del source, seconds
    return {}


def _was_searched(answer: Decided | Failure, outcome: Decided) -> bool:
    """Whether a search came to its end without a certificate; what ends at once needs no note.

    A process that died, or a certificate that was refused, may be luck.
    """
    if isinstance(answer, Failure):
        return answer.cause is Cause.TIME
    return not (answer.certificate or outcome.certificate) and answer.seconds > 1
