"""Proofs and counterexamples told at length, as HTML, and kept on disk: telling takes its time.

What is kept is found by the certificate, the names of the lemmas it cites and the source of the
telling itself, so it is never older than the code.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from imab_verify.errors import InputError
from imab_verify.files import write_file
from imab_verify.ledger.check import Result
from imab_verify.ledger.papers import Paper
from imab_verify.report import explain
from imab_verify.report.explain import html_body
from imab_verify.report.explain.blocks import Block, Display, Document, Section, say
from imab_verify.report.explain.entries import explain_result

SPACED = re.compile(
    r'<mspace width="(0\.2[28]em)"/><mo form="infix" lspace="0em" rspace="0em">([^<]+)</mo>'
    r'<mspace width="\1"/>'
)
MATH = re.compile(r"<math><mrow>(.*?)</mrow></math>", re.DOTALL)
BROKEN = re.compile(r"(?:<math>(?:(?!</math>).)*</math><wbr>)+<math>(?:(?!</math>).)*</math>")
LEMMA = re.compile(r"Lemma [0-9]+ \((\w+)\)")
SHORT = 26
"""A formula of so many letters needs no place to be broken at."""


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
    """The proof or the counterexample of one reading."""
    document = explain_result(result, paper)
    if document is None:
        return ""
    cited = set(result.reading.cites())
    blocks = tuple(_told_elsewhere(block, cited) for block in document.blocks)
    return shorter(html_body(Document(blocks)))


def _told_elsewhere(block: Block, cited: set[str]) -> Block:
    """A lemma that is a reading of the paper: its statement, for its proof has its own place."""
    if not isinstance(block, Section):
        return block
    called = LEMMA.fullmatch(block.title)
    if called is None or called[1] not in cited or say("Then") not in block.blocks:
        return block
    then = block.blocks.index(say("Then")) + 1
    shown = list(takewhile(lambda one: isinstance(one, Display), block.blocks[then:]))
    told = say(f"This is {called[1]}, whose proof is told in full in its own place.")
    return Section(block.title, (*block.blocks[:then], *shown, told), block.folded)


def shorter(text: str) -> str:
    """The same in fewer letters, for proofs are most of a site; headings go one level down.

    Browsers give signs between by themselves the space that is spelled out here, HTML needs no
    quotes around short values, brackets beside no fraction do not stretch, and nobody sees the
    signs that say "of" and "times".
    """
    text = SPACED.sub(r"<mo form=infix>\2</mo>", text)
    text = MATH.sub(lambda found: f"<math>{_plain(found[1])}</math>", text)
    text = BROKEN.sub(_unbroken, text)
    text = re.sub(r"(?<!<math>)<mo form=infix>", "<mo>", text)
    text = text.replace('<div class="formula">', "<div class=formula>")
    return re.sub(r"<(/?)h3>", r"<\1h4>", text)


def _plain(inside: str) -> str:
    """The inside of one math element."""
    inside = inside.replace("<mo>&#x2061;</mo>", "").replace("<mo>&#x2062;</mo>", "")
    inside = inside.replace('<mspace width="0.17em"/><mi>', "<mi>\u2009")
    inside = inside.replace('<mo separator="true">', "<mo>")
    inside = re.sub(r'<mspace width="0(\.\d+em)"/>', r"<mspace width=\1 />", inside)
    stretch = "<mo stretchy=false>" if "<mfrac>" in inside else "<mo>"
    return inside.replace('<mo stretchy="false">', stretch)


def _unbroken(found: re.Match[str]) -> str:
    """A short formula in one piece."""
    letters = len(re.sub(r"<[^>]*>", "", found[0]))
    return found[0].replace("</math><wbr><math>", "") if letters <= SHORT else found[0]


def _key(result: Result) -> str:
    parts = (_source(), result.outcome.certificate, *result.reading.cites())
    return sha256("\0".join(parts).encode()).hexdigest()


@cache
def _source() -> str:
    """What the telling is written in: this file and those of report/explain."""
    files = [Path(__file__), *sorted(Path(explain.__file__).parent.glob("*.py"))]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
