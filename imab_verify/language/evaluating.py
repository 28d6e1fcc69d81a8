"""The value of each side of a claim's text, as it is written, at one instance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt

from imab_verify.kernel import Atom, Kind, Polynomial
from imab_verify.kernel.statement import RUN
from imab_verify.language.declarations import FUNCTIONALS
from imab_verify.language.parser import (
    Call,
    Expression,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Series,
)

ROUNDED: Mapping[str, Callable[[Fraction], Fraction]] = {
    "ceil": lambda q: Fraction(ceil(q)),
    "floor": lambda q: Fraction(floor(q)),
    "sqrt": lambda q: Fraction(isqrt(q.numerator), isqrt(q.denominator)),
}
"""Functions of one number; a root is rational at every instance that the kernel accepts."""


@dataclass(frozen=True, slots=True)
class Sides:
    """left relation right, in the words of the text, and what both sides are."""

    left: str
    relation: str
    right: str
    lhs: Fraction
    rhs: Fraction


def sides(
    link: Link, values: Mapping[str, Fraction], functional: Callable[[Atom], Fraction]
) -> Sides | None:
    """A comparison of a text that was read; None if it divides by something that is 0 here."""
    evaluate = _Evaluation(values, functional)
    try:
        lhs, rhs = (evaluate.value(side.expression) for side in (link.left, link.right))
    except ZeroDivisionError:
        return None
    return Sides(link.left.text, link.relation, link.right.text, lhs, rhs)


@dataclass(frozen=True, slots=True)
class _Evaluation:
    values: Mapping[str, Fraction]
    functional: Callable[[Atom], Fraction]

    def value(self, node: Expression) -> Fraction:
        match node:
            case Number(number):
                return Fraction(number)
            case Name(name):
                return self.values[name]
            case Call("floor" | "ceil" as name, (Call("sqrt", (inside,)),)):
                return _rounded_root(name, self.value(inside))
            case Call("Regret", (horizon,)):
                opt, alg = (self._of_run(kind, horizon) for kind in (Kind.OPT, Kind.ALG))
                return self.functional(opt) - self.functional(alg)
            case Call(name, (argument,)) if name in ROUNDED:
                return ROUNDED[name](self.value(argument))
            case Call():
                return self.functional(self._atom(node))
            case Negation(operand):
                return -self.value(operand)
            case Power(base, exponent):
                return self.value(base) ** int(self.value(exponent))
            case Series(first, steps):
                total = self.value(first)
                for step in steps:
                    total = _apply(total, step.operator, self.value(step.operand))
                return total

    def _atom(self, call: Call) -> Atom:
        if call.name not in FUNCTIONALS:
            return Atom(Kind.VALUE, call.name, self._indices(call.arguments))
        kind, _ = FUNCTIONALS[call.name]
        match call.arguments:
            case (Name(arm), *indices) if kind not in (Kind.OPT, Kind.ALG):
                return Atom(kind, arm, self._indices(indices))
            case (horizon, *_):
                return self._of_run(kind, horizon)
            case _:
                raise ValueError(call.name)

    def _of_run(self, kind: Kind, horizon: Expression) -> Atom:
        """OPT or ALG; at the horizon, or at a time that is a number here."""
        if isinstance(horizon, Name) and horizon.name == "T":
            return Atom(kind)
        at = Kind.OPT_AT if kind is Kind.OPT else Kind.ALG_AT
        return Atom(at, RUN, self._indices([horizon]))

    def _indices(self, nodes: tuple[Expression, ...] | list[Expression]) -> tuple[Polynomial, ...]:
        return tuple(Polynomial.constant(self.value(node)) for node in nodes)


def _rounded_root(name: str, n: Fraction) -> Fraction:
    """floor(sqrt(n)) or ceil(sqrt(n)) of an integer."""
    root = isqrt(int(n))
    return Fraction(root + (name == "ceil" and root * root < n))


def _apply(a: Fraction, operator: str, b: Fraction) -> Fraction:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
        case "%":
            return a % b
        case _:
            return Fraction(a // b)
