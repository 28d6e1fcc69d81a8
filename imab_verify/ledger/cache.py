"""Certificates kept on disk, by claim. Whoever takes one out lets the kernel judge it again.

Of what was left unknown it is kept how long it was tried, which is no verdict: commands that only
show need not search again.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from imab_verify.errors import InputError, quote
from imab_verify.files import write_file
from imab_verify.kernel.polynomials import MAX_BYTES
from imab_verify.language.documents import claim_to_json
from imab_verify.language.reading import Question

RECENT = 24 * 3600.0
"""Seconds; an attempt that is longer ago counts for nothing."""


@dataclass(frozen=True, slots=True)
class Cache:
    """A directory with one file per claim. `fresh`: nothing is taken out, only put in.

    `showing`: what was tried lately and left unknown is not tried again.
    """

    directory: Path
    fresh: bool = False
    showing: bool = False

    @staticmethod
    def at(directory: str | Path, *, fresh: bool = False, showing: bool = False) -> Cache:
        """Give the cache in a directory, which is made if it is not there."""
        try:
            Path(directory).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or "it cannot be made"
            raise InputError(
                f"{quote(str(directory))} cannot be the directory of the cache: {reason}"
            ) from None
        return Cache(Path(directory), fresh, showing)

    def get(self, question: Question) -> str | None:
        """Give the text that is kept for a question; it may be anything."""
        file = self._file(question)
        try:
            if self.fresh or file.stat().st_size > MAX_BYTES:
                return None
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put(self, question: Question, certificate: str) -> None:
        """Keep a certificate: the file appears whole or, if it cannot be written, not at all."""
        with suppress(InputError):
            write_file(self._file(question), certificate)

    def note_attempt(self, question: Question, told: str, seconds: float) -> None:
        """Keep that a search of up to so many seconds found nothing; `told`: all it was told."""
        with suppress(InputError):
            write_file(self._attempt_file(question, told), f"{seconds}\n")

    def was_tried(self, question: Question, told: str, seconds: float) -> bool:
        """Whether that was tried lately for at least so long, and a new attempt is not wanted."""
        if self.fresh or not self.showing:
            return False
        file = self._attempt_file(question, told)
        try:
            recent = abs(time.time() - file.stat().st_mtime) < RECENT
            return recent and float(file.read_text(encoding="utf-8")) >= seconds
        except (OSError, ValueError):
            return False

    def _attempt_file(self, question: Question, told: str) -> Path:
        return self.directory / f"{_digest(self._file(question).stem + told)}.tried"

    def _file(self, question: Question) -> Path:
        claims = question.claims()
        said = [claim_to_json(claim) for claim in (claims.claim, *claims.sides)]
        text = json.dumps(said, sort_keys=True)
        return self.directory / f"{_digest(text)}.json"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
