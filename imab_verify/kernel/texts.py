"""Polynomials, forms, comparisons and products of hypotheses as texts.

polynomial   T*(T + 1) - 3/2*m^2
form         a polynomial plus multiples of f(n), Rew(f, n), Delta(f, n), P(f, a, N), Area(f, n),
             about a run of OPT and ALG, with an argument at other times than T, and, in
             conclusions, of min(A, B) and max(A, B, C)
comparison   form >= 0, or > 0, == 0; any form may stand on the right, and <= and < too
product      3/2*h1^2*c1*(m - T)^2: a number, names of hypotheses, one square at the end
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn

from imab_verify.kernel.arms import Term
from imab_verify.kernel.documents import LABEL, MAX_EXPONENT, READERS, name_of, rational_of, refuse
from imab_verify.kernel.polynomials import MAX_DEGREE, ONE, ZERO, Polynomial, spend, total
from imab_verify.kernel.statement import (
    OF_RUN,
    Atom,
    Comparison,
    Extremum,
    Form,
    Kind,
    Relation,
)

KEPT = 1024
"""Monomials whose meaning is remembered: most occur many times."""
MAX_NESTED = 20
WORD = r"_?[A-Za-z][A-Za-z0-9_]*"
RESULT = r"(?:OPT|ALG)\b(?!\()"
POWER = rf"(?!{RESULT}){WORD}\b(?!\()(?:\^[1-9][0-9]?\b)?"
MONOMIAL = rf"(?:[0-9]+(?:/[1-9][0-9]*)?\b|{POWER})(?:\*{POWER})*"
TOKEN = re.compile(rf"{MONOMIAL}|{RESULT}|{WORD}\(|\)\^[1-9][0-9]?\b|[-+*(),]", re.ASCII)
RELATION = re.compile(r">=|<=|==|<|>")
FACTOR = re.compile(rf"({LABEL.pattern})(?:\^([1-9][0-9]?))?", re.ASCII)
PRODUCT = re.compile(r"(?:([^(]*)\*)?\((.*)\)\^2")
OF_ARM = (Kind.REW, Kind.DELTA, Kind.P, Kind.AREA)


class _Parser:
    """The tokens of a text that are not read yet, the next one last.

    A token is a monomial, a word with its bracket "Rew(", a bracket with its power ")^2", or a
    sign; "" is the end.
    """

    def __init__(self, text: str) -> None:
        spend(4 * len(text))
        tokens = TOKEN.findall(text)
        self.text, self.nested, self.tokens = text, 0, ["", *reversed(tokens)]
        if "".join(tokens) != text.replace(" ", ""):
            self.fail("")

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, and "" otherwise."""
        return self.tokens.pop() if self.tokens[-1] in wanted else ""

    def fail(self, symbol: str) -> NoReturn:
        """Refuse the text."""
        refuse(f"{self.text[:60]!r} cannot be read at {symbol[:20]!r}")

    def form(self) -> Form:
        """A sum of terms, with signs between them."""
        self.nested += 1
        if self.nested > MAX_NESTED:
            refuse(f"{self.text[:60]!r} is nested too deeply")
        parts = [self.term(self.take("-"))]
        while sign := self.take("+", "-"):
            parts.append(self.term(sign))
        self.nested -= 1
        if len(parts) == 1:
            return parts[0]
        terms = tuple(term for part in parts for term in part.terms)
        extrema = tuple(extremum for part in parts for extremum in part.extrema)
        return Form(total(part.constant for part in parts), terms, extrema)

    def term(self, sign: str) -> Form:
        """A product of factors, all but one of them polynomials."""
        product = self.factor(sign)
        while star := self.take("*"):
            factor = self.factor()
            if not _is_polynomial(factor):
                product, factor = factor, product
            product = product.scaled(self.polynomial(factor, star))
        return product

    def factor(self, sign: str = "") -> Form:
        """A monomial, a functional, or a form in brackets."""
        symbol = self.tokens.pop()
        if symbol in OF_RUN:
            form = _atom(Kind(symbol), "", ())
        elif symbol == "(":
            form, end = self.form(), self.tokens.pop()
            if end[:1] != ")" or int(end[2:] or 1) > MAX_EXPONENT:
                self.fail(end)
            if end != ")":
                form = Form(self.polynomial(form, end) ** int(end[2:]))
        elif symbol.endswith("("):
            form = self.functional(symbol[:-1])
        elif symbol[:1] in "-+*),":
            self.fail(symbol)
        else:
            return _monomial(sign + symbol)
        return -form if sign == "-" else form

    def functional(self, word: str) -> Form:
        """A functional of an arm or of the run, or the least or largest of some forms."""
        kind, arm = (Kind(word), "") if word in OF_RUN else (Kind.VALUE, word)
        if word in OF_ARM:
            kind, arm = Kind(word), self.tokens.pop()
            if name_of(arm) and not self.take(","):
                self.fail(arm)
        of = [self.form()]
        while self.take(","):
            of.append(self.form())
        end = self.tokens.pop()
        if end == ")" and word in ("min", "max"):
            return Form(extrema=((ONE, Extremum(word, tuple(of))),))
        if end != ")" or len(of) != (2 if kind == Kind.P else 1):
            self.fail(end)
        return _atom(kind, arm, tuple(self.polynomial(form, word) for form in of))

    def polynomial(self, form: Form, symbol: str) -> Polynomial:
        """A form without functionals."""
        return form.constant if _is_polynomial(form) else self.fail(symbol)


