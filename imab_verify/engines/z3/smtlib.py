"""Claims in SMT-LIB, a text that any SMT solver reads.

The functionals are written here from their definitions, apart from the kernel and the ray engine.
All arithmetic is real; an integer unknown is declared as Int and used as (to_real n), or, in a
relaxed script, declared as Real: if that is unsatisfiable, so is the script over the integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from imab_verify.kernel import Atom, Claim, Comparison, Form, Kind, Polynomial, Relation

DECLARE = "(declare-const "
Text = str
Names = Mapping[str, Text | Fraction]
"""What every parameter is: a real term, or a number."""
Terms = Mapping[str, Text]

ONE = Polynomial.constant(1)
RESERVED = frozenset(
    [
        "abs",
        "and",
        "as",
        "assert",
        "div",
        "distinct",
        "exists",
        "false",
        "forall",
        "is_int",
        "is_real",
        "ite",
        "let",
        "match",
        "mod",
        "not",
        "or",
        "par",
        "to_int",
        "to_real",
        "true",
        "xor",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
        "Bool",
        "Int",
        "Real",
    ]
)


@dataclass(frozen=True, slots=True)
class Script:
    """Declarations and assertions; the claim is false exactly where they hold, or as `says` tells.

    `logic` is what a solver needs to know; `says` is for people, one line each.
    """

    says: tuple[str, ...]
    logic: str
    body: tuple[str, ...]

    def text(self) -> str:
        """The script, up to the question."""
        comments = [f"; {line}" for line in self.says]
        return "\n".join([*comments, f"(set-logic {self.logic})", *self.body]) + "\n"

    def unknowns(self) -> list[str]:
        """The names that are declared, without bars."""
        declared = (line for line in self.body if line.startswith(DECLARE))
        return [line.removeprefix(DECLARE).rsplit(" ", 1)[0].strip("|") for line in declared]


def join(scripts: Sequence[Script]) -> str:
    """One file with a question for each script, which any solver answers one after the other."""
    asked = [f"{script.text()}(check-sat)\n" for script in scripts]
    return "(reset)\n\n".join(asked)


class Arm(Protocol):
    """f and Rew(f, .) of one arm as terms."""

    def value(self, n: Polynomial) -> Text:
        """f(n)."""

    def rew(self, n: Polynomial) -> Text:
        """Rew(f,n)."""


# --- terms -------------------------------------------------------------------------------------


def symbol(name: str) -> Text:
    """A name as a symbol; in bars where it has other characters than letters, digits and _."""
    if name.isidentifier() and name.isascii() and name not in RESERVED:
        return name
    return f"|{name}|" if name not in RESERVED else f"|{name}'|"


def number(q: Fraction | int) -> Text:
    """An exact rational as a real."""
    size = f"{abs(q.numerator)}.0"
    size = size if q.denominator == 1 else f"(/ {size} {q.denominator}.0)"
    return size if q >= 0 else f"(- {size})"


def add(terms: Iterable[Text]) -> Text:
    """The sum."""
    listed = [term for term in terms if term != "0.0"]
    return f"(+ {' '.join(listed)})" if len(listed) > 1 else "".join(listed) or "0.0"


def times(*factors: Text) -> Text:
    """The product."""
    listed = [factor for factor in factors if factor != "1.0"]
    if "0.0" in listed:
        return "0.0"
    return f"(* {' '.join(listed)})" if len(listed) > 1 else "".join(listed) or "1.0"


def minus(left: Text, right: Text) -> Text:
    """The difference."""
    return left if right == "0.0" else f"(- {left} {right})"


def both(conditions: Iterable[Text]) -> Text:
    """The conjunction."""
    listed = list(conditions)
    return f"(and {' '.join(listed)})" if len(listed) > 1 else "".join(listed) or "true"


def polynomial(p: Polynomial, names: Names) -> Text:
    """A polynomial in the parameters; those that are numbers are worked out."""
    constant, terms = Fraction(0), []
    for monomial, c in p.terms():
        factors: list[Text] = []
        size = c
        for name, exponent in monomial:
            known = names[name]
            if isinstance(known, Fraction):
                size *= known**exponent
            else:
                factors += [known] * exponent
        if factors:
            terms.append(times(number(size), *factors))
        else:
            constant += size
    return add([*terms, number(constant)])


def functional(atom: Atom, names: Names, arm: Arm) -> Text:
    """A functional from its definition.

    P(f,a,N) goes on from Rew(f,a) on the line through f(a-1) and f(a), for N-a pulls.
    Area(f,n) is Rew(f,n) with f(0) counted half and f(n) half.
    """
    n, *rest = atom.indices
    match atom.kind:
        case Kind.VALUE:
            return arm.value(n)
        case Kind.REW:
            return arm.rew(n)
        case Kind.DELTA:
            return minus(arm.value(n), arm.value(n - ONE))
        case Kind.P:
            gap = rest[0] - n
            steps = (gap * (gap + ONE)).scaled(Fraction(1, 2))
            step = minus(arm.value(n), arm.value(n - ONE))
            ahead = times(polynomial(gap, names), arm.value(n))
            return add([arm.rew(n), ahead, times(polynomial(steps, names), step)])
        case _:
            ends = minus(arm.value(ONE - ONE), arm.value(n))
            return add([arm.rew(n), times(number(Fraction(1, 2)), ends)])


def parts(atom: Atom) -> Iterator[tuple[bool, Polynomial]]:
    """Which sums (true) and values (false) of its arm a functional looks at."""
    n = atom.indices[0]
    if atom.kind in (Kind.REW, Kind.P, Kind.AREA):
        yield True, n
    if atom.kind is not Kind.REW:
        yield False, n
    if atom.kind in (Kind.DELTA, Kind.P):
        yield False, n - ONE
    if atom.kind is Kind.AREA:
        yield False, ONE - ONE


def linear(form: Form, names: Names, atoms: Mapping[Atom, Text]) -> Text:
    """constant + sum of coefficient * atom."""
    terms = [times(polynomial(c, names), atoms[atom]) for c, atom in form.terms]
    return add([polynomial(form.constant, names), *terms])


@dataclass(frozen=True, slots=True)
class Setting:
    """A claim's names and functionals as terms, and which names are integers."""

    names: Names
    atoms: Mapping[Atom, Text]
    reals: frozenset[str]

    def says(self, comparison: Comparison) -> Text:
        """The comparison; p > 0 over integers is d*p >= 1, where d clears the denominators."""
        form = comparison.form
        value = linear(form, self.names, self.atoms)
        match comparison.relation:
            case Relation.EQ:
                return f"(= {value} 0.0)"
            case Relation.GE:
                return f"(>= {value} 0.0)"
            case Relation.GT if form.terms or form.constant.names() & self.reals:
                return f"(> {value} 0.0)"
            case Relation.GT:
                whole = form.constant.scaled(form.constant.denominator())
                return f"(>= {polynomial(whole, self.names)} 1.0)"

    def denies(self, comparison: Comparison) -> Text:
        """The negation of the comparison."""
        opposite = comparison.form.scaled(-ONE)
        match comparison.relation:
            case Relation.EQ:
                above = self.says(Comparison(comparison.form, Relation.GT))
                return f"(or {above} {self.says(Comparison(opposite, Relation.GT))})"
            case Relation.GE:
                return self.says(Comparison(opposite, Relation.GT))
            case Relation.GT:
                return self.says(Comparison(opposite, Relation.GE))


