"""Claims as mathematics in TeX, as they were written, and TeX as MathML for pages.

MathML is made by latex2mathml; what it does not know is shown as it is written. Everything that
comes out is escaped, and made of elements and attributes that are known to be harmless.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element, tostring

from imab_verify.errors import InputError, require
from imab_verify.language.parser import (
    Call,
    Expression,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Syntax,
    parse,
)

RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "==": "="}
GREEK = {"alpha", "beta", "gamma", "delta", "epsilon"}
LOOSE, TIGHT = 1, 2
"""Strengths with which operators bind: sums, then products."""
LONG = 100
"""A longer numerator stays on the line, where it can be broken."""


def formula(text: str) -> str:
    """A claim as a formula; a chain a <= b <= c stays one."""
    return _formula(parse(text))


def sentence_in_tex(claim: str, given: Sequence[str] = ()) -> str:
    """A claim with its givens, as words and formulas."""
    if not given:
        return f"${formula(claim)}$"
    return f"${formula(claim)}$ for ${', '.join(formula(text) for text in given)}$"


def expression_in_tex(text: str) -> str:
    """One side of a comparison as a formula; what is too large to be read stays as it is."""
    try:
        [link] = parse(f"{text} >= 0").links
    except InputError:
        return rf"\text{{{text.replace('_', chr(92) + '_')}}}"
    return _tex(link.left.expression)


def _formula(syntax: Syntax) -> str:
    parts: list[str] = []
    last = None
    for link in syntax.links:
        left, right = _tex(link.left.expression), _tex(link.right.expression)
        relation = RELATIONS[link.relation]
        if last is not None and link.left == last:
            parts[-1] += f" {relation} {right}"
        else:
            parts.append(f"{left} {relation} {right}")
        last = link.right
    return r" \text{ and } ".join(parts)


def _tex(expression: Expression, binding: int = 0) -> str:
    """An expression, in brackets if what is around it binds more strongly."""
    match expression:
        case Number(value):
            return str(value)
        case Name(name):
            return _name(name)
        case Call("sum" | "area" as name, (term, over, start, end)):
            bounds = rf"_{{{_tex(over)}={_tex(start)}}}^{{{_tex(end)}}}"
            if name == "sum":
                text = rf"\sum{bounds} {_tex(term, TIGHT)}"
            else:
                bounds = bounds.replace(f"{_tex(over)}=", "", 1)
                text = rf"\int{bounds} {_tex(term, TIGHT)}\,d{_tex(over)}"
            return _in_brackets(text) if binding >= TIGHT else text
        case Call(name, arguments):
            return _call(name, [_tex(argument) for argument in arguments])
        case Negation(operand):
            return f"-{_tex(operand, TIGHT)}"
        case Power(base, exponent):
            plain = isinstance(base, Name | Number)
            shown = _tex(base) if plain else _in_brackets(_tex(base))
            return f"{shown}^{{{_tex(exponent)}}}"
        case Series():
            return _series(expression, binding)


def _series(series: Series, binding: int) -> str:
    if series.steps[0].operator in "+-":
        text = _tex(series.first, LOOSE)
        for step in series.steps:
            text += f" {step.operator} {_tex(step.operand, TIGHT)}"
        return _in_brackets(text) if binding >= TIGHT else text
    text = _tex(series.first, TIGHT)
    for step in series.steps:
        if step.operator == "*":
            gap = r" \cdot " if isinstance(step.operand, Number) or text[-1:].isdigit() else r"\,"
            right = _tex(step.operand, TIGHT)
            text += (gap if right[0].isdigit() else r"\,") + right
        elif step.operator == "/" and len(text) > LONG:
            text += f" / {_tex(step.operand, TIGHT)}"
        elif step.operator == "/":
            text = rf"\frac{{{_bare(text)}}}{{{_tex(step.operand)}}}"
        elif step.operator == "//":
            quotient = rf"\frac{{{_bare(text)}}}{{{_tex(step.operand)}}}"
            text = rf"\left\lfloor {quotient} \right\rfloor"
        else:
            alone = step is series.steps[-1] and not binding
            text = rf"{text} \bmod {_tex(step.operand, TIGHT)}"
            text = text if alone else _in_brackets(text)
    return text


def _call(name: str, arguments: Sequence[str]) -> str:
    if name in ("Rew", "Delta", "Area", "P"):
        arm, *rest = arguments
        symbol = {"Rew": r"\mathrm{Rew}", "Delta": r"\Delta", "Area": r"\mathrm{Area}", "P": "p"}
        return f"{symbol[name]}_{{{arm}}}({', '.join(rest)})"
    if name in ("OPT", "ALG"):
        return rf"\mathrm{{{name}}}({', '.join(arguments)})"
    if name in ("min", "max"):
        return rf"\{name}({', '.join(arguments)})"
    return f"{_name(name)}({', '.join(arguments)})"


def _name(name: str) -> str:
    """A letter as it is, a longer word in italics; an index after _, or the digits at its end."""
    word, _, index = name.partition("_")
    if not index:
        word = name.rstrip("0123456789_")
        index = name[len(word) :].lstrip("_")
    symbol = f"\\{word}" if word in GREEK else word if len(word) == 1 else rf"\mathit{{{word}}}"
    index = index.replace("_", r"\_")
    return f"{symbol}_{{{index}}}" if index else symbol


def _in_brackets(text: str) -> str:
    return f"({text})"


def _bare(text: str) -> str:
    """Text without the pair of brackets around all of it, which a fraction needs not."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1]


