"""Worst cases as answers: one size in full, or a range as a table.

In documents rationals are text, and arms are counted from 1.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from rich.console import Console

from imab_verify.deciding.worst import RatioBounds, Size
from imab_verify.engines.worst_case.witness import Rounds
from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.model.rationals import show_ratio
from imab_verify.report import terminal
from imab_verify.report.replies import Reply
from imab_verify.simulation.stepwise import ratio

MOST_SHOWN, MOST_LISTED = 200, 10_000
"""Pulls that are listed one by one on a terminal, and in a document; beyond these, rounds are."""
COLUMNS = ("k", "T", "status", "OPT/ALG", "attained", "pulls", "k/2", "k", "32k", "200k")


@dataclass(frozen=True, slots=True)
class WorstCase(RatioBounds, Reply):
    """lower <= sup OPT(T)/ALG(T) <= upper over all concave instances with k arms.

    None stands for infinite. status: "exact" if the bounds meet, else "bounds". Both bounds,
    `instance`, which attains the lower one or is near it (`attained`), and `pulls`, how often its
    arms are pulled, are checked by the kernel in `certificate`, which `replay` takes as a file.
    """

    @staticmethod
    def of(bounds: RatioBounds) -> WorstCase:
        """The answer with these bounds."""
        return WorstCase(**{one.name: getattr(bounds, one.name) for one in fields(bounds)})

    @property
    def ratio(self) -> Fraction | None:
        """The supremum; None where it is infinite, or where there are only bounds (`status`)."""
        return self.lower if self.status == "exact" else None

    def to_json(self) -> dict[str, Any]:
        """The document of `worst-case --json`."""
        own = ratio(self.instance.opt(self.T), self.instance.collected(self.pulls))
        return {
            "policy": self.policy,
            "k": self.k,
            "T": self.T,
            "ties": self.ties,
            "init": self.init,
            "status": self.status,
            "ratio": show_ratio(self.lower) if self.status == "exact" else None,
            "lower": show_ratio(self.lower),
            "upper": show_ratio(self.upper),
            "attained": self.attained,
            "rests_on": [],
            "instance": instance_to_json(self.instance),
            "instance_ratio": show_ratio(own),
            "limit": None if self.limit is None else instance_to_json(self.limit),
            "pulls": list(self.pulls),
            "sequence": [i + 1 for i in self.sequence] if self.T <= MOST_LISTED else None,
            "rounds": None if self.run.rounds is None else _rounds_from_1(self.run.rounds),
            "programs": self.programs,
            "seconds": round(self.seconds, 3),
            "certificate": None,
        }

    def show(self, screen: Console) -> None:
        """Print the bounds and the instance."""
        ties = f"ties {self.ties}, initialisation in {self.init}"
        screen.print(f"{quote(self.policy)}: k = {self.k}, T = {self.T}, {ties}")
        screen.print(terminal.fields(self._lines()))
        rows = terminal.table(["instance", "points (n, f(n)), joined by straight lines"], [])
        for name, instance in (("arm", self.instance), ("limit, arm", self.limit)):
            for number, arm in enumerate(instance.arms if instance is not None else (), start=1):
                points = "  ".join(f"({n}, {show_ratio(v)})" for n, v in arm.points)
                rows.add_row(f"{name} {number}", points)
        screen.print(rows)

    def _lines(self) -> Iterator[tuple[str, str]]:
        how = "attained by this instance" if self.attained else "approached along this instance"
        if self.status == "exact":
            yield "largest OPT/ALG", terminal.line(self.lower)
            yield "status", f"exact, {how}"
        else:
            yield "OPT/ALG at least", terminal.line(self.lower)
            yield "OPT/ALG at most", terminal.line(self.upper)
            yield "status", f"{self.status}, the lower one is {how}"
        yield "pulls", ", ".join(map(str, self.pulls))
        if self.run.rounds is None or self.T <= MOST_SHOWN:
            yield "sequence", " ".join(str(i + 1) for i in self.sequence)
        else:
            told = (_tell_rounds(*one) for one in _rounds_from_1(self.run.rounds))
            yield "rounds", ", ".join(told)
        if self.limit is not None:
            yield "note", "(1-e)*limit + e*instance tends to it as e tends to 0"

    def _repr_html_(self) -> str:
        from imab_verify.report.replies import reply_with_instance

        return reply_with_instance(self, self.instance)


@dataclass(frozen=True, slots=True)
class WorstCases(Reply):
    """The worst cases of one policy at all sizes; after an interrupt those that are done.

    files: where their certificates were written. troubles: what could not be written, one sentence
    each.
    """

    policy: str
    sizes: tuple[Size, ...]
    cases: tuple[WorstCase, ...]
    files: Mapping[Size, str] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[WorstCase]:
        return iter(self.cases)

    @property
    def exact(self) -> bool:
        """Whether every size is done, and exactly."""
        done = len(self.cases) == len(self.sizes)
        return done and all(case.status == "exact" for case in self.cases)

    def to_json(self) -> dict[str, Any]:
        """The document of one size itself, or all of a range together."""
        documents = [
            case.to_json() | {"certificate": self.files.get((case.k, case.T))}
            for case in self.cases
        ]
        if len(self.sizes) == 1 and documents:
            return documents[0]
        return {"policy": self.policy, "results": documents}

    def to_csv(self) -> str:
        """The table as CSV, with exact numbers."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_row(case, show_ratio) for case in self.cases)
        return text.getvalue()

    def show(self, screen: Console) -> None:
        """Print one size in full, or a range as a table, and how many sizes are left."""
        if len(self.sizes) == 1 and self.cases:
            self.cases[0].show(screen)
            for file in self.files.values():
                screen.print(f"certificate: {file}")
        else:
            rows = terminal.table(COLUMNS[:3], COLUMNS[3:])
            for case in self.cases:
                rows.add_row(*_row(case, terminal.cell))
            screen.print(rows)
        if len(self.cases) < len(self.sizes):
            left = len(self.sizes) - len(self.cases)
            screen.print(f"not done: {left} of {len(self.sizes)} sizes")


