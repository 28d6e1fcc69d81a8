"""p >= 0 on a region by one identity: p = sum of weight * products of its constraints.

Slacks: rewrite p in the slacks of n independent affine constraints (m = 1+u, j = m+v, ...) and
read off nonnegative coefficients. Factors: prove the sign of every factor of p. Products: an exact
linear program over all products of constraints up to the degree of p, squares of differences
included. The same ways write -1 where the region is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

from imab_verify.engines.lp import LinearProgram, Optimal, Row, Sense, solve
from imab_verify.kernel import Empty, Polynomial, Sum, Term
from imab_verify.kernel.arms import Constraint, Region
from imab_verify.kernel.polynomials import ONE, Monomial


def ring(names: Sequence[str]) -> Any:
    """FLINT's polynomial ring over Q in these names."""
    import flint

    return flint.fmpq_mpoly_ctx.get(list(names), "degrevlex")


def to_flint(p: Polynomial, names: Sequence[str], context: Any) -> Any:
    """The polynomial as an element of the ring."""
    position = {name: i for i, name in enumerate(names)}
    table = {}
    for monomial, c in p.terms():
        exponents = [0] * len(names)
        for name, e in monomial:
            exponents[position[name]] = e
        table[tuple(exponents)] = rational(c)
    return context.from_dict(table)


def from_flint(p: Any, names: Sequence[str]) -> Polynomial:
    """The element of the ring as a kernel polynomial."""
    return Polynomial(
        {
            tuple((n, int(e)) for n, e in zip(names, exponents, strict=True) if e): fraction(c)
            for exponents, c in p.to_dict().items()
        }
    )


def rational(q: Fraction) -> Any:
    """A FLINT rational."""
    import flint

    return flint.fmpq(q.numerator, q.denominator)


def fraction(q: Any) -> Fraction:
    """A Python fraction."""
    return Fraction(int(q.p), int(q.q))


# --- sums of products -----------------------------------------------------------------------------


MAX_BASES = 150
MAX_PRODUCTS = 900
MAX_FACTORS = 12
Column = tuple[tuple[str, ...], Polynomial | None, Polynomial]
"""The numbers of some constraints, a polynomial or None, and the product of them and its square."""


def is_affine(p: Polynomial) -> bool:
    """Whether p has degree at most 1."""
    return p.degree() <= 1


@lru_cache(maxsize=5000)
def _coefficients(p: Polynomial) -> dict[Monomial, Fraction]:
    return dict(p.terms())


def coefficient(p: Polynomial, name: str) -> Fraction:
    """The coefficient of the monomial `name`."""
    return _coefficients(p).get(((name, 1),), Fraction(0))


def constant_term(p: Polynomial) -> Fraction:
    """The coefficient of the monomial 1."""
    return _coefficients(p).get((), Fraction(0))


# --- empty regions ----------------------------------------------------------------------------


def prove_empty(region: Region) -> Empty | None:
    """-1 as a nonnegative combination of affine constraints."""
    weights = _empty(tuple(c.polynomial for c in region.constraints))
    if weights is None:
        return None
    return Empty(tuple(Term(w, ((region.constraints[i].name, 1),)) for w, i in weights))


@lru_cache(maxsize=20_000)
def _empty(constraints: tuple[Polynomial, ...]) -> tuple[tuple[Fraction, int], ...] | None:
    usable = [(i, g) for i, g in enumerate(constraints) if is_affine(g)]
    names = sorted(set().union(*(g.names() for _, g in usable), ()))
    rows = [
        Row(
            {c: coefficient(g, name) for c, (_, g) in enumerate(usable)},
            Sense.EQ,
            0,
        )
        for name in names
    ]
    rows.append(Row({c: constant_term(g) for c, (_, g) in enumerate(usable)}, Sense.EQ, -1))
    outcome = solve(LinearProgram(len(usable), {}, tuple(rows)))
    if not isinstance(outcome, Optimal):
        return None
    return tuple((w, i) for w, (i, _) in zip(outcome.x, usable, strict=True) if w)


# --- slacks ---------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def _inverse(constraints: tuple[Polynomial, ...], names: tuple[str, ...]) -> Any:
    """The inverse of the matrix of affine constraints in these names, or None if singular."""
    import flint

    entries = [rational(coefficient(g, name)) for g in constraints for name in names]
    matrix = flint.fmpq_mat(len(names), len(names), entries)
    return matrix.inv().tolist() if matrix.det() != 0 else None


