"""The rules for claims about arms: proof trees as data, then one function for each rule.

The docstring of a function is the rule that it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from imab_verify.kernel.claims import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Family,
    Form,
    Kind,
    Relation,
    check_well_formed,
    domain,
    shifts_of,
)
from imab_verify.kernel.documents import INLINE, Layout, key, malformed
from imab_verify.kernel.errors import Reason, RejectedError, brief
from imab_verify.kernel.limits import spend
from imab_verify.kernel.polynomials import ONE, Polynomial, shown, total
from imab_verify.kernel.rays import functional, on_constant, on_ray, ray_region
from imab_verify.kernel.regions import Constraint, Region, parameter_region

MAX_LEMMAS = 64

# --- proofs as data ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """weight * square**2 * product of constraint number i to the power e."""

    weight: Fraction
    factors: tuple[tuple[int, int], ...] = ()
    square: Polynomial | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """The goal is the sum of the terms."""

    terms: tuple[Term, ...] = field(metadata=key("sum"))


@dataclass(frozen=True, slots=True)
class Empty:
    """The region is empty: -1 is the sum of the terms."""

    terms: tuple[Term, ...] = field(metadata=key("empty"))


@dataclass(frozen=True, slots=True)
class Case:
    """Two proofs, one where `split` <= 0 and one where `split` > 0."""

    split: Polynomial = field(metadata=key("case"))
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Given:
    """Hypothesis: given number i of the claim, a comparison of functionals."""

    index: int = field(metadata=key("given"))


@dataclass(frozen=True, slots=True)
class Bound(Layout):
    """Hypothesis: 1 - f(index) >= 0, with a proof that the index is in the domain."""

    UNDER, AS_LIST = "bound", True
    arm: str
    index: Polynomial
    inside: Node


@dataclass(frozen=True, slots=True)
class Lemma(Layout):
    """Hypothesis: one comparison of an earlier lemma's conclusion, instantiated.

    `proofs` shows every constraint of the lemma's parameter region at these values.
    """

    UNDER = "lemma"
    lemma: int = field(metadata=key("number"))
    comparison: int
    parameters: Mapping[str, Polynomial]
    arms: Mapping[str, str]
    proofs: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Member(Layout):
    """Hypothesis: a family of the claim at one integer, with proofs that it is in the range."""

    UNDER = "member"
    family: int = field(metadata=key("number"))
    value: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Total(Layout):
    """Hypothesis: the sum of a family over the integers from first to last, with proofs."""

    UNDER = "total"
    family: int = field(metadata=key("number"))
    first: Polynomial
    last: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A hypothesis with a multiplier and a proof that it is >= 0 (> 0 where `strict` says so)."""

    hypothesis: Given | Bound | Lemma | Member | Total = field(metadata=INLINE)
    multiplier: Polynomial
    sign: Node


@dataclass(frozen=True, slots=True)
class Rays:
    """A functional of one arm is >= 0: proofs on the constant and on the rays r_j."""

    constant: Node
    ray: Node


@dataclass(frozen=True, slots=True)
class Combine:
    """scale * goal = sum of multiplier * hypothesis + one functional per arm + rest.

    `strict` is the number of the use that makes a strict goal strict; without it the rest does.
    """

    scale: Polynomial
    positive: Node
    uses: tuple[Use, ...]
    arms: Mapping[str, Rays]
    rest: Node
    strict: int | None = None


Node = Sum | Empty | Case | Combine


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """A proof of a claim about arms.

    `domain` proves the index conditions that are not plain; `goals` proves the conclusion
    (an equality is two goals, >= and then <=).
    """

    domain: tuple[Node, ...]
    goals: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ProvedClaim:
    """A claim about arms with its proof: a lemma, or a side condition."""

    claim: Claim
    proof: ClaimProof


# --- polynomial inequalities ----------------------------------------------------------------------

Leaf = Callable[[Node, Region], None]


