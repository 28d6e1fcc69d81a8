"""Mathematics as objects, and one way to set them in every notation.

An expression is set as a list of pieces: a line may be broken between two of them, never inside.
What needs brackets is decided here; a notation only knows how its signs look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction

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


_MATHML_SIGNS = {
    ":=": "≔",
    "!=": "≠",
    ">=": "≥",
    "<=": "≤",
    ">": "&gt;",
    "<": "&lt;",
    "-": "−",
}


class MathML:
    """The inside of a math element, for pages that need no script."""

    on_one_line = False

    def number(self, value: Fraction) -> str:
        """mn, or mfrac."""
        if value.denominator == 1:
            return f"<mn>{value.numerator}</mn>"
        return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"

    def symbol(self, name: str) -> str:
        """mi, with an index after the first underscore."""
        base, _, index = name.partition("_")
        word = self._word(base)
        return f"<msub>{word}{self._word(index)}</msub>" if index else word

    def _word(self, word: str) -> str:
        return f"<mn>{word}</mn>" if word.isdecimal() else f"<mi>{_GREEK.get(word, word)}</mi>"

    def power(self, base: str, exponent: int) -> str:
        """msup."""
        return f"<msup><mrow>{base}</mrow><mn>{exponent}</mn></msup>"

    def floor(self, numerator: str, divisor: str) -> str:
        """Between floor brackets."""
        return f"<mo>⌊</mo>{numerator}<mo>/</mo>{divisor}<mo>⌋</mo>"

    def name(self, name: str, arguments: int) -> str:
        """mi: one letter in italics, a word upright and with some space before it."""
        del arguments
        space = '<mspace width="0.17em"/>' if len(name) > 1 else ""
        return f"{space}{self.symbol(name)}<mo>&#x2061;</mo>"

    def sign(self, sign: str) -> str:
        """mo."""
        match sign:
            case "-1":
                return '<mo form="prefix" lspace="0em" rspace="0em">−</mo>'
            case "(" | ")":
                return f'<mo stretchy="false">{sign}</mo>'
            case ",":
                return '<mo separator="true">,</mo>'
            case _:
                space = "0.22em" if sign in ("+", "-") else "0.28em"
                shown = _MATHML_SIGNS.get(sign, sign)
                gap = f'<mspace width="{space}"/>'  # browsers differ about lspace and rspace here
                return f'{gap}<mo form="infix" lspace="0em" rspace="0em">{shown}</mo>{gap}'

    def times(self, number: Fraction, factors: Sequence[tuple[Pieces, bool]]) -> Pieces:
        """Factors side by side, with a dot before a number."""
        text: Pieces = [] if number == 1 and factors else [self.number(number)]
        for factor, numeric in factors:
            dot = "<mo>·</mo>" if numeric else "<mo>&#x2062;</mo>"
            text = join_pieces(text, dot, factor) if text else factor
        return text


Notation = Text | Tex | MathML
"""How the signs of mathematics look."""
TEXT, TEX, MATHML = Text(), Tex(), MathML()


def text(mathematics: Mathematics) -> str:
    """In plain text, on one line."""
    return "".join(pieces(mathematics, TEXT))


def tex(mathematics: Mathematics) -> str:
    """In TeX."""
    return "".join(pieces(mathematics, TEX))
