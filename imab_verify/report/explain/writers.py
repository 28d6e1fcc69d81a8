"""One writer for each format; all of them take the same blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from imab_verify.report.explain.blocks import (
    Block,
    Display,
    Document,
    Items,
    Paragraph,
    Parts,
    Section,
    Table,
)
from imab_verify.report.explain.expressions import (
    MATHML,
    TEX,
    TEXT,
    Chain,
    Mathematics,
    pieces,
    tex,
)

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
    return "<wbr>".join(
        f"<math><mrow>{piece}</mrow></math>" for piece in pieces(mathematics, MATHML)
    )


FORMATS = {
    "text": write_text,
    "md": write_markdown,
    "tex": write_tex,
    "html": write_html,
}
