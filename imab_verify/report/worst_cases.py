"""Worst cases as JSON documents, as tables, as CSV, and while they are looked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from imab_verify.deciding.worst import RatioBounds, Size
from imab_verify.engines.worst_case.witness import Rounds
from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.model.rationals import show_ratio
from imab_verify.report import terminal
from imab_verify.simulation.stepwise import ratio

if TYPE_CHECKING:
    from rich.console import Console

MOST_SHOWN, MOST_LISTED = 200, 10_000
"""Pulls that are listed one by one on a terminal, and in a document; beyond these, rounds are."""
COLUMNS = ("k", "T", "status", "OPT/ALG", "attained", "pulls", "k/2", "k", "32k", "200k")


# --- documents ---------------------------------------------------------------------------------


def case_document(case: RatioBounds, file: str | None = None) -> dict[str, Any]:
    """The JSON document of one size. Arms are counted from 1."""
    own = ratio(case.instance.opt(case.T), case.instance.collected(case.pulls))
    return {
        "policy": case.policy,
        "k": case.k,
        "T": case.T,
        "ties": case.ties,
        "init": case.init,
        "status": case.status,
        "ratio": show_ratio(case.lower) if case.status == "exact" else None,
        "lower": show_ratio(case.lower),
        "upper": show_ratio(case.upper),
        "attained": case.attained,
        "rests_on": [],
        "instance": instance_to_json(case.instance),
        "instance_ratio": show_ratio(own),
        "limit": None if case.limit is None else instance_to_json(case.limit),
        "pulls": list(case.pulls),
        "sequence": [i + 1 for i in case.sequence] if case.T <= MOST_LISTED else None,
        "rounds": None if case.run.rounds is None else rounds_from_1(case.run.rounds),
        "programs": case.programs,
        "seconds": round(case.seconds, 3),
        "certificate": file,
    }


def sizes_document(
    policy: str, documents: Sequence[dict[str, Any]], sizes: Sequence[Size]
) -> dict[str, Any]:
    """The document of one size itself, or all of a range together."""
    if len(sizes) == 1 and documents:
        return documents[0]
    return {"policy": policy, "results": list(documents)}


def cases_csv(cases: Sequence[RatioBounds]) -> str:
    """The table as CSV, with exact numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(case, show_ratio) for case in cases)
    return text.getvalue()


# --- on the terminal ---------------------------------------------------------------------------


def show_cases(
    screen: Console,
    cases: Sequence[RatioBounds],
    sizes: Sequence[Size],
    files: Mapping[Size, str],
) -> None:
    """Print one size in full, or a range as a table, and how many sizes are left."""
    if len(sizes) == 1 and cases:
        show_case(screen, cases[0])
        for file in files.values():
            screen.print(f"certificate: {file}")
    else:
        rows = terminal.table(COLUMNS[:3], COLUMNS[3:])
        for case in cases:
            rows.add_row(*_row(case, terminal.cell))
        screen.print(rows)
    if len(cases) < len(sizes):
        screen.print(f"not done: {len(sizes) - len(cases)} of {len(sizes)} sizes")


def show_case(screen: Console, case: RatioBounds) -> None:
    """Print one size in full."""
    ties = f"ties {case.ties}, initialisation in {case.init}"
    screen.print(f"{quote(case.policy)}: k = {case.k}, T = {case.T}, {ties}")
    lines = [("largest OPT/ALG", terminal.line(case.lower))]
    if case.status == "bounds":
        lines = [
            ("OPT/ALG at least", terminal.line(case.lower)),
            ("OPT/ALG at most", terminal.line(case.upper)),
        ]
    how = "attained by this instance" if case.attained else "approached along this instance"
    lines.append(("status", f"{case.status}, {how}"))
    lines.append(("pulls", ", ".join(map(str, case.pulls))))
    if case.run.rounds is None or case.T <= MOST_SHOWN:
        lines.append(("sequence", " ".join(str(i + 1) for i in case.sequence)))
    else:
        lines.append(
            ("rounds", ", ".join(_tell_rounds(*one) for one in rounds_from_1(case.run.rounds)))
        )
    if case.limit is not None:
        lines.append(("note", "(1-e)*limit + e*instance tends to it as e tends to 0"))
    screen.print(terminal.fields(lines))
    rows = terminal.table(["instance", "points (n, f(n)), joined by straight lines"], [])
    for name, instance in (("arm", case.instance), ("limit, arm", case.limit)):
        for number, arm in enumerate(instance.arms if instance is not None else (), start=1):
            points = "  ".join(f"({n}, {show_ratio(v)})" for n, v in arm.points)
            rows.add_row(f"{name} {number}", points)
    screen.print(rows)


def rounds_from_1(rounds: Rounds) -> list[tuple[list[int], int]]:
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


def _row(case: RatioBounds, number: Callable[[Fraction], str]) -> list[str]:
    low, high = ("inf" if q is None else number(q) for q in (case.lower, case.upper))
    return [
        str(case.k),
        str(case.T),
        case.status,
        low if case.status == "exact" else f"{low}..{high}",
        _say_attained(case),
        " ".join(map(str, case.pulls)),
        number(Fraction(case.k, 2)),
        str(case.k),
        str(32 * case.k),
        str(200 * case.k),
    ]


def _say_attained(case: RatioBounds) -> str:
    """Whether the supremum is attained; of bounds that is not known."""
    if case.status != "exact":
        return ""
    return "yes" if case.attained else "approached"


Watch = tuple[Callable[[Fraction, Fraction], None], Callable[[], None]]
"""Two functions: one to call with new bounds, one when a size is done."""
SILENT: Watch = (lambda _low, _high: None), (lambda: None)


@contextmanager
def sizes_progress(total: int) -> Iterator[Watch]:
    """On a terminal, how many sizes are done and the bounds of the current one."""
    screen = terminal.console(stderr=True)
    if not screen.is_terminal:
        yield SILENT
        return
    done = 0
    with screen.status("worst case") as status:

        def report(low: Fraction, high: Fraction) -> None:
            bounds = f"between {terminal.approximate(low)} and {terminal.approximate(high)}"
            status.update(f"size {done + 1} of {total}: {bounds}")

        def step() -> None:
            nonlocal done
            done += 1
            status.update(f"{done} of {total} sizes")

        yield report, step