# --- MathML --------------------------------------------------------------------------------------

SPOKEN = re.compile(r"(\$[^$]+\$|`[^`]+`)")
PLAIN = {"<=": "≤", ">=": "≥", "!=": "≠"}
LONGEST = 4000
"""Of a formula, in characters; a longer one is shown as it is written."""
TAGS = {"mrow", "mi", "mn", "mo", "mtext", "mspace", "mstyle", "mfrac", "msqrt"}
TAGS |= {"msub", "msup", "msubsup", "mover", "munder", "munderover"}
ATTRIBUTES = {"stretchy", "fence", "form", "mathvariant", "width", "accent", "lspace", "rspace"}
ATTRIBUTES |= {"displaystyle", "scriptlevel"}
MACROS = re.compile(r"\\(\w*command|def)\b")
RELATIONAL, ADDED = frozenset("=<>≤≥≠≈≔∈∉→⇒⟹⟺∼≡⊂⊆"), frozenset("+-−±")
OPENING, CLOSING = frozenset("([{⌊⌈⟨"), frozenset(")]}⌋⌉⟩")


def words(text: str) -> str:
    """Text with formulas between dollars and code between back-ticks, as HTML."""
    return "".join(_convert(part) for part in SPOKEN.split(text) if part)


def _convert(part: str) -> str:
    if part.startswith("$") and len(part) > 2:
        return mathml(part[1:-1]) or escape(part)
    if part.startswith("`") and len(part) > 2:
        return f"<code>{escape(part[1:-1])}</code>"
    for typed, sign in PLAIN.items():
        part = part.replace(typed, sign)
    return escape(part.replace("`", "'"))


def mathml(tex: str) -> str:
    """A formula as math elements, between which a line may be broken; "" if it is not known.

    One that begins with a blank goes on from another one: its first sign stands between.
    """
    require("latex2mathml", "mathematics in HTML")
    return "" if len(tex) > LONGEST or MACROS.search(tex) else _read_tex(tex)


@cache
def _read_tex(tex: str) -> str:
    from latex2mathml.converter import convert_to_element

    with suppress(Exception):  # a library that reads what anybody wrote may raise anything
        [row] = convert_to_element(tex)
        parts = [*row.iter()]
        for part in parts:
            part.text = unescape(part.text or "")
            _join_letters(part)
        if all(map(_is_known, parts)):
            if tex.startswith(" ") and row[0].tag == "mo":
                row[0].set("form", "infix")
            return "<wbr>".join(f"<math>{piece}</math>" for piece in _pieces(row))
    return ""


def _join_letters(part: Element) -> None:
    """Upright letters as one word; the name of a function with some space before it alone."""
    if part.tag == "mo" and (part.text or "").isalpha() and part.text != "mod":
        part.attrib |= {"lspace": "0.17em", "rspace": "0em"}
    upright = all(letter.get("mathvariant") == "normal" for letter in part)
    if part.tag == "mrow" and len(part) > 1 and upright:
        part.tag, part.text = "mi", "".join(letter.text or "" for letter in part)
        del part[:]


def _is_known(part: Element) -> bool:
    strange = part.tag != "mo" and (part.text or "").startswith(tuple("\\{}^_$#%"))
    broken = part.tag == "mfrac" and len(part) != 2
    return part.tag in TAGS and ATTRIBUTES.issuperset(part.attrib) and not strange and not broken


def _pieces(row: Element) -> Iterator[str]:
    """A new piece at every relation, and at a sum's signs outside brackets."""
    piece: list[Element] = []
    depth = 0
    for node in row:
        sign = (node.text or "") if node.tag == "mo" else ""
        depth += (sign in OPENING) - (sign in CLOSING)
        if piece and depth == 0 and (sign in RELATIONAL or (sign in ADDED and _ends(piece[-1]))):
            node.set("form", "infix")
            yield "".join(tostring(part, encoding="unicode") for part in piece)
            piece = []
        piece.append(node)
    yield "".join(tostring(part, encoding="unicode") for part in piece)


def _ends(node: Element) -> bool:
    """Whether what stands before a sign is a summand."""
    return node.tag != "mo" or node.text in CLOSING
