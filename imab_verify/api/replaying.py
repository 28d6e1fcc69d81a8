"""Judge certificates with the kernel alone: no solver is loaded."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from imab_verify.errors import InputError
from imab_verify.files import did_you_mean, show_path
from imab_verify.kernel import Judgement, MalformedError, RejectedError, judge
from imab_verify.kernel.polynomials import MAX_BYTES
from imab_verify.report.replays import Refusal, Replay

if TYPE_CHECKING:
    pass

CERTIFICATES = re.compile(r"imab-(certificate|worst-case)/[0-9]+")
"""Formats that the kernel is asked about; of an older one it says that it cannot be read."""
FORMAT = re.compile(rb'"?format"?\s*[:=]\s*["\'](imab-[a-z-]+/[0-9]+)["\']')
OTHERS = {
    "imab-instance": "an instance, not a certificate: `imab-verify simulate` takes it",
    "imab-claims": "a claim file, not a certificate: `imab-verify check` takes it",
}
"""Sentences about other files of ours, by the beginnings of their formats."""
HEAD = 4096
"""The number of bytes of a file in which its format is looked for."""
LONG = 20
"""The number of files from which on progress is shown."""

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


def replay(*paths: str | os.PathLike[str], progress: Progress | None = None) -> Replay:
    """Let the kernel judge certificate files; a directory stands for all that are below it."""
    found = find_certificates(paths)
    files, answers = found.certificates, []
    long = progress is not None and len(files) >= LONG
    shown = progress(f"{len(files)} certificates", len(files)) if progress and long else None
    with shown or nullcontext(lambda _: None) as report:
        for done, file in enumerate(files):
            report(done)
            answers.append((show_path(file), answer(file)))
    others = tuple((show_path(file), kind) for file, kind in found.others.items())
    return Replay(tuple(answers), others)


def answer(file: Path) -> Judgement | Refusal:
    """The kernel's answer to one file; one that never ends, as a pipe may, is not opened."""
    try:
        if not S_ISREG(file.stat().st_mode):
            return Refusal("unreadable", "it is not a regular file")
        with file.open("rb") as stream:
            # One byte more than allowed is enough for the kernel to see that it is too long.
            return judge(stream.read(MAX_BYTES + 1))
    except OSError as error:
        return Refusal("unreadable", error.strerror or "it cannot be opened")
    except MalformedError as error:
        told = OTHERS.get(format_of(file).partition("/")[0])
        return Refusal("malformed", f"it is {told}" if told else str(error))
    except RejectedError as error:
        return Refusal("rejected", str(error))


class CertificateFiles(NamedTuple):
    """Certificates, each once, and files of another format of ours with its name."""

    certificates: list[Path]
    others: dict[Path, str]


def find_certificates(paths: Iterable[str | os.PathLike[str]]) -> CertificateFiles:
    """The files that are named, and in the place of a directory the certificates below it."""
    files: dict[Path, None] = {}
    others: dict[Path, str] = {}
    for given in paths:
        shown, path = show_path(given), Path(given)
        try:
            exists, whole = path.exists(), path.is_dir()
            inside = sorted(p for p in path.rglob("*") if not p.is_dir()) if whole else []
        except (OSError, ValueError):
            exists = whole = False
        if not exists:
            raise InputError(f"{shown}: there is no such file or directory{did_you_mean(path)}")
        kinds = {file: format_of(file) for file in inside}
        mine = [file for file, kind in kinds.items() if _is_candidate(file, kind)]
        if whole and not mine:
            raise InputError(f"{shown}: there is no certificate in here")
        files.update(dict.fromkeys(mine if whole else [path]))
        others |= {file: kind for file, kind in kinds.items() if kind and file not in files}
    return CertificateFiles(list(files), others)


def _is_candidate(file: Path, kind: str) -> bool:
    """A certificate by its format, whatever its name; by its name if it does not tell a format."""
    return bool(CERTIFICATES.fullmatch(kind)) if kind else file.suffix == ".json"


def format_of(file: Path) -> str:
    """The format of ours that the beginning of a file names, else nothing."""
    try:
        if not S_ISREG(file.stat().st_mode):
            return ""
        with file.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return ""
    named = FORMAT.search(head)
    return named[1].decode() if named else ""
