"""Why polynomials are >= 0 on a region, case by case, as a person would say it.

First its factors are looked at: a product of factors each of which is plainly >= 0. Otherwise the
products of the certificate are shown, with the common ones in front and letters for the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import and_
from types import MappingProxyType
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
    Term,
)
from imab_verify.kernel import Sum as KernelSum
from imab_verify.kernel.arms import Constraint, Region, Source, bring_in, check_identity
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY
from imab_verify.report.explain.documents import (
    Block,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Number,
    Paragraph,
    Parts,
    Role,
    Section,
    Sum,
    Symbol,
    equation,
    list_parts,
    say,
)
from imab_verify.report.explain.statements import (
    NIL,
    Factors,
    Names,
    factor,
    keep_brackets,
    product,
)

DEPTH = 3
"""A factor is plain if it is a sum of at most so many constraints and a number >= 0."""
FEW_PRODUCTS = 2
"""So many products are written with their factors; more of them with letters."""
SHORT = 10
"""Sums with more terms than this go to the appendix."""


@dataclass(frozen=True, slots=True)
class Zeros:
    """Where a value is 0: everywhere, or exactly where one of the polynomials is (None: unsaid)."""

    everywhere: bool = False
    factors: tuple[Polynomial, ...] | None = None


@dataclass(slots=True)
class Appendix:
    """Long identities, by number."""

    entries: list[tuple[Paragraph | Display, ...]] = field(default_factory=list)

    def add(self, entry: Sequence[Paragraph | Display]) -> str:
        """One more entry, if it is a new one; its number as it is cited."""
        if tuple(entry) not in self.entries:
            self.entries.append(tuple(entry))
        return _number(self.entries.index(tuple(entry)))

    def section(self) -> Iterator[Section]:
        """The appendix, if there is anything in it."""
        blocks: list[Block] = []
        for number, entry in enumerate(self.entries):
            blocks += [
                replace(block, label=_number(number)) if isinstance(block, Display) else block
                for block in entry
            ]
        if blocks:
            yield Section("Identities", tuple(blocks), folded=True)


def _number(number: int) -> str:
    return f"(A{number + 1})"


@dataclass(frozen=True, slots=True)
class Signs:
    """Shows signs of polynomials in the names of one claim."""

    names: Names
    appendix: Appendix

    def show(
        self,
        value: Chain,
        p: Polynomial,
        region: Region,
        terms: Sequence[Term],
        *,
        strict: bool = False,
    ) -> tuple[list[Block], Zeros]:
        """p >= 0 (or > 0), where `value` is what p is the value of, such as D or D = ...

        `terms` are the products of the certificate.
        """
        if p == ZERO:
            return [Display(value.then("=", NIL))], Zeros(everywhere=True)
        if not p.names():
            sign = ">" if p.at({}) > 0 else ">="
            return [Display(_with(value, Number(p.at({}))).then(sign, NIL))], Zeros(factors=())
        oriented = orient(factor(p), region, strict=strict)
        if oriented is not None:
            return self._by_factors(value, oriented, region, strict=strict)
        return self._by_products(value, p, region, terms, strict=strict), Zeros()

    def value(self, p: Polynomial, region: Region) -> Expression:
        """A polynomial in factors, each with the sign that it has on the region."""
        oriented = orient(factor(p), region, strict=False, easily=True)
        return self.names.product(oriented.factors) if oriented else self.names.factorise(p)

    # --- factors -------------------------------------------------------------------------------

    def _by_factors(
        self, value: Chain, oriented: Oriented, region: Region, *, strict: bool
    ) -> tuple[list[Block], Zeros]:
        factors, sums = oriented
        vanishing = tuple(q for q, _ in factors.powers if _may_vanish(q, region, sums))
        sign = ">" if strict or not vanishing else ">="
        blocks: list[Block] = [Display(_with(value, self.names.product(factors)).then(sign, NIL))]
        reasons: list[Parts] = [
            (reason,)
            for q, e in factors.powers
            if e % 2 and q not in sums and (reason := self.reason(q, region)) is not None
        ]
        if reasons:
            blocks.append(say("because ", *list_parts(reasons), "."))
        for q, products in sums.items():
            blocks.append(say("and" if len(blocks) > 1 else "because"))
            whole = Chain(self.names.expand(q))
            blocks += self._sum_of_products(whole, products.region, products.terms)
        return blocks, Zeros(
            factors=None if vanishing and set(vanishing) & set(sums) else vanishing
        )

    def reason(self, q: Polynomial, region: Region) -> Chain | None:
        """A factor as a sum of what is known to be >= 0, where that is not seen at once."""
        summands = decompose(q, region)
        if summands is None or len(summands.known) <= 1:
            return None
        parts = [keep_brackets(self.names.expand(known)) for known in summands.known]
        parts += [Number(summands.rest)] if summands.rest else []
        sign = ">" if summands.rest > 0 else ">="
        whole = equation(self.names.expand(q), Sum(tuple((False, part) for part in parts)))
        return whole.then(sign, NIL)

    def obvious(self, p: Polynomial, region: Region, *, strict: bool = False) -> bool:
        """Whether nothing need be said: every factor is a constraint and a number."""
        oriented = orient(factor(p), region, strict=strict, easily=True)
        return oriented is not None and all(
            e % 2 == 0 or self.reason(q, region) is None for q, e in oriented.factors.powers
        )

    # --- products of the certificate -----------------------------------------------------------

    def contradiction(self, region: Region, terms: Sequence[Term]) -> list[Block]:
        """-1 as a sum of products of what would be >= 0."""
        return self._sum_of_products(Chain(Number(Fraction(-1))), region, terms)

    def _by_products(
        self, value: Chain, p: Polynomial, region: Region, terms: Sequence[Term], *, strict: bool
    ) -> list[Block]:
        goal = region.sharpen(p, strict)
        if goal.polynomial == p:
            blocks = self._sum_of_products(value, region, terms)
            return [*blocks, say("One summand is positive.")] if strict else blocks
        first = Display(_with(value, self._show(p)))
        shown = Chain(self.names.expand(goal.polynomial))
        blocks = [*self._sum_of_products(shown, region, terms), say("so it is positive.")]
        return [first, *blocks] if first.chain.steps else blocks

    def _show(self, p: Polynomial) -> Expression:
        """In factors if there are several, otherwise multiplied out."""
        factors = factor(p)
        return self.names.product(factors) if len(factors.powers) > 1 else self.names.expand(p)

    def _sum_of_products(self, value: Chain, region: Region, terms: Sequence[Term]) -> list[Block]:
        shared, rest = _common(terms)
        if len(rest) <= FEW_PRODUCTS:
            summands = [(False, self._term(term, region)) for term in terms]
            sign = ">" if _positive(terms) else ">="
            return [Display(_with(value, Names.sum_of(summands)).then(sign, NIL))]
        return self._in_letters(value, _by_name(shared, region), rest, region)

    def _term(self, term: Term, region: Region) -> Expression:
        """weight * square**2 * constraints, as it is."""
        powers = _by_name(term.factors, region)
        if term.square is not None:
            powers.append((term.square, 2))
        return self.names.product(Factors(term.weight, _collect_powers(powers)))

    def _in_letters(
        self,
        value: Chain,
        shared: Sequence[tuple[Polynomial, int]],
        rest: Sequence[Term],
        region: Region,
    ) -> list[Block]:
        """shared * (a sum of many products), with letters for what the products are made of."""
        letters = Letters(Names({*self.names.taken}, {**self.names.written}), {})
        total = ZERO
        for term in rest:
            total = total + letters.term(term, region)
        written = letters.names.expand(total)
        if shared:
            front = self.names.product(Factors(Fraction(1), _collect_powers(shared)))
            written = product(Fraction(1), [front, written])
        definitions: list[Parts] = [
            (Chain(symbol, ((":=", self.names.expand(p)),)),)
            for p, symbol in letters.symbols.items()
        ]
        be = "is" if len(definitions) == 1 else "are"
        known = f"which {be} nonnegative here{' or squared' if letters.squares else ''},"
        start = [say("with ", *list_parts(definitions), ", ", known)] if definitions else []
        chain = _with(value, written).then(">" if _positive(rest) and not shared else ">=", NIL)
        if len(total) <= SHORT:
            return [*start, Display(chain)]
        meaning = {symbol.name: p for p, symbol in letters.symbols.items()}
        whole = Factors(Fraction(1), tuple(shared)).polynomial() * total.substitute(meaning)
        plain = self.names.expand(whole)
        number = self.appendix.add([*start, Display(equation(plain, written).then(">=", NIL))])
        first = _with(value, self._show(whole)).then(">=", NIL)
        count = f"a sum of {len(total)} products of what is nonnegative here"
        return [Display(first), say(f"by identity {number}, which writes it as {count}.")]


@dataclass(slots=True)
class Letters:
    """A letter for each constraint, and for what is squared."""

    names: Names
    symbols: dict[Polynomial, Symbol]
    squares: bool = False

    def term(self, term: Term, region: Region) -> Polynomial:
        """A product in letters; factors that are one name stay as they are."""
        result = Polynomial.constant(term.weight)
        for p, e in _by_name(term.factors, region):
            result = result * self._letter(p) ** e
        if term.square is not None and term.square != ONE:
            self.squares = True
            result = result * self._letter(term.square) ** 2
        return result

    def _letter(self, p: Polynomial) -> Polynomial:
        if not p.names() or (len(p) == 1 and p.degree() == 1 and p.bits() <= 2):
            return p
        if p not in self.symbols:
            self.symbols[p] = self.names.fresh(*"uvwxyzabcdehpqrst")
        return Polynomial.variable(self.symbols[p].name)


def _with(value: Chain, expression: Expression) -> Chain:
    """The value, said to be an expression; once if it is written in the same way."""
    last = value.steps[-1][1] if value.steps else value.first
    return value if last == expression else value.then("=", expression)


def _collect_powers(powers: Sequence[tuple[Polynomial, int]]) -> tuple[tuple[Polynomial, int], ...]:
    """Equal bases once; constants 1 left out."""
    result: dict[Polynomial, int] = {}
    for p, e in powers:
        if p != ONE:
            result[p] = result.get(p, 0) + e
    return tuple(result.items())


def _by_name(powers: Sequence[tuple[str, int]], region: Region) -> list[tuple[Polynomial, int]]:
    """Powers of hypotheses about parameters."""
    known = {c.name: c.polynomial for c in region.constraints}
    return [(known[name], e) for name, e in powers]


def _common(terms: Sequence[Term]) -> tuple[list[tuple[str, int]], list[Term]]:
    """The hypotheses that all products share, and the products without them."""
    exponents = [Counter[str]() for _ in terms]
    for term, own in zip(terms, exponents, strict=True):
        for name, e in term.factors:
            own[name] += e
    shared = reduce(and_, exponents) if exponents else Counter[str]()
    rest = [
        replace(term, factors=tuple((own - shared).items()))
        for term, own in zip(terms, exponents, strict=True)
    ]
    return list(shared.items()), rest


# --- what is plain -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A polynomial as the sum of constraints of a region and a number >= 0."""

    known: tuple[Polynomial, ...]
    rest: Fraction


