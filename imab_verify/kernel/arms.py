"""Proofs: what is known at a place, by name; rays; proofs as data; the rules for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Annotated

from imab_verify.kernel.documents import NAME, Arm, key, refuse
from imab_verify.kernel.polynomials import (
    ONE,
    ZERO,
    Polynomial,
    at,
    brief,
    item_at,
    pair_up,
    reject,
    show,
    spend,
    total,
    use,
)
from imab_verify.kernel.semantics import Curve
from imab_verify.kernel.statement import (
    PULL,
    RAY,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Every,
    Family,
    Floor,
    Form,
    J,
    Kind,
    Relation,
    Run,
    Some,
    check_well_formed,
    domain,
    expand,
    in_range,
    knows_horizon,
    single,
    total_of,
)

# --- What is known at a place of a proof: named hypotheses about parameters, arms and a run ------

"""A hypothesis without rewards is a constraint on the parameters, p >= 0 or p > 0; one with
rewards is a comparison of functionals of the arms. Proofs cite both by their names:

    h1, h2, ...      the givens of the claim, in their order; h3- is the other half of h3: p == 0
    q.low, q.high    of a floor q = floor(n/d): n - d*q >= 0 and d*q + d - 1 - n >= 0
    c1, c2, ...      the cases on the way, the outermost first
    ray              j >= 1, on the rays r_j of a class
    n.first, n.last  the range of a family of hypotheses in n
    x, x.low, ...    what `have x` brings in
"""


@dataclass(frozen=True, slots=True)
class Constraint:
    """polynomial >= 0, or > 0 where strict, and the name by which proofs cite it."""

    polynomial: Polynomial
    strict: bool = False
    name: str = ""

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Whether it is true where names have these values."""
        value = self.polynomial.at(values)
        return value > 0 or (value == 0 and not self.strict)