def _bases(region: Region, names: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Sets of len(names) affine constraints over these names: equations, then the newest first."""
    first: dict[Polynomial, int] = {}
    for i, c in enumerate(region.constraints):
        p = c.polynomial
        if is_affine(p) and p.names() and p.names() <= set(names) and -p not in first:
            first.setdefault(p, i)
    opposites = _opposites(region)
    usable = sorted(first.values(), key=lambda i: (i not in opposites, -i))
    yield from islice(combinations(usable, len(names)), 20 * MAX_BASES)


def by_slacks(p: Polynomial, region: Region, names: Sequence[str]) -> Sum | None:
    """p in the slacks of some basis of constraints, if all its coefficients are >= 0."""
    context = ring(names)
    target = to_flint(p, names, context)
    gens = context.gens()
    opposites = _opposites(region)
    tried = 0
    for basis in _bases(region, names):
        chosen = tuple(region.constraints[i].polynomial for i in basis)
        inverse = _inverse(chosen, tuple(names))
        if inverse is None:
            continue
        tried += 1
        if tried > MAX_BASES:
            return None
        shifted = [s - rational(constant_term(g)) for s, g in zip(gens, chosen, strict=True)]
        images = []
        for row in inverse:
            image = context.constant(0)
            for entry, slack in zip(row, shifted, strict=True):
                if entry != 0:
                    image += entry * slack
            images.append(image)
        table = target.compose(*images, ctx=context).to_dict()
        terms = _read_off(table, basis, opposites, region)
        if terms is not None:
            return Sum(terms)
    return None


def _opposites(region: Region) -> dict[int, int]:
    """Pairs of constraints g >= 0 and -g >= 0, that is, equations."""
    place = {c.polynomial: i for i, c in enumerate(region.constraints)}
    pairs = ((i, place.get(-c.polynomial)) for i, c in enumerate(region.constraints))
    return {i: j for i, j in pairs if j is not None}


def _read_off(
    table: Any, basis: tuple[int, ...], opposites: dict[int, int], region: Region
) -> tuple[Term, ...] | None:
    """Nonnegative coefficients as terms; a negative one may use -g for g where g = 0."""
    terms = []
    for exponents, c in table.items():
        powers = {basis[i]: int(e) for i, e in enumerate(exponents) if e}
        weight = fraction(c)
        if weight < 0:
            swap = next((i for i in powers if i in opposites), None)
            if swap is None:
                return None
            powers[swap] -= 1
            powers[opposites[swap]] = powers.get(opposites[swap], 0) + 1
            weight = -weight
        named = ((region.constraints[i].name, e) for i, e in powers.items() if e)
        terms.append(Term(weight, tuple(named)))
    return tuple(terms)


# --- products -------------------------------------------------------------------------------------


def _nearest(region: Region, degree: int, about: frozenset[str]) -> list[Constraint]:
    """The constraints whose names meet these directly or by one other constraint, then the newest.

    Without names those of the newest constraint are meant, which often is a goal turned round.
    """
    usable = [c for c in region.constraints if 0 < c.polynomial.degree() <= degree]
    about = about or (usable[-1].polynomial.names() if usable else about)
    near = about.union(*(c.polynomial.names() for c in usable if c.polynomial.names() & about))
    chosen = sorted(usable, key=lambda c: c.polynomial.names() <= near)[-MAX_FACTORS:]
    return [c for c in usable if c in chosen]


def products_of(region: Region, degree: int, about: frozenset[str] = frozenset()) -> list[Column]:
    """Products of constraints near these names, of total degree <= degree, as columns."""
    usable = [(c.name, c.polynomial) for c in _nearest(region, degree, about)]
    place = {name: i for i, (name, _) in enumerate(usable)}
    products: list[Column] = [((), None, ONE)]
    frontier = products
    while frontier and len(products) < MAX_PRODUCTS:
        step: list[Column] = []
        for names, _, product in frontier:
            for name, g in usable[place[names[-1]] if names else 0 :]:
                if product.degree() + g.degree() <= degree:
                    step.append(((*names, name), None, product * g))
        products = products + step
        frontier = step
    return products[:MAX_PRODUCTS]


def by_products(p: Polynomial, region: Region, extra: int = 0) -> Sum | None:
    """p as a combination of products of constraints."""
    terms = solve_columns(p, products_of(region, p.degree() + extra, p.names()))
    return None if terms is None else Sum(terms)


def solve_columns(
    p: Polynomial, columns: Sequence[Column], most_rows: int | None = None, seconds: float = 5
) -> tuple[Term, ...] | None:
    """p as a combination of the columns with weights >= 0, by an exact linear program."""
    rows: dict[Monomial, dict[int, Fraction]] = {m: {} for m, _ in p.terms()}
    for j, (_, _, product) in enumerate(columns):
        for monomial, c in product.terms():
            rows.setdefault(monomial, {})[j] = c
    if most_rows is not None and len(rows) > most_rows:
        return None
    target = dict(p.terms())
    program = LinearProgram(
        len(columns),
        dict.fromkeys(range(len(columns)), -1),
        tuple(Row(row, Sense.EQ, target.get(m, Fraction(0))) for m, row in rows.items()),
    )
    outcome = solve(program, time_limit=seconds)
    if not isinstance(outcome, Optimal):
        return None
    return tuple(
        Term(w, _powers(numbers), square)
        for w, (numbers, square, _) in zip(outcome.x, columns, strict=True)
        if w
    )


def _powers(names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((name, names.count(name)) for name in dict.fromkeys(names))


# --- one leaf -------------------------------------------------------------------------------------


def prove_sum(p: Polynomial, region: Region) -> Sum | Empty | None:
    """One leaf: p >= 0 on the region without splitting it."""
    if not len(p):
        return Sum(())
    if not p.names():
        value = p.at({})
        return Sum((Term(value),)) if value > 0 else prove_empty(region)
    empty = prove_empty(region)
    if empty is not None:
        return empty
    needed = sorted(p.names())
    everything = sorted(region.names)
    proof = by_slacks(p, region, needed)
    if proof is None and everything != needed:
        if is_affine(p):  # of affine constraints, one program finds whatever slacks would
            return by_products(p, region)
        proof = by_slacks(p, region, everything)
    return proof


def by_factors(p: Polynomial, region: Region) -> Sum | None:
    """p as a product of factors that have a sign each; even powers are squares."""
    names = sorted(p.names())
    context = ring(names)
    unit, factors = to_flint(p, names, context).factor()
    weight = fraction(unit)
    if len(factors) == 1 and int(factors[0][1]) == 1:
        return None
    square, odd = ONE, []
    for factor, exponent in factors:
        body = from_flint(factor, names)
        square = square * body ** (int(exponent) // 2)
        if int(exponent) % 2:
            odd.append(body)
    terms = [Term(Fraction(1))]
    for body in odd:
        part = prove_sum(body, region)
        if not isinstance(part, Sum):
            part, weight = prove_sum(-body, region), -weight
        if not isinstance(part, Sum):
            return None
        terms = [_times(a, b) for a in terms for b in part.terms]
    if weight < 0 or len(terms) > 4 * MAX_PRODUCTS:
        return None
    root = square if square.names() else None
    return Sum(tuple(Term(t.weight * weight, t.factors, root) for t in terms))


def _times(a: Term, b: Term) -> Term:
    powers = dict(a.factors)
    for i, e in b.factors:
        powers[i] = powers.get(i, 0) + e
    return Term(a.weight * b.weight, tuple(powers.items()))


def prove_empty_by_products(region: Region) -> Empty | None:
    """-1 as a combination of products of two constraints, for regions with curved sides."""
    if all(is_affine(c.polynomial) for c in region.constraints):
        return None
    contradiction = by_products(-ONE, region, extra=2)
    return Empty(contradiction.terms) if contradiction else None


def prove_empty_somehow(region: Region) -> Empty | None:
    """-1 as a combination of affine constraints, or of products of two."""
    return prove_empty(region) or prove_empty_by_products(region)


def prove_hard(p: Polynomial, region: Region) -> Sum | Empty | None:
    """One leaf by factors, by linear programming over products, or because it is empty."""
    proof = by_factors(p, region) or by_products(p, region)
    return proof if proof is not None else prove_empty_by_products(region)