def decompose(q: Polynomial, region: Region, depth: int = DEPTH) -> Decomposition | None:
    """q as a sum of at most `depth` constraints and a number >= 0, as few as possible."""
    known = list(dict.fromkeys(c.polynomial for c in region.constraints if c.polynomial.names()))
    for most in range(depth + 1):
        summands = _search(q, known, most)
        if summands is not None:
            return summands
    return None


def _search(q: Polynomial, known: Sequence[Polynomial], most: int) -> Decomposition | None:
    if not q.names():
        rest = q.at({})
        return Decomposition((), rest) if rest >= 0 else None
    if not most:
        return None
    monomial, c = min(((m, c) for m, c in q.terms() if m), key=lambda term: (term[1] > 0, term[0]))
    for p in known:
        own = dict(p.terms()).get(monomial, Fraction(0))
        if own * c > 0 and abs(own) <= abs(c):
            others = _search(q - p, known, most - 1)
            if others is not None:
                return Decomposition((p, *others.known), others.rest)
    return None


class SumOfProducts(NamedTuple):
    """A factor that is a sum of products of the constraints of a region."""

    region: Region
    terms: tuple[Term, ...]


class Oriented(NamedTuple):
    """Factors, each with the sign that makes it >= 0, and those that are sums of products."""

    factors: Factors
    sums: dict[Polynomial, SumOfProducts]