def check_identity(terms: Sequence[Term], region: Region, target: Polynomial) -> None:
    """Products: target = sum of weight * square^2 * product of constraints, weights > 0.

    Every summand is >= 0 on the region, so target is.
    """
    products: dict[tuple[int, ...], Polynomial] = {(): ONE}
    summands = []
    for term in terms:
        if term.weight <= 0:
            raise RejectedError(Reason.SIGN, f"the weight {brief(term.weight)} is not positive")
        product = _product(term.factors, region, products).scaled(term.weight)
        if term.square is not None:
            _known(term.square, region)
            product = product * term.square * term.square
        summands.append(product)
    if total(summands) != target:
        raise RejectedError(Reason.IDENTITY, f"the products do not add up to {shown(target)}")


def _product(
    factors: Sequence[tuple[int, int]], region: Region, known: dict[tuple[int, ...], Polynomial]
) -> Polynomial:
    """The product of powers of constraints; `known` keeps products that other terms share."""
    numbers: tuple[int, ...] = ()
    product = ONE
    for number, exponent in factors:
        if not 0 <= number < len(region.constraints) or exponent < 1:
            message = f"there is no constraint number {brief(number)} to that power"
            raise RejectedError(Reason.IDENTITY, message)
        factor = region.constraints[number].polynomial
        for _ in range(exponent):
            numbers = (*numbers, number)
            spend(len(numbers))
            if numbers not in known:
                known[numbers] = product * factor
            product = known[numbers]
    return product


def check_tree(node: Node, region: Region, leaf: Leaf) -> None:
    """Cases: a statement holds on a region if it does where e <= 0 and where e > 0.

    Empty: it holds on a region on which -1 >= 0.
    """
    spend(1 + len(region.constraints))
    match node:
        case Case(split, low, high):
            _known(split, region)
            below, above = region.branches(split)
            check_tree(low, below, leaf)
            check_tree(high, above, leaf)
        case Empty(terms):
            check_identity(terms, region, -ONE)
        case _:
            leaf(node, region)


def check_sign(node: Node, region: Region, p: Polynomial, *, strict: bool = False) -> None:
    """p >= 0 (or > 0) on the region, by products in every case of the tree."""
    check_tree(node, region, lambda n, r: _sum_leaf(n, r, r.sharpened(p, strict)))


def _sum_leaf(node: Node, region: Region, goal: Constraint) -> None:
    """A sum of products; for a strict goal over reals one summand must be plainly positive."""
    if not isinstance(node, Sum):
        raise RejectedError(Reason.RULE, "an inequality of parameters is proved by a sum")
    check_identity(node.terms, region, goal.polynomial)
    if goal.strict and not any(
        term.square is None and all(region.constraints[i].strict for i, _ in term.factors)
        for term in node.terms
    ):
        raise RejectedError(Reason.STRICTNESS, f"nothing shows that {shown(goal.polynomial)} > 0")


def _known(p: Polynomial, region: Region) -> None:
    """Auxiliary polynomials speak of the region's own names only."""
    if not p.names() <= region.names:
        message = f"{shown(p)} uses names that the claim does not have here"
        raise RejectedError(Reason.IDENTITY, message)


# --- rays --------------------------------------------------------------------------------------


def check_rays(
    proof: Rays, kind: ArmClass, terms: list[tuple[Polynomial, Atom]], region: Region
) -> None:
    """A functional linear in f is >= 0 on the class if it is on the constant and on all rays."""
    parts = functional(terms)
    check_sign(proof.constant, region, on_constant(parts))

    def leaf(node: Node, r: Region) -> None:
        _sum_leaf(node, r, Constraint(on_ray(kind, parts, r)))

    check_tree(proof.ray, ray_region(region), leaf)


# --- hypotheses across arms --------------------------------------------------------------------


