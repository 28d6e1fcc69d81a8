"""Polynomials, forms, comparisons and products of hypotheses as texts.

polynomial   T*(T + 1) - 3/2*m^2
form         a polynomial plus multiples of f(n), Rew(f, n), Delta(f, n), P(f, a, N), Area(f, n),
             about a run of OPT and ALG, with an argument at other times than T, and, in
             conclusions, of min(A, B) and max(A, B, C)
comparison   form >= 0, or > 0, == 0; any form may stand on the right, and <= and < too
product      3/2*h1^2*c1*(m - T)^2: a number, names of hypotheses, at most one square
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from imab_verify.kernel.arms import Term
from imab_verify.kernel.documents import (
    KEPT,
    LABEL,
    MAX_DIGITS,
    MAX_EXPONENT,
    NAME,
    READERS,
    refuse,
)
from imab_verify.kernel.polynomials import (
    MAX_DEGREE,
    ONE,
    ZERO,
    Monomial,
    Polynomial,
    bits,
    common_denominator,
    degree_of,
    meter_work,
    spend,
    total,
)
from imab_verify.kernel.statement import (
    OF_RUN,
    Atom,
    Comparison,
    Extremum,
    Form,
    Kind,
    Relation,
)

MAX_NESTED = 20
MAX_KEPT = 200
TOKEN = re.compile(r" *([0-9]+(?:/[1-9][0-9]*)?|_?[A-Za-z][A-Za-z0-9_]*|[-+*^(),])", re.ASCII)
RELATION = re.compile(r">=|<=|==|<|>")
FACTOR = re.compile(rf"({LABEL.pattern})(?:\^([1-9][0-9]?))?", re.ASCII)
EXTREMA = ("min", "max")


@dataclass(slots=True)
class _Parser:
    """The tokens of one text, and how many of them are read."""

    text: str
    tokens: list[str]
    place: int = 0
    nested: int = 0

    def peek(self) -> str:
        """The next token, or "" at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, and "" otherwise."""
        token = self.peek()
        if token not in wanted:
            return ""
        self.place += 1
        return token

    def need(self, token: str) -> None:
        """Read this token."""
        if not self.take(token):
            self.fail()

    def fail(self) -> Any:
        """Refuse the text."""
        return refuse(f"{self.text[:60]!r} cannot be read at {self.peek()[:20]!r}")

    def form(self) -> Form:
        """A sum of terms, with signs between them."""
        self.nested += 1
        if self.nested > MAX_NESTED:
            refuse(f"{self.text[:60]!r} is nested too deeply")
        plain: dict[Monomial, Fraction] = {}
        others: list[Form] = []
        sign = -1 if self.take("-") else 1
        while True:
            self.term(sign, plain, others)
            between = self.take("+", "-")
            if not between:
                break
            sign = 1 if between == "+" else -1
        self.nested -= 1
        common_denominator(plain.values())
        constant = total([Polynomial(plain), *(form.constant for form in others)])
        terms = tuple(term for form in others for term in form.terms)
        return Form(constant, terms, tuple(e for form in others for e in form.extrema))

    def term(self, sign: int, plain: dict[Monomial, Fraction], others: list[Form]) -> None:
        """A product; what is a number times powers of names goes to `plain`."""
        number, powers, rest = Fraction(sign), dict[str, int](), None
        while True:
            word = self.peek()
            if word[:1].isdigit():
                number *= self.number()
                spend(1, bits(number))
            elif word == "(" or self.is_functional():
                factor = self.bracket() if word == "(" else self.functional()
                rest = factor if rest is None else self.product(rest, factor)
            elif NAME.fullmatch(word.removeprefix("_")):
                self.place += 1
                powers[word] = powers.get(word, 0) + self.exponent()
            else:
                self.fail()
            if not self.take("*"):
                break
        monomial = tuple(sorted(powers.items()))
        if degree_of(monomial) > MAX_DEGREE:
            refuse(f"the degree of {self.text[:60]!r} is too large")
        spend(1 + len(monomial))
        if rest is None:
            plain[monomial] = plain.get(monomial, Fraction(0)) + number
            spend(1, bits(plain[monomial]))
        else:
            others.append(rest.scaled(Polynomial({monomial: number})))

    def number(self) -> Fraction:
        """A rational number, perhaps to a power."""
        token = self.peek()
        if len(token) > 2 * MAX_DIGITS:
            refuse("a number is too long")
        self.place += 1
        number, exponent = Fraction(token), self.exponent()
        spend(1, exponent * bits(number))
        return number**exponent

    def exponent(self) -> int:
        """A power >= 1; 1 where none is written."""
        if not self.take("^"):
            return 1
        token = self.peek()
        if not token.isdigit() or len(token) > 2 or not 1 <= int(token) <= MAX_EXPONENT:
            refuse(f"an exponent is not between 1 and {MAX_EXPONENT}")
        self.place += 1
        return int(token)

    def bracket(self) -> Form:
        """A form in brackets, perhaps to a power."""
        self.need("(")
        form = self.form()
        self.need(")")
        exponent = self.exponent()
        if exponent > 1 and not _is_number(form):
            self.fail()
        return Form(form.constant**exponent) if exponent > 1 else form

    def product(self, left: Form, right: Form) -> Form:
        """The product of two forms, one of them without functionals."""
        if not (_is_number(left) or _is_number(right)):
            self.fail()
        number, other = (left, right) if _is_number(left) else (right, left)
        return other.scaled(number.constant)

    def is_functional(self) -> bool:
        """Whether a functional comes next: a name with a bracket, or OPT or ALG alone."""
        called = self.tokens[self.place + 1 : self.place + 2] == ["("]
        return self.peek() in OF_RUN or (called and not self.peek().startswith("("))

    def functional(self) -> Form:
        """A functional of an arm or of the run."""
        word = self.peek()
        self.place += 1
        if word in OF_RUN:
            kind, arm, many = Kind(word), "", 1 if self.take("(") else 0
        elif word in EXTREMA:
            return self.extremum(word)
        elif word in (Kind.REW, Kind.DELTA, Kind.P, Kind.AREA):
            self.need("(")
            kind, arm, many = Kind(word), self.peek(), 2 if word == Kind.P else 1
            if not NAME.fullmatch(arm.removeprefix("_")):
                self.fail()
            self.place += 1
            self.need(",")
        else:
            self.need("(")
            kind, arm, many = Kind.VALUE, word, 1
        indices = []
        for number in range(many):
            indices.append(self.polynomial())
            self.need("," if number + 1 < many else ")")
        return Form(ZERO, ((ONE, Atom(kind, arm, tuple(indices))),))

    def extremum(self, word: str) -> Form:
        """min(A, B) or max(A, B, C), after the word."""
        self.need("(")
        of = [self.form()]
        while self.take(","):
            of.append(self.form())
        self.need(")")
        return Form(extrema=((ONE, Extremum(word, tuple(of))),))

    def polynomial(self) -> Polynomial:
        """A form without functionals."""
        form = self.form()
        return form.constant if _is_number(form) else self.fail()


def _is_number(form: Form) -> bool:
    """Whether a form is a polynomial in parameters."""
    return not form.terms and not form.extrema


def _parser(text: str) -> _Parser:
    tokens, place = [], 0
    while place < len(text.rstrip()):
        token = TOKEN.match(text, place)
        if token is None:
            refuse(f"{text[:60]!r} cannot be read at {text[place : place + 20]!r}")
        tokens.append(token[1])
        place = token.end()
    spend(3 * len(tokens))
    return _Parser(text, tokens)


def _whole(text: str, read: Callable[[_Parser], Any]) -> Any:
    """What a whole text says."""
    parser = _parser(text)
    value = read(parser)
    return parser.fail() if parser.peek() else value


def read_polynomial(text: str) -> Polynomial:
    """The polynomial that a text says."""
    polynomial: Polynomial = _remembered(text, _polynomial)
    return polynomial


@lru_cache(KEPT)
def _polynomial(text: str) -> Polynomial:
    polynomial: Polynomial = _whole(text, _Parser.polynomial)
    return polynomial


def _remembered(text: str, read: Any) -> Any:
    """Short texts without nested brackets are kept; they cost the same each time."""
    if len(text) > MAX_KEPT or text.count("(") > (read is _product):
        return read.__wrapped__(text)
    spend(4 * len(text))
    with meter_work():
        return read(text)


def read_form(text: str) -> Form:
    """The form that a text says."""
    form: Form = _whole(text, _Parser.form)
    return form


def read_comparison(text: str) -> Comparison:
    """The comparison that a text says, with everything on one side."""
    sides = RELATION.split(text)
    if len(sides) != 2:
        refuse(f"{text[:60]!r} is not a comparison such as T - m >= 0")
    left, right = map(read_form, sides)
    word = RELATION.findall(text)[0]
    if word in ("<=", "<"):
        left, right, word = right, left, word.replace("<", ">")
    form = left if right == Form() else left + right.scaled(-ONE)
    return Comparison(form, Relation(word))


def read_product(text: str) -> Term:
    """The product of hypotheses that a text says."""
    term: Term = _remembered(text, _product)
    return term


@lru_cache(KEPT)
def _product(text: str) -> Term:
    weight, factors, square = Fraction(1), list[tuple[str, int]](), None
    spend(4 * len(text))
    head, more, tail = text.partition("*")
    if re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", head, re.ASCII) and len(head) <= 2 * MAX_DIGITS:
        weight, text = Fraction(head), tail
        if not more:
            return Term(weight)
    if "(" in text:
        before, _, rest = text.partition("(")
        inner, closed, after = rest.rpartition(")^2")
        if not closed or "(" in after:
            refuse(f"{text[:60]!r} is no factor of a product of hypotheses")
        square, text = read_polynomial(inner), f"{before}(){after}"
    for part in text.split("*"):
        factor = FACTOR.fullmatch(part)
        if factor is not None:
            factors.append((factor[1], int(factor[2] or 1)))
        elif part != "()":
            refuse(f"{part[:60]!r} is no factor of a product of hypotheses")
    return Term(weight, tuple(factors), square)


def _of_text(read: Callable[[str], Any]) -> Callable[[Any, int], Any]:
    def reader(item: Any, _: int) -> Any:
        return read(item) if isinstance(item, str) else refuse("a text is expected")

    return reader


READERS |= {
    Polynomial: _of_text(read_polynomial),
    Form: _of_text(read_form),
    Comparison: _of_text(read_comparison),
    Term: _of_text(read_product),
}
