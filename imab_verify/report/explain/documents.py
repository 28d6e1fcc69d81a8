"""Explanations as documents of words and mathematics, and a writer for each format.

Mathematics is text of the claim language; its TeX is what `report/mathematics.py` makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from functools import partial
from html import escape
from textwrap import wrap

from imab_verify.report.mathematics import expression_in_tex, mathml

SUM, QUOTIENT, PRODUCT, ATOM = range(4)
"""The kinds of expressions, the one that binds least first; a quotient is n//d or p/q."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A text of the claim language, and how tightly it binds."""

    text: str
    binding: int = ATOM

    def inside(self, binding: int) -> str:
        """The text, in brackets unless it binds at least so tightly."""
        return self.text if self.binding >= binding else f"({self.text})"


def number(value: Fraction | int) -> Expression:
    """A rational number."""
    text = str(value)
    return Expression(text, SUM if value < 0 else QUOTIENT if "/" in text else ATOM)


NIL = number(0)


def call(name: str, *arguments: Expression) -> Expression:
    """name(arguments), such as Rew(f, n), f(n), min(n, j)."""
    return Expression(f"{name}({', '.join(argument.text for argument in arguments)})")


def power(base: Expression, exponent: int) -> Expression:
    """base ** exponent."""
    return base if exponent == 1 else Expression(f"{base.inside(ATOM)}**{exponent}", PRODUCT)


def floor(numerator: Expression, divisor: Expression) -> Expression:
    """numerator // divisor."""
    return Expression(f"{numerator.inside(ATOM)}//{divisor.inside(ATOM)}", QUOTIENT)


def product(size: Fraction, factors: Sequence[Expression]) -> Expression:
    """size * factors, with a size > 0, as p*x*y/q."""
    p, q = size.as_integer_ratio()
    if not factors:
        return number(size)
    if p == q and len(factors) == 1:
        return factors[0]
    texts = [*([str(p)] if p > 1 else []), *(factor.inside(PRODUCT) for factor in factors)]
    return Expression("*".join(texts) + (f"/{q}" if q > 1 else ""), PRODUCT)


def total(terms: Sequence[tuple[bool, Expression]]) -> Expression:
    """The sum of terms, each with the word whether it is subtracted; 0 if there are none."""
    if len(terms) == 1 and not terms[0][0]:
        return terms[0][1]
    text = ""
    for negative, term in terms:
        if text:
            text += f" {'-' if negative else '+'} {term.inside(QUOTIENT)}"
        else:
            text = f"-{term.inside(PRODUCT)}" if negative else term.inside(QUOTIENT)
    return Expression(text, SUM) if terms else NIL


class Role(Enum):
    """The reason why a chain is written.

    It follows by computing; or it says what something is here; or it is said to be so: a
    hypothesis, a claim, the condition of a case; or it says at what a lemma is applied.
    """

    FOLLOWS = auto()
    VALUE = auto()
    SAID = auto()
    INSTANCE = auto()


@dataclass(frozen=True, slots=True)
class Chain:
    """first relation expression relation expression ...; relations are :=, =, !=, >=, >, <=, <."""

    first: Expression
    steps: tuple[tuple[str, Expression], ...] = ()
    role: Role = Role.FOLLOWS

    def then(self, relation: str, expression: Expression) -> Chain:
        """The chain with one more step."""
        return replace(self, steps=(*self.steps, (relation, expression)))

    def equals(self, *expressions: Expression) -> Chain:
        """The chain with more equations, without those that say that something is itself."""
        chain = self
        for expression in expressions:
            last = chain.steps[-1][1] if chain.steps else chain.first
            chain = chain if last == expression else chain.then("=", expression)
        return chain

    @property
    def text(self) -> str:
        """The chain on one line."""
        return self.first.text + "".join(f" {sign} {right.text}" for sign, right in self.steps)


Mathematics = Expression | Chain


def equation(left: Expression, right: Expression, role: Role = Role.FOLLOWS) -> Chain:
    """left = right."""
    return Chain(left, (("=", right),), role)


def define(left: Expression, right: Expression) -> Chain:
    """left := right."""
    return Chain(left, ((":=", right),))


BREAK = re.compile(r" (?=(?:[-+<>=]|[:!<>]=|\\[lgn]e) )")
"""The blank before a relation or a sign between summands."""
IN_CALL = re.compile(r"[\w}]\([^()]*$")
"""The end of a text in the arguments of a call."""
TEX_SIGNS = {">=": r"\ge", "<=": r"\le", "!=": r"\ne"}


def _pieces(text: str) -> list[str]:
    """The pieces between which a line may be broken: not in arguments, nor in braces."""
    pieces: list[str] = []
    for piece in BREAK.split(text):
        last = pieces[-1] if pieces else ""
        if IN_CALL.search(last) or last.count("{") > last.count("}"):
            pieces[-1] += f" {piece}"
        else:
            pieces.append(piece)
    return pieces