def orient(
    factors: Factors, region: Region, *, strict: bool, easily: bool = False
) -> Oriented | None:
    """The factors with signs that make each >= 0 (or > 0), and the number in front positive.

    Easily: only where that is plain.
    """
    number, powers = factors.number, []
    sums: dict[Polynomial, SumOfProducts] = {}
    for q, e in factors.powers:
        if e % 2 == 0 and not strict:
            powers.append((q, e))
            continue
        sign = next((s for s in (1, -1) if _plain(q.scaled(s), region, strict=strict)), 0)
        if not sign and not easily and not strict:
            sign, products = _sum_of_products(q, region)
            if products is not None:
                sums[q.scaled(sign)] = products
        if not sign:
            return None
        powers.append((q.scaled(sign), e))
        number *= sign**e
    return Oriented(Factors(number, tuple(powers)), sums) if number > 0 else None


def _sum_of_products(q: Polynomial, region: Region) -> tuple[int, SumOfProducts | None]:
    """q or -q as a sum of products, as short as it can be had at once."""
    for sign in (1, -1):
        p = q.scaled(sign)
        ways = []
        for where in (_relax(region), region):
            node = prove_sum(p, where)
            if isinstance(node, KernelSum):
                check_identity(node.terms, where, p)
                ways.append(SumOfProducts(where, node.terms))
        if ways:
            return sign, min(ways, key=lambda f: len(f.terms))
    return 0, None


