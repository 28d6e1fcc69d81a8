"""What an explanation is made of; the writers set it in text, Markdown, TeX and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imab_verify.report.explain.expressions import Chain, Mathematics

Part = str | Mathematics
Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words with mathematics in them; `lead` is set in bold before them."""

    parts: Parts
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Display:
    """A formula on lines of its own; `label` stands beside it, as (H1)."""

    chain: Chain
    label: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One case or one point of a list: a title, and what is said below it."""

    title: Parts
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """Cases, or points of a list."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of short texts under their heads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part with a heading; `folded` where only a patient reader wants it."""

    title: str
    blocks: tuple[Block, ...]
    folded: bool = False


Block = Paragraph | Display | Items | Table | Section


@dataclass(frozen=True, slots=True)
class Document:
    """An explanation."""

    blocks: tuple[Block, ...]


def say(*parts: Part, lead: str = "") -> Paragraph:
    """A paragraph."""
    return Paragraph(parts, lead)


def list_parts(items: Sequence[Parts], last: str = " and ") -> Parts:
    """Parts joined by commas, and a word before the last."""
    parts: list[Part] = []
    for number, item in enumerate(items):
        if number:
            parts.append(last if number == len(items) - 1 else ", ")
        parts += item
    return tuple(parts)
