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
from dataclasses import replace
from typing import TypeVar

from imab_verify.kernel import Run
from imab_verify.kernel.statement import Context
from imab_verify.language.parser import ClaimError

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_LAST = r"the\s+last\s+pull\s+of"
_DIFFERENT = rf"(?P<different>{_NAME}(?:\s+and\s+{_NAME})+)\s+are\s+different(?:\s+arms)?"
_CLAUSE = re.compile(
    rf"\s*(?:(?P<name>{_NAME})\s*=\s*(?:"
    rf"(?:N\(\s*(?P<arm>{_NAME})\s*\)|(?P<count>most|least|squares))"
    rf"(?:\s+before\s+{_LAST}\s+(?P<pulled>{_NAME}))?"
    rf"|(?:(?P<rival>most)|idle(?:\s+arms)?)\s+other\s+than\s+(?P<than>{_NAME}))"
    rf"|{_LAST}\s+(?P<last>{_NAME})\s+"
    rf"(?:after\s+the\s+initialisation|(?P<any>at\s+any\s+stage))|{_DIFFERENT})\s*"
)
_USAGE = (
    "a count is written N = N(f), L = most or B = N(g) before the last pull of f, a stage: the "
    "last pull of f at any stage, and: f and g are different arms"
)
LATE, ANY_STAGE = "after the initialisation", "at any stage"


def last_pulls(run: Run) -> dict[str, str]:
    """The arms whose last pull a claim looks at, each with the stage of that pull."""
    looked = [of[0] for word in ("level", "before") for _, of in run.all_of(word)]
    arms = dict.fromkeys((*looked, *run.late))
    return {arm: LATE if arm in run.late else ANY_STAGE for arm in arms}


def read_context(text: str, run: Run) -> Run:
    """The run with the counts that a text names; ClaimError says what cannot be read, and where.

    A last pull is late, if the policy has an initialisation and nothing else is said.
    """
    observed: dict[str, tuple[str, ...]] = {}
    stages: dict[str, str] = {}
    different: tuple[str, ...] = ()
    end = -1
    for clause in text.split(",") if text.strip() else []:
        start, end = end + 1, end + 1 + len(clause)
        at = start + len(clause) - len(clause.lstrip())
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise ClaimError(_USAGE, text, at)
        name, last = match["name"], match["last"]
        if name:
            words = _words(match, text, at)
            if name in observed:
                raise ClaimError(f"{name} is named twice", text, at)
            if other := next((n for n, said in observed.items() if said == words), None):
                raise ClaimError(f"the same count is named {other} before", text, at)
            observed[name] = words
        elif last:
            if last in stages:
                raise ClaimError("the stage of the last pull is said twice", text, at)
            stages[last] = ANY_STAGE if match["any"] else LATE
        else:
            different = _different(match, different, text, at)
    whole, place = replace(run, observed=tuple(observed.items())), text.find("last pull of")
    for arm, stage in stages.items():
        if stage == ANY_STAGE and arm not in last_pulls(whole):
            message = f"name a count before the last pull of {arm}: M = most before that pull"
            raise ClaimError(message, text, place)
        if stage == LATE and run.index is None:
            raise ClaimError("the policy has no initialisation", text, place)
    late = [arm for arm in last_pulls(whole) if run.index and arm not in stages]
    late += [arm for arm, stage in stages.items() if stage == LATE]
    return replace(whole, late=tuple(late), different=different)


def _words(match: re.Match[str], text: str, at: int) -> tuple[str, ...]:
    """The count that a clause names, in the kernel's words."""
    arm, count, pulled = match["arm"], match["count"], match["pulled"]
    if match["than"]:
        return "rival" if match["rival"] else "idle", match["than"]
    if not pulled:
        return ("pulls", arm) if arm else (count,)
    if count in ("least", "squares"):
        raise ClaimError(f"{count} is known at the end of the run only", text, at)
    return ("before", pulled, arm) if arm else ("level", pulled)


def _different(
    match: re.Match[str], before: tuple[str, ...], text: str, at: int
) -> tuple[str, ...]:
    arms = tuple(re.split(r"\s+and\s+", match["different"]))
    if before:
        raise ClaimError("all arms that are different are said to be so at once", text, at)
    if len({*arms}) < len(arms):
        raise ClaimError("an arm is not different from itself", text, at)
    return arms


AnyRun = TypeVar("AnyRun", bound=Context | None)


def with_different(run: AnyRun, givens: Sequence[str]) -> tuple[AnyRun, Sequence[str]]:
    """The run with the arms that a given says to be different, and the other givens."""
    matches = {given: re.fullmatch(rf"\s*{_DIFFERENT}\s*", given) for given in givens}
    others = [given for given in givens if matches[given] is None]
    for said, match in matches.items():
        if match is not None:
            if not isinstance(run, Run):
                message = "arms are different in the run of a policy: name one with --policy"
                raise ClaimError(message, said, 0)
            run = replace(run, different=_different(match, run.different, said, 0))
    return run, others


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
