"""Closed forms of sums and areas: read from a text, derived again by sympy, tried on numbers.

identity  =  side "==" side {"==" side}

A side is an expression of the claim language in which every product has its sign, and may have
    sum(e, n, a, b)     e summed over the integers n = a..b, nothing if b = a-1
    area(e, x, a, b)    the area under e over [a, b]
    f(n)                the value of a function about which nothing is known
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

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
SAMPLES = (1, 2, 3, 6)
"""Values for the names of an identity."""
MOST_SAMPLES = 100


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
        for one, other in _values((left, right), parse(text).names):
            if one != other:
                return f"{written}: {one} is not {other}"
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
                raise ClaimError("this is nothing that an identity may have", self.text, e.at)

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


def _values(sides: Sequence[Any], names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Both sides at numbers for their names, sums added up term by term; where they are defined."""
    every = max(1, len(SAMPLES) ** len(names) // MOST_SAMPLES) | 1  # odd: all names vary
    for numbers in islice(product(SAMPLES, repeat=len(names)), 0, None, every):
        at = dict(zip(map(sympy.Symbol, names), numbers, strict=True))
        there = [side.subs(at) for side in sides]
        ends = [end for side in there for total in side.atoms(sympy.Sum) for end in total.args[1:]]
        if all(a.is_Integer and b.is_Integer and b >= a - 1 for _, a, b in ends):
            values = tuple(side.replace(AppliedUndef, _any_function).doit() for side in there)
            if all(value.is_Rational for value in values):
                yield values


def _any_function(n: Any) -> Any:
    """A function will do: an identity holds for all."""
    return n * (7 - n) / 5 + 1
