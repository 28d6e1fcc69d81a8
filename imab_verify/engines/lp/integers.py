"""A rational program as an integer one, with >= rows turned round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from imab_verify.engines.lp.program import LinearProgram, Rational, Sense
from imab_verify.engines.lp.simplex import IntegerProgram


@dataclass(frozen=True, slots=True)
class IntegerForm:
    """The program with primitive integer rows, >= rows turned round.

    Row i of `program` is row_scale[i] times row i of the original (negative for >= rows), its
    objective is objective_scale > 0 times the original one.
    """

    program: IntegerProgram
    row_scale: tuple[Fraction, ...]
    objective_scale: Fraction


def integer_form(lp: LinearProgram) -> IntegerForm:
    """Clear the denominators of every row; ValueError or TypeError if it is no exact program."""
    if not all(0 <= j < lp.columns for j in lp.free):
        raise ValueError(f"a free column is not among the {lp.columns} columns of the program")
    objective, _, objective_scale = _primitive(lp.objective, 0, lp.columns)
    rows, rhs, scales = [], [], []
    senses = [Sense(row.sense) for row in lp.rows]
    for row, sense in zip(lp.rows, senses, strict=True):
        sign = -1 if sense is Sense.GE else 1
        coefficients, bound, scale = _primitive(row.coefficients, row.rhs, lp.columns, sign)
        rows.append(coefficients)
        rhs.append(bound)
        scales.append(scale)
    equations = frozenset(i for i, sense in enumerate(senses) if sense is Sense.EQ)
    program = IntegerProgram(lp.columns, objective, tuple(rows), tuple(rhs), equations, lp.free)
    return IntegerForm(program, tuple(scales), objective_scale)


def _primitive(
    coefficients: Mapping[int, Rational], rhs: Rational, columns: int, sign: int = 1
) -> tuple[dict[int, int], int, Fraction]:
    """Scale coefficients and right-hand side to coprime integers; give them and the factor."""
    for j, a in coefficients.items():
        if not 0 <= j < columns:
            raise ValueError(f"column {j} is not among the {columns} columns of the program")
        _require_rational(a)
    _require_rational(rhs)
    multiple = lcm(rhs.denominator, *(a.denominator for a in coefficients.values()))
    integers = {
        j: sign * a.numerator * (multiple // a.denominator) for j, a in coefficients.items() if a
    }
    bound = sign * rhs.numerator * (multiple // rhs.denominator)
    divisor = gcd(bound, *integers.values()) or 1
    if divisor > 1:
        integers = {j: a // divisor for j, a in integers.items()}
    return integers, bound // divisor, Fraction(sign * multiple, divisor)


def _require_rational(number: object) -> None:
    if not isinstance(number, int | Fraction):
        raise TypeError(f"an exact linear program takes int and Fraction, not {number!r}")