def _is_polynomial(form: Form) -> bool:
    return not form.terms and not form.extrema


def _atom(kind: Kind, arm: str, indices: tuple[Polynomial, ...]) -> Form:
    return Form(ZERO, ((ONE, Atom(kind, arm, indices)),))


@lru_cache(KEPT)
def _monomial(text: str) -> Form:
    """A number times powers of names, with a sign."""
    number, powers = Fraction(-1 if text[0] == "-" else 1), dict[str, int]()
    for factor in text.lstrip("+-").split("*"):
        name, _, exponent = factor.partition("^")
        if name[0].isdigit():
            number *= rational_of(name)
        else:
            powers[name_of(name)] = powers.get(name, 0) + int(exponent or 1)
            if int(exponent or 1) > MAX_EXPONENT or sum(powers.values()) > MAX_DEGREE:
                refuse(f"the degree of {text[:60]!r} is too large")
    return Form(Polynomial({tuple(sorted(powers.items())): number}))


def read_form(text: str) -> Form:
    """The form that a text says."""
    parser = _Parser(text)
    form = parser.form()
    return form if parser.tokens == [""] else parser.fail(parser.tokens[-1])


def read_polynomial(text: str) -> Polynomial:
    """The polynomial that a text says."""
    form = read_form(text)
    return form.constant if _is_polynomial(form) else refuse(f"{text[:60]!r} is no polynomial")


def read_comparison(text: str) -> Comparison:
    """The comparison that a text says, with everything on one side."""
    sides = RELATION.split(text)
    if len(sides) != 2:
        refuse(f"{text[:60]!r} is not a comparison such as T - m >= 0")
    left, right = map(read_form, sides)
    word = RELATION.findall(text)[0]
    if word in ("<=", "<"):
        left, right, word = right, left, word.replace("<", ">")
    form = left if right == Form() else left - right
    return Comparison(form, Relation(word))


def read_product(text: str) -> Term:
    """The product of hypotheses that a text says."""
    spend(4 * len(text))
    squared = PRODUCT.fullmatch(text)
    square = None if squared is None else read_polynomial(squared[2])
    plain = text if squared is None else squared[1]
    weight, factors, parts = Fraction(1), [], [] if plain is None else plain.split("*")
    if parts and parts[0][:1] in "-0123456789":
        weight = rational_of(parts.pop(0))
    for part in parts:
        factor = FACTOR.fullmatch(part)
        if factor is None:
            refuse(f"{part[:60]!r} is no factor of a product of hypotheses")
        factors.append((factor[1], int(factor[2] or 1)))
    return Term(weight, tuple(factors), square)


def _of_text(read: Callable[[str], Any]) -> Callable[[Any, int], Any]:
    return lambda item, _: read(item) if isinstance(item, str) else refuse("a text is expected")


READERS |= {
    Polynomial: _of_text(read_polynomial),
    Form: _of_text(read_form),
    Comparison: _of_text(read_comparison),
    Term: _of_text(read_product),
}
