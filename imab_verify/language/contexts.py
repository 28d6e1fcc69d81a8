"""What a claim about a run names, as text, both ways.

where   =  clause {"," clause}
clause  =  NAME "=" count ["before the last pull of" ARM]
        |  NAME "=" ("least" | "squares")
        |  NAME "=" ("most" | "idle arms") "other than" ARM
        |  "the last pull of" ARM ("after the initialisation" | "after step 2k" | "at any stage")
        |  ARM {"and" ARM} "are different arms"
count   =  "N(" ARM ")"  |  "most"

N(f) is the number of pulls of arm f, most the largest number of pulls of an arm; at the end of the
run, or just before the last pull of an arm; least is the least number at the end, and squares the
sum of all N(f)^2. Of the arms other than one, most is the largest number at the end (0 if there are
none), and the idle ones get no pull after the initialisation. A claim that speaks of a last pull is
about the runs in which that pull comes after the initialisation (after step 2k, if the policy has
none), unless it says "at any stage". Two names of arms may mean the same arm, unless they are said
to be different.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from imab_verify.kernel import Context, Run
from imab_verify.language.errors import ClaimError

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
    r"(?P<stage>after\s+the\s+initialisation|after\s+step\s+2k|at\s+any\s+stage)\s*"
)
_DIFFERENT = re.compile(
    rf"\s*(?P<arms>{_NAME}(?:\s+and\s+{_NAME})+)\s+are\s+different(?:\s+arms)?\s*"
)
STAGES = {"after": "after the initialisation", "any": "at any stage"}
AFTER_2K = "after step 2k"
"""The same for policies that have no initialisation."""


def show_stage(run: Run) -> str:
    """Which last pulls of an arm are meant."""
    return AFTER_2K if run.stage == "after" and run.scoring is None else STAGES[run.stage]


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
    return replace(
        run,
        pulls=tuple(context.pulls),
        pulled=context.pulled,
        level=context.level,
        before=tuple(context.before),
        stage=context.stage or "after",
        most=context.most,
        different=tuple(context.different),
        beside=context.beside,
        least=context.totals.get("least", ""),
        squares=context.totals.get("squares", ""),
        rival=context.totals.get("rival", ""),
        idle=context.totals.get("idle", ""),
    )


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
    yield from (f"{name} = N({arm})" for name, arm in run.pulls)
    if run.most:
        yield f"{run.most} = most"
    if run.least:
        yield f"{run.least} = least"
    if run.squares:
        yield f"{run.squares} = squares"
    if run.rival:
        yield f"{run.rival} = most other than {run.beside}"
    if run.idle:
        yield f"{run.idle} = idle arms other than {run.beside}"
    if run.level:
        yield f"{run.level} = most before the last pull of {run.pulled}"
    yield from (
        f"{name} = N({arm}) before the last pull of {run.pulled}" for name, arm in run.before
    )
    if run.pulled:
        yield f"the last pull of {run.pulled} {show_stage(run)}"
    if run.different:
        yield f"{' and '.join(run.different)} are different arms"


@dataclass(slots=True)
class _Context:
    """What has been read so far."""

    text: str
    names: set[str] = field(default_factory=set)
    pulls: list[tuple[str, str]] = field(default_factory=list)
    before: list[tuple[str, str]] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    totals: dict[str, str] = field(default_factory=dict)
    beside: str = ""
    most: str = ""
    level: str = ""
    pulled: str = ""
    stage: str = ""

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
            self._add_others(others, start)
        elif stage is not None:
            self._add_stage(stage, start)
        else:
            raise self._wrong(
                "a count is written N = N(f), L = most or B = N(g) before the last pull of f, a "
                "stage: the last pull of f at any stage, and: f and g are different arms",
                start,
            )

    def _name(self, name: str, at: int) -> None:
        if name in self.names:
            raise self._wrong(f"{name} is named twice", at)
        self.names.add(name)

    def _add_total(self, what: str, name: str, at: int) -> None:
        if what in self.totals:
            raise self._wrong(f"the same is named {self.totals[what]} before", at)
        self.totals[what] = name

    def _add_others(self, match: re.Match[str], at: int) -> None:
        self._name(match["name"], at)
        if self.beside not in ("", match["arm"]):
            raise self._wrong(f"a claim speaks of the arms other than {self.beside} already", at)
        self.beside = match["arm"]
        self._add_total("rival" if match["most"] else "idle", match["name"], at)

    def _add_count(self, match: re.Match[str], at: int) -> None:
        name, arm = match["name"], match["arm"]
        self._name(name, at)
        if match["total"]:
            if match["pulled"]:
                raise self._wrong(f"{match['total']} is known at the end of the run only", at)
            self._add_total(match["total"], name, at)
        elif match["pulled"]:
            self._add_pulled(match["pulled"], at)
            if arm:
                self.before.append((name, arm))
            elif self.level:
                raise self._wrong(f"the same count is named {self.level} before", at)
            else:
                self.level = name
        elif arm:
            self.pulls.append((name, arm))
        elif self.most:
            raise self._wrong(f"the same count is named {self.most} before", at)
        else:
            self.most = name

    def _add_stage(self, match: re.Match[str], at: int) -> None:
        self._add_pulled(match["pulled"], at)
        stage = "any" if match["stage"].startswith("at") else "after"
        if self.stage:
            raise self._wrong("the stage of the last pull is said twice", at)
        self.stage = stage

    def _add_different(self, match: re.Match[str], at: int) -> None:
        if self.different:
            raise self._wrong("all arms that are different are said to be so at once", at)
        self.different += re.split(r"\s+and\s+", match["arms"])
        if len({*self.different}) != len(self.different):
            raise self._wrong("an arm is not different from itself", at)

    def _add_pulled(self, arm: str, at: int) -> None:
        if self.pulled not in ("", arm):
            raise self._wrong(f"a claim speaks of one last pull, and that of {self.pulled}", at)
        self.pulled = arm

    def _wrong(self, message: str, at: int) -> ClaimError:
        start = at + len(self.text[at:]) - len(self.text[at:].lstrip())
        return ClaimError(message, self.text, start)