def check_combination(
    node: Node, region: Region, goal: Comparison, claim: Claim, lemmas: Sequence[Claim]
) -> None:
    """goal >= 0 (or > 0) from hypotheses H_i.

    d * goal - sum mu_i * H_i = sum over arms of L_arm + rest, with d > 0, mu_i >= 0 (any sign if
    H_i is an equality), every L_arm >= 0 by rays and rest >= 0. The goal is strict if rest > 0,
    or if mu_s > 0 for a strict H_s.
    """
    if not isinstance(node, Combine):
        raise RejectedError(Reason.RULE, "a comparison of functionals is proved by a combination")
    strict = goal.relation == Relation.GT
    _known(node.scale, region)
    check_sign(node.positive, region, node.scale, strict=True)
    form = goal.form.scaled(node.scale)
    for number, use in enumerate(node.uses):
        _known(use.multiplier, region)
        given = _hypothesis(use, region, claim, lemmas)
        decisive = strict and number == node.strict
        if decisive and given.relation != Relation.GT:
            raise RejectedError(Reason.STRICTNESS, f"use number {number} is not strict")
        if decisive or given.relation != Relation.EQ:
            check_sign(use.sign, region, use.multiplier, strict=decisive)
        form = form + given.form.scaled(-use.multiplier)
    if strict and node.strict is not None and not 0 <= node.strict < len(node.uses):
        raise RejectedError(Reason.STRICTNESS, f"there is no use number {brief(node.strict)}")
    check_sign(node.rest, region, form.constant, strict=strict and node.strict is None)
    spend(len(claim.arms) + len(form.terms))
    parts: dict[str, list[tuple[Polynomial, Atom]]] = {arm: [] for arm, _ in claim.arms}
    for coefficient, atom in form.terms:
        parts[atom.arm].append((coefficient, atom))
    for arm, kind in claim.arms:
        if functional(parts[arm]):
            if arm not in node.arms:
                raise RejectedError(Reason.COVERAGE, f"no proof for the functional of arm {arm}")
            check_rays(node.arms[arm], kind, parts[arm], region)


def _hypothesis(use: Use, region: Region, claim: Claim, lemmas: Sequence[Claim]) -> Comparison:
    """A comparison that holds on the region: a given, the bound f <= 1, or a lemma's instance."""
    match use.hypothesis:
        case Given(index):
            if not 0 <= index < len(claim.givens) or not claim.givens[index].form.terms:
                raise RejectedError(
                    Reason.HYPOTHESIS, f"given number {brief(index)} is no functional"
                )
            return claim.givens[index]
        case Bound(arm, index, inside):
            spend(len(claim.arms))
            classes = dict(claim.arms)
            if arm not in classes:
                raise RejectedError(Reason.HYPOTHESIS, f"there is no arm {arm}")
            _integral(index, region)
            check_sign(inside, region, index - Polynomial.constant(classes[arm].first))
            return Comparison(Form(ONE, ((-ONE, Atom(Kind.VALUE, arm, (index,))),)))
        case Lemma() as instance:
            return _instance(instance, region, claim, lemmas)
        case Member(number, value, inside):
            family = _family(number, claim)
            _integral(value, region)
            _check_signs(inside, region, in_range(family, value, value))
            return family.at(value)
        case Total(number, first, last, inside):
            family = _family(number, claim)
            _integral(first, region)
            _integral(last, region)
            _check_signs(inside, region, summable(family, first, last))
            return total_of(family, first, last)
    raise RejectedError(Reason.RULE, "this is no hypothesis")


def _family(number: int, claim: Claim) -> Family:
    if not 0 <= number < len(claim.families):
        raise RejectedError(Reason.HYPOTHESIS, f"there is no family number {brief(number)}")
    return claim.families[number]


def _check_signs(nodes: Sequence[Node], region: Region, wanted: Sequence[Polynomial]) -> None:
    if len(nodes) != len(wanted):
        raise RejectedError(Reason.COVERAGE, f"{len(wanted)} conditions need a proof")
    for node, p in zip(nodes, wanted, strict=True):
        check_sign(node, region, p)