def tex_pieces(mathematics: Mathematics) -> list[str]:
    """The TeX, in pieces between which a line may be broken."""
    if isinstance(mathematics, Expression):
        whole = expression_in_tex(mathematics.text)
    else:
        whole = expression_in_tex(mathematics.first.text)
        for sign, right in mathematics.steps:
            whole += f" {TEX_SIGNS.get(sign, sign)} {expression_in_tex(right.text)}"
    return _pieces(whole)


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
class Section:
    """A part with a heading; `folded` where only a patient reader wants it."""

    title: str
    blocks: tuple[Block, ...]
    folded: bool = False


Block = Paragraph | Display | Items | Section


@dataclass(frozen=True, slots=True)
class Document:
    """An explanation."""

    blocks: tuple[Block, ...]


def say(*parts: Part, lead: str = "") -> Paragraph:
    """A paragraph."""
    return Paragraph(parts, lead)


def bullets(titles: Iterable[Parts]) -> Items:
    """Points of a list, with nothing below them."""
    return Items(tuple(map(Item, titles)))


def list_parts(items: Sequence[Parts], last: str = " and ", between: str = ", ") -> Parts:
    """Parts joined by commas or other words, and a word before the last."""
    parts: list[Part] = []
    for place, item in enumerate(items):
        if place:
            parts.append(last if place == len(items) - 1 else between)
        parts += item
    return tuple(parts)


WIDTH = 80
TEX_WIDTH = 78
"""The characters that fit on a line of TeX, commands and braces not counted."""


FORMATS = ("text", "md", "tex", "html")


def write(document: Document, form: str, width: int = WIDTH) -> str:
    """The document in one of the formats: plain text of a width, Markdown, TeX or HTML."""
    if form == "html":
        return f"{_HTML_HEAD}{html_body(document)}\n</article></body></html>\n"
    blocks = document.blocks
    groups = {
        "text": _text_blocks(blocks, width),
        "md": _markdown(blocks),
        "tex": _tex_blocks(blocks),
    }
    text = "".join(f"{line}\n" for line in _separate(groups[form]))
    return f"{_TEX_HEAD}{text}{_TEX_END}" if form == "tex" else text


# --- text --------------------------------------------------------------------------------------


def _separate(groups: Iterator[list[str]]) -> Iterator[str]:
    """Groups of lines with an empty line between them."""
    for number, group in enumerate(groups):
        if number:
            yield ""
        yield from (line.rstrip() for line in group)


def _text_blocks(blocks: Sequence[Block], width: int) -> Iterator[list[str]]:
    for block in blocks:
        match block:
            case Paragraph(parts, lead):
                yield _fill_lines([*lead.split(), *_text_words(parts)], width)
            case Display(chain, label):
                tag = f"  {label}" if label else ""
                lines = _fill_lines(_pieces(chain.text), width - len(tag), "    ", " " * 8)
                yield [*lines[:-1], lines[-1] + tag]
            case Items(items):
                for item in items:
                    lines = _fill_lines(_text_words(item.title), width, "- ", "  ")
                    inner = _separate(_text_blocks(item.blocks, width - 2))
                    yield [*lines, *(["", *(f"  {line}" for line in inner)] if item.blocks else [])]
            case Section(title, inside):
                yield [title, "-" * len(title)]
                yield from _text_blocks(inside, width)


def _text_words(parts: Parts) -> list[str]:
    """Words that stay whole where lines are broken: formulas break before signs only."""
    words: list[str] = [""]
    for part in parts:
        first, *more = part.split(" ") if isinstance(part, str) else _pieces(part.text)
        words[-1] += first
        words += more
    return [word for word in words if word]


_wrap = partial(wrap, break_long_words=False, break_on_hyphens=False)


def _fill_lines(words: Sequence[str], width: int, start: str = "", indent: str = "") -> list[str]:
    """Words on lines of at most this width, where that is possible."""
    text = " ".join(word.replace(" ", "\xa0") for word in words)
    filled = _wrap(text, width, initial_indent=start, subsequent_indent=indent)
    return [line.replace("\xa0", " ") for line in filled]


# --- Markdown ----------------------------------------------------------------------------------


def _markdown(blocks: Sequence[Block], indent: str = "") -> Iterator[list[str]]:
    for block in blocks:
        match block:
            case Paragraph(parts, lead):
                bold = f"**{_markdown_plain(lead)}** " if lead else ""
                yield [f"{indent}{bold}{_with_dollars(parts, _markdown_plain)}"]
            case Display(chain, label):
                yield [
                    f"{indent}$$",
                    *(indent + row for row in _align(chain, label)),
                    f"{indent}$$",
                ]
            case Items(items):
                for item in items:
                    yield [f"{indent}- {_with_dollars(item.title, _markdown_plain)}"]
                    yield from _markdown(item.blocks, indent + "  ")
            case Section(title, inside):
                yield [f"{indent}### {title}"]
                yield from _markdown(inside, indent)


