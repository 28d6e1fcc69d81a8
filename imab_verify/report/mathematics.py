"""Claims as mathematics in TeX, as they were written: fractions, indices, relations."""

from __future__ import annotations

from collections.abc import Sequence

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
"""How strongly an operator binds: sums, then products."""


def formula(text: str) -> str:
    """A claim as a formula; a chain a <= b <= c stays one."""
    return _formula(parse(text))


def sentence_in_tex(claim: str, given: Sequence[str] = ()) -> str:
    """A claim with its givens, as words and formulas."""
    if not given:
        return f"${formula(claim)}$"
    return f"${formula(claim)}$ for ${', '.join(formula(text) for text in given)}$"


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
        elif step.operator == "/":
            text = rf"\frac{{{_bare(text)}}}{{{_tex(step.operand)}}}"
        else:
            quotient = rf"\frac{{{_bare(text)}}}{{{_tex(step.operand)}}}"
            text = rf"\left\lfloor {quotient} \right\rfloor"
    return text


def _call(name: str, arguments: Sequence[str]) -> str:
    if name in ("Rew", "Delta", "Area", "P"):
        arm, *rest = arguments
        symbol = {"Rew": r"\mathrm{Rew}", "Delta": r"\Delta", "Area": r"\mathrm{Area}", "P": "p"}
        return f"{symbol[name]}_{{{arm}}}({', '.join(rest)})"
    if name in ("OPT", "ALG"):
        return rf"\mathrm{{{name}}}({', '.join(arguments)})"
    return f"{_name(name)}({', '.join(arguments)})"


def _name(name: str) -> str:
    letters = name.rstrip("0123456789")
    index = name[len(letters) :]
    symbol = f"\\{letters}" if letters in GREEK else letters.replace("_", r"\_")
    if len(letters) > 1 and letters not in GREEK:
        symbol = rf"\mathit{{{symbol}}}"
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
