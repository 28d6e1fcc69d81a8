"""Kernel objects as mathematics, and claims as a person would state them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from imab_verify.engines.arms.sums import fraction, from_flint, ring, to_flint
from imab_verify.kernel import (
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Family,
    Form,
    Kind,
    Polynomial,
    Relation,
    Run,
)
from imab_verify.kernel.facts import EARNED, OPTIMAL, arm_at
from imab_verify.kernel.polynomials import degree_of
from imab_verify.kernel.statement import OF_RUN, RAY, Formula, times_of
from imab_verify.language.writing import LONGEST_FLOOR, factor_out
from imab_verify.report.explain.documents import (
    NIL,
    SUM,
    Block,
    Chain,
    Display,
    Expression,
    Parts,
    Role,
    call,
    equation,
    floor,
    list_parts,
    power,
    product,
    say,
    total,
)

HIDDEN = {RAY: "j"}
"""Names that rules of the kernel make up begin with _; a person would leave that out."""
MOST_TERMS = 400
"""Longer polynomials are not factored."""
Terms = list[tuple[bool, Expression]]
"""Summands, each with the word whether it is subtracted."""


@dataclass(slots=True)
class Names:
    """Names of a claim as they are written, and the names that are still free.

    `index` is the variable of a reward function: f(n) = min(n, j). `totals` are the rewards that
    stand for OPT and ALG in a proof about a run.
    """

    taken: set[str]
    written: dict[str, Expression] = field(default_factory=dict)
    index: Expression = field(default_factory=lambda: Expression("n"))
    totals: dict[Atom, Expression] = field(default_factory=dict)

    @staticmethod
    def of(claim: Claim) -> Names:
        """The names of a claim; short floors are written out."""
        taken = {*claim.parameters, *claim.reals, *dict(claim.arms), "P"}
        names = Names(taken | {own.name for own in claim.floors})
        names.index = names.fresh("n", "t", "i", "x")
        for own in claim.floors:
            quotient = floor(names.expand(own.numerator), names.expand(own.divisor))
            short = len(quotient.text) <= LONGEST_FLOOR and not own.name.startswith("_")
            names.written[own.name] = quotient if short else names.symbol(own.name)
        if isinstance(claim.run, Run):
            for number, t in enumerate((Polynomial.variable("T"), *times_of(claim))):
                for word, arm in (("OPT", OPTIMAL), ("ALG", EARNED)):
                    atom = Atom(Kind.REW, arm_at(arm, number), (t,))
                    names.totals[atom] = call(word, names.expand(t))
        return names

    def fresh(self, *candidates: str) -> Expression:
        """The first of these names that is free, or the first of them with a number."""
        numbered = (f"{candidates[0]}{n}" for n in range(1, 10_000))
        name = next(c for c in (*candidates, *numbered) if c not in self.taken)
        self.taken.add(name)
        return Expression(name)

    def symbol(self, name: str) -> Expression:
        """A name as it is written; hidden ones get a name at their first use."""
        if name not in self.written:
            plain = HIDDEN.get(name, name.replace("_", "")) if name.startswith("_") else ""
            self.written[name] = self.fresh(plain, plain * 2) if plain else Expression(name)
        return self.written[name]

    # --- polynomials ---------------------------------------------------------------------------

    def expand(self, p: Polynomial) -> Expression:
        """The sum of its monomials, a positive one first if there is any."""
        return self.sum_of(self._monomials(p))

    def _monomials(self, p: Polynomial) -> Terms:
        ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
        return [
            (c < 0, product(abs(c), [power(self.symbol(name), e) for name, e in monomial]))
            for monomial, c in ordered
        ]

    def factorise(self, p: Polynomial) -> Expression:
        """The product of its irreducible factors; T - k, not -(k - T)."""
        factors = factor(p)
        turned = factors.number < 0 and len(factors.powers) == 1
        return self.expand(p) if turned else self.product(factors)

    def product(self, factors: Factors) -> Expression:
        """The product of powers, with its number."""
        return self.sum_of([self._times(factors)])

    def times(self, coefficient: Polynomial, e: Expression) -> tuple[bool, Expression]:
        """coefficient * expression, with the word whether it is negative."""
        return self._times(factor(coefficient), e)

    def _times(self, factors: Factors, *more: Expression) -> tuple[bool, Expression]:
        """Names before brackets, short ones before long ones, whatever order flint has."""
        bases = [(self.expand(q), e) for q, e in factors.powers]
        bases.sort(key=_place)
        powers = [power(base, e) for base, e in bases]
        return factors.number < 0, product(abs(factors.number), [*powers, *more])

    # --- forms ---------------------------------------------------------------------------------

    def atom(self, atom: Atom) -> Expression:
        """f(n), Rew(f, n), P(f, a, N), OPT(T)."""
        if atom in self.totals:
            return self.totals[atom]
        indices = [self.expand(index) for index in atom.indices]
        if atom.kind in OF_RUN:
            return call(atom.kind.value, *(indices or [Expression("T")]))
        arm = self.symbol(atom.arm)
        if atom.kind is Kind.VALUE:
            return call(arm.text, *indices)
        return call(atom.kind.value, arm, *indices)

    def form(self, form: Form) -> Expression:
        """A form: minima and maxima, functionals, and the constant."""
        return self.sum_of(self._summands(form))

    def combination(self, terms: Iterable[tuple[Polynomial, Expression]]) -> Expression:
        """The sum of coefficient * expression; zeros are left out."""
        return self.sum_of([self.times(c, e) for c, e in terms if len(c)])

    @staticmethod
    def sum_of(terms: Terms) -> Expression:
        """Summands with their signs, a positive one first if there is any."""
        lead = next((n for n, (negative, _) in enumerate(terms) if not negative), 0)
        return total([*terms[lead : lead + 1], *terms[:lead], *terms[lead + 1 :]])

    def comparison(self, comparison: Comparison) -> Chain:
        """With the negative terms on the other side: T >= m, not T - m >= 0."""
        terms = self._summands(comparison.form)
        left = self.sum_of([(False, e) for negative, e in terms if not negative])
        right = self.sum_of([(False, e) for negative, e in terms if negative])
        sign = "=" if comparison.relation is Relation.EQ else comparison.relation.value
        if left == NIL != right:
            left, right, sign = right, left, MIRRORED[sign]
        return Chain(left, ((sign, right),), Role.SAID)

    def _summands(self, form: Form) -> Terms:
        extrema = [
            self.times(c, call(e.kind, *map(self.form, e.of))) for c, e in form.extrema if len(c)
        ]
        terms = [self.times(c, self.atom(a)) for c, a in form.terms if len(c)]
        return [*extrema, *terms, *self._monomials(form.constant)]


MIRRORED = {">=": "<=", ">": "<", "=": "="}


def _place(base: tuple[Expression, int]) -> tuple[bool, int, str, str]:
    text = base[0].text
    return base[0].binding == SUM, len(text), text.casefold(), text


# --- factoring ---------------------------------------------------------------------------------


class Factors(NamedTuple):
    """number * product of powers of polynomials with coprime integer coefficients."""

    number: Fraction
    powers: tuple[tuple[Polynomial, int], ...] = ()


def factor(p: Polynomial) -> Factors:
    """The irreducible factors over the integers; each has a positive term of highest degree."""
    if not p.names():
        return Factors(p.at({}))
    if len(p) > MOST_TERMS:
        return Factors(Fraction(1), ((p, 1),))
    names = sorted(p.names())
    content, powers = to_flint(p, names, ring(names)).factor()
    result, size = [], fraction(content)
    for flint_factor, e in powers:
        q = from_flint(flint_factor, names)
        _, leading = min(q.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
        own = abs(factor_out(q).number) * (1 if leading > 0 else -1)
        size *= own ** int(e)
        result.append((q.scaled(1 / own), int(e)))
    return Factors(size, tuple(result))


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
    """The integers over which a family of hypotheses ranges."""
    start: Parts = ("all integers ", Expression(family.name), " from ", names.expand(family.first))
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
            return list_parts(inner, " and ", " and ") or ("anything",)
        case AnyOf(parts):
            either = [formula_parts(part, names) for part in parts]
            return list_parts(either, " or ", " or ") or ("nothing",)
        case _:
            return (names.comparison(formula),)


def _declarations(claim: Claim, names: Names) -> Parts:
    """Let ... be integers, ... real numbers and f concave rewards in [0,1] with ..."""
    parts: list[Parts] = []
    for own, one, many in (
        (claim.parameters, " be an integer", " be integers"),
        (claim.reals, " be a real number", " be real numbers"),
    ):
        if own:
            parts.append((*_names(own, names), many if len(own) > 1 else one))
    for kind in ArmClass:
        arms = [arm for arm, k in claim.arms if k is kind]
        if arms:
            start = f" from n = {kind.first} on" if kind.first else ""
            word = "concave" if kind.shape.concave else kind.value
            parts.append((*_names(arms, names), f" {word} rewards in [0,1]{start}"))
    floors = [
        (equation(names.symbol(f.name), quotient, Role.SAID),)
        for f in claim.floors
        for quotient in [floor(names.expand(f.numerator), names.expand(f.divisor))]
        if names.symbol(f.name) != quotient
    ]
    plain = dict.fromkeys(given for given in claim.givens if not given.form.terms)
    together = [*floors, *((names.comparison(given),) for given in plain)]
    if not parts and not together:
        return ("Nothing is assumed.",)
    where = (" with " if parts else "", *list_parts(together)) if together else ()
    return ("Let ", *list_parts(parts), *where, ".")


def _names(own: Sequence[str], names: Names) -> Parts:
    return list_parts([(names.symbol(name),) for name in own], ", ")
