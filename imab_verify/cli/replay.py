"""imab-verify replay: judge certificates with the kernel alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from imab_verify.cli.common import BAD_INPUT, DIFFERS, OK, emit, json_option, say
from imab_verify.kernel import MAX_BYTES, Judgement, MalformedError, RejectedError, judge, read
from imab_verify.language.writing import show_claim
from imab_verify.model.errors import InputError

LONG = 20
"""So many files show their progress."""

UNREADABLE, MALFORMED, REJECTED = "unreadable", "malformed", "rejected"


class Refusal(NamedTuple):
    """Why a file is no proof.

    unreadable: it cannot be opened. malformed: it is not a certificate. rejected: it is one, but
    the kernel does not accept it.
    """

    kind: str
    reason: str


Answers = Sequence[tuple[str, Judgement | Refusal]]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@json_option
def replay(paths: Sequence[str], as_json: bool) -> int:
    """Judge certificates with the kernel alone: no solver is loaded.

    A directory stands for all files *.json in it and below. A file that is not a certificate is
    "malformed"; one that is a certificate, but does not prove its claim, is "rejected".

    Exit code: 0 if all are accepted, 1 if one is rejected, 2 if one cannot be read.

    \b
    Example:
      imab-verify replay tests/certificates/valid
    """  # noqa: D301  click reads the backspace
    files = find_certificates(paths)
    answers = [(shown_path(file), answer(file)) for file in _with_progress(files)]
    if as_json:
        emit(document(answers))
    else:
        _show(answers)
    kinds = {result.kind for _, result in answers if isinstance(result, Refusal)}
    if kinds & {UNREADABLE, MALFORMED}:
        return say("not every file could be read as a certificate", BAD_INPUT)
    return DIFFERS if REJECTED in kinds else OK


def find_certificates(paths: Iterable[str]) -> list[Path]:
    """Give the files, and in place of a directory all *.json below it in order, each once."""
    files: dict[Path, None] = {}
    for text in paths:
        path = Path(text)
        try:
            found = sorted(path.rglob("*.json")) if path.is_dir() else [path]
            exists = path.exists()
        except (OSError, ValueError):
            exists = False
        if not exists:
            raise InputError(f"{shown_path(path)}: there is no such file or directory")
        if not found:
            raise InputError(f"{shown_path(path)}: there is no certificate (*.json) in here")
        files.update(dict.fromkeys(file for file in found if not file.is_dir()))
    return list(files)


def answer(file: Path) -> Judgement | Refusal:
    """Let the kernel read and judge one file."""
    try:
        with file.open("rb") as stream:
            # One byte more than allowed is enough for the kernel to see that it is too long.
            text = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Refusal(UNREADABLE, error.strerror or "it cannot be opened")
    try:
        return judge(read(text))
    except MalformedError as error:
        return Refusal(MALFORMED, str(error))
    except RejectedError as error:
        return Refusal(REJECTED, str(error))


def document(answers: Answers) -> dict[str, Any]:
    """Give the JSON document: what was accepted, and what was not and why."""
    return {
        "accepted": [
            {"file": file, "verdict": result.verdict, "claim": show_claim(result.claim)}
            for file, result in answers
            if isinstance(result, Judgement)
        ],
        "rejected": [
            {"file": file, "kind": result.kind, "reason": result.reason}
            for file, result in answers
            if isinstance(result, Refusal)
        ],
    }


def shown_path(path: Path) -> str:
    """Give a path as it can be printed on one line."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def _with_progress(files: Sequence[Path]) -> Iterator[Path]:
    if len(files) < LONG:
        yield from files
        return
    from imab_verify.report.terminal import progress

    with progress(f"{len(files)} certificates", len(files)) as report:
        for done, file in enumerate(files):
            report(done)
            yield file


def _show(answers: Answers) -> None:
    """Print one row for every file, and how many of each kind there are."""
    from imab_verify.report.terminal import console, table

    rows = table(["answer", "file", "claim, or why not"], [])
    for file, result in answers:
        if isinstance(result, Judgement):
            rows.add_row(result.verdict, file, show_claim(result.claim))
        else:
            rows.add_row(result.kind, file, result.reason)
    refused = Counter(result.kind for _, result in answers if isinstance(result, Refusal))
    accepted = len(answers) - refused.total()
    counts = [f"{accepted} accepted", *(f"{n} {kind}" for kind, n in sorted(refused.items()))]
    screen = console()
    screen.print(rows)
    screen.print(", ".join(counts))
