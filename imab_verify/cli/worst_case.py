"""imab-verify worst-case: the exact supremum of OPT/ALG of a policy."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from imab_verify.cli.common import (
    OK,
    UNKNOWN,
    Span,
    Whole,
    build_policy,
    emit,
    json_option,
    policy_option,
    rational,
)
from imab_verify.model.errors import InputError, shown
from imab_verify.model.files import instance_to_json
from imab_verify.simulation.run import ratio

if TYPE_CHECKING:
    from imab_verify.engines.worst_case.journal import Journal
    from imab_verify.engines.worst_case.solve import WorstCase

Sizes = Sequence[tuple[int, int]]
Show = Callable[[Fraction, Fraction], None]


@click.command("worst-case")
@policy_option
@click.option("-k", "k", type=Span(), required=True, help="The number of arms, or a range A..B.")
@click.option("-T", "T", type=Span(), required=True, help="The horizon, or a range A..B.")
@click.option(
    "--ties",
    type=click.Choice(["adversarial", "lowest-index"]),
    default="adversarial",
    show_default=True,
    help="Who wins among best arms with fewest pulls.",
)
@click.option(
    "--init", type=click.Choice(["rounds", "pairs"]), help="The order of the initial pulls."
)
@click.option(
    "--engine",
    type=click.Choice(["exact", "branch", "smt"]),
    default="exact",
    show_default=True,
    help="exact; branch: search with linear programs; smt: one z3 problem, as a cross-check.",
)
@click.option(
    "--certificate", metavar="FILE", help="Write the certificate; for ranges, into a directory."
)
@click.option("--seconds", type=Whole(1), help="Stop each size after so many seconds, with bounds.")
@click.option("--workers", type=Whole(1), default=1, show_default=True, help="Processes to use.")
@click.option("--resume", metavar="FILE", help="Keep the work in a file, and go on from it.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV.")
@json_option
def worst_case(
    policy: str,
    option: tuple[str, ...],
    k: range,
    T: range,
    ties: str,
    init: str | None,
    engine: str,
    certificate: str | None,
    seconds: int | None,
    workers: int,
    resume: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """The exact supremum of OPT(T)/ALG(T) over all concave instances with k arms.

    The answer is a fraction, with an instance that attains it (or a sequence that approaches it)
    and a certificate that no instance does worse; `imab-verify replay` checks that again. Policies:
    algorithm-1, round-robin, greedy, and your own if it derives from
    imab_verify.policies.linear_index.LinearIndex. Ctrl-C gives the bounds so far.

    Exit code: 0 if all answers are exact, 3 if there are only bounds.

    \b
    Examples:
      imab-verify worst-case --policy algorithm-1 -k 3 -T 11 --certificate worst.json.gz
      imab-verify worst-case --policy algorithm-1 -k 2..4 -T 8..16
      imab-verify worst-case --policy greedy -k 2 -T 3..7 --json
    """  # noqa: D301  click reads the backspace
    sizes = [(arms, horizon) for arms in k for horizon in T]
    if engine == "smt":
        return _cross_check(policy, option, sizes, ties, init, seconds, as_json)
    from imab_verify.engines.worst_case.journal import Journal

    options = {"ties": ties, "init": init, "engine": engine, "seconds": seconds}
    found = list(_results(policy, option, sizes, options, workers, Journal(resume)))
    files = {} if certificate is None else _write_certificates(found, certificate, sizes)
    if csv_file is not None:
        _write(csv_file, _csv(found).encode())
    documents = [document(one, files.get((one.k, one.T))) for one in found]
    if as_json:
        emit(documents[0] if len(sizes) == 1 else {"policy": policy, "results": documents})
    else:
        _show(found, sizes, files)
    done = len(found) == len(sizes) and all(one.status == "exact" for one in found)
    return OK if done else UNKNOWN


def document(found: WorstCase, file: str | None = None) -> dict[str, Any]:
    """The JSON document of one size. Arms are counted from 1."""
    exact = found.status == "exact"
    own = ratio(found.instance.opt(found.T), found.instance.collected(found.pulls))
    return {
        "policy": found.policy,
        "k": found.k,
        "T": found.T,
        "ties": found.ties,
        "init": found.init,
        "status": found.status,
        "ratio": rational(found.lower) if exact else None,
        "lower": rational(found.lower),
        "upper": rational(found.upper),
        "attained": found.attained,
        "instance": instance_to_json(found.instance),
        "instance_ratio": rational(own),
        "limit": None if found.limit is None else instance_to_json(found.limit),
        "pulls": list(found.pulls),
        "sequence": [i + 1 for i in found.sequence],
        "programs": found.programs,
        "seconds": round(found.seconds, 3),
        "certificate": file,
    }


# --- finding -----------------------------------------------------------------------------------


def _results(
    spec: str,
    option: tuple[str, ...],
    sizes: Sizes,
    options: dict[str, Any],
    workers: int,
    journal: Journal,
) -> Iterator[WorstCase]:
    """Every size in turn, or many at a time; after an interrupt those found so far."""
    from imab_verify.engines.worst_case.solve import KERNEL_TIES, worst_case, worst_cases

    chosen = build_policy(spec, option)
    name = getattr(chosen, "name", "")
    order = options["init"] or getattr(chosen, "init", "rounds")
    same = (name, order, KERNEL_TIES[options["ties"]])
    known = {key[3:]: text for key, text in journal.certificates.items() if key[:3] == same}
    with _progress(sizes) as (show, step):
        if len(sizes) > 1 and workers > 1:
            jobs = [(chosen, size, known.get(size), options) for size in sizes]
            for found in worst_cases(jobs, workers):
                journal.keep(found.certificate)
                step()
                yield found
            return
        for k, T in sizes:
            found = worst_case(
                chosen, k, T, workers=workers, known=known.get((k, T)), report=show, **options
            )
            journal.keep(found.certificate)
            step()
            yield found
            if found.interrupted:
                return


@contextmanager
def _progress(sizes: Sizes) -> Iterator[tuple[Show, Callable[[], None]]]:
    """On a terminal, how many sizes are done and the bounds of the current one."""
    from imab_verify.report.terminal import approximate, console

    screen = console(stderr=True)
    if not screen.is_terminal:
        yield (lambda _low, _high: None), (lambda: None)
        return
    done = 0
    with screen.status("worst case") as status:

        def show(low: Fraction, high: Fraction) -> None:
            bounds = f"between {approximate(low)} and {approximate(high)}"
            status.update(f"size {done + 1} of {len(sizes)}: {bounds}")

        def step() -> None:
            nonlocal done
            done += 1

        yield show, step


def _cross_check(
    policy: str,
    option: tuple[str, ...],
    sizes: Sizes,
    ties: str,
    init: str | None,
    seconds: int | None,
    as_json: bool,
) -> int:
    """Ask z3; what it says is not certified."""
    from imab_verify.engines.z3.worst_case import smt_worst_case
    from imab_verify.policies.algorithm_1 import Algorithm1

    chosen = build_policy(policy, option)
    if not isinstance(chosen, Algorithm1):
        raise InputError("the engine smt knows algorithm-1 only")
    results = []
    for k, T in sizes:
        limit = 60 if seconds is None else seconds
        answer = smt_worst_case(k, T, ties=ties, init=init or chosen.init, seconds=limit)
        known = answer.ratio is not None
        value = rational(answer.ratio) if isinstance(answer.ratio, Fraction) else "inf"
        results.append(
            {
                "policy": policy,
                "k": k,
                "T": T,
                "engine": "smt",
                "certified": False,
                "status": "exact" if known else "bounds",
                "ratio": value if known else None,
                "lower": value if known else "1",
                "upper": value,
                "attained": answer.attained,
                "instance": None,
                "pulls": None,
            }
        )
    if as_json:
        emit(results[0] if len(sizes) == 1 else {"policy": policy, "results": results})
    else:
        for one in results:
            said = one["ratio"] or "no answer in time"
            click.echo(f"k = {one['k']}, T = {one['T']}: {said} (z3, not certified)")
    return OK if all(one["ratio"] for one in results) else UNKNOWN


# --- showing -----------------------------------------------------------------------------------


def _show(found: Sequence[WorstCase], sizes: Sizes, files: dict[tuple[int, int], str]) -> None:
    if len(sizes) == 1 and found:
        _show_one(found[0], files)
    else:
        _show_table(found)
    if len(found) < len(sizes):
        click.echo(f"interrupted: {len(found)} of {len(sizes)} sizes")


def _show_one(one: WorstCase, files: dict[tuple[int, int], str]) -> None:
    from imab_verify.report import terminal

    screen = terminal.console()
    ties = f"ties {one.ties}, initialisation in {one.init}"
    screen.print(f"{shown(one.policy)}: k = {one.k}, T = {one.T}, {ties}")
    lines = [("largest OPT/ALG", terminal.line(one.lower))]
    if one.status == "bounds":
        lines = [
            ("OPT/ALG at least", terminal.line(one.lower)),
            ("OPT/ALG at most", terminal.line(one.upper)),
        ]
    how = "attained by this instance" if one.attained else "approached along this instance"
    lines.append(("status", f"{one.status}, {how}"))
    lines.append(("pulls", ", ".join(map(str, one.pulls))))
    lines.append(("sequence", " ".join(str(i + 1) for i in one.sequence)))
    if one.limit is not None:
        lines.append(("note", "(1-e)*limit + e*instance tends to it as e tends to 0"))
    screen.print(terminal.fields(lines))
    rows = terminal.table(["instance", "points (n, f(n)), joined by straight lines"], [])
    shown_arms = [("arm", one.instance)]
    if one.limit is not None:
        shown_arms.append(("limit, arm", one.limit))
    for name, instance in shown_arms:
        for number, arm in enumerate(instance.arms, start=1):
            points = "  ".join(f"({n}, {rational(v)})" for n, v in arm.points)
            rows.add_row(f"{name} {number}", points)
    screen.print(rows)
    if files:
        screen.print(f"certificate: {next(iter(files.values()))}")


COLUMNS = ("k", "T", "status", "OPT/ALG", "attained", "pulls", "k/2", "k", "32k", "200k")


def _row(one: WorstCase, number: Callable[[Fraction], str]) -> list[str]:
    low, high = ("inf" if q is None else number(q) for q in (one.lower, one.upper))
    return [
        str(one.k),
        str(one.T),
        one.status,
        low if one.status == "exact" else f"{low}..{high}",
        "yes" if one.attained else "no",
        " ".join(map(str, one.pulls)),
        number(Fraction(one.k, 2)),
        str(one.k),
        str(32 * one.k),
        str(200 * one.k),
    ]


def _show_table(found: Sequence[WorstCase]) -> None:
    from imab_verify.report import terminal

    rows = terminal.table(COLUMNS[:3], COLUMNS[3:])
    for one in found:
        rows.add_row(*_row(one, terminal.cell))
    terminal.console().print(rows)


def _csv(found: Sequence[WorstCase]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(one, rational) for one in found)
    return text.getvalue()


# --- files -------------------------------------------------------------------------------------


def _write_certificates(
    found: Sequence[WorstCase], path: str, sizes: Sizes
) -> dict[tuple[int, int], str]:
    """One file, or for a range one file for every size in a directory."""
    from imab_verify.engines.worst_case.documents import packed

    names = {}
    for one in found:
        name = path if len(sizes) == 1 else str(Path(path) / f"k{one.k}-T{one.T}.json.gz")
        _write(name, packed(one.certificate, name))
        names[one.k, one.T] = name
    return names


def _write(name: str, data: bytes) -> None:
    try:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is not possible"
        raise InputError(f"{shown(name)} cannot be written: {reason}") from None
