"""Closed forms of sums and areas: read from a text, derived again by sympy, tried on numbers.

identity  =  side "==" side {"==" side}

A side is an expression of the claim language in which every product has its sign, and may have
    sum(e, n, a, b)     e summed over the integers n = a..b, nothing if b = a-1
    area(e, x, a, b)    the area under e over [a, b]
    f(n)                the value of a function about which nothing is known
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from imab_verify.language.parser import (
    Call,
    ClaimError,
    Expression,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Series,
    parse,
)

SUM, AREA = "sum", "area"
SAMPLES = tuple(map(Fraction, (1, 2, 3, 6)))
"""Values for the names of an identity."""
MAX_SAMPLES = 3000
NO_PART = "this is nothing that an identity may have"


def links_of(text: str) -> tuple[Link, ...]:
    """The equations of an identity, or ClaimError."""
    syntax = parse(text)
    for link in syntax.links:
        if link.relation != "==":
            raise ClaimError("an identity consists of equations", text, link.at)
    return syntax.links


def false_link(text: str) -> str:
    """The first equation that sympy does not derive, or that numbers contradict; "" if all hold."""
    for link in links_of(text):
        left, right = (_Reader(text).expression(s.expression) for s in (link.left, link.right))
        written = f"{link.left.text} == {link.right.text}"
        rest = sympy.cancel(sympy.together((left - right).doit()))
        if rest != 0:
            return f"{written}: the difference is {rest}"
        for at in _samples(text):
            values = _values(link, at, text)
            if values is not None and values[0] != values[1]:
                return f"{written}: {values[0]} is not {values[1]}"
    return ""


class _Reader:
    """Syntax to sympy; sums and areas stay as they are until `doit`."""

    def __init__(self, text: str) -> None:
        self.text = text

    def expression(self, e: Expression) -> Any:
        match e:
            case Number(value):
                return sympy.Rational(*value.as_integer_ratio())
            case Name(name):
                return sympy.Symbol(name)
            case Negation(operand):
                return -self.expression(operand)
            case Power(base, exponent):
                return self.expression(base) ** self.expression(exponent)
            case Series(first, steps):
                value = self.expression(first)
                for step in steps:
                    value = self._step(step.operator, value, self.expression(step.operand), step.at)
                return value
            case Call(name, (term, Name() as over, start, end)) if name in (SUM, AREA):
                kind = sympy.Sum if name == SUM else sympy.Integral
                parts = [self.expression(part) for part in (term, over, start, end)]
                return kind(parts[0], tuple(parts[1:]))
            case Call(name, (argument,)):
                return sympy.Function(name)(self.expression(argument))
            case Call():
                raise ClaimError(NO_PART, self.text, e.at)

    def _step(self, operator: str, left: Any, right: Any, at: int) -> Any:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
            case _:
                raise ClaimError(f"an identity has no {operator}", self.text, at)


# --- numbers -----------------------------------------------------------------------------------

Values = Mapping[str, Fraction]


class _UndefinedError(Exception):
    """A sum whose ends are no integers in order, or a division by 0."""


def _samples(text: str) -> Iterator[Values]:
    """Values for all names of the identity."""
    names = parse(text).names
    for number, values in enumerate(product(SAMPLES, repeat=len(names))):
        if number < MAX_SAMPLES:
            yield dict(zip(names, values, strict=True))


def _values(link: Link, at: Values, text: str) -> tuple[Fraction, Fraction] | None:
    """Both sides, computed term by term; None where one of them is not defined."""
    try:
        return _value(link.left.expression, at, text), _value(link.right.expression, at, text)
    except (_UndefinedError, ZeroDivisionError):
        return None


def _value(e: Expression, at: Values, text: str) -> Fraction:
    match e:
        case Number(value):
            return Fraction(value)
        case Name(name):
            return at[name]
        case Negation(operand):
            return -_value(operand, at, text)
        case Power(base, exponent):
            return Fraction(_value(base, at, text) ** _value(exponent, at, text))
        case Series():
            return _series(e, at, text)
        case Call("sum", (term, Name(over), start, end)):
            return _sum_terms(term, over, _value(start, at, text), _value(end, at, text), at, text)
        case Call("area", (term, Name(over), start, end)):
            a, b = _value(start, at, text), _value(end, at, text)
            heights = [_value(term, {**at, over: x}, text) for x in (a, (a + b) / 2, b)]
            # Simpson's rule is exact up to the third degree
            return (b - a) * (heights[0] + 4 * heights[1] + heights[2]) / 6
        case Call(_, (argument,)):
            n = _value(argument, at, text)
            return n * (7 - n) / 5 + 1  # any function will do: the identity holds for all
        case Call():
            raise ClaimError(NO_PART, text, e.at)


def _series(series: Series, at: Values, text: str) -> Fraction:
    total = _value(series.first, at, text)
    for step in series.steps:
        right = _value(step.operand, at, text)
        match step.operator:
            case "+":
                total += right
            case "-":
                total -= right
            case "*":
                total *= right
            case _:
                total /= right
    return total


def _sum_terms(
    term: Expression, over: str, a: Fraction, b: Fraction, at: Values, text: str
) -> Fraction:
    if a.denominator != 1 or b.denominator != 1 or b < a - 1:
        raise _UndefinedError
    terms = (_value(term, {**at, over: Fraction(n)}, text) for n in range(int(a), int(b) + 1))
    return sum(terms, Fraction(0))