def in_range(family: Family, first: Polynomial, last: Polynomial) -> list[Polynomial]:
    """What must be >= 0 for the integers from `first` to `last` to be in the range of a family."""
    end = [] if family.last is None else [family.last - last]
    return [first - family.first, *end]


def summable(family: Family, first: Polynomial, last: Polynomial) -> list[Polynomial]:
    """What must be >= 0 for `total_of`; the sum may be empty, and begins after Rew(f,0)."""
    starts = [first + shift - ONE for _, _, shift in _shifts(family)]
    return [*in_range(family, first, last), last - first + ONE, *dict.fromkeys(starts)]


def _shifts(family: Family) -> list[tuple[Polynomial, str, Polynomial]]:
    shifts = shifts_of(family)
    if shifts is None:
        raise RejectedError(Reason.HYPOTHESIS, "only a family of values f(n + c) can be summed")
    return shifts


def total_of(family: Family, first: Polynomial, last: Polynomial) -> Comparison:
    """Sum of a family: c*f(n+e) over n = a..b is c*(Rew(f,b+e) - Rew(f,a+e-1)).

    Rew(f,0) = 0. A sum of numbers >= 0 is >= 0, also if it is empty, and so a strict family gives
    no more than that; a sum of zeros is 0.
    """
    terms: list[tuple[Polynomial, Atom]] = []
    for c, arm, shift in _shifts(family):
        terms.append((c, Atom(Kind.REW, arm, (last + shift,))))
        if before := first + shift - ONE:
            terms.append((-c, Atom(Kind.REW, arm, (before,))))
    constant = family.comparison.form.constant * (last - first + ONE)
    equal = family.comparison.relation == Relation.EQ
    return Comparison(Form(constant, tuple(terms)), Relation.EQ if equal else Relation.GE)


def _instance(use: Lemma, region: Region, claim: Claim, lemmas: Sequence[Claim]) -> Comparison:
    """Composition: an accepted lemma holds at all parameters of its region, for all its arms."""
    if not 0 <= use.lemma < len(lemmas):
        raise RejectedError(
            Reason.LEMMA, f"there is no lemma number {brief(use.lemma)} before this"
        )
    lemma = lemmas[use.lemma]
    if lemma.run or lemma.families or any(given.form.terms for given in lemma.givens):
        raise RejectedError(Reason.LEMMA, "only a lemma without hypotheses on rewards can be used")
    inner = parameter_region(lemma)
    if set(use.parameters) != inner.names or set(use.arms) != {arm for arm, _ in lemma.arms}:
        raise RejectedError(Reason.LEMMA, "every parameter and arm of the lemma needs a value")
    for name, value in use.parameters.items():
        if name in inner.reals:
            _known(value, region)
        else:
            _integral(value, region)
    classes = dict(claim.arms)
    for arm, kind in lemma.arms:
        actual = classes.get(use.arms[arm])
        if actual is None or not kind.includes(actual):
            raise RejectedError(Reason.LEMMA, f"arm {arm} of the lemma is {kind}, not {actual}")
    if len(use.proofs) != len(inner.constraints):
        raise RejectedError(Reason.COVERAGE, "every given of the lemma needs a proof")
    for proof, constraint in zip(use.proofs, inner.constraints, strict=True):
        p = constraint.polynomial.substitute(use.parameters)
        check_sign(proof, region, p, strict=constraint.strict)
    if not 0 <= use.comparison < len(lemma.conclusion):
        raise RejectedError(
            Reason.LEMMA, f"the lemma has no comparison number {brief(use.comparison)}"
        )
    chosen = lemma.conclusion[use.comparison]
    form = chosen.form.substitute(use.parameters)
    terms = tuple((c, replace(atom, arm=use.arms[atom.arm])) for c, atom in form.terms)
    return Comparison(Form(form.constant, terms), chosen.relation)


