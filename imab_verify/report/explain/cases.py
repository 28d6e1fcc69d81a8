"""Reasons why polynomials are >= 0 on a region, case by case, as a person would say them.

First its factors are looked at: a product of factors each of which is plainly >= 0. Otherwise the
products of the certificate are shown, with letters for what they are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from imab_verify.engines.arms.sums import prove_sum
from imab_verify.kernel import (
    ArmClass,
    Case,
    Claim,
    Comparison,
    Crossing,
    Empty,
    Fact,
    Form,
    Have,
    Node,
    Polynomial,
    Relation,
    Shares,
    Sum,
    Term,
)
from imab_verify.kernel.arms import Constraint, Region, Source, bring_in, check_identity
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY
from imab_verify.language.writing import factor_out
from imab_verify.report.explain.documents import (
    NIL,
    Block,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Paragraph,
    Parts,
    Role,
    Section,
    define,
    equation,
    list_parts,
    number,
    say,
    total,
)
from imab_verify.report.explain.statements import Factors, Names, factor

DEPTH = 3
"""A factor is plain if it is a sum of at most so many constraints and a number >= 0."""
FEW_PRODUCTS = 2
"""The most products that are written with their factors; more are written with letters."""
SHORT = 10
"""Sums with more terms than this go to the appendix."""

Zeros = tuple[Polynomial, ...] | None
"""A value is 0 where one of these is, ZERO if it always is; None if that is not known."""
Signed = tuple[Factors, Mapping[Polynomial, tuple[Term, ...]]]
"""Factors, each with the sign that makes it >= 0; for some of them a sum of products."""


@dataclass(slots=True)
class Appendix:
    """Long identities, by number."""

    entries: list[tuple[Paragraph | Display, ...]] = field(default_factory=list)

    def add(self, *entry: Paragraph | Display) -> str:
        """One more entry, if it is a new one; its number as it is cited."""
        if entry not in self.entries:
            self.entries.append(entry)
        return f"(A{self.entries.index(entry) + 1})"

    def section(self) -> Iterator[Section]:
        """The appendix, if there is anything in it."""
        blocks = [
            replace(block, label=self.add(*entry)) if isinstance(block, Display) else block
            for entry in self.entries
            for block in entry
        ]
        if blocks:
            yield Section("Identities", tuple(blocks), folded=True)


# --- what is plain -----------------------------------------------------------------------------


def decompose(q: Polynomial, region: Region) -> tuple[Polynomial, ...] | None:
    """q as the sum of a few constraints, as few as possible, and of a number >= 0, the last."""
    known = dict.fromkeys(c.polynomial for c in region.constraints if c.polynomial.names())
    found = (_search(q, known, most) for most in range(DEPTH + 1))
    return next((summands for summands in found if summands is not None), None)


def _search(q: Polynomial, known: Iterable[Polynomial], most: int) -> tuple[Polynomial, ...] | None:
    if not q.names():
        return (q,) if q.at({}) >= 0 else None
    if not most:
        return None
    monomial, c = min(((m, c) for m, c in q.terms() if m), key=lambda term: (term[1] > 0, term[0]))
    for p in known:
        own = dict(p.terms()).get(monomial, Fraction(0))
        if own * c > 0 and abs(own) <= abs(c):
            others = _search(q - p, known, most - 1)
            if others is not None:
                return (p, *others)
    return None


def _plain(q: Polynomial, region: Region, *, strict: bool) -> bool:
    if not strict:
        return decompose(q, region) is not None
    if region.integral(q):
        return decompose(q - ONE, region) is not None
    return any(c.strict and c.polynomial == q for c in region.constraints)


def _sign_factors(
    factors: Factors, region: Region, *, strict: bool = False, search: bool = False
) -> Signed | None:
    """The factors with signs that make each >= 0 (or > 0), and the number in front positive.

    Where that is not plain, a sum of products is searched for.
    """
    size, powers, sums = factors.number, [], {}
    for q, e in factors.powers:
        if e % 2 == 0 and not strict:
            powers.append((q, e))
            continue
        base = next((p for p in (q, -q) if _plain(p, region, strict=strict)), None)
        for p in (q, -q) if base is None and search and not strict else ():
            node = prove_sum(p, region)
            if isinstance(node, Sum):
                check_identity(node.terms, region, p)
                base, sums[p] = p, node.terms
                break
        if base is None:
            return None
        powers.append((base, e))
        size = size if base == q or e % 2 == 0 else -size
    return (Factors(size, tuple(powers)), sums) if size > 0 else None


def _has_positive(terms: Sequence[Term]) -> bool:
    """Whether one of the products is a number > 0."""
    return any(not t.factors and t.square is None and t.weight > 0 for t in terms)


def _bases(term: Term, region: Region) -> dict[Polynomial, int]:
    """The bases of a product, each with its exponent."""
    known = {c.name: c.polynomial for c in region.constraints}
    powers: dict[Polynomial, int] = {}
    for p, e in (*((known[name], e) for name, e in term.factors), (term.square or ONE, 2)):
        if p != ONE:
            powers[p] = powers.get(p, 0) + e
    return powers


def constraint_chain(constraint: Constraint, names: Names) -> Chain:
    """A constraint as a comparison."""
    relation = Relation.GT if constraint.strict else Relation.GE
    return names.comparison(Comparison(Form(constraint.polynomial), relation))


# --- cases -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leaf:
    """A case: where it is, what was decided on the way there, and what closes it.

    What closes it may bring in something about the run, and go on. What was brought in about arms
    has a name, and the region before it.
    """

    node: Node
    region: Region
    path: tuple[Constraint, ...] = ()
    brought: Mapping[str, tuple[Source, Region]] = field(default_factory=dict)

    def leaves(self) -> Iterator[Leaf]:
        """The cases of the tree below."""
        match self.node:
            case Have(name, source, then) if not isinstance(source, Fact | Shares | Crossing):
                brought = {**self.brought, name: (source, self.region)}
                region = bring_in(name, source, self.region)
                yield from replace(self, node=then, region=region, brought=brought).leaves()
            case Case(split, below, above):
                sides = zip((below, above), self.region.branches(split), strict=True)
                for node, region in sides:
                    path = (*self.path, region.constraints[-1])
                    yield from replace(self, node=node, region=region, path=path).leaves()
            case _:
                yield self

    @property
    def terms(self) -> tuple[Term, ...]:
        """The products that close it."""
        return self.node.terms if isinstance(self.node, Sum | Empty) else ()

    def pin_ray(self) -> tuple[dict[str, Polynomial], Leaf]:
        """The value of j if the conditions fix it, and the case with j replaced by it."""
        ray = Polynomial.variable(RAY)
        bounds = dict.fromkeys(c.polynomial for c in self.path)
        values = [ray - p for p in bounds if -p in bounds and RAY not in (ray - p).names()]
        if not values:
            return {}, self
        known = {RAY: values[0]}
        path, constraints = (
            tuple(replace(c, polynomial=c.polynomial.substitute(known)) for c in own)
            for own in (self.path, self.region.constraints)
        )
        return known, replace(self, path=path, region=replace(self.region, constraints=constraints))

    def conditions(self, outside: Region, names: Names) -> Parts:
        """The conditions that distinguish the case, without those that follow from the others."""
        known, at = self.pin_ray()
        needed = list(dict.fromkeys(at.path))
        for constraint in tuple(needed):
            others = [c for c in needed if c is not constraint]
            proof = decompose(constraint.polynomial, outside.adding(*others))
            if proof is not None and not constraint.strict:
                needed = others
        of_ray = [c for c in needed if RAY in c.polynomial.names()]
        chains = _of_ray(of_ray, names)
        if known:
            chains.append(equation(names.symbol(RAY), names.expand(known[RAY]), Role.SAID))
        chains += [constraint_chain(c, names) for c in needed if c not in of_ray]
        return list_parts([(chain,) for chain in chains])


def _of_ray(bounds: Sequence[Constraint], names: Names) -> list[Chain]:
    """m < j <= T for j - m - 1 >= 0 and T - j >= 0."""
    ray, j = Polynomial.variable(RAY), names.symbol(RAY)
    lower = [ray - c.polynomial for c in bounds if RAY not in (ray - c.polynomial).names()]
    upper = [ray + c.polynomial for c in bounds if RAY not in (ray + c.polynomial).names()]
    if len(lower) + len(upper) != len(bounds) or len(lower) > 1 or len(upper) > 1 or not bounds:
        return [constraint_chain(c, names) for c in bounds]
    chain = Chain(j, (), Role.SAID)
    for p in lower:
        strictly, bound = _strictly(p, p - ONE, names)
        if not upper:
            return [chain.then(">" if strictly else ">=", bound)]
        chain = Chain(bound, (("<" if strictly else "<=", j),), Role.SAID)
    for p in upper:
        strictly, bound = _strictly(p, p + ONE, names)
        chain = chain.then("<" if strictly else "<=", bound)
    return [chain]


def _strictly(p: Polynomial, moved: Polynomial, names: Names) -> tuple[bool, Expression]:
    """j >= m + 1 is j > m, and j <= m - 1 is j < m."""
    strictly = len(moved) < len(p) and names.expand(moved).text.isidentifier()
    return strictly, names.expand(moved if strictly else p)


class Known(NamedTuple):
    """A lemma that may be cited, and how it is called."""

    claim: Claim
    name: str


class Told(NamedTuple):
    """An account of one case: a few words before, the blocks, and where equality holds."""

    intro: Parts
    blocks: list[Block]
    zeros: Zeros = None


def _case(where: Parts, told: Told) -> Item:
    start = ("Case ", *where) if where else ("In the case that is left",)
    return Item((*start, ": ", *told.intro) if told.intro else (*start, "."), tuple(told.blocks))


@dataclass(slots=True)
class CaseTelling:
    """Tells that polynomials are >= 0, in the cases of a tree."""

    claim: Claim
    names: Names
    appendix: Appendix
    lemmas: Sequence[Known] = ()
    introduced: set[ArmClass] = field(default_factory=set)

    # --- one sign ------------------------------------------------------------------------------

    def show(
        self,
        value: Chain,
        p: Polynomial,
        region: Region,
        terms: Sequence[Term] = (),
        *,
        strict: bool = False,
    ) -> tuple[list[Block], Zeros]:
        """p >= 0 (or > 0), where `value` is what p is the value of, such as D or D = ...

        `terms` are the products of the certificate.
        """
        if p == ZERO:
            return [Display(value.then("=", NIL))], (ZERO,)
        if not p.names():
            return [Display(value.equals(number(p.at({}))).then(">", NIL))], ()
        signed = _sign_factors(factor(p), region, strict=strict, search=True)
        if signed is None:
            return self._by_products(value, p, region, terms, strict=strict), None
        factors, sums = signed
        vanishing = tuple(
            q
            for q, _ in factors.powers
            if (not _has_positive(sums[q]) if q in sums else not _plain(q, region, strict=True))
        )
        sign = ">" if strict or not vanishing else ">="
        blocks: list[Block] = [Display(value.equals(self.names.product(factors)).then(sign, NIL))]
        odd = [self.reason(q, region) for q, e in factors.powers if e % 2 and q not in sums]
        if reasons := [(reason,) for reason in odd if reason is not None]:
            blocks.append(say("because ", *list_parts(reasons), "."))
        for q, products in sums.items():
            blocks.append(say("and" if len(blocks) > 1 else "because"))
            blocks += self._sum_of_products(Chain(self.names.expand(q)), region, products)
        return blocks, None if sums.keys() & vanishing else vanishing

    def value(self, p: Polynomial, region: Region) -> Expression:
        """A polynomial in factors, each with the sign that it has on the region."""
        signed = _sign_factors(factor(p), region)
        return self.names.product(signed[0]) if signed else self.names.factorise(p)

    def reason(self, q: Polynomial, region: Region) -> Chain | None:
        """A factor as a sum of what is known to be >= 0, where that is not seen at once."""
        summands = decompose(q, region)
        if summands is None or len(summands) <= 2:
            return None
        parts = [(False, self.names.expand(p)) for p in summands if len(p)]
        sign = ">" if len(summands[-1]) else ">="
        return equation(self.names.expand(q), total(parts)).then(sign, NIL)

    def obvious(self, p: Polynomial, region: Region, *, strict: bool = False) -> bool:
        """Whether nothing need be said: every factor is a constraint and a number."""
        signed = _sign_factors(factor(p), region, strict=strict)
        return signed is not None and all(
            e % 2 == 0 or self.reason(q, region) is None for q, e in signed[0].powers
        )

    # --- products of the certificate -----------------------------------------------------------

    def contradiction(self, leaf: Leaf) -> list[Block]:
        """-1 as a sum of products of what would be >= 0."""
        return self._sum_of_products(Chain(number(-1)), leaf.region, leaf.terms)

    def _by_products(
        self, value: Chain, p: Polynomial, region: Region, terms: Sequence[Term], *, strict: bool
    ) -> list[Block]:
        goal = region.sharpen(p, strict).polynomial
        if goal == p:
            blocks = self._sum_of_products(value, region, terms)
            return [*blocks, say("One summand is positive.")] if strict else blocks
        first = value.equals(self._show(p))
        shown = self._sum_of_products(Chain(self.names.expand(goal)), region, terms)
        blocks = [*shown, say("so it is positive.")]
        return [Display(first), *blocks] if first.steps else blocks

    def _show(self, p: Polynomial) -> Expression:
        """In factors if there are several, otherwise multiplied out."""
        factors = factor(p)
        return self.names.product(factors) if len(factors.powers) > 1 else self.names.expand(p)

    def _sum_of_products(self, value: Chain, region: Region, terms: Sequence[Term]) -> list[Block]:
        sign = ">" if _has_positive(terms) else ">="
        if len(terms) <= FEW_PRODUCTS:
            products = (Factors(t.weight, tuple(_bases(t, region).items())) for t in terms)
            written = Names.sum_of([(False, self.names.product(factors)) for factors in products])
            return [Display(value.equals(written).then(sign, NIL))]
        names = Names({*self.names.taken}, {**self.names.written})
        letters: dict[Polynomial, Expression] = {}
        whole = ZERO
        for term in terms:
            summand = Polynomial.constant(term.weight)
            for p, e in _bases(term, region).items():
                if p.names() and (len(p) > 1 or p.degree() > 1):
                    letters[p] = letters.get(p) or names.fresh(*"uvwxyzabcdehpqrst")
                summand *= (Polynomial.variable(letters[p].text) if p in letters else p) ** e
            whole += summand
        size, shared, rest = factor_out(whole)
        front = tuple((Polynomial.variable(name), e) for name, e in shared)
        written = names.product(Factors(size, (*front, *([(rest, 1)] if rest != ONE else ()))))
        squares = " or squared" if any(term.square for term in terms) else ""
        known = f", which {'is' if len(letters) == 1 else 'are'} nonnegative here{squares},"
        meanings: list[Parts] = [
            (define(letter, self.names.expand(p)),) for p, letter in letters.items()
        ]
        start = [say("with ", *list_parts(meanings), known)] if meanings else []
        if len(whole) <= SHORT:
            return [*start, Display(value.equals(written).then(sign, NIL))]
        plain = whole.substitute({letter.text: p for p, letter in letters.items()})
        identity = equation(self.names.expand(plain), written).then(">=", NIL)
        cited = self.appendix.add(*start, Display(identity))
        first = value.equals(self._show(plain)).then(">=", NIL)
        count = f"a sum of {len(whole)} products of what is nonnegative here"
        return [Display(first), say(f"by identity {cited}, which writes it as {count}.")]

    # --- cases ---------------------------------------------------------------------------------

    def bring_in(self, leaf: Leaf) -> tuple[list[Block], Leaf]:
        """Blocks about what is brought in about a run, and the case after that."""
        raise NotImplementedError

    def sign(
        self,
        node: Node,
        p: Polynomial,
        region: Region,
        *,
        strict: bool = False,
        name: Expression | None = None,
    ) -> list[Block]:
        """p >= 0 (or > 0) by a tree of cases."""
        value = Chain(name or self.names.expand(p))
        if self.obvious(p, region, strict=strict):
            return self.show(value, p, region, strict=strict)[0]

        def tell(leaf: Leaf) -> Told:
            return Told((), *self.show(value, p, leaf.region, leaf.terms, strict=strict))

        return self.cases(Leaf(node, region), tell)[0]

    def why(
        self, words: str, node: Node, p: Polynomial, region: Region, *, strict: bool = False
    ) -> list[Block]:
        """p >= 0 (or > 0) after some words; nothing if it is plain."""
        if self.obvious(p, region, strict=strict):
            return []
        value = self.value(p, region)
        return [say(words), *self.sign(node, p, region, strict=strict, name=value)]

    def cases(
        self,
        tree: Leaf,
        tell: Callable[[Leaf], Told],
        heading: Parts = (),
        lead: str = "",
    ) -> tuple[list[Block], list[tuple[Leaf, Zeros]]]:
        """Every case that can occur, with where it is 0, and a word about the others."""
        every = [*replace(tree, path=()).leaves()]
        dead = [leaf for leaf in every if isinstance(leaf.node, Empty)]
        live = [leaf for leaf in every if not isinstance(leaf.node, Empty)]
        told: list[tuple[Parts, Told]] = []
        zeros: list[tuple[Leaf, Zeros]] = []
        for leaf in live:
            if isinstance(leaf.node, Have):
                before, after = self.bring_in(leaf)
                inside, more = self.cases(after, tell)
                if any(isinstance(block, Section) for block in before):
                    inside = [Section("Proof of what is left", tuple(inside))]
                own = Told((), [*before, *inside])
            else:
                own = tell(leaf)
                more = [(leaf, own.zeros)]
            told.append((leaf.conditions(tree.region, self.names), own))
            zeros += more
        blocks: list[Block] = []
        if len(told) == 1 and (not dead or not told[0][0]):
            own = told[0][1]
            start = (*heading, ", ", *own.intro) if own.intro else heading
            blocks = [*([say(*start, lead=lead)] if start else []), *own.blocks]
        elif told:
            blocks = [say(*heading, ":", lead=lead)] if heading else []
            blocks.append(Items(tuple(_case(where, own) for where, own in told)))
        return [*blocks, *self._impossible(dead, tree.region, everything=not told)], zeros

    def _impossible(
        self, dead: Sequence[Leaf], outside: Region, *, everything: bool
    ) -> Iterator[Block]:
        """Cases that contradict themselves; the contradictions that are not linear are shown."""
        shown = 0
        for leaf in dead:
            linear = all(
                term.square is None and sum(e for _, e in term.factors) <= 1 for term in leaf.terms
            )
            if everything or not linear:
                shown += 1
                where = leaf.conditions(outside, self.names)
                yield say(*(("The case ", *where) if where else ("This",)), " cannot occur:")
                yield from self.contradiction(leaf)
        if len(dead) > shown:
            yield say("No other case can occur.")