def _relax(region: Region) -> Region:
    """m >= 0 for m >= 1, T >= m for T >= m + 1: what is known with simpler differences."""
    relaxed: dict[Polynomial, str] = {}
    for c in region.constraints:
        below = dict(c.polynomial.terms()).get((), Fraction(0))
        p = c.polynomial - Polynomial.constant(below) if below < 0 else c.polynomial
        if p.names():
            relaxed.setdefault(p, c.name)
    constraints = (Constraint(p, name=name) for p, name in relaxed.items())
    return replace(region, constraints=tuple(constraints))


def _positive(terms: Sequence[Term]) -> bool:
    """Whether one of the products is a number > 0."""
    return any(not t.factors and t.square is None and t.weight > 0 for t in terms)


def _may_vanish(q: Polynomial, region: Region, sums: Mapping[Polynomial, SumOfProducts]) -> bool:
    if q in sums:
        return not _positive(sums[q].terms)
    return _real(q, region) or decompose(q - ONE, region) is None


def _plain(q: Polynomial, region: Region, *, strict: bool) -> bool:
    if strict and not _real(q, region):
        return decompose(q - ONE, region) is not None
    if strict:
        return any(c.strict and c.polynomial == q for c in region.constraints)
    return decompose(q, region) is not None


def _real(q: Polynomial, region: Region) -> bool:
    return bool(q.names() & region.reals)


def constraint_chain(constraint: Constraint, names: Names) -> Chain:
    """A constraint as a comparison."""
    relation = Relation.GT if constraint.strict else Relation.GE
    return names.comparison(Comparison(Form(constraint.polynomial), relation))


Brought = Mapping[str, tuple[Source, Region]]
"""What was brought in about arms, by name, with what was known before it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A case: where it is, what was decided on the way there, and what closes it.

    What closes it may bring in something about the run, and go on.
    """

    node: Node
    region: Region
    path: tuple[Constraint, ...] = ()
    brought: Brought = field(default_factory=dict)
    merged: bool = False


def leaves(
    node: Node,
    region: Region,
    same: Callable[[Leaf, Leaf], bool] = lambda _a, _b: False,
    brought: Brought = MappingProxyType({}),
) -> list[Leaf]:
    """The cases of a tree; two sides of a split that are the `same` are one case."""
    return list(_merge(Leaf(node, region, (), brought), same))