def _integral(index: Polynomial, region: Region) -> None:
    _known(index, region)
    if not region.integral(index) or index.denominator() != 1:
        raise RejectedError(Reason.DOMAIN, f"{shown(index)} is not an integer")


# --- claims ------------------------------------------------------------------------------------


def obligations(claim: Claim) -> list[tuple[Polynomial, Region]]:
    """What must be >= 0, and where, for the claim to mean something; the plain ones left out.

    divisor >= 1 for each floor, from the givens alone; then, with the floors defined, the
    conditions on the indices of all atoms, those of a family wherever its name is in its range.
    """
    bare, region = parameter_region(replace(claim, floors=())), parameter_region(claim)
    bare = replace(bare, names=region.names)
    divisors = [floor.divisor - ONE for floor in claim.floors]
    first = {arm: Polynomial.constant(kind.first) for arm, kind in claim.arms}
    indices = [p for a in claim.atoms() for p in domain(a.kind, a.indices, first[a.arm], ONE)]
    wanted = [(p, bare) for p in dict.fromkeys(divisors)]
    wanted += [(p, region) for p in dict.fromkeys(indices)]
    for family in claim.families:
        inside = _family_region(family, region)
        atoms = (atom for _, atom in family.comparison.form.terms)
        bounds = [p for a in atoms for p in domain(a.kind, a.indices, first[a.arm], ONE)]
        wanted += [(p, inside) for p in dict.fromkeys(bounds)]
    return [(p, where) for p, where in wanted if not where.implies(p)]


def _family_region(family: Family, region: Region) -> Region:
    """The region with the name of a family, in its range, as one more integer."""
    n = Polynomial.variable(family.name)
    inside = region.adding(*(Constraint(p) for p in in_range(family, n, n)))
    return replace(inside, names=inside.names | {family.name})


def goals(claim: Claim) -> list[Comparison]:
    """The conclusion as inequalities: an equality is >= and then <=."""
    wanted = []
    for comparison in claim.conclusion:
        if comparison.relation == Relation.EQ:
            wanted.append(Comparison(comparison.form))
            wanted.append(Comparison(comparison.form.scaled(-ONE)))
        else:
            wanted.append(comparison)
    return wanted


def check_claim(proof: ClaimProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """All indices are in the domain under the givens, and every goal is proved."""
    if claim.run is not None:
        raise RejectedError(Reason.RULE, "a claim about a run needs a rule about runs")
    region = parameter_region(claim)
    wanted = obligations(claim)
    if len(proof.domain) != len(wanted):
        raise RejectedError(Reason.DOMAIN, f"{len(wanted)} index conditions need a proof")
    for node, (p, where) in zip(proof.domain, wanted, strict=True):
        check_sign(node, where, p)
    if len(proof.goals) != len(goals(claim)):
        raise RejectedError(Reason.COVERAGE, f"{len(goals(claim))} goals need a proof")
    for node, goal in zip(proof.goals, goals(claim), strict=True):
        check_tree(node, region, _combination_leaf(goal, claim, lemmas))


def check_lemmas(lemmas: Sequence[ProvedClaim]) -> list[Claim]:
    """Lemmas, each of which may cite those before it; what may be cited then.

    A lemma that is no claim could prove anything, wherever it stands: MalformedError.
    """
    if len(lemmas) > MAX_LEMMAS:
        malformed(f"there are more than {MAX_LEMMAS} lemmas")
    known: list[Claim] = []
    for lemma in lemmas:
        check_well_formed(lemma.claim)
        check_claim(lemma.proof, lemma.claim, known)
        known.append(lemma.claim)
    return known


def _combination_leaf(goal: Comparison, claim: Claim, lemmas: Sequence[Claim]) -> Leaf:
    return lambda node, region: check_combination(node, region, goal, claim, lemmas)
