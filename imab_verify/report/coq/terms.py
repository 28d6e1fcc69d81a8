"""Polynomials, forms, claims as Coq terms, and as Coq reads them back.

Each polynomial is written twice from one list of monomials: as data (`$3*T^2 - m`) and as the
mathematics that its value is (`3 * T ^ 2 - m`). Coq's conversion checks that these are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Family,
    Floor,
    Form,
    Kind,
    Polynomial,
    Relation,
)
from imab_verify.kernel.statement import AllOf, AnyOf, Formula

TAKEN = """
forall exists exists2 fun if then else let in match with end as return at by using where fix cofix
Set Prop Type SProp IF Rew P Delta Area OPT ALG Z R nat arm list concave in_class at_most_1 run
policy F s Concave ConcaveFrom1 Monotone Rotting count level Some None
""".split()  # noqa: SIM905  words read best in lines
"""What a name cannot be called in a file of ours."""
CLASS = {
    ArmClass.CONCAVE: "Concave",
    ArmClass.CONCAVE_FROM_1: "ConcaveFrom1",
    ArmClass.MONOTONE: "Monotone",
    ArmClass.ROTTING: "Rotting",
}
KIND = {Kind.VALUE: "Val", Kind.REW: "ARew", Kind.DELTA: "ADelta", Kind.P: "AP", Kind.AREA: "AArea"}
RELATION = {Relation.GE: "GE", Relation.GT: "GT", Relation.EQ: "EQ"}
SIGN = {Relation.GE: "0 <= ", Relation.GT: "0 < ", Relation.EQ: ""}


STANDS_FOR = {Kind.OPT: 0, Kind.ALG: 1}
"""The arms of the data that stand for OPT(T) and ALG(T), in a claim about a run."""


class NotCoveredError(Exception):
    """What the checker in Coq has no rule for yet."""


def listed(items: Iterable[str], separator: str = "; ") -> str:
    """A list in Coq."""
    return f"[{separator.join(items)}]"


def rational(q: Fraction) -> str:
    """A number of type Q."""
    return f"({q.numerator}#{q.denominator})%Q"


def _as_data(q: Fraction) -> str:
    n = f"({q.numerator})" if q < 0 else str(q.numerator)
    return f"${n}" if q.denominator == 1 else f"({n} /$ {q.denominator})"


def _as_number(q: Fraction) -> str:
    n = f"({q.numerator})" if q < 0 else str(q.numerator)
    return n if q.denominator == 1 else f"({n} / {q.denominator})"


def polynomial(p: Polynomial, name: Callable[[str], str], number: Callable[[Fraction], str]) -> str:
    """A sum of monomials, each a number times powers; without brackets around it."""
    text = ""
    for monomial, c in p.terms():
        powers = [name(x) if e == 1 else f"{name(x)} ^ {e}" for x, e in monomial]
        size = abs(c) if text or (c == -1 and powers) else c
        factors = powers if size == 1 and powers else [number(size), *powers]
        sign = (" - " if c < 0 else " + ") if text else "- " if size != c else ""
        text += sign + " * ".join(factors)
    return text or number(Fraction(0))


@dataclass
class Names:
    """The numbers of names in the file of one certificate, and how they are written.

    Integers have even numbers from 4 on (2 is the bend of a ray), reals odd ones from 3 on.
    """

    numbers: dict[tuple[str, bool], int] = field(default_factory=dict)
    arms: dict[str, int] = field(default_factory=dict)
    reals: frozenset[str] = frozenset()

    def within(self, claim: Claim, arms: Mapping[str, int] | None = None) -> Names:
        """The same numbers in the scope of a claim, whose names get theirs."""
        own = {arm: i for i, (arm, _) in enumerate(claim.arms)} if arms is None else dict(arms)
        inside = Names(self.numbers, own, frozenset(claim.reals))
        for name in (*claim.parameters, *(q.name for q in claim.floors), *claim.reals):
            inside.number(name)
        return inside

    def number(self, name: str) -> int:
        """The number of a name; a new one if it has none."""
        if name == "_j":
            return 2
        key = name, name in self.reals
        if key not in self.numbers:
            same = sum(real == key[1] for _, real in self.numbers)
            self.numbers[key] = 2 * same + 3 if key[1] else 2 * same + 4
        return self.numbers[key]

    def place(self, name: str) -> int:
        """The place of an integer name among all integers."""
        return self.number(name) // 2

    def data(self, p: Polynomial) -> str:
        """A polynomial as data."""
        return f"({polynomial(p, lambda x: f'v{self.number(x)}', _as_data)})%poly"

    def abbreviations(self) -> str:
        """What the variables in the data stand for."""
        known = {n: name for (name, _), n in self.numbers.items()} | {2: "_j"}
        rows = sorted({*known, 4, 6, 8, 10})  # the score of an index has four names
        return "\n".join(
            f"Local Notation v{n} := (PEX {n}).  (* {known.get(n, 'of the score')} *)" for n in rows
        )

    def atom(self, atom: Atom) -> str:
        """A functional as data."""
        if atom.kind in STANDS_FOR:
            return f"(ARew {STANDS_FOR[atom.kind]} v6)"
        indices = " ".join(map(self.data, atom.indices))
        return f"({KIND[atom.kind]} {self.arms[atom.arm]} {indices})"

    def form(self, form: Form) -> str:
        """A form as data."""
        if form.extrema:
            raise NotCoveredError("minima and maxima")
        terms = listed(f"({self.data(c)}, {self.atom(a)})" for c, a in form.terms)
        return f"(Form {self.data(form.constant)} {terms})"

    def comparison(self, c: Comparison) -> str:
        """A comparison as data."""
        return f"(Cmp {RELATION[c.relation]} {self.form(c.form)})"

    def formula(self, formula: Formula) -> str:
        """A formula as data."""
        match formula:
            case AllOf(parts):
                return f"(AllOf {listed(map(self.formula, parts))})"
            case AnyOf(parts):
                return f"(AnyOf {listed(map(self.formula, parts))})"
            case _:
                return f"(Is {self.comparison(formula)})"

    def floor(self, q: Floor) -> str:
        """A floor as data."""
        return f"({self.place(q.name)}%positive, {self.data(q.numerator)}, {self.data(q.divisor)})"

    def family(self, f: Family) -> str:
        """A family as data."""
        last = "None" if f.last is None else f"(Some {self.data(f.last)})"
        said = self.comparison(f.comparison)
        return f"(Family {self.place(f.name)}%positive {self.data(f.first)} {last} {said})"

    def claim(self, claim: Claim, conclusion: Iterable[Comparison]) -> str:
        """A claim about arms as data, with this conclusion."""
        rows = (
            [CLASS[kind] for _, kind in claim.arms],
            map(self.floor, claim.floors),
            map(self.comparison, claim.givens),
            map(self.family, claim.families),
            map(self.comparison, conclusion),
        )
        return "(Claim " + "\n  ".join(listed(row, ";\n   ") for row in rows) + ")"


# --- as mathematics ------------------------------------------------------------------------------


def identifier(name: str) -> str:
    """A name of a claim as one of Coq."""
    return f"{name}_" if name in TAKEN or name.startswith("_") else name


def _brackets(text: str) -> str:
    return text if text.isidentifier() or text.isdecimal() else f"({text})"


def reading(p: Polynomial) -> str:
    """The value of a polynomial, as a real number."""
    return polynomial(p, identifier, _as_number)


def reading_index(p: Polynomial) -> str:
    """The value of a polynomial with integer coefficients, as an integer."""
    text = polynomial(p, identifier, _as_number)
    return text if text.isidentifier() else f"({text})%Z"


def reading_atom(atom: Atom, arm: Callable[[str], str]) -> str:
    """The value of a functional."""
    word = [] if atom.kind == Kind.VALUE else [str(atom.kind)]
    return " ".join([*word, arm(atom.arm), *map(reading_index, atom.indices)])


def reading_form(form: Form, atom: Callable[[Atom], str]) -> str:
    """The value of a form: its constant, if it is not 0, and its terms."""
    parts = [] if form.terms and not len(form.constant) else [_brackets(reading(form.constant))]
    for c, a in form.terms:
        one = c == Polynomial.constant(1)
        parts.append(atom(a) if one else f"{_brackets(reading(c))} * {atom(a)}")
    return parts[0] if len(parts) == 1 and form.terms else " + ".join(parts)


def reading_comparison(c: Comparison, atom: Callable[[Atom], str]) -> str:
    """A comparison as mathematics."""
    text = reading_form(c.form, atom) if c.form.terms else reading(c.form.constant)
    if c.relation == Relation.EQ and text.isidentifier():
        text = f"({text} : R)"
    return f"{SIGN[c.relation]}{text}{' = 0' if c.relation == Relation.EQ else ''}"


def reading_formula(formula: Formula, atom: Callable[[Atom], str]) -> str:
    """A formula as mathematics."""
    match formula:
        case AllOf(parts) | AnyOf(parts):
            word, none = (" /\\ ", "True") if isinstance(formula, AllOf) else (" \\/ ", "False")
            inside = [reading_formula(part, atom) for part in parts]
            return (
                word.join(f"({text})" for text in inside) if len(parts) > 1 else (*inside, none)[0]
            )
        case _:
            return reading_comparison(formula, atom)
