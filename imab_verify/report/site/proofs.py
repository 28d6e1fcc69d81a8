"""Proofs and counterexamples told at length, as HTML, and kept on disk: telling takes its time.

What is kept is found by the certificate, the names of the lemmas it cites and the source of the
telling itself, so it is never older than the code.
"""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from zlib import compress

from imab_verify.errors import InputError
from imab_verify.files import write_file
from imab_verify.ledger.check import Result
from imab_verify.ledger.papers import Paper
from imab_verify.report import explain
from imab_verify.report.explain import html_body
from imab_verify.report.explain.entries import explain_result

ALONE = re.compile(r"<msup><mrow>(<m[in]>[^<]*</m[in]>)</mrow>")
"""A letter with a power: without a row around it the power keeps clear of a slanted letter."""
INLINE = 3000
"""A proof of so many letters stands in the page as it is; a longer one is packed there."""


@dataclass(frozen=True, slots=True)
class Told:
    """A shelf of told proofs; without a directory nothing is kept."""

    directory: Path | None

    def of(self, result: Result, paper: Paper) -> str:
        """The proof or the counterexample of one reading; "" if it is open."""
        if not result.outcome.certificate:
            return ""
        file = None if self.directory is None else self.directory / f"{_key(result)}.html"
        if file is not None:
            with suppress(OSError, UnicodeDecodeError):
                return file.read_text(encoding="utf-8")
        text = tell(result, paper)
        if file is not None:
            with suppress(InputError):  # a shelf that cannot be written costs time and nothing else
                write_file(file, text, parents=True)
        return text


def tell(result: Result, paper: Paper) -> str:
    """The proof or the counterexample of one reading; headings are one level down."""
    document = explain_result(result, paper)
    text = "" if document is None else html_body(document)
    text = ALONE.sub(r"<msup>\1", text)
    return text.replace("<h3>", "<h4>").replace("</h3>", "</h4>")


def pack_text(text: str) -> str:
    """Text compressed for a page whose script unpacks it: deflate, then base64."""
    return b64encode(compress(text.encode(), 9)).decode()


def _key(result: Result) -> str:
    parts = (_source(), result.outcome.certificate, *result.reading.cites())
    return sha256("\0".join(parts).encode()).hexdigest()


@cache
def _source() -> str:
    """What the telling is written in: this file and those of report/explain."""
    files = [Path(__file__), *sorted(Path(explain.__file__).parent.glob("*.py"))]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