def integers_of(claim: Claim) -> tuple[str, ...]:
    """The integer unknowns of a claim, floors last."""
    return (*claim.parameters, *(floor.name for floor in claim.floors))


def declare(integers: Iterable[str], reals: Iterable[str], *, relaxed: bool) -> list[str]:
    """The unknowns."""
    sort = "Real" if relaxed else "Int"
    return [
        *(f"{DECLARE}{symbol(name)} {sort})" for name in integers),
        *(f"{DECLARE}{symbol(name)} Real)" for name in reals),
    ]


def name_terms(integers: Iterable[str], reals: Iterable[str], *, relaxed: bool) -> dict[str, Text]:
    """Every unknown as a real term."""
    whole = {name: symbol(name) if relaxed else f"(to_real {symbol(name)})" for name in integers}
    return whole | {name: symbol(name) for name in reals}


def floors(claim: Claim, names: Terms) -> Iterator[Text]:
    """q = floor(n/d) means d >= 1 and 0 <= n - d*q <= d-1."""
    for floor in claim.floors:
        n, d = polynomial(floor.numerator, names), polynomial(floor.divisor, names)
        rest = minus(n, times(d, names[floor.name]))
        yield both([f"(>= {d} 1.0)", f"(>= {rest} 0.0)", f"(<= {rest} (- {d} 1.0))"])


def asserting(condition: Text, comment: str = "") -> str:
    """An assertion, with what it means."""
    return f"(assert {condition})" + (f" ; {comment}" if comment else "")