def _rounds_from_1(rounds: Rounds) -> list[tuple[list[int], int]]:
    """The rounds after the opening: arms, counted from 1, and how many rounds of them."""
    return [([i + 1 for i in arms], c) for arms, c in rounds]


def _tell_rounds(arms: Sequence[int], c: int) -> str:
    """c rounds of some arms: "7 times (1 3 to 5)"."""
    parts: list[list[int]] = []
    for i in arms:
        if parts and i == parts[-1][-1] + 1:
            parts[-1].append(i)
        else:
            parts.append([i])
    names = [str(p[0]) if len(p) == 1 else f"{p[0]} to {p[-1]}" for p in parts]
    return f"{'once' if c == 1 else f'{c} times'} ({' '.join(names)})"


def _row(case: WorstCase, number: Callable[[Fraction], str]) -> list[str]:
    low, high = ("inf" if q is None else number(q) for q in (case.lower, case.upper))
    return [
        str(case.k),
        str(case.T),
        case.status,
        low if case.status == "exact" else f"{low}..{high}",
        ("yes" if case.attained else "approached") if case.status == "exact" else "",
        " ".join(map(str, case.pulls)),
        number(Fraction(case.k, 2)),
        str(case.k),
        str(32 * case.k),
        str(200 * case.k),
    ]


Watch = tuple[Callable[[Fraction, Fraction], None], Callable[[], None]]
"""Two functions: one to call with new bounds, one when a size is done."""
SILENT: Watch = (lambda _low, _high: None), (lambda: None)


@contextmanager
def sizes_progress(total: int) -> Iterator[Watch]:
    """On a terminal, how many sizes are done and the bounds of the current one."""
    done = 0
    with terminal.stages("worst case") as say:

        def report(low: Fraction, high: Fraction) -> None:
            bounds = f"between {terminal.approximate(low)} and {terminal.approximate(high)}"
            say(f"size {done + 1} of {total}: {bounds}")

        def step() -> None:
            nonlocal done
            done += 1
            say(f"{done} of {total} sizes")

        yield report, step
