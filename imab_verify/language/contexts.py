"""Counts of a run that a claim names, read from text and written as text.

where   =  clause {"," clause}
clause  =  NAME "=" count ["before the last pull of" ARM]
        |  NAME "=" ("least" | "squares")
        |  NAME "=" ("most" | "idle arms") "other than" ARM
        |  "the last pull of" ARM ("after the initialisation" | "at any stage")
        |  ARM {"and" ARM} "are different arms"
count   =  "N(" ARM ")"  |  "most"

N(f) is the number of pulls of arm f, most the largest number of pulls of an arm; at the end of the
run, or just before the last pull of an arm; least is the least number at the end, and squares the
sum of all N(f)^2. Of the arms other than one, most is the largest number at the end (0 if there are
none), and the idle ones get no pull after the initialisation. A claim that speaks of a last pull is
about the runs in which that pull comes after the initialisation, if the policy has one, unless it
says "at any stage". Two names of arms may mean the same arm, unless they are said to be different.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from imab_verify.kernel import Run
from imab_verify.kernel.statement import Context
from imab_verify.language.parser import ClaimError

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_LAST = r"the\s+last\s+pull\s+of"
_COUNT = re.compile(
    rf"\s*(?P<name>{_NAME})\s*=\s*(?:N\(\s*(?P<arm>{_NAME})\s*\)|most|(?P<total>least|squares))"
    rf"(?:\s+before\s+{_LAST}\s+(?P<pulled>{_NAME}))?\s*"
)
_OTHERS = re.compile(
    rf"\s*(?P<name>{_NAME})\s*=\s*(?:(?P<most>most)|idle(?:\s+arms)?)"
    rf"\s+other\s+than\s+(?P<arm>{_NAME})\s*"
)
_STAGE = re.compile(
    rf"\s*{_LAST}\s+(?P<pulled>{_NAME})\s+"
    r"(?:after\s+the\s+initialisation|(?P<any>at\s+any\s+stage))\s*"
)
_DIFFERENT = re.compile(
    rf"\s*(?P<arms>{_NAME}(?:\s+and\s+{_NAME})+)\s+are\s+different(?:\s+arms)?\s*"
)
LATE, ANY_STAGE = "after the initialisation", "at any stage"


def last_pulls(run: Run) -> dict[str, str]:
    """The arms whose last pull a claim looks at, each with the stage of that pull."""
    looked = [of[0] for word in ("level", "before") for _, of in run.all_of(word)]
    arms = dict.fromkeys((*looked, *run.late))
    return {arm: LATE if arm in run.late else ANY_STAGE for arm in arms}


def read_context(text: str, run: Run) -> Run:
    """The run with the counts that a text names; ClaimError says what cannot be read, and where."""
    context = _Context(text)
    place = 0
    while text.strip():
        end = text.find(",", place)
        end = len(text) if end < 0 else end
        context.add(place, end)
        if end == len(text):
            break
        place = end + 1
    return context.run(run)


AnyRun = TypeVar("AnyRun", bound=Context | None)


def with_different(run: AnyRun, givens: Sequence[str]) -> tuple[AnyRun, Sequence[str]]:
    """The run with the arms that a given says to be different, and the other givens."""
    said = [given for given in givens if _DIFFERENT.fullmatch(given)]
    if not said:
        return run, givens
    if not isinstance(run, Run):
        message = "arms are different in the run of a policy: name one with --policy"
        raise ClaimError(message, said[0], 0)
    context = _Context(said[-1], different=list(run.different if len(said) == 1 else said))
    context.add(0, len(said[-1]))
    return replace(run, different=tuple(context.different)), [g for g in givens if g not in said]


def show_context(run: Run) -> str:
    """The text of what a run names; `read_context` reads it back."""
    return ", ".join(_clauses(run))


def _clauses(run: Run) -> Iterator[str]:
    yield from (f"{name} = {_show(words)}" for name, words in run.observed)
    yield from (f"the last pull of {arm} {stage}" for arm, stage in last_pulls(run).items())
    if run.different:
        yield f"{' and '.join(run.different)} are different arms"


def _show(words: tuple[str, ...]) -> str:
    match words:
        case ("pulls", arm):
            return f"N({arm})"
        case ("level", arm):
            return f"most before the last pull of {arm}"
        case ("before", pulled, arm):
            return f"N({arm}) before the last pull of {pulled}"
        case ("rival", arm):
            return f"most other than {arm}"
        case ("idle", arm):
            return f"idle arms other than {arm}"
        case _:
            return words[0]


@dataclass(slots=True)
class _Context:
    """The clauses read so far."""

    text: str
    observed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stages: dict[str, str] = field(default_factory=dict)
    different: list[str] = field(default_factory=list)

    def add(self, start: int, end: int) -> None:
        """Read the clause text[start:end]."""
        count = _COUNT.fullmatch(self.text, start, end)
        others = _OTHERS.fullmatch(self.text, start, end)
        stage = _STAGE.fullmatch(self.text, start, end)
        different = _DIFFERENT.fullmatch(self.text, start, end)
        if different is not None:
            self._add_different(different, start)
        elif count is not None:
            self._add_count(count, start)
        elif others is not None:
            word = "rival" if others["most"] else "idle"
            self._observe(others["name"], (word, others["arm"]), start)
        elif stage is not None:
            if stage["pulled"] in self.stages:
                raise self._wrong("the stage of the last pull is said twice", start)
            self.stages[stage["pulled"]] = ANY_STAGE if stage["any"] else LATE
        else:
            raise self._wrong(
                "a count is written N = N(f), L = most or B = N(g) before the last pull of f, a "
                "stage: the last pull of f at any stage, and: f and g are different arms",
                start,
            )

    def run(self, run: Run) -> Run:
        """The run with all that has been read; a last pull is late unless something is said."""
        whole = replace(run, observed=tuple(self.observed.items()), different=tuple(self.different))
        for arm, stage in self.stages.items():
            place = self.text.find("last pull of")
            if stage == ANY_STAGE and arm not in last_pulls(whole):
                message = f"name a count before the last pull of {arm}: M = most before that pull"
                raise ClaimError(message, self.text, place)
            if stage == LATE and run.index is None:
                raise ClaimError("the policy has no initialisation", self.text, place)
        late = [arm for arm in last_pulls(whole) if run.index and arm not in self.stages]
        late += [arm for arm, stage in self.stages.items() if stage == LATE]
        return replace(whole, late=tuple(late))

    def _observe(self, name: str, words: tuple[str, ...], at: int) -> None:
        if name in self.observed:
            raise self._wrong(f"{name} is named twice", at)
        if words in self.observed.values():
            other = next(other for other, said in self.observed.items() if said == words)
            raise self._wrong(f"the same count is named {other} before", at)
        self.observed[name] = words

    def _add_count(self, match: re.Match[str], at: int) -> None:
        arm, pulled, total = match["arm"], match["pulled"], match["total"]
        if total and pulled:
            raise self._wrong(f"{total} is known at the end of the run only", at)
        if pulled:
            words: tuple[str, ...] = ("before", pulled, arm) if arm else ("level", pulled)
        else:
            words = ("pulls", arm) if arm else (total or "most",)
        self._observe(match["name"], words, at)

    def _add_different(self, match: re.Match[str], at: int) -> None:
        if self.different:
            raise self._wrong("all arms that are different are said to be so at once", at)
        self.different += re.split(r"\s+and\s+", match["arms"])
        if len({*self.different}) != len(self.different):
            raise self._wrong("an arm is not different from itself", at)

    def _wrong(self, message: str, at: int) -> ClaimError:
        start = at + len(self.text[at:]) - len(self.text[at:].lstrip())
        return ClaimError(message, self.text, start)
