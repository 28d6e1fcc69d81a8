"""Decide entries of the ledger: certificates from worker processes, verdicts from the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from imab_verify.errors import InputError
from imab_verify.language.reading import Question
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.deciding import Outcome, confirm_outcome, decide_reading
from imab_verify.ledger.papers import Key, Paper
from imab_verify.ledger.statements import Entry, Part, Reading, Verdict, verdict_of
from imab_verify.processes import Failure, run_all

SECONDS = 40.0
"""The hard limit for one claim; the engines are asked to be done in half of it."""
WORKERS = 2


@dataclass(frozen=True, slots=True)
class Result:
    """A reading and what came out."""

    key: Key
    reading: Reading
    outcome: Outcome

    @property
    def verdict(self) -> Verdict:
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

    @property
    def verdict(self) -> Verdict:
        """The verdict of the entry follows from its literal readings."""
        literal = [result.verdict for result in self.part(Part.LITERAL)]
        return verdict_of(self.entry, literal, self.rests_on)

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The theorems that its literal readings take on their author's word."""
        named = [name for r in self.part(Part.LITERAL) for name in r.outcome.rests_on]
        return tuple(dict.fromkeys(named))

    @property
    def repaired(self) -> bool:
        """Refuted, and something is proved that stands in its place."""
        repairs = [result.verdict for result in self.part(Part.REPAIRS)]
        return self.verdict is Verdict.REFUTED and Verdict.PROVED in repairs

    @property
    def seconds(self) -> float:
        """The time that all readings took together."""
        return sum(result.outcome.seconds for result in self.results)

    def refutation(self) -> Result | None:
        """The first refuted literal reading."""
        refuted = (r for r in self.part(Part.LITERAL) if r.verdict is Verdict.REFUTED)
        return next(refuted, None)

    def verdicts(self) -> dict[str, Any]:
        """What is recorded of an entry."""
        parts = {part.value: [r.verdict.value for r in self.part(part)] for part in Part}
        return {"verdict": self.verdict.value, **parts}


@dataclass(frozen=True, slots=True)
class Ledger:
    """The entries that were asked for, and by id these and the ones their proofs rely on."""

    paper: Paper
    asked: tuple[Checked, ...]
    known: Mapping[str, Checked]
    interrupted: bool = False

    def broken(self, checked: Checked) -> list[str]:
        """Give the ids that the paper's own argument uses and that are refuted."""
        ids = checked.entry.relies_on
        return [id_ for id_ in ids if self.known[id_].verdict is Verdict.REFUTED]

    def survival(self, checked: Checked) -> str:
        """Say whether an entry stands though its printed proof relies on something refuted."""
        broken = self.broken(checked)
        if not broken:
            return ""
        be = "is" if len(broken) == 1 else "are"
        rest = f"its printed proof relies on {listed(broken)}, which {be} refuted"
        match checked.verdict:
            case Verdict.PROVED:
                return f"true although {rest}"
            case Verdict.REDUCED:
                return f"reduced to checked arithmetic although {rest}"
            case Verdict.REFUTED if checked.repaired:
                return f"refuted, but proved in a repaired form although {rest}"
            case Verdict.REFUTED:
                return f"refuted, and {rest}"
            case Verdict.UNKNOWN:
                return f"open, and {rest}"
            case _:
                return ""

    def sections(self) -> Iterator[tuple[str, list[Checked]]]:
        """The sections that were asked about, each with its entries; then what is in none."""
        for letters, title in (*self.paper.sections.items(), ("", self.paper.title)):
            asked = [c for c in self.asked if self.paper.section(c.entry) == letters]
            if asked:
                yield (f"{letters}. {title}" if letters else title), asked

    def counts(self) -> Counter[Verdict]:
        """How many entries have each verdict."""
        return Counter(checked.verdict for checked in self.asked)


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


# --- deciding ----------------------------------------------------------------------------------


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
    done.
    """
    asked = paper.entries if asked is None else asked
    keys = keys_of(paper, asked)
    outcomes: dict[Key, Outcome] = {}
    interrupted = False
    try:
        for key, outcome in decide_keys(
            keys, workers=workers, scheduler=scheduler, seconds=seconds, cache=cache
        ):
            outcomes[key] = outcome
            if report is not None:
                report(len(outcomes))
    except KeyboardInterrupt:
        interrupted = True
    open_ = Outcome(Verdict.UNKNOWN, "", "interrupted before it was decided", 0)

    def checked(entry: Entry) -> Checked:
        own = [key for key in keys if key.id == entry.id]
        results = [Result(key, key.reading(), outcomes.get(key, open_)) for key in own]
        return Checked(entry, tuple(results))

    known = {entry.id: checked(entry) for entry in (*asked, *_relied_on(paper, asked))}
    return Ledger(paper, tuple(known[entry.id] for entry in asked), known, interrupted)


def keys_of(paper: Paper, asked: Sequence[Entry]) -> list[Key]:
    """Give the keys of all readings that `check` decides."""
    return paper.keys(asked) + paper.keys(_relied_on(paper, asked), [Part.LITERAL])


def _relied_on(paper: Paper, asked: Sequence[Entry]) -> list[Entry]:
    """Give what the printed proofs rely on and what was not asked for itself."""
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
) -> Iterator[tuple[Key, Outcome]]:
    """Give every reading's outcome: from the cache, or else from the workers, as they come."""
    questions = {key: _question(key.reading()) for key in keys}
    left = []
    for key, question in questions.items():
        kept = _from_cache(question, cache)
        if kept is None:
            left.append(key)
        else:
            yield key, kept
    same = _by_claim(left, questions)
    task = partial(_decide, seconds=seconds / 2)
    for key, answer in run_all(
        task, list(same), workers=workers, scheduler=scheduler, seconds=seconds
    ):
        question = questions[key]
        if isinstance(answer, Failure):
            outcome = Outcome(Verdict.UNKNOWN, "", answer.reason, seconds)
        elif question is None:
            outcome = answer
        else:
            outcome = confirm_outcome(question, answer)
            if cache is not None and outcome.certificate:
                cache.put(question, outcome.certificate)
        yield key, outcome
        for other in same[key]:
            yield other, replace(outcome, seconds=0)


def _question(reading: Reading) -> Question | None:
    """What a reading asks; None if it cannot be read, which its worker will complain about."""
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
    for key in sorted(keys, key=lambda key: not (key.reading().by or key.reading().tries)):
        question = questions[key]
        same.setdefault(question.claims() if question else key, []).append(key)
    groups = sorted(same.values(), key=lambda group: not group[0].reading().policy)
    return {first: others for first, *others in groups}


def _decide(key: Key, seconds: float) -> Outcome:
    """Work of a worker. Its kernel's word does not travel: the text is judged again at home."""
    outcome = decide_reading(key.reading(), key.paper(), seconds=seconds)
    return replace(outcome, certified=None)


def _from_cache(question: Question | None, cache: Cache | None) -> Outcome | None:
    """The outcome with a kept certificate, if the kernel accepts that."""
    if cache is None or question is None:
        return None
    text = cache.get(question) or ""
    outcome = confirm_outcome(question, Outcome(Verdict.UNKNOWN, text, "", 0))
    return outcome if outcome.certificate else None
