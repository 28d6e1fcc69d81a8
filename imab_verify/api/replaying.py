"""Judge certificates with the kernel alone: no solver is loaded."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.arguments import check_arguments
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.kernel import Judgement
from imab_verify.report import replays
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

SUFFIXES = (".json", ".json.gz")
LONG = 20
"""So many files show their progress."""

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True, slots=True)
class Replay(Reply):
    """What the kernel says to each file: a judgement, or why it is no proof."""

    answers: tuple[tuple[str, Judgement | replays.Refusal], ...]

    @property
    def accepted(self) -> dict[str, Judgement]:
        """The judgements by file, each with `verdict`, `claim` and `rests_on`."""
        return {file: one for file, one in self.answers if isinstance(one, Judgement)}

    @property
    def rejected(self) -> dict[str, replays.Refusal]:
        """The refusals by file, each with its kind (rejected, malformed, unreadable) and reason."""
        return {file: one for file, one in self.answers if isinstance(one, replays.Refusal)}

    def to_json(self) -> dict[str, Any]:
        """The document of `replay --json`."""
        return replays.document(self.answers)

    def show(self, screen: Console) -> None:
        """Print one row for every file."""
        replays.show(screen, self.answers)


def replay(*paths: str | os.PathLike[str], progress: Progress | None = None) -> Replay:
    """Let the kernel judge certificate files; a directory stands for all that are below it."""
    check_arguments(replay, locals())
    files = find_certificates(paths)
    answers = []
    long = progress is not None and len(files) >= LONG
    shown = progress(f"{len(files)} certificates", len(files)) if progress and long else None
    with shown or nullcontext(lambda _: None) as report:
        for done, file in enumerate(files):
            report(done)
            answers.append((show_path(file), replays.answer(file)))
    return Replay(tuple(answers))


def find_certificates(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """Give the files, and in place of a directory all certificates below it in order, each once."""
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        try:
            inside = sorted(p for p in path.rglob("*") if p.name.endswith(SUFFIXES))
            certificates = inside if path.is_dir() else [path]
            exists = path.exists()
        except (OSError, ValueError):
            exists = False
        if not exists:
            raise InputError(f"{show_path(path)}: there is no such file or directory")
        if not certificates:
            names = " or ".join(f"*{suffix}" for suffix in SUFFIXES)
            raise InputError(f"{show_path(path)}: there is no certificate ({names}) in here")
        files.update(dict.fromkeys(file for file in certificates if not file.is_dir()))
    return list(files)
