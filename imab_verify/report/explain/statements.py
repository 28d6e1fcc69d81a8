"""Kernel objects as mathematics, and claims as a person would state them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from imab_verify.engines.arms.flint_polynomials import fraction, from_flint, ring, to_flint
from imab_verify.kernel import (
    AllOf,
    AnyOf,
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
    Run,
)
from imab_verify.kernel.facts import EARNED, OPTIMAL, arm_at
from imab_verify.kernel.polynomials import ONE, ZERO, degree_of
from imab_verify.kernel.statement import AT_TIMES, RAY, Formula, times_of
from imab_verify.language.writing import LONGEST_FLOOR, OF_RUN_WORDS, factor_out
from imab_verify.report.explain.documents import (
    Block,
    Call,
    Chain,
    Display,
    Expression,
    Number,
    Part,
    Parts,
    Power,
    Product,
    Role,
    Sum,
    Symbol,
    equation,
    list_parts,
    say,
    text,
)
from imab_verify.report.explain.documents import Floor as Quotient

HIDDEN = {RAY: "j"}
"""Names that rules of the kernel make up begin with _; a person would leave that out."""
NIL = Number(Fraction(0))
MOST_TERMS = 400
"""Longer polynomials are not factored."""


@dataclass(slots=True)
class Names:
    """How the names of a claim are written, and which names are still free.

    `index` is the variable of a reward function: f(n) = min(n, j). `totals` are the rewards that
    stand for OPT and ALG in a proof about a run.
    """

    taken: set[str]
    written: dict[str, Expression] = field(default_factory=dict)
    index: Symbol = field(default_factory=lambda: Symbol("n"))
    totals: dict[Atom, Expression] = field(default_factory=dict)

    @staticmethod
    def of(claim: Claim) -> Names:
        """The names of a claim; short floors are written out."""
        own = {*claim.parameters, *claim.reals, *(arm for arm, _ in claim.arms)}
        names = Names({*own, *(floor.name for floor in claim.floors), "P"})
        names.index = names.fresh("n", "t", "i", "x")
        for floor in claim.floors:
            quotient = Quotient(names.expand(floor.numerator), names.expand(floor.divisor))
            short = len(text(quotient)) <= LONGEST_FLOOR and not floor.name.startswith("_")
            names.written[floor.name] = quotient if short else names.symbol(floor.name)
        if isinstance(claim.run, Run):
            for number, t in enumerate((Polynomial.variable("T"), *times_of(claim))):
                for word, arm in (("OPT", OPTIMAL), ("ALG", EARNED)):
                    atom = Atom(Kind.REW, arm_at(arm, number), (t,))
                    names.totals[atom] = Call(word, (names.expand(t),))
        return names

    def fresh(self, *candidates: str) -> Symbol:
        """The first of these names that is free, or the first of them with a number."""
        numbered = (f"{candidates[0]}{n}" for n in range(1, 10_000))
        name = next(c for c in (*candidates, *numbered) if c not in self.taken)
        self.taken.add(name)
        return Symbol(name)

    def symbol(self, name: str) -> Expression:
        """A name as it is written; hidden ones get a name at their first use."""
        if name not in self.written:
            plain = HIDDEN.get(name, name.replace("_", "")) if name.startswith("_") else ""
            self.written[name] = self.fresh(plain, plain * 2) if plain else Symbol(name)
        return self.written[name]

    def arm(self, name: str) -> str:
        """The name of an arm."""
        symbol = self.symbol(name)
        return symbol.name if isinstance(symbol, Symbol) else name

    # --- polynomials ---------------------------------------------------------------------------

    def expand(self, p: Polynomial) -> Expression:
        """The sum of its monomials, a positive one first if there is any."""
        ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
        return self.sum_of([(c < 0, self._monomial(abs(c), m)) for m, c in ordered])

    def _monomial(self, size: Fraction, monomial: Sequence[tuple[str, int]]) -> Expression:
        powers = [self.power(self.symbol(name), e) for name, e in monomial]
        return product(size, powers)

    @staticmethod
    def power(base: Expression, exponent: int) -> Expression:
        """base ** exponent."""
        return base if exponent == 1 else Power(base, exponent)

    def factorise(self, p: Polynomial) -> Expression:
        """The product of its irreducible factors."""
        return self.product(factor(p))

    def product(self, factors: Factors) -> Expression:
        """number * product of powers, names before brackets, short ones before long ones."""
        powers = [(self.expand(q), e) for q, e in factors.powers]
        powers.sort(key=lambda power: _place(power[0]))
        whole = product(abs(factors.number), [self.power(q, e) for q, e in powers])
        return Sum(((True, whole),)) if factors.number < 0 else whole

    # --- forms ---------------------------------------------------------------------------------

    def atom(self, atom: Atom) -> Expression:
        """f(n), Rew(f, n), P(f, a, N), OPT(T)."""
        if atom.kind in (Kind.OPT, Kind.ALG):
            return Call(atom.kind.value, (Symbol("T"),))
        if atom in self.totals:
            return self.totals[atom]
        indices = tuple(self.expand(index) for index in atom.indices)
        if atom.kind in AT_TIMES:
            return Call(OF_RUN_WORDS[atom.kind], indices)
        arm = self.arm(atom.arm)
        if atom.kind is Kind.VALUE:
            return Call(arm, indices)
        return Call(atom.kind.value, (Symbol(arm), *indices))

    def form(self, form: Form) -> Expression:
        """A form, functionals first."""
        return self.sum_of([*self._terms(form.terms), *self._constant(form.constant)])

    def combination(self, terms: Iterable[tuple[Polynomial, Expression]]) -> Expression:
        """The sum of coefficient * expression; zeros are left out."""
        return self.sum_of([self.times(c, e) for c, e in terms if len(c)])

    def times(self, coefficient: Polynomial, e: Expression) -> tuple[bool, Expression]:
        """coefficient * expression, with the word whether it is negative."""
        factors = factor(coefficient)
        return factors.number < 0, self._scale(factors, e)

    def _scale(self, factors: Factors, e: Expression) -> Expression:
        return product(Fraction(1), [self.product(Factors(abs(factors.number), factors.powers)), e])

    @staticmethod
    def sum_of(terms: Sequence[tuple[bool, Expression]]) -> Expression:
        """Summands with their signs, a positive one first if there is any."""
        lead = next((n for n, (negative, _) in enumerate(terms) if not negative), 0)
        ordered = [terms[lead], *terms[:lead], *terms[lead + 1 :]] if terms else []
        if len(ordered) == 1 and not ordered[0][0]:
            return ordered[0][1]
        return Sum(tuple(ordered)) if ordered else NIL

    def _terms(self, terms: Iterable[tuple[Polynomial, Atom]]) -> list[tuple[bool, Expression]]:
        return [self.times(c, self.atom(a)) for c, a in terms if len(c)]

    def _constant(self, p: Polynomial) -> list[tuple[bool, Expression]]:
        expression = self.expand(p)
        if isinstance(expression, Sum):
            return list(expression.terms)
        return [] if expression == NIL else [(False, expression)]

    def comparison(self, comparison: Comparison) -> Chain:
        """With the negative terms on the other side: T >= m, not T - m >= 0."""
        return self._compare(self._summands(comparison.form), comparison.relation)

    def _summands(self, form: Form) -> list[tuple[bool, Expression]]:
        """Minima and maxima, functionals, and the constant."""
        extrema = [
            self.times(c, Call(e.kind, tuple(self.sum_of(self._summands(f)) for f in e.of)))
            for c, e in form.extrema
            if len(c)
        ]
        return [*extrema, *self._terms(form.terms), *self._constant(form.constant)]

    def _compare(self, terms: Sequence[tuple[bool, Expression]], relation: Relation) -> Chain:
        left = [(False, e) for negative, e in terms if not negative]
        right = [(False, e) for negative, e in terms if negative]
        sign = "=" if relation is Relation.EQ else relation.value
        if left or not right:
            return Chain(self.sum_of(left), ((sign, self.sum_of(right)),), Role.SAID)
        return Chain(self.sum_of(right), ((MIRRORED[sign], NIL),), Role.SAID)


MIRRORED = {">=": "<=", ">": "<", "=": "=", "<=": ">=", "<": ">"}


def product(number: Fraction, factors: Sequence[Expression]) -> Expression:
    """number * factors, as plain as it can be; products inside become part of it."""
    flat: list[Expression] = []
    for e in factors:
        if isinstance(e, Product):
            number *= e.number
            flat += e.factors
        elif isinstance(e, Number) and e.value > 0:
            number *= e.value
        else:
            flat.append(e)
    if not flat:
        return Number(number)
    if number == 1 and len(flat) == 1:
        return flat[0]
    return Product(number, tuple(flat))


def keep_brackets(e: Expression) -> Expression:
    """A summand that keeps its brackets."""
    return Product(Fraction(1), (e,)) if isinstance(e, Sum) else e


# --- factoring ---------------------------------------------------------------------------------


class Factors(NamedTuple):
    """number * product of powers of polynomials with coprime integer coefficients."""

    number: Fraction
    powers: tuple[tuple[Polynomial, int], ...] = ()

    def polynomial(self) -> Polynomial:
        """The product."""
        p = Polynomial.constant(self.number)
        for q, e in self.powers:
            p = p * q**e
        return p


def _place(base: Expression) -> tuple[bool, int, str, str]:
    """Where a factor stands in a product: an order of our own, whatever order flint has."""
    written = text(base)
    return isinstance(base, Sum), len(written), written.casefold(), written


def factor(p: Polynomial) -> Factors:
    """The irreducible factors over the integers; each has a positive term of highest degree."""
    if not p.names():
        return Factors(p.at({}))
    if len(p) > MOST_TERMS:
        number, monomial, rest = factor_out(p)
        powers = [(Polynomial.variable(v), e) for v, e in monomial]
        return Factors(number, (*powers, *(((rest, 1),) if rest != ONE else ())))
    names = sorted(p.names())
    number, powers = to_flint(p, names, ring(names)).factor()
    result, size = [], fraction(number)
    for q, e in powers:
        content, monomial, rest = factor_out(from_flint(q, names))
        base = _monomial(monomial) * rest
        if _mostly_negative(base):
            base, content = -base, -content
        size *= content ** int(e)
        result.append((base, int(e)))
    return Factors(size, tuple(result))


def _monomial(monomial: Sequence[tuple[str, int]]) -> Polynomial:
    result = ONE
    for name, e in monomial:
        result = result * Polynomial.variable(name) ** e
    return result


def _mostly_negative(p: Polynomial) -> bool:
    """Whether the first of its terms of highest degree is negative."""
    if p == ZERO:
        return False
    _, c = min(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
    return c < 0


def statement(
    claim: Claim,
    names: Names,
    lead: str = "",
    before: Parts = (),
    called: Mapping[str, str] | None = None,
) -> list[Block]:
    """The claim in words: what the names are, what is given, what follows.

    `called` are other names of hypotheses than h1, h2, ...
    """
    blocks: list[Block] = [say(*before, *_declarations(claim, names), lead=lead)]
    hypotheses = {f"h{n}": g for n, g in enumerate(claim.givens, start=1) if g.form.terms}
    if hypotheses:
        blocks.append(say("Suppose that"))
    for name, given in hypotheses.items():
        blocks.append(Display(names.comparison(given), f"({(called or {}).get(name, name)})"))
    for number, family in enumerate(claim.families, start=1):
        blocks.append(say("Suppose that for ", *_range(family, names)))
        blocks.append(Display(names.comparison(family.comparison), f"(F{number})"))
    if not claim.is_plain:
        [one, *more] = claim.conclusion
        whole = AllOf(claim.conclusion) if more else one
        return [*blocks, say("Then ", *formula_parts(whole, names), ".")]
    blocks.append(say("Then"))
    blocks += [Display(names.comparison(comparison)) for comparison in claim.plain]
    return blocks


def _range(family: Family, names: Names) -> Parts:
    """All integers of a family."""
    start: Parts = ("all integers ", Symbol(family.name), " from ", names.expand(family.first))
    return (*start, " on") if family.last is None else (*start, " to ", names.expand(family.last))


def formula_parts(formula: Formula, names: Names) -> Parts:
    """A formula with `and` and `or`, which binds less."""
    match formula:
        case AllOf(parts):
            inner = [
                ("(", *formula_parts(part, names), ")")
                if isinstance(part, AnyOf)
                else formula_parts(part, names)
                for part in parts
            ]
            return join_parts(inner, " and ") or ("anything",)
        case AnyOf(parts):
            return join_parts([formula_parts(p, names) for p in parts], " or ") or ("nothing",)
        case _:
            return (names.comparison(formula),)


def join_parts(parts: Sequence[Parts], word: str) -> Parts:
    """Parts of a sentence with a word between them."""
    together: list[Part] = []
    for number, part in enumerate(parts):
        together += [word, *part] if number else part
    return tuple(together)


def _declarations(claim: Claim, names: Names) -> Parts:
    parts: list[Parts] = []
    if claim.parameters:
        parts.append((*_names(claim.parameters, names), _be(claim.parameters, "integer")))
    if claim.reals:
        parts.append((*_names(claim.reals, names), _be(claim.reals, "real number")))
    for kind in ArmClass:
        own = [arm for arm, k in claim.arms if k is kind]
        if own:
            start = f" from n = {kind.first} on" if kind.first else ""
            word = "concave" if kind.shape.concave else kind.value
            parts.append((*_names(own, names), f" {word} rewards in [0,1]{start}"))
    declared: Parts = ("Let ", *list_parts(parts)) if parts else ()
    givens = [given for given in claim.givens if not given.form.terms]
    plain = [(names.comparison(given),) for given in dict.fromkeys(givens)]
    floors = [
        (floor_chain(f, names),) for f in claim.floors if isinstance(names.symbol(f.name), Symbol)
    ]
    together = [*floors, *plain]
    where: Parts = (" with " if declared else "Let ", *list_parts(together)) if together else ()
    return (*declared, *where, ".") if declared or where else ("In every case:",)


def floor_chain(floor: Floor, names: Names) -> Chain:
    """What a name for a floor is."""
    quotient = Quotient(names.expand(floor.numerator), names.expand(floor.divisor))
    return equation(names.symbol(floor.name), quotient, Role.SAID)


def _names(own: Sequence[str], names: Names) -> Parts:
    return list_parts([(Symbol(names.arm(name)),) for name in own], ", ")


def _be(own: Sequence[str], noun: str) -> str:
    return f" be {noun}s" if len(own) > 1 else f" be {_article(noun)} {noun}"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