@dataclass(frozen=True, slots=True)
class Region:
    """The points over `names` that satisfy all constraints, and what is known of rewards there.

    Names not in `reals` are integers. `hypotheses` are comparisons of rewards of the `arms`.
    `counts` names final counts of arms in the run, `times` are the times other than T at which
    the claim looks at it.
    """

    constraints: tuple[Constraint, ...]
    names: frozenset[str]
    reals: frozenset[str] = frozenset()
    hypotheses: tuple[tuple[str, Comparison], ...] = ()
    arms: tuple[tuple[str, ArmClass], ...] = ()
    floors: tuple[Floor, ...] = ()
    families: tuple[Family, ...] = ()
    lemmas: tuple[Claim, ...] = ()
    run: Run | None = None
    counts: tuple[tuple[str, str], ...] = ()
    times: tuple[Polynomial, ...] = ()
    cases: int = 0

    def adding(self, *constraints: Constraint) -> Region:
        """The region cut by more constraints."""
        return replace(self, constraints=self.constraints + constraints)

    def implies(self, p: Polynomial) -> bool:
        """Whether p >= 0 is plain: p minus a constraint, or p itself, is a constant >= 0."""
        known = (ZERO, *(c.polynomial for c in self.constraints))
        gaps = (p - g for g in known if abs(len(p) - len(g)) <= 1)
        return any(gap.degree() == 0 and gap.at({}) >= 0 for gap in gaps)

    def numbers(self) -> dict[str, Fraction]:
        """The integers that the constraints fix: each between two bounds of its own that meet.

        p >= 0 bounds an integer x if it is linear in x, and x alone, once what is known is put in.
        Where the bounds exclude each other there is no point, and any integer will do.
        """
        known: dict[str, Polynomial] = {}
        while True:
            low: dict[str, list[int]] = {}
            high: dict[str, list[int]] = {}
            for constraint in self.constraints:
                spend(1 + len(constraint.polynomial))
                if len(constraint.polynomial.names() - known.keys()) != 1:
                    continue
                p = constraint.polynomial
                p = p.substitute(known) if known else p
                if p.degree() == 1 and self.integral(p):
                    (x,) = p.names()
                    rest = p.at({x: Fraction(0)})
                    slope = p.at({x: Fraction(1)}) - rest
                    if slope > 0:
                        low.setdefault(x, []).append(-(rest // slope))
                    else:
                        high.setdefault(x, []).append(-rest // slope)
            found = {x: max(low[x]) for x in low.keys() & high if max(low[x]) >= min(high[x])}
            if not found:
                return {x: n.at({}) for x, n in known.items()}
            known |= {x: Polynomial.constant(n) for x, n in found.items()}

    def integral(self, p: Polynomial) -> bool:
        """Whether p takes values in (1/denominator) Z on the region."""
        return not p.names() & self.reals

    def sharpen(self, p: Polynomial, strict: bool, name: str = "") -> Constraint:
        """p > 0 on integers is d*p - 1 >= 0, where d clears the denominators."""
        if strict and self.integral(p):
            return Constraint(p.scaled(p.denominator()) - 1, name=name)
        return Constraint(p, strict, name)

    def branches(self, e: Polynomial) -> tuple[Region, Region]:
        """The two regions e <= 0 and e > 0, which together cover this one."""
        inside = replace(self, cases=self.cases + 1)
        name = f"c{inside.cases}"
        low = inside.adding(Constraint(-e, name=name))
        return low, inside.adding(self.sharpen(e, strict=True, name=name))

    def assuming(self, facts: Iterable[tuple[str, Comparison]]) -> Region:
        """The region with more hypotheses, each under a name of its own."""
        constraints, hypotheses = list(self.constraints), list(self.hypotheses)
        for name, fact in facts:
            if fact.form.terms:
                hypotheses.append((name, fact))
                continue
            for half, end in zip(fact.halves(), ("", "-"), strict=False):
                strict = half.relation == Relation.GT
                constraints.append(self.sharpen(half.form.constant, strict, name + end))
        spend(len(constraints) + len(hypotheses))
        return replace(self, constraints=tuple(constraints), hypotheses=tuple(hypotheses))

    def declaring(self, names: Sequence[str] = (), arms: Sequence[str] = ()) -> Region:
        """The region with more integers and concave arms, whose names mean nothing else in it."""
        if {*names, *arms} & {*self.names, *dict(self.arms)}:
            reject("rule", "a name of the rule has a meaning already")
        more = tuple((arm, ArmClass.CONCAVE) for arm in arms)
        return replace(self, names=self.names.union(names), arms=self.arms + more)

    def hypothesis(self, name: str) -> Comparison:
        """The comparison of rewards with this name."""
        spend(len(self.hypotheses))
        known = dict(self.hypotheses)
        if name not in known:
            reject("hypothesis", f"nothing about rewards is called {name}")
        return known[name]

    def check_fresh(self, name: str) -> None:
        """RejectedError if a hypothesis has this name, or the rules give it."""
        known = [own for own, _ in self.hypotheses] + [c.name for c in self.constraints]
        given = name == "ray" or (name[0] in "hc" and name[1:].isdigit())
        if not NAME.fullmatch(name):
            reject("hypothesis", f"{name} is not a plain name")
        if given or any(own.partition(".")[0].rstrip("-") == name for own in known):
            reject("hypothesis", f"{name} is the name of another hypothesis")


def check_known(names: frozenset[str], *polynomials: Polynomial) -> None:
    """What a certificate brings along speaks of these names only."""
    for p in polynomials:
        if not p.names() <= names:
            reject("identity", f"{show(p)} uses names that the claim lacks here")


def parameter_region(claim: Claim, lemmas: Sequence[Claim] = ()) -> Region:
    """What a claim about arms gives: its givens by number, and the meaning of its floors."""
    floors = {floor.name for floor in claim.floors}
    region = Region(
        (),
        frozenset({*claim.parameters, *claim.reals, *floors}),
        frozenset(claim.reals),
        arms=claim.arms,
        families=claim.families,
        lemmas=tuple(lemmas),
    )
    givens = ((f"h{number}", given) for number, given in enumerate(claim.givens, start=1))
    return with_floors(region.assuming(givens), claim.floors)


def with_floors(region: Region, floors: Sequence[Floor]) -> Region:
    """q = floor(n/d) with d >= 1 means n - d*q >= 0 and d*q + d - 1 - n >= 0."""
    region = replace(region, floors=(*region.floors, *floors))
    for floor in floors:
        below = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
        above = floor.divisor - 1 - below
        region = region.adding(
            Constraint(below, name=f"{floor.name}.low"),
            Constraint(above, name=f"{floor.name}.high"),
        )
    return region


# --- The value of a functional on the extreme rays of a class ------------------------------------

"""The ray parameter j is the variable RAY of a region.
"""


Functional = Mapping[tuple[Kind, Polynomial], Polynomial]


def functional(terms: list[tuple[Polynomial, Atom]]) -> dict[tuple[Kind, Polynomial], Polynomial]:
    """A combination of atoms of one arm, collected by value f(e) and sum Rew(f,e)."""
    collected: dict[tuple[Kind, Polynomial], Polynomial] = {}
    for coefficient, atom in terms:
        for factor, kind, index in expand(atom):
            key = kind, index
            collected[key] = collected.get(key, ZERO) + coefficient * factor
    return {key: c for key, c in collected.items() if len(c)}


def multiples(form: Form, *atoms: Atom) -> list[Polynomial]:
    """What each of these functionals is multiplied by in a form that has no others."""
    if not {atom for _, atom in form.terms} <= {*atoms}:
        reject("rule", "this is about OPT(T) and ALG(T) alone")
    return [total(c for c, own in form.terms if own == atom) for atom in atoms]


def on_constant(parts: Functional) -> Polynomial:
    """The functional at f = 1: f(e) = 1 and Rew(f,e) = e."""
    return total(c * (ONE if kind == Kind.VALUE else e) for (kind, e), c in parts.items())


def ray_region(region: Region) -> Region:
    """The region with the ray parameter j >= 1 as one more integer, which is no name of it yet."""
    return region.declaring([RAY]).adding(Constraint(J - 1, name="ray"))


def cut(kind: ArmClass, index: Polynomial) -> Polynomial:
    """An integer that is <= 0 where the index is before the bend of r_j and >= 1 after it."""
    return index - kind.shape.ray.last


def on_ray(kind: ArmClass, parts: Functional, region: Region) -> Polynomial:
    """The functional at f = r_j, on a region that says on which side of the bend each index is."""
    return total(c * on_side(kind, k, e, _after(kind, e, region)) for (k, e), c in parts.items())


def _after(kind: ArmClass, index: Polynomial, region: Region) -> bool:
    side = cut(kind, index)
    after = region.implies(side - 1)
    if not after and not region.implies(-side):
        reject("undecided-index", f"the region leaves the sign of {show(side)} open")
    return after


def on_side(
    kind: ArmClass, what: Kind, e: Polynomial, after: bool, bend: Polynomial | None = None
) -> Polynomial:
    """f(e) or Rew(f,e) for f = r_j, where e is after the bend or not; j is a variable, or given."""
    ray, values = kind.shape.ray, {PULL: e} if bend is None else {PULL: e, RAY: bend}
    return (ray.value if what == Kind.VALUE else ray.total)[after].substitute(values)


# --- Proofs as data: sums, cases, what is brought in by name, combinations; `rules` checks them --


@dataclass(frozen=True, slots=True)
class Term:
    """weight * square**2 * product of hypotheses without rewards, each to a power.

    In documents a text such as "3/2*h1^2*c1*(m - 2*T)^2": names of hypotheses, squares in brackets.
    """

    weight: Fraction
    factors: tuple[tuple[str, int], ...] = ()
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
class Bound:
    """1 - f(index) >= 0, with a proof that the index is in the domain."""

    arm: str = field(metadata=key("bound"))
    index: Polynomial
    inside: Node


@dataclass(frozen=True, slots=True)
class Lemma:
    """One comparison of an earlier lemma's conclusion, instantiated.

    `proofs` shows every constraint of the lemma's givens and floors, by its name, at these values.
    """

    lemma: int
    comparison: int
    parameters: Mapping[str, Polynomial]
    arms: Mapping[str, str]
    proofs: Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class Member:
    """A family of the claim at one integer, with proofs that it is in the range."""

    family: int = field(metadata=key("member"))
    value: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a family over the integers from first to last, with proofs."""

    family: int = field(metadata=key("total"))
    first: Polynomial
    last: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of the table of facts about runs, its arguments, and proofs of its conditions."""

    word: str = field(metadata=key("fact"))
    of: tuple[str, ...] = ()
    conditions: tuple[Node, ...] = field(default=(), metadata=key("if"))


@dataclass(frozen=True, slots=True)
class Shares:
    """weight * Rew(f,N) >= share + share_opt*OPT(t) for every arm, summed over arms.

    share = alpha + beta*N + gamma*N^2, and share_opt the same with the other three. The sum is over
    all arms, or over those other than the best arm, whose count then has a name. `opened` proves
    that every arm got the pulls of the opening; `pull` says which later pull of an arm is looked
    at. Without it t, the `time`, may be another one than T at which the claim looks at the run.
    `proofs` are those of the kinds of arms that `sums.share_kinds` names.
    """

    weight: Polynomial = field(metadata=key("shares"))
    proofs: Mapping[str, Node]
    alpha: Polynomial = ZERO
    beta: Polynomial = ZERO
    gamma: Polynomial = ZERO
    alpha_opt: Polynomial = ZERO
    beta_opt: Polynomial = ZERO
    gamma_opt: Polynomial = ZERO
    time: str = "T"
    over: Annotated[str, "all", "others"] = "all"
    pull: Annotated[str, "last", "first"] = "last"
    opened: Node | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """Shares of OPT(T) by a parabola in the final count, and a potential for arms that crossed.

    The share of an arm with N pulls is alpha + beta*N + gamma*N^2, in units of OPT(T), with another
    alpha for the best arm, for the last of those that crossed, and, if it is said, for arms that
    got the opening only. `share` and `rest` are polynomials u and v in the claim's names and the
    level _M: the potential of an arm f that crossed the level M is u*Rew(f,M) + v*OPT(T).
    `opened` and `order` are conditions, `proofs` are those of the kinds of arms.
    """

    weight: Polynomial = field(metadata=key("crossing"))
    beta: Polynomial
    alpha: Polynomial
    alpha_optimal: Polynomial
    alpha_last: Polynomial
    share: Polynomial
    rest: Polynomial
    opened: Node
    order: Node
    proofs: Mapping[str, Node]
    gamma: Polynomial = ZERO
    alpha_idle: Polynomial | None = None
    best: Node | None = None

    def at(self, n: Polynomial, alpha: Polynomial | None = None) -> Polynomial:
        """The share of an arm with n pulls."""
        return (self.alpha if alpha is None else alpha) + self.beta * n + self.gamma * n * n


@dataclass(frozen=True, slots=True)
class Quotient:
    """The integer _x = floor(numerator/divisor), for `have x`, with a proof of divisor >= 1."""

    numerator: Polynomial = field(metadata=key("quotient"))
    divisor: Polynomial
    positive: Node


Source = Bound | Lemma | Member | Total | Fact | Shares | Crossing | Quotient


@dataclass(frozen=True, slots=True)
class Have:
    """Bring in what a source says, under a name; `then` may use it."""

    name: str = field(metadata=key("have"))
    source: Source = field(metadata=key("by"))
    then: Node


@dataclass(frozen=True, slots=True)
class Use:
    """A hypothesis by its name, a multiplier, and a proof that this is >= 0 (or > 0)."""

    hypothesis: str
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

    `positive` proves scale > 0. `strict` is the number of the use that makes a strict goal strict;
    without it the rest does.
    """

    arms: Mapping[str, Rays]
    uses: tuple[Use, ...] = ()
    scale: Polynomial = ONE
    positive: Node = Sum(())
    rest: Node = Sum(())
    strict: int | None = None


Compared = tuple[Arm, Arm, Fraction]
"""(step, other, multiplier): the decision at a step (from 1), compared with another arm."""


@dataclass(frozen=True, slots=True)
class PathDual:
    """A combination of decisions that shows a*ALG >= b*OPT."""

    decisions: tuple[Compared, ...] = field(metadata=key("dual"))


@dataclass(frozen=True, slots=True)
class PathContradiction:
    """A combination of decisions that contradicts itself."""

    decisions: tuple[Compared, ...] = field(metadata=key("empty"))


@dataclass(frozen=True, slots=True)
class Next:
    """One tree for every arm pulled next; None if an earlier arm can be exchanged with it."""

    branches: tuple[DecisionTree | None, ...] = field(metadata=key("next"))


DecisionTree = PathDual | PathContradiction | Next


@dataclass(frozen=True, slots=True)
class Ratio:
    """a*ALG >= b*OPT for numbers a and b, from a hypothesis of the same kind, by its name."""

    hypothesis: str = field(metadata=key("ratio"))


@dataclass(frozen=True, slots=True)
class Tree:
    """All runs of a policy at one k and T, by its decisions: a tree for every arm that may be best.

    Which these are is said in `tree.best_arms`; there are none where no such run is possible.
    """

    best: tuple[DecisionTree, ...] = field(metadata=key("tree"))


Proofs = Mapping[Polynomial, "Node"]
"""Proofs of inequalities of parameters, by the polynomial that must be >= 0 (or > 0)."""


@dataclass(frozen=True, slots=True)
class LastArm:
    """The last arm to pass `cap` pulls goes on, after `zeros` arms that pay nothing.

    Where the policy does not know T, it is `horizon`, or just before the last arm passes `cap`.
    """

    zeros: Polynomial
    cap: Polynomial
    proofs: Mapping[str, Proofs]
    horizon: Polynomial | None = None


@dataclass(frozen=True, slots=True)
class Caps:
    """Arms are capped one after the other at above/below of what is left, where _m are open."""

    above: Polynomial
    below: Polynomial
    proofs: Mapping[str, Proofs]


@dataclass(frozen=True, slots=True)
class Group:
    """`size` arms that pay slope * min(n, bend) for their n-th pull, before all is scaled."""

    size: Polynomial
    slope: Polynomial
    bend: Polynomial


@dataclass(frozen=True, slots=True)
class Phase:
    """The arms of these groups are pulled in turn, until each has `until` pulls.

    `bent`: the groups that are past their bend, and `bending`: those that are after their pull.
    """

    groups: tuple[str, ...]
    until: Polynomial
    bent: tuple[str, ...]
    bending: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """An instance, and the phases of a run on it.

    `opening`: the pulls of every arm before the first phase. `bent`: the groups past their bend in
    the end. `best`: a group whose arms are optimal.
    """

    groups: Mapping[str, Group]
    scale: Polynomial
    opening: Polynomial
    phases: tuple[Phase, ...]
    bent: tuple[str, ...]
    best: str
    proofs: Mapping[str, Proofs]


@dataclass(frozen=True, slots=True)
class Played:
    """An instance and all pulls of its run, at one k and T.

    With `near` the instance is a limit, and the run that of the instance nearby.
    """

    curves: tuple[Curve, ...] = field(metadata=key("arms"))
    pulls: tuple[Arm, ...]
    proofs: Mapping[str, Proofs]
    near: tuple[Curve, ...] | None = None


Exhibit = LastArm | Caps | Schedule | Played
Node = Sum | Empty | Case | Have | Combine | Tree | Ratio | Exhibit


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """A proof of a claim.

    `domain` proves that indices and divisors are in their domain; `goals` proves the conclusion (an
    equality is two goals, >= and then <=). That there is an instance is one goal, with an exhibit
    in every case.
    """

    domain: Proofs
    goals: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Values for the names that exist, floors that they speak of, and proofs of their ranges."""

    values: Mapping[str, Polynomial]
    floors: tuple[Floor, ...] = ()
    proofs: Proofs = field(default_factory=dict)


NO_CHOICE = Choice({})


@dataclass(frozen=True, slots=True)
class ProvedClaim:
    """A claim with its proof: a lemma, or a side condition."""

    claim: Claim
    proof: ClaimProof


# --- The rules for sums, cases, what is brought in, and combinations: one function for each ------

"""The docstring of a function is the rule that it checks. What is brought in about a run is in
`facts` and `sums`.
"""


MAX_LEMMAS = 1_000
MAX_SUMMANDS = 8
MAX_KEPT = 200_000

# --- polynomial inequalities ----------------------------------------------------------------------

Leaf = Callable[[Node, Region], None]


def check_identity(terms: Sequence[Term], region: Region, target: Polynomial) -> None:
    """Sum: p >= 0 on a region if p is a sum of products that are >= 0 there.

    Each product is weight * square^2 * powers of constraints of the region, with a weight > 0. The
    two sides are equal as polynomials. For p > 0 over integers D*p - 1 >= 0 is shown, where D
    clears the denominators; over reals one product must have no square and strict factors only.
    """
    products: dict[tuple[str, ...], Polynomial] = {}
    known = {c.name: c.polynomial for c in region.constraints}
    summands = []
    for term in terms:
        if term.weight <= 0:
            reject("sign", f"the weight {brief(term.weight)} is not positive")
        product = _product(term.factors, known, products).scaled(term.weight)
        if term.square is not None:
            check_known(region.names, term.square)
            product = product * term.square * term.square
        summands.append(product)
        if len(summands) > MAX_SUMMANDS:  # what is added up needs no memory of its own
            summands = [total(summands)]
    if total(summands) != target:
        reject("identity", f"the products do not add up to {show(target)}")


def _product(
    factors: Sequence[tuple[str, int]],
    known: Mapping[str, Polynomial],
    products: dict[tuple[str, ...], Polynomial],
) -> Polynomial:
    """The product of powers of constraints; `products` keeps those that other terms share."""
    names: tuple[str, ...] = ()
    product = ONE
    for name, exponent in factors:
        if name not in known:
            reject("identity", f"no hypothesis about parameters is called {name}")
        for _ in range(exponent):
            names = (*names, name)
            spend(len(names))
            if names not in products:
                product = product * known[name]
                if len(products) * len(product) > MAX_KEPT:
                    products.clear()
                products[names] = product
            product = products[names]
    return product


def check_tree(node: Node, region: Region, leaf: Leaf) -> None:
    """Case: a statement holds on a region if it does where e <= 0 and where e > 0.

    Empty: a statement holds on a region without points, where -1 is a sum of products that are
    >= 0. Have: a statement holds if it follows from what is known and from what a source says.
    """
    spend(1 + len(region.constraints))
    match node:
        case Case(split, low, high):
            use("case")
            check_known(region.names, split)
            below, above = region.branches(split)
            with at("low"):
                check_tree(low, below, leaf)
            with at("high"):
                check_tree(high, above, leaf)
        case Have(name, source, then):
            with at(f"have {name}"):
                known = bring_in(name, source, region)
            with at("then"):
                check_tree(then, known, leaf)
        case Empty(terms):
            use("empty")
            check_identity(terms, region, -ONE)
        case _:
            leaf(node, region)


def check_sign(node: Node, region: Region, p: Polynomial, *, strict: bool = False) -> None:
    """p >= 0 (or > 0) on the region, by products in every case of the tree."""
    check_tree(node, region, lambda n, r: _sum_leaf(n, r, r.sharpen(p, strict)))


def _sum_leaf(node: Node, region: Region, goal: Constraint) -> None:
    """A sum of products; for a strict goal over reals one summand must be plainly positive."""
    if not isinstance(node, Sum):
        reject("rule", "an inequality of parameters is proved by a sum")
    use("sum")
    check_identity(node.terms, region, goal.polynomial)
    strict = {c.name: c.strict for c in region.constraints}
    if goal.strict and not any(
        term.square is None and all(strict[name] for name, _ in term.factors) for term in node.terms
    ):
        reject("strictness", f"nothing shows that {show(goal.polynomial)} > 0")


def check_all(proofs: Proofs, region: Region, wanted: Iterable[Comparison]) -> None:
    """Every comparison of parameters holds on the region; true ones of numbers need no proof."""
    for goal in wanted_of(region, wanted):
        p = goal.polynomial
        if p not in proofs:
            reject("coverage", f"nothing shows that {show(p)} >= 0")
        with at(show(p)):
            check_sign(proofs[p], region, p, strict=goal.strict)


def wanted_of(region: Region, wanted: Iterable[Comparison]) -> Iterator[Constraint]:
    """What must be >= 0 (or > 0) on the region, each once: an equality is two inequalities."""
    halves = (half for comparison in wanted for half in comparison.halves())
    parts = ((half.form.constant, half.relation) for half in halves)
    unclear = ((p, how) for p, how in parts if p.names() or not how.holds(p.at({})))
    yield from dict.fromkeys(region.sharpen(p, how == Relation.GT) for p, how in unclear)


# --- rays --------------------------------------------------------------------------------------


def check_rays(
    proof: Rays, kind: ArmClass, terms: list[tuple[Polynomial, Atom]], region: Region
) -> None:
    """Rays: a functional that is linear in f is >= 0 on a class if it is on 1 and on all rays r_j.

    Up to the largest index every f of the class is a constant >= 0 plus a sum of c_j*r_j with
    c_j >= 0; the kernel checks this for each class that it declares. On a ray f(n) and Rew(f,n) are
    polynomials on each side of the bend, and for every index it must be plain on which side it is:
    the wanted inequality is a constraint of the region plus a constant >= 0.
    """
    use("rays")
    parts = functional(terms)
    with at("constant"):
        check_sign(proof.constant, region, on_constant(parts))

    def leaf(node: Node, r: Region) -> None:
        _sum_leaf(node, r, Constraint(on_ray(kind, parts, r)))

    with at("ray"):
        check_tree(proof.ray, ray_region(region), leaf)


# --- hypotheses across arms --------------------------------------------------------------------


def check_goal(node: Node, region: Region, goal: Comparison) -> None:
    """A comparison holds on the region, by a combination in every case of the tree."""
    check_tree(node, region, lambda n, r: _check_combination(n, r, goal))


def _check_combination(node: Node, region: Region, goal: Comparison) -> None:
    """Combination: goal >= 0 (or > 0) follows from hypotheses H_i about rewards.

    It does if d*goal - sum mu_i*H_i = sum over arms of L_arm + rest, with d > 0, mu_i >= 0 (any
    sign if H_i is an equality), every L_arm >= 0 by rays and rest >= 0. The goal is strict if
    rest > 0, or if mu_s > 0 for a strict H_s.
    """
    if isinstance(node, Tree | Ratio):
        from imab_verify.kernel.tree import check_numbers

        check_numbers(node, region, goal)
        return
    if not isinstance(node, Combine):
        reject("rule", "a comparison of functionals is proved by a combination")
    use("combine")
    strict = goal.relation == Relation.GT
    check_known(region.names, node.scale, *(one.multiplier for one in node.uses))
    with at("positive"):
        check_sign(node.positive, region, node.scale, strict=True)
    forms = [goal.form.scaled(node.scale)]
    for number, used in enumerate(node.uses):
        given = region.hypothesis(used.hypothesis)
        decisive = strict and number == node.strict
        if decisive and given.relation != Relation.GT:
            reject("strictness", f"{used.hypothesis} is not strict")
        if decisive or given.relation != Relation.EQ:
            with at(f"uses.{number}.sign"):
                check_sign(used.sign, region, used.multiplier, strict=decisive)
        forms.append(given.form.scaled(-used.multiplier))
    if strict and node.strict is not None:
        item_at(node.uses, node.strict, "strictness", "use")
    constant = total(form.constant for form in forms)
    with at("rest"):
        check_sign(node.rest, region, constant, strict=strict and node.strict is None)
    spend(4 * len(region.arms))
    parts: dict[str, list[tuple[Polynomial, Atom]]] = {arm: [] for arm, _ in region.arms}
    for coefficient, atom in chain.from_iterable(form.terms for form in forms):
        parts[atom.arm].append((coefficient, atom))
    for arm, kind in region.arms:
        if functional(parts[arm]):
            if arm not in node.arms:
                reject("coverage", f"no proof for the functional of arm {arm}")
            with at(f"arms.{arm}"):
                check_rays(node.arms[arm], kind, parts[arm], region)


# --- what is brought in --------------------------------------------------------------------------


def bring_in(name: str, source: Source, region: Region) -> Region:
    """The region with what a source says, under a name that means nothing else there."""
    region.check_fresh(name)
    use(type(source).__name__.lower() if not isinstance(source, Fact) else f"fact {source.word}")
    match source:
        case Bound():
            return region.assuming([(name, _bound(source, region))])
        case Lemma():
            return region.assuming([(name, _instance(source, region))])
        case Member() | Total():
            return region.assuming([(name, _of_family(source, region))])
        case Quotient():
            return _quotient(f"_{name}", source, region)
        case _:
            from imab_verify.kernel.sums import bring_in_of_run

            return bring_in_of_run(name, source, region)


def _bound(source: Bound, region: Region) -> Comparison:
    """Bound: f(n) <= 1 for every arm f, at every index n in its domain."""
    classes = dict(region.arms)
    if source.arm not in classes:
        reject("hypothesis", f"there is no arm {source.arm}")
    check_integer(source.index, region)
    check_sign(source.inside, region, source.index - classes[source.arm].first)
    return Comparison(Form(ONE) - single(Kind.VALUE, source.arm, source.index))


def _quotient(name: str, source: Quotient, region: Region) -> Region:
    """Quotient: for integers n and d >= 1 there is one integer q with d*q <= n <= d*q + d - 1."""
    for p in (source.numerator, source.divisor):
        check_integer(p, region)
    check_sign(source.positive, region, source.divisor - 1)
    floor = Floor(name, source.numerator, source.divisor)
    return with_floors(region.declaring([name]), [floor])


def _of_family(part: Member | Total, region: Region) -> Comparison:
    """Families: a family holds at every integer of its range, and summed over such integers.

    In the sum over n = a..b, c*f(n+e) becomes c*(Rew(f,b+e) - Rew(f,a+e-1)), and what does not
    depend on n is multiplied by the sum of its coefficients. A sum of numbers >= 0 is >= 0, also if
    it is empty, and so a strict family gives no more than that.
    """
    family = item_at(region.families, part.family, "hypothesis", "family")
    ends = (part.value, part.value) if isinstance(part, Member) else (part.first, part.last)
    for end in ends:
        check_integer(end, region)
    if isinstance(part, Member):
        wanted, said = in_range(family, *ends), family.at(part.value)
    else:
        wanted, said = total_of(family, *ends)
    for node, p in pair_up(part.inside, wanted, "coverage", "conditions"):
        check_sign(node, region, p)
    return said


def _instance(cited: Lemma, region: Region) -> Comparison:
    """Lemma: what is proved holds at all parameters of its region, for all arms of its classes.

    Every parameter, real and floor of the lemma gets a polynomial, integers one that is an integer,
    and every arm an arm of a class that lies in its own. Each constraint of the lemma is proved at
    these values; those of a floor say what it is. A lemma with hypotheses about rewards cannot be
    used. One about the runs of a policy, ties broken in the same way or in any, is one about every
    run of this policy: its k and T are those of the run, or the integers that these are fixed to.
    If the policy does not know T, the first t pulls are a run with horizon t: T of the lemma may be
    any time t at which the claim looks at its run.
    """
    lemma = item_at(region.lemmas, cited.lemma, "lemma", "earlier lemma")
    inner = parameter_region(lemma)
    if isinstance(lemma.run, Every | Some) or lemma.families or inner.hypotheses:
        reject("lemma", "only a lemma without hypotheses on rewards can be used")
    if set(cited.parameters) != inner.names or set(cited.arms) != {arm for arm, _ in lemma.arms}:
        reject("lemma", "every parameter and arm of the lemma needs a value")
    for name, value in cited.parameters.items():
        check_known(region.names, value)
        if name not in inner.reals:
            check_integer(value, region)
    time = () if lemma.run is None else _time_of_lemma(lemma, cited, region)
    classes = dict(region.arms)
    for arm, kind in lemma.arms:
        actual = classes.get(cited.arms[arm])
        if actual is None or not kind.includes(actual):
            reject("lemma", f"arm {arm} of the lemma is {kind}, not {actual}")
    for constraint in inner.constraints:
        if constraint.name not in cited.proofs:
            reject("coverage", f"{constraint.name} of the lemma needs a proof")
        p = constraint.polynomial.substitute(cited.parameters)
        check_sign(cited.proofs[constraint.name], region, p, strict=constraint.strict)
    chosen = item_at(lemma.plain, cited.comparison, "lemma", "comparison of the lemma")
    if lemma.run is None:
        return chosen.substitute(cited.parameters, cited.arms)
    from imab_verify.kernel.facts import about_arms

    form = chosen.form.substitute(cited.parameters)
    terms = tuple((c, replace(atom, indices=time)) for c, atom in form.terms)
    return about_arms(Comparison(Form(form.constant, terms), chosen.relation), region.times)


def _time_of_lemma(lemma: Claim, cited: Lemma, region: Region) -> tuple[Polynomial, ...]:
    """The time of this run that T of a lemma about runs is, if it is another one than T."""
    run, numbers = region.run, region.numbers()
    if run is None or lemma.run not in (Run(run.policy), run.with_any_ties):
        reject("lemma", "the lemma is about runs of another policy, or their counts")
    if lemma.arms or any(atom.indices for atom in lemma.atoms()):
        reject("lemma", "the lemma says more than what is known of OPT and ALG at T")
    other = [t for t in region.times if t == cited.parameters["T"] and not knows_horizon(run)]
    for name in ("k", *(["T"] if not other else [])):
        value, number = cited.parameters[name], numbers.get(name)
        if value != Polynomial.variable(name) and (
            number is None or value != Polynomial.constant(number)
        ):
            reject("lemma", f"{name} of the lemma is not that of the run")
    return tuple(other)


def check_integer(index: Polynomial, region: Region) -> None:
    """A polynomial that is an integer everywhere on the region."""
    check_known(region.names, index)
    if not region.integral(index) or index.denominator() != 1:
        reject("domain", f"{show(index)} is not an integer")


# --- claims ------------------------------------------------------------------------------------


def start_of(claim: Claim, lemmas: Sequence[Claim] = ()) -> tuple[Claim, Region]:
    """A claim as one about arms, and what it gives; a claim about runs has arms for OPT and ALG."""
    if claim.chosen:
        reject("rule", "what exists is to be chosen first")
    if claim.run is None:
        return claim, parameter_region(claim, lemmas)
    if isinstance(claim.run, Every | Some):
        from imab_verify.kernel.exhibits import start_of_exhibit

        return claim, start_of_exhibit(claim, lemmas)
    from imab_verify.kernel.facts import start_of_run

    return start_of_run(claim, lemmas)


def obligations(claim: Claim, region: Region) -> list[tuple[Polynomial, Region]]:
    """What must be >= 0, and where, for the claim to mean something.

    divisor >= 1 for each floor, from the givens alone; then, with the floors defined, the
    conditions on the indices of all atoms, those of a family wherever its name is in its range.
    """
    names = {f"{floor.name}.{end}" for floor in claim.floors for end in ("low", "high")}
    bare = replace(region, constraints=tuple(c for c in region.constraints if c.name not in names))
    divisors = [floor.divisor - 1 for floor in claim.floors]
    first = {arm: kind.first for arm, kind in claim.arms}
    indices = [p for a in claim.atoms() for p in domain(a.kind, a.indices, first.get(a.arm, 0))]
    wanted = [(p, bare) for p in dict.fromkeys(divisors)]
    wanted += [(p, region) for p in dict.fromkeys(indices)]
    for family in claim.families:
        inside = _family_region(family, region)
        atoms = (atom for _, atom in family.comparison.form.terms)
        bounds = [p for a in atoms for p in domain(a.kind, a.indices, first[a.arm])]
        wanted += [(p, inside) for p in dict.fromkeys(bounds)]
    return [(p, where) for p, where in wanted if p.names() or p.at({}) < 0]


def _family_region(family: Family, region: Region) -> Region:
    """The region with the name of a family, in its range, as one more integer."""
    n = Polynomial.variable(family.name)
    ends = (f"{family.name}.first", f"{family.name}.last")
    bounds = zip(in_range(family, n, n), ends, strict=False)
    inside = region.adding(*(Constraint(p, name=name) for p, name in bounds))
    return replace(inside, names=inside.names | {family.name})


def goals(claim: Claim) -> list[Comparison]:
    """The conclusion as inequalities: an equality is >= and then <=."""
    return [half for comparison in claim.plain for half in comparison.halves()]


def check_claim(proof: ClaimProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """All indices are in the domain under the givens, and every goal is proved.

    That there is an instance is one goal, by an exhibit in every case of its tree.
    """
    claim, region = start_of(claim, lemmas)
    for p, where in obligations(claim, region):
        if p not in proof.domain:
            reject("domain", f"nothing shows that {show(p)} >= 0")
        with at(f"domain.{show(p)}"):
            check_sign(proof.domain[p], where, p)
    if isinstance(claim.run, Every | Some):
        from imab_verify.kernel.exhibits import check_exhibit

        (node, _), *_ = pair_up(proof.goals, [claim], "coverage", "goals")
        with at("goals.0"):
            check_tree(node, region, lambda n, r: check_exhibit(n, r, claim))
        return
    wanted = pair_up(proof.goals, goals(claim), "coverage", "goals")
    for number, (node, goal) in enumerate(wanted):
        with at(f"goals.{number}"):
            check_goal(node, region, goal)


def check_lemmas(lemmas: Sequence[ProvedClaim]) -> list[Claim]:
    """Lemmas, each of which may cite those before it; what may be cited then.

    A lemma that is no claim could prove anything, wherever it stands: MalformedError.
    """
    if len(lemmas) > MAX_LEMMAS:
        refuse(f"there are more than {MAX_LEMMAS} lemmas")
    known: list[Claim] = []
    for number, lemma in enumerate(lemmas):
        check_well_formed(lemma.claim)
        with at(f"lemmas.{number}.proof"):
            check_claim(lemma.proof, lemma.claim, known)
        known.append(lemma.claim)
    return known