def _merge(at: Leaf, same: Callable[[Leaf, Leaf], bool]) -> Iterator[Leaf]:
    match at.node:
        case Have(name, source, then) if not isinstance(source, Fact | Shares | Crossing):
            brought = {**at.brought, name: (source, at.region)}
            region = bring_in(name, source, at.region)
            yield from _merge(replace(at, node=then, region=region, brought=brought), same)
        case Case(split, below, above):
            sides = zip((below, above), at.region.branches(split), strict=True)
            low, high = (
                list(_merge(Leaf(node, r, (*at.path, r.constraints[-1]), at.brought), same))
                for node, r in sides
            )
            if len(low) == len(high) == 1 and same(low[0], high[0]):
                yield replace(at, node=low[0].node, merged=True)
            else:
                yield from (*low, *high)
        case _:
            yield at


def split_possible(cases: Sequence[Leaf]) -> tuple[list[Leaf], list[Leaf]]:
    """The cases that can occur, and those that contradict themselves."""
    return (
        [leaf for leaf in cases if not isinstance(leaf.node, Empty)],
        [leaf for leaf in cases if isinstance(leaf.node, Empty)],
    )


# --- conditions --------------------------------------------------------------------------------


def conditions(leaf: Leaf, outside: Region, names: Names) -> Parts:
    """What distinguishes a case, without what follows from the rest."""
    at = pin_ray(leaf)
    needed = _needed_constraints(at.path, outside)
    chains = []
    if at.value is not None:
        chains.append(equation(names.symbol(RAY), names.expand(at.value), Role.SAID))
    chains += _of_ray([c for c in needed if RAY in c.polynomial.names()], names)
    chains += [constraint_chain(c, names) for c in needed if RAY not in c.polynomial.names()]
    return list_parts([(chain,) for chain in chains])


def _needed_constraints(path: Sequence[Constraint], outside: Region) -> list[Constraint]:
    """The constraints that do not follow from the others and from the region outside."""
    needed = list(dict.fromkeys(path))
    for constraint in tuple(needed):
        others = [c for c in needed if c is not constraint]
        proof = decompose(constraint.polynomial, outside.adding(*others))
        if proof is not None and not constraint.strict:
            needed = others
    return needed


class Pinned(NamedTuple):
    """A case with j replaced where its conditions say what j is; None where they do not."""

    value: Polynomial | None
    path: tuple[Constraint, ...]
    region: Region

    def of(self, p: Polynomial) -> Polynomial:
        """A polynomial in this case."""
        return p if self.value is None else p.substitute({RAY: self.value})


def pin_ray(leaf: Leaf) -> Pinned:
    """The case with j replaced where its conditions say what j is."""
    ray = Polynomial.variable(RAY)
    bounds = dict.fromkeys(c.polynomial for c in leaf.path)
    value = next((ray - p for p in bounds if -p in bounds and RAY not in (ray - p).names()), None)
    whole = Pinned(value, leaf.path, leaf.region)
    if value is None:
        return whole
    path, constraints = (
        tuple(replace(c, polynomial=whole.of(c.polynomial)) for c in own)
        for own in (leaf.path, leaf.region.constraints)
    )
    return Pinned(value, path, replace(leaf.region, constraints=constraints))


def _of_ray(bounds: Sequence[Constraint], names: Names) -> Iterator[Chain]:
    """m < j <= T for j - m - 1 >= 0 and T - j >= 0."""
    ray = Polynomial.variable(RAY)
    j = names.symbol(RAY)
    lower = [ray - c.polynomial for c in bounds if RAY not in (ray - c.polynomial).names()]
    upper = [ray + c.polynomial for c in bounds if RAY not in (ray + c.polynomial).names()]
    plain = len(lower) + len(upper) == len(bounds)
    if not plain or len(lower) > 1 or len(upper) > 1:
        yield from (constraint_chain(c, names) for c in bounds)
        return
    if lower:
        sign, bound = _strictly(lower[0], -ONE, names)
        if not upper:
            yield Chain(j, ((">" if sign else ">=", bound),), Role.SAID)
            return
        chain = Chain(bound, (("<" if sign else "<=", j),), Role.SAID)
    else:
        chain = Chain(j, (), Role.SAID)
    for p in upper:
        sign, bound = _strictly(p, ONE, names)
        yield chain.then("<" if sign else "<=", bound)


