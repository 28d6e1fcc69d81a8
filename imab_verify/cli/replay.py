"""imab-verify replay: judge certificates with the kernel alone."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from imab_verify.cli.common import BAD_INPUT, DIFFERS, OK, emit, json_option, say
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.report import replays

LONG = 20
"""So many files show their progress."""
SUFFIXES = (".json", ".json.gz")


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@json_option
def replay(paths: Sequence[str], as_json: bool) -> int:
    """Judge certificates with the kernel alone: no solver is loaded.

    A directory stands for all files *.json and *.json.gz in it and below. A file that is not a
    certificate is "malformed"; one that is a certificate, but does not prove its claim, is
    "rejected".

    Exit code: 0 if all are accepted, 1 if one is rejected, 2 if one cannot be read.

    \b
    Example:
      imab-verify replay tests/certificates/valid
    """  # noqa: D301  click reads the backspace
    files = find_certificates(paths)
    answers = [(show_path(file), replays.answer(file)) for file in _with_progress(files)]
    if as_json:
        emit(replays.document(answers))
    else:
        replays.show(answers)
    kinds = {result.kind for _, result in answers if isinstance(result, replays.Refusal)}
    if kinds & {replays.UNREADABLE, replays.MALFORMED}:
        return say("not every file could be read as a certificate", BAD_INPUT)
    return DIFFERS if replays.REJECTED in kinds else OK


def find_certificates(paths: Iterable[str]) -> list[Path]:
    """Give the files, and in place of a directory all certificates below it in order, each once."""
    files: dict[Path, None] = {}
    for text in paths:
        path = Path(text)
        try:
            inside = sorted(p for p in path.rglob("*") if p.name.endswith(SUFFIXES))
            found = inside if path.is_dir() else [path]
            exists = path.exists()
        except (OSError, ValueError):
            exists = False
        if not exists:
            raise InputError(f"{show_path(path)}: there is no such file or directory")
        if not found:
            names = " or ".join(f"*{suffix}" for suffix in SUFFIXES)
            raise InputError(f"{show_path(path)}: there is no certificate ({names}) in here")
        files.update(dict.fromkeys(file for file in found if not file.is_dir()))
    return list(files)


def _with_progress(files: Sequence[Path]) -> Iterator[Path]:
    if len(files) < LONG:
        yield from files
        return
    from imab_verify.report.terminal import progress

    with progress(f"{len(files)} certificates", len(files)) as report:
        for done, file in enumerate(files):
            report(done)
            yield file