def _markdown_plain(text: str) -> str:
    return re.sub(r"([\\*_<])", r"\\\1", text)


def _with_dollars(parts: Parts, plain: Callable[[str], str]) -> str:
    words = (plain(p) if isinstance(p, str) else f"${' '.join(tex_pieces(p))}$" for p in parts)
    return "".join(words)


def _align(chain: Chain, label: str = "") -> list[str]:
    """The rows of a formula: one if it is short, otherwise broken before relations and signs."""
    tag = rf" \tag{{{_tex_plain(label.strip('()'))}}}" if label else ""
    rows, used = [""], 0
    for piece in tex_pieces(chain):
        width = len(re.sub(r"\\[a-z]+|[{}]", "", piece))
        if rows[-1] and used + width > TEX_WIDTH:
            rows.append("")
            used = 0
        rows[-1] += f" {piece}" if rows[-1] else piece
        used += width
    if len(rows) == 1:
        return [rows[0] + tag]
    first, *more = rows
    body = [f"& {first}", *(rf"& \qquad {row}" for row in more)]
    inner = [*(rf"{row} \\" for row in body[:-1]), body[-1]]
    return [r"\begin{aligned}", *inner, rf"\end{{aligned}}{tag}"]


# --- TeX ---------------------------------------------------------------------------------------


_TEX_HEAD = r"""\documentclass[11pt]{article}
\usepackage{amsmath}
\usepackage[margin=2.5cm]{geometry}
\allowdisplaybreaks
\begin{document}
% --- paste from here
"""
_TEX_END = r"""% --- to here
\end{document}
"""


def _tex_blocks(blocks: Sequence[Block]) -> Iterator[list[str]]:
    for block in blocks:
        match block:
            case Paragraph(parts, lead):
                bold = rf"\textbf{{{_tex_plain(lead)}}} " if lead else r"\noindent "
                start = rf"\medskip\noindent {bold}" if lead else bold
                yield [start + _with_dollars(parts, _tex_plain)]
            case Display(chain, label):
                yield [r"\[", *_align(chain, label), r"\]"]
            case Items(items):
                lines = [r"\begin{itemize}"]
                for item in items:
                    title = _with_dollars(item.title, _tex_plain)
                    lines += [rf"\item {title}", *_separate(_tex_blocks(item.blocks))]
                yield [*lines, r"\end{itemize}"]
            case Section(title, inside):
                yield [rf"\subsection*{{{_tex_plain(title)}}}"]
                yield from _tex_blocks(inside)


_TEX_SPECIAL: dict[str, str | int | None] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def _tex_plain(text: str) -> str:
    return text.translate(str.maketrans(_TEX_SPECIAL))


# --- HTML --------------------------------------------------------------------------------------


def html_body(document: Document) -> str:
    """The document without head and foot, to stand in another page."""
    return "\n".join(_html(document.blocks))


_HTML_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Explanation</title>
<style>
article { max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  font: 1rem/1.55 Georgia, serif; color: #1b1b1b; }
.formula { margin: .5rem 0 .5rem 2rem; text-indent: -1rem; padding-left: 1rem; line-height: 2; }
.formula .label { float: right; text-indent: 0; }
summary { cursor: pointer; font-weight: bold; }
li > p:first-child { margin-bottom: .2rem; }
</style></head><body><article>
"""


def _html(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(parts, lead):
                bold = f"<strong>{escape(lead)}</strong> " if lead else ""
                yield f"<p>{bold}{_html_parts(parts)}</p>"
            case Display(chain, label):
                tag = f'<span class="label">{escape(label)}</span>' if label else ""
                yield f'<div class="formula">{tag}{_math(chain)}</div>'
            case Items(items):
                yield "<ul>"
                for item in items:
                    yield f"<li><p>{_html_parts(item.title)}</p>"
                    yield from _html(item.blocks)
                    yield "</li>"
                yield "</ul>"
            case Section(title, inside, folded):
                start, end = ("<details><summary>", "</summary>") if folded else ("<h3>", "</h3>")
                yield f"{start}{escape(title)}{end}"
                yield from _html(inside)
                yield "</details>" if folded else ""


def _html_parts(parts: Parts) -> str:
    return "".join(escape(p, quote=False) if isinstance(p, str) else _math(p) for p in parts)


def _math(mathematics: Mathematics) -> str:
    """One math element for each piece, so that the page can break lines between them."""
    first, *more = tex_pieces(mathematics)
    return "<wbr>".join([mathml(first), *(mathml(f" {piece}") for piece in more)])