def _strictly(p: Polynomial, shift: Polynomial, names: Names) -> tuple[bool, Expression]:
    """j >= m + 1 is j > m, and j <= m - 1 is j < m."""
    moved = names.expand(p + shift)
    strict = not isinstance(moved, Sum) and isinstance(names.expand(p), Sum)
    return (True, moved) if strict and isinstance(moved, Symbol) else (False, names.expand(p))


@dataclass(frozen=True, slots=True)
class Known:
    """A lemma that may be cited, and how it is called."""

    claim: Claim
    name: str


class Told(NamedTuple):
    """What is said about one case: a few words before, the blocks, and where equality holds."""

    intro: Parts
    blocks: list[Block]
    zeros: Zeros


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
    signs: Signs = field(init=False)
    introduced: set[ArmClass] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.signs = Signs(self.names, self.appendix)

    def bring_in(self, leaf: Leaf) -> tuple[list[Block], Leaf]:
        """What is brought in about a run, and the case after it."""
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
        if self.signs.obvious(p, region, strict=strict):
            return self.signs.show(value, p, region, (), strict=strict)[0]

        def tell(leaf: Leaf) -> Told:
            shown = self.signs.show(value, p, leaf.region, terms_of(leaf.node), strict=strict)
            return Told((), *shown)

        return self.cases(leaves(node, region), region, tell)[0]

    def cases(
        self,
        cases: Sequence[Leaf],
        outside: Region,
        tell: Callable[[Leaf], Told],
        heading: Parts = (),
        lead: str = "",
    ) -> tuple[list[Block], list[tuple[Leaf, Zeros]]]:
        """Every case that can occur, and a word about the others."""
        live, dead = split_possible(cases)
        every = []
        zeros: list[tuple[Leaf, Zeros]] = []
        for leaf in live:
            if isinstance(leaf.node, Have):
                before, after = self.bring_in(leaf)
                inside = leaves(after.node, after.region, brought=after.brought)
                told_inside, more = self.cases(inside, after.region, tell)
                if any(isinstance(block, Section) for block in before):
                    told_inside = [Section("Proof of what is left", tuple(told_inside))]
                told = Told((), [*before, *told_inside], Zeros())
            else:
                told = tell(leaf)
                more = [(leaf, told.zeros)]
            every.append((leaf, conditions(leaf, outside, self.names), told))
            zeros += more
        blocks: list[Block] = []
        if len(every) == 1 and (not dead or not every[0][1]):
            told = every[0][2]
            start = (*heading, ", ", *told.intro) if told.intro else heading
            blocks = [*([say(*start, lead=lead)] if start else []), *told.blocks]
        elif every:
            if heading:
                blocks.append(say(*heading, ":", lead=lead))
            items = [_case(where, told) for _, where, told in every]
            blocks.append(Items(tuple(items)))
        return [*blocks, *self._impossible(dead, outside, everything=not live)], zeros

    def _impossible(
        self, dead: Sequence[Leaf], outside: Region, *, everything: bool
    ) -> Iterator[Block]:
        """Cases that contradict themselves; the contradictions that are not linear are shown."""
        hard = [leaf for leaf in dead if not _linear(terms_of(leaf.node))]
        for leaf in dead if everything else hard:
            told = self.signs.contradiction(leaf.region, terms_of(leaf.node))
            where = conditions(leaf, outside, self.names)
            if where:
                yield say("The case ", *where, " cannot occur:")
            else:
                yield say("This cannot occur:")
            yield from told
        if len(dead) > len(hard) and not everything:
            yield say("Other combinations of signs contradict each other.")


def terms_of(node: Node) -> tuple[Term, ...]:
    """The products of a leaf of a tree."""
    return node.terms if isinstance(node, KernelSum | Empty) else ()


def _linear(terms: Sequence[Term]) -> bool:
    return all(t.square is None and sum(e for _, e in t.factors) <= 1 for t in terms)
