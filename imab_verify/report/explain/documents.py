"""Explanations as documents of words and mathematics, and a writer for each format.

An expression is set as a list of pieces: a line may be broken between two of them, never inside.
What needs brackets is decided here; a notation only knows how its signs look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from html import escape

from imab_verify.report.mathematics import mathml

Pieces = list[str]


@dataclass(frozen=True, slots=True)
class Number:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sum:
    """Summands, each with the word whether it is subtracted; 0 if there are none."""

    terms: tuple[tuple[bool, Expression], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """number * factors, with a number > 0."""

    number: Fraction
    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """base ** exponent, exponent >= 2."""

    base: Expression
    exponent: int


@dataclass(frozen=True, slots=True)
class Call:
    """name(arguments), such as Rew(f, n), f(n), min(n, j)."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Floor:
    """floor(numerator / divisor)."""

    numerator: Expression
    divisor: Expression


Expression = Number | Symbol | Sum | Product | Power | Call | Floor


class Role(Enum):
    """Why a chain is written.

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


Mathematics = Expression | Chain


def equation(left: Expression, right: Expression, role: Role = Role.FOLLOWS) -> Chain:
    """left = right."""
    return Chain(left, (("=", right),), role)


_WHOLE, _TERM, _FACTOR, _BASE = range(4)
"""What stands around an expression: nothing, a sum, a product, a power."""


def join_pieces(left: Pieces, between: str, right: Pieces) -> Pieces:
    """Two lists of pieces, without a break where they meet."""
    before, first = left[:-1], left[-1] if left else ""
    last, after = right[0] if right else "", right[1:]
    return [*before, first + between + last, *after]


def pieces(expression: Mathematics, notation: Notation, level: int = _WHOLE) -> Pieces:
    """An expression or a chain in a notation; `level` is what stands around it."""
    match expression:
        case Chain(first, steps):
            line = pieces(first, notation)
            for relation, right in steps:
                line += join_pieces([], notation.sign(relation), pieces(right, notation))
            return line
        case Number(value):
            text = [notation.number(abs(value))]
            if value < 0:
                text = join_pieces([], notation.sign("-1"), text)
            split = value.denominator > 1 and level >= (_FACTOR if notation.on_one_line else _BASE)
            loose = split or (value < 0 and level > _WHOLE)
            return _in_brackets(text, notation) if loose else text
        case Symbol(name):
            return [notation.symbol(name)]
        case Sum(terms):
            text = _sum(terms, notation)
            return text if level == _WHOLE or not terms else _in_brackets(text, notation)
        case Product(number, factors):
            text = notation.times(
                number, [(pieces(f, notation, _FACTOR), _numeric(f)) for f in factors]
            )
            return text if level <= _TERM else _in_brackets(text, notation)
        case Power(base, exponent):
            return [notation.power("".join(pieces(base, notation, _BASE)), exponent)]
        case Call(name, arguments):
            return [_call(name, arguments, notation)]
        case Floor(numerator, divisor):
            inner = _BASE if notation.on_one_line else _WHOLE
            n, d = ("".join(pieces(p, notation, inner)) for p in (numerator, divisor))
            text = [notation.floor(n, d)]
            return _in_brackets(text, notation) if level > _TERM and notation.on_one_line else text


def _sum(terms: Sequence[tuple[bool, Expression]], notation: Notation) -> Pieces:
    if not terms:
        return [notation.number(Fraction(0))]
    (negative, first), *rest = terms
    text = pieces(first, notation, _TERM)
    text = join_pieces([], notation.sign("-1"), text) if negative else text
    for minus, term in rest:
        text += join_pieces([], notation.sign("-" if minus else "+"), pieces(term, notation, _TERM))
    return text


def _in_brackets(text: Pieces, notation: Notation) -> Pieces:
    return join_pieces(join_pieces([], notation.sign("("), text), notation.sign(")"), [])


def _call(name: str, arguments: Sequence[Expression], notation: Notation) -> str:
    inside = ["".join(pieces(argument, notation)) for argument in arguments]
    listed = notation.sign(",").join(inside)
    head = notation.name(name, len(arguments))
    return f"{head}{notation.sign('(')}{listed}{notation.sign(')')}"


def _numeric(expression: Expression) -> bool:
    """Whether it begins with a digit, so that a sign must stand before it in a product."""
    match expression:
        case Number(value):
            return value >= 0
        case Power(base):
            return _numeric(base)
        case _:
            return False


# --- the notations -----------------------------------------------------------------------------


class Text:
    """Plain text, as claims are typed: m*(T - m)/2 >= 0."""

    on_one_line = True

    def number(self, value: Fraction) -> str:
        """p or p/q."""
        return str(value)

    def symbol(self, name: str) -> str:
        """As it is."""
        return name

    def power(self, base: str, exponent: int) -> str:
        """As it is typed."""
        return f"{base}**{exponent}"

    def floor(self, numerator: str, divisor: str) -> str:
        """As it is typed."""
        return f"{numerator}//{divisor}"

    def name(self, name: str, arguments: int) -> str:
        """As it is."""
        del arguments
        return name

    def sign(self, sign: str) -> str:
        """Blanks around what stands between, no blanks in brackets."""
        match sign:
            case "(" | ")":
                return sign
            case ",":
                return ", "
            case "-1":
                return "-"
            case _:
                return f" {sign} "

    def times(self, number: Fraction, factors: Sequence[tuple[Pieces, bool]]) -> Pieces:
        """p*x*y/q."""
        text: Pieces = [] if number.numerator == 1 and factors else [str(number.numerator)]
        for factor, _ in factors:
            text = join_pieces(text, "*", factor) if text else factor
        return text if number.denominator == 1 else join_pieces(text, f"/{number.denominator}", [])


_LETTERS = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau"
_MORE_LETTERS = "phi chi psi omega"
_GREEK = dict(zip(f"{_LETTERS} {_MORE_LETTERS}".split(), "αβγδεζηθκλμνξπρστφχψω", strict=True))
_TEX_SIGNS = {
    "-1": "-",
    "+": " + ",
    "-": " - ",
    "(": "(",
    ")": ")",
    ",": ", ",
    ":=": " := ",
    "=": " = ",
    "!=": r" \ne ",
    ">=": r" \ge ",
    ">": " > ",
    "<=": r" \le ",
    "<": " < ",
}


class Tex:
    """TeX, to stand between dollars."""

    on_one_line = False

    def number(self, value: Fraction) -> str:
        r"""\tfrac for fractions."""
        if value.denominator == 1:
            return str(value.numerator)
        return rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"

    def symbol(self, name: str) -> str:
        """Greek letters by their names; what comes after the first underscore is an index."""
        base, _, index = name.partition("_")
        word = self._word(base)
        return rf"{word}_{{{self._word(index)}}}" if index else word

    def _word(self, word: str) -> str:
        if word in _GREEK:
            return f"\\{word} "
        if len(word) == 1 or word.isdecimal():
            return word
        plain = word.replace("_", r"\_")
        return rf"\mathit{{{plain}}}"

    def power(self, base: str, exponent: int) -> str:
        """With braces."""
        return f"{base}^{{{exponent}}}"

    def floor(self, numerator: str, divisor: str) -> str:
        """Between floor brackets."""
        return rf"\lfloor {numerator}/{divisor} \rfloor "

    def name(self, name: str, arguments: int) -> str:
        """Rew, OPT and the like upright; an arm in italics."""
        if name in ("min", "max"):
            return f"\\{name}"
        if arguments == 1 and name not in ("OPT", "ALG"):
            return self.symbol(name)
        return name if len(name) == 1 else rf"\operatorname{{{name}}}"

    def sign(self, sign: str) -> str:
        """The signs of TeX."""
        return _TEX_SIGNS[sign]

    def times(self, number: Fraction, factors: Sequence[tuple[Pieces, bool]]) -> Pieces:
        """Factors side by side, with a dot before a number."""
        text: Pieces = [] if number == 1 and factors else [self.number(number)]
        for factor, numeric in factors:
            text = join_pieces(text, r" \cdot " if numeric else " ", factor) if text else factor
        return text


Notation = Text | Tex
"""How the signs of mathematics look."""
TEXT, TEX = Text(), Tex()


def text(mathematics: Mathematics) -> str:
    """In plain text, on one line."""
    return "".join(pieces(mathematics, TEXT))


def tex(mathematics: Mathematics) -> str:
    """In TeX."""
    return "".join(pieces(mathematics, TEX))


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


WIDTH = 80
TEX_WIDTH = 78
"""So many characters of plain text fit on a line of TeX."""


def write(document: Document, form: str, width: int = WIDTH) -> str:
    """The document in a format: text, md, tex or html."""
    return FORMATS[form](document, width)


# --- text --------------------------------------------------------------------------------------


def write_text(document: Document, width: int = WIDTH) -> str:
    """Plain text for the terminal."""
    return "\n".join(_separate(_text_blocks(document.blocks, width))) + "\n"


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
                yield _text_display(chain, label, width)
            case Items(items):
                for item in items:
                    lines = _fill_lines(["-", *_text_words(item.title)], width, "  ")
                    inner = _separate(_text_blocks(item.blocks, width - 2))
                    yield [*lines, *(["", *(f"  {line}" for line in inner)] if item.blocks else [])]
            case Table(heads, rows):
                yield _text_table(heads, rows)
            case Section(title, inside):
                yield [title, "-" * len(title)]
                yield from _text_blocks(inside, width)


def _text_words(parts: Parts) -> list[str]:
    """Words that stay whole where lines are broken: formulas break between their pieces only."""
    words: list[str] = [""]
    for part in parts:
        if isinstance(part, str):
            first, *more = part.split(" ")
            words[-1] += first
            words += more
        else:
            first, *more = pieces(part, TEXT)
            words[-1] += first
            words += [piece.strip() for piece in more]
    return [word for word in words if word]


def _fill_lines(words: Sequence[str], width: int, indent: str = "") -> list[str]:
    """Words on lines of at most this width, where that is possible."""
    lines, line = [], ""
    for word in words:
        if line.strip() and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = indent + word
        else:
            line = f"{line} {word}" if line.strip() else line + word
    return [*lines, line]


def _text_display(chain: Chain, label: str, width: int) -> list[str]:
    words = [piece.strip() for piece in pieces(chain, TEXT)]
    lines = _fill_lines(["   ", *words], width - len(label) - 2, " " * 8)
    lines[0] = "    " + lines[0].lstrip()
    if label:
        lines[-1] = f"{lines[-1]}  {label}"
    return lines


def _text_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True))
        for row in (heads, *rows)
    ]
    return [lines[0], "-" * len(lines[0]), *lines[1:]]


# --- Markdown ----------------------------------------------------------------------------------


def write_markdown(document: Document, width: int = WIDTH) -> str:
    """Markdown with TeX between dollars."""
    del width
    return "\n".join(_separate(_markdown(document.blocks, ""))) + "\n"


def _markdown(blocks: Sequence[Block], indent: str) -> Iterator[list[str]]:
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
            case Table(heads, rows):
                lines = [heads, ["--:"] * len(heads), *rows]
                yield [f"{indent}| {' | '.join(line)} |" for line in lines]
            case Section(title, inside):
                yield [f"{indent}### {title}"]
                yield from _markdown(inside, indent)


def _markdown_plain(text: str) -> str:
    for special in ("\\", "*", "_", "<"):
        text = text.replace(special, f"\\{special}")
    return text


def _with_dollars(parts: Parts, plain: Callable[[str], str]) -> str:
    return "".join(plain(p) if isinstance(p, str) else f"${tex(p).strip()}$" for p in parts)


def _align(chain: Chain, label: str = "") -> list[str]:
    """The rows of a formula: one if it is short, otherwise broken before relations and signs."""
    tag = rf" \tag{{{_tex_plain(label.strip('()'))}}}" if label else ""
    rows = _tex_rows(chain)
    if len(rows) == 1:
        return [rows[0] + tag]
    first, *more = rows
    body = [f"& {first}", *(rf"& \qquad {row.strip()}" for row in more)]
    inner = [*(rf"{row} \\" for row in body[:-1]), body[-1]]
    return [r"\begin{aligned}", *inner, rf"\end{{aligned}}{tag}"]


def _tex_rows(chain: Chain) -> list[str]:
    """Pieces on rows; their width is that of the same piece in plain text."""
    rows, row, used = [], "", 0
    for piece, plain in zip(pieces(chain, TEX), pieces(chain, TEXT), strict=True):
        if row and used + len(plain) > TEX_WIDTH:
            rows.append(row)
            row, used = "", 0
        row, used = row + piece, used + len(plain)
    return [*rows, row]


# --- TeX ---------------------------------------------------------------------------------------


def write_tex(document: Document, width: int = WIDTH) -> str:
    """A TeX document with amsmath; what is between the two marks can be pasted elsewhere."""
    del width
    body = "\n".join(_separate(_tex_blocks(document.blocks)))
    return f"{_TEX_HEAD}{body}\n{_TEX_END}"


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
            case Items(()):
                pass
            case Items(items):
                lines = [r"\begin{itemize}"]
                for item in items:
                    title = _with_dollars(item.title, _tex_plain)
                    lines += [rf"\item {title}", *_separate(_tex_blocks(item.blocks))]
                yield [*lines, r"\end{itemize}"]
            case Table(heads, rows):
                yield [
                    r"\begin{center}",
                    rf"\begin{{tabular}}{{{'r' * len(heads)}}}",
                    *(" & ".join(map(_tex_plain, row)) + r" \\" for row in (heads, *rows)),
                    r"\end{tabular}",
                    r"\end{center}",
                ]
            case Section(title, inside):
                yield [rf"\subsection*{{{_tex_plain(title)}}}"]
                yield from _tex_blocks(inside)


_TEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def _tex_plain(text: str) -> str:
    return "".join(_TEX_SPECIAL.get(letter, letter) for letter in text)


# --- HTML --------------------------------------------------------------------------------------


def write_html(document: Document, width: int = WIDTH) -> str:
    """A page that needs no script: MathML, and what is long folded away."""
    del width
    return f"{_HTML_HEAD}{html_body(document)}\n</article></body></html>\n"


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
table { border-collapse: collapse; margin: .6rem 2rem; }
th, td { padding: .1rem .8rem; text-align: right; }
th { border-bottom: 1px solid #999; }
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
            case Items(()):
                pass
            case Items(items):
                yield "<ul>"
                for item in items:
                    yield f"<li><p>{_html_parts(item.title)}</p>"
                    yield from _html(item.blocks)
                    yield "</li>"
                yield "</ul>"
            case Table(heads, rows):
                yield "<table>"
                yield _html_row("th", heads)
                yield from (_html_row("td", row) for row in rows)
                yield "</table>"
            case Section(title, inside, folded):
                start, end = ("<details><summary>", "</summary>") if folded else ("<h3>", "</h3>")
                yield f"{start}{escape(title)}{end}"
                yield from _html(inside)
                yield "</details>" if folded else ""


def _html_row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _html_parts(parts: Parts) -> str:
    return "".join(escape(p, quote=False) if isinstance(p, str) else _math(p) for p in parts)


def _math(mathematics: Mathematics) -> str:
    """One math element for each piece, so that the page can break lines between them."""
    return "<wbr>".join(mathml(piece) for piece in pieces(mathematics, TEX))


FORMATS = {
    "text": write_text,
    "md": write_markdown,
    "tex": write_tex,
    "html": write_html,
}
