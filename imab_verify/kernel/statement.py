"""What a claim is and means: functionals, classes of arms, runs and policies, comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from imab_verify.kernel.documents import Arm, Natural, key, name_of, refuse
from imab_verify.kernel.polynomials import (
    ONE,
    ZERO,
    Polynomial,
    RejectedError,
    reject,
    show,
    triangle,
)

# --- What a claim compares: functionals of arms, their combinations, and how these compare with 0


class Kind(StrEnum):
    """The functionals; each is linear in the reward function, those of a run apart.

    OPT and ALG are max_i Rew(f_i,T) and the reward of the run with T pulls. With an index they are
    the same with t pulls of that run, which goes on after T if t > T.
    """

    VALUE = "value"
    REW = "Rew"
    DELTA = "Delta"
    P = "P"
    AREA = "Area"
    OPT = "OPT"
    ALG = "ALG"


OF_RUN = (Kind.OPT, Kind.ALG)


@dataclass(frozen=True, slots=True)
class Atom:
    """One functional of one arm at indices that are polynomials in the integer parameters."""

    kind: Kind
    arm: str = ""
    indices: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """constant + sum of coefficient * functional + sum of coefficient * extremum.

    Coefficients are polynomials in the parameters. In documents a text; minima and maxima are
    written min(A, B) and max(A, B, C), and belong to conclusions only.
    """

    constant: Polynomial = ZERO
    terms: tuple[tuple[Polynomial, Atom], ...] = ()
    extrema: tuple[tuple[Polynomial, Extremum], ...] = ()

    def scaled(self, factor: Polynomial) -> Form:
        """The product with a polynomial."""
        terms = tuple((c * factor, a) for c, a in self.terms)
        return Form(self.constant * factor, terms, tuple((c * factor, e) for c, e in self.extrema))

    def __neg__(self) -> Form:
        return self.scaled(-ONE)

    def __sub__(self, other: Form) -> Form:
        return self + -other

    def __add__(self, other: Form) -> Form:
        terms, extrema = self.terms + other.terms, self.extrema + other.extrema
        return Form(self.constant + other.constant, terms, extrema)

    def substitute(
        self, values: Mapping[str, Polynomial], arms: Mapping[str, str] | None = None
    ) -> Form:
        """The form with polynomials in the place of names, and perhaps with other arms."""

        def put(atom: Atom) -> Atom:
            indices = tuple(index.substitute(values) for index in atom.indices)
            return Atom(atom.kind, arms[atom.arm] if arms else atom.arm, indices)

        terms = tuple((c.substitute(values), put(atom)) for c, atom in self.terms)
        extrema = tuple(
            (c.substitute(values), replace(e, of=tuple(f.substitute(values, arms) for f in e.of)))
            for c, e in self.extrema
        )
        return Form(self.constant.substitute(values), terms, extrema)

    def names(self) -> set[str]:
        """The names of integers and reals in the form."""
        polynomials = (p for f in self.parts() for p in (f.constant, *(c for c, _ in f.extrema)))
        inside = (p for f in self.parts() for c, atom in f.terms for p in (c, *atom.indices))
        return {name for p in (*polynomials, *inside) for name in p.names()}

    def parts(self) -> Iterator[Form]:
        """The form itself, and all forms inside its minima and maxima."""
        yield self
        for _, extremum in self.extrema:
            for form in extremum.of:
                yield from form.parts()


@dataclass(frozen=True, slots=True)
class Extremum:
    """The least or the largest of some forms."""

    kind: Annotated[str, "min", "max"]
    of: tuple[Form, ...]


class Relation(StrEnum):
    """How a form compares with 0."""

    GE = ">="
    GT = ">"
    EQ = "=="

    def holds(self, value: Fraction) -> bool:
        """Whether `value relation 0`."""
        if self == Relation.EQ:
            return value == 0
        return value > 0 if self == Relation.GT else value >= 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """form relation 0; in documents a text."""

    form: Form
    relation: Relation = Relation.GE

    def substitute(
        self, values: Mapping[str, Polynomial], arms: Mapping[str, str] | None = None
    ) -> Comparison:
        """The comparison with polynomials in the place of names, and perhaps with other arms."""
        return Comparison(self.form.substitute(values, arms), self.relation)

    def halves(self) -> list[Comparison]:
        """The comparison as inequalities: an equality is >= and then <=."""
        if self.relation != Relation.EQ:
            return [self]
        return [Comparison(self.form), Comparison(-self.form)]


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds."""

    parts: tuple[Formula, ...] = field(metadata=key("all"))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some part holds; parts are looked at in their order, and only as far as needed."""

    parts: tuple[Formula, ...] = field(metadata=key("any"))


Formula = Comparison | AllOf | AnyOf


def tests_of(formula: Formula) -> Iterator[Comparison]:
    """Every comparison in the formula."""
    if isinstance(formula, Comparison):
        yield formula
    else:
        for part in formula.parts:
            yield from tests_of(part)


@dataclass(frozen=True, slots=True)
class Floor:
    """name = floor(numerator / divisor); the divisor must be at least 1 under the givens."""

    name: str
    numerator: Polynomial
    divisor: Polynomial


# --- plain ones --------------------------------------------------------------------------------


def at_least(p: Polynomial | Form, relation: Relation = Relation.GE) -> Comparison:
    """p >= 0, or another relation."""
    return Comparison(p if isinstance(p, Form) else Form(p), relation)


def positive(p: Polynomial | Form) -> Comparison:
    """p > 0."""
    return at_least(p, Relation.GT)


def equal(p: Polynomial, q: Polynomial) -> Comparison:
    """p == q."""
    return at_least(p - q, Relation.EQ)


def single(kind: Kind, arm: str = "", *indices: Polynomial) -> Form:
    """One functional."""
    return Form(ZERO, ((ONE, Atom(kind, arm, indices)),))


def rew(arm: str, n: Polynomial) -> Form:
    """Rew(arm, n)."""
    return single(Kind.REW, arm, n)


def speaks_of(names: set[str], p: Polynomial, *, integral: bool = False) -> None:
    """A polynomial in these names, which is an integer at integers where it must be."""
    if not p.names() <= names:
        refuse(f"{show(p)} uses names that are not declared, or not integers")
    if integral and p.denominator() != 1:
        refuse(f"{show(p)} is not an integer for all integers")


# --- The functionals of one arm by their definitions, and where they are defined -----------------

"""Indices are polynomials, or integers at an instance: the formulas are the same.
"""


def parts(kind: Kind, indices: tuple[Any, ...]) -> list[tuple[Any, Kind, Any]]:
    """A functional as a combination of values f(e) and sums Rew(f,e), from the definitions.

    Delta(f,n) = f(n) - f(n-1). With the gap g = N-a, P(f,a,N) = Rew(f,a) + g*f(a) +
    (1 + ... + g)*Delta(f,a).
    Area(f,n) = sum over j = 1..n of (f(j-1)+f(j))/2 = Rew(f,n) - f(n)/2 + f(0)/2.
    """
    match kind, indices:
        case Kind.VALUE | Kind.REW, (n,):
            return [(1, kind, n)]
        case Kind.DELTA, (n,):
            return [(1, Kind.VALUE, n), (-1, Kind.VALUE, n - 1)]
        case Kind.P, (a, N):
            pairs = triangle(N - a)
            of_value = (N - a + pairs, Kind.VALUE, a)
            return [(1, Kind.REW, a), of_value, (-pairs, Kind.VALUE, a - 1)]
        case Kind.AREA, (n,):
            half = Fraction(1, 2)
            return [(1, Kind.REW, n), (-half, Kind.VALUE, n), (half, Kind.VALUE, n - n)]
        case _:
            raise RejectedError("rule", f"{kind} is not a functional of one arm")


def expand(atom: Atom) -> list[tuple[Polynomial, Kind, Polynomial]]:
    """The parts of an atom, for all values of the parameters at once."""
    return [(ONE * c, kind, e) for c, kind, e in parts(atom.kind, atom.indices)]


def domain(kind: Kind, indices: tuple[Any, ...], first: int) -> list[Any]:
    """What must be >= 0 for the functional to be defined.

    f(n): n >= first. Rew, Area: n >= 0. Delta: n >= first + 1. P: a >= first + 1 and N >= a.
    """
    match kind, indices:
        case Kind.VALUE, (n,):
            return [n - first]
        case Kind.DELTA, (n,):
            return [n - first - 1]
        case Kind.P, (a, N):
            return [a - first - 1, N - a]
        case _:
            return list(indices)


# --- The classes of reward functions. This is the one place where a class is declared ------------

"""A class is what is assumed of f, as inequalities, and the extreme rays that span it:

    class           from    slopes f(n+1) - f(n)       rays r_j, j >= 1
    concave         n = 0   >= 0, nonincreasing        min(n, j)
    concave-from-1  n = 1   >= 0, nonincreasing        min(n-1, j)
    monotone        n = 0   >= 0                       [n >= j]
    rotting         n = 1   <= 0                       [n <= j]

Values are in [0,1]. Restricted to the indices from the first one up to any M, every f of a class is
c * 1 + sum_j c_j * r_j with c, c_j >= 0, by Abel summation. So a functional that is linear in f is
>= 0 on the class if and only if it is >= 0 on the constant 1 and on every r_j.

Slopes of one sign, not concave: r_j has the slope +1 (rising) or -1 at n = last(j) and 0 elsewhere,
it is 0 before the bend (rising) or after it, and last(j) runs through first, first + 1, ... for
j = 1, 2, ... So with c_j = |f(last(j) + 1) - f(last(j))|, over last(j) < M, the sum of the c_j r_j
has the slopes of f, and it is 0 at the first index (rising) or at M: the rest is the constant
f(first), or f(M), which is >= 0.
Rising and concave: r_j is 0 at the first index, its slope is 1 before n = last(j) and 0 from there
on, and last(j) = first + j. With s(n) the slope of f at n, take c_j = s(n-1) - s(n) at n = last(j)
for n < M, and s(M-1) at n = M. The slope of the sum of the c_j r_j at n is the sum of the c_j with
last(j) > n, which is s(n); the rest is the constant f(first).
"""


PULL, RAY = "_n", "_j"
N, J = Polynomial.variable(PULL), Polynomial.variable(RAY)


@dataclass(frozen=True, slots=True)
class Ray:
    """r_j, as polynomials in n and j: one up to n = last, where it bends, another one after that.

    value: r_j(n). total: r_j(1) + ... + r_j(n). last: in j alone.
    """

    last: Polynomial
    value: tuple[Polynomial, Polynomial]
    total: tuple[Polynomial, Polynomial]


def hinge(u: Polynomial) -> Ray:
    """min(u, j), for u = n - first: 1 + ... + u before the bend, then j for each further pull."""
    return Ray(J + N - u, (u, J), (triangle(u), triangle(J) + J * (u - J)))


STEP = Ray(J - 1, (ZERO, ONE), (ZERO, N - J + 1))
"""[n >= j]."""
DROP = Ray(J, (ONE, ZERO), (N, J))
"""[n <= j]."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A class: the least n, whether slopes are >= 0 (else <= 0), whether they fall, its rays.

    `text` is for people: what r_j is.
    """

    first: int
    rising: bool
    concave: bool
    ray: Ray
    text: str


class ArmClass(StrEnum):
    """The classes by name."""

    CONCAVE = "concave"
    CONCAVE_FROM_1 = "concave-from-1"
    MONOTONE = "monotone"
    ROTTING = "rotting"

    @property
    def shape(self) -> Shape:
        """What is declared for the class."""
        return SHAPES[self]

    @property
    def first(self) -> int:
        """The least n at which f is defined."""
        return SHAPES[self].first

    def includes(self, other: ArmClass) -> bool:
        """Whether every f of the other class is, from `first` on, one of this class."""
        mine, its = SHAPES[self], SHAPES[other]
        return (
            its.first <= mine.first
            and its.rising == mine.rising
            and (its.concave or not mine.concave)
        )


SHAPES = {
    ArmClass.CONCAVE: Shape(0, rising=True, concave=True, ray=hinge(N), text="min(n,j)"),
    ArmClass.CONCAVE_FROM_1: Shape(
        1, rising=True, concave=True, ray=hinge(N - 1), text="min(n-1,j)"
    ),
    ArmClass.MONOTONE: Shape(0, rising=True, concave=False, ray=STEP, text="[n >= j]"),
    ArmClass.ROTTING: Shape(1, rising=False, concave=False, ray=DROP, text="[n <= j]"),
}


# --- Families of hypotheses: one for every integer of a range, used at one of them or summed up --


@dataclass(frozen=True, slots=True)
class Family:
    """A hypothesis for every integer `name` from `first` to `last`; without `last`, for all later.

    `name` may stand in the indices and coefficients of the comparison.
    """

    name: str
    first: Polynomial
    comparison: Comparison
    last: Polynomial | None = None

    def at(self, value: Polynomial) -> Comparison:
        """The hypothesis for one integer."""
        return self.comparison.substitute({self.name: value})


def shifts_of(family: Family) -> list[tuple[Polynomial, str, Polynomial]] | None:
    """(c, f, e) for each summand c*f(name + e), if c, e and the constant are free of `name`."""
    form, n = family.comparison.form, Polynomial.variable(family.name)
    shifts = [(c, atom.arm, atom.indices[0] - n) for c, atom in form.terms]
    free = [form.constant, *(p for c, _, shift in shifts for p in (c, shift))]
    values = all(atom.kind == Kind.VALUE for _, atom in form.terms)
    return shifts if values and not any(family.name in p.names() for p in free) else None


def in_range(family: Family, first: Polynomial, last: Polynomial) -> list[Polynomial]:
    """What must be >= 0 for the integers from `first` to `last` to be in the range of a family."""
    end = [] if family.last is None else [family.last - last]
    return [first - family.first, *end]


def sum_over(p: Polynomial, name: str, first: Polynomial, last: Polynomial) -> Polynomial:
    """p(first) + ... + p(last), where p(n) = S(n) - S(n-1): leading terms c*n^d come from n^(d+1).

    It is 0 for last = first - 1.
    """
    n, S = Polynomial.variable(name), ZERO
    while len(p):
        d = max(dict(m).get(name, 0) for m, _ in p.terms())
        leading = {m: c for m, c in p.terms() if dict(m).get(name, 0) == d}
        c = Polynomial({tuple(x for x in m if x[0] != name): c for m, c in leading.items()})
        step = c * n ** (d + 1) * Fraction(1, d + 1)
        S, p = S + step, p - step + step.substitute({name: n - 1})
    return S.substitute({name: last}) - S.substitute({name: first - 1})


def total_of(
    family: Family, first: Polynomial, last: Polynomial
) -> tuple[list[Polynomial], Comparison]:
    """Sum of a family: c*f(n+e) over n = a..b is c*(Rew(f,b+e) - Rew(f,a+e-1)).

    Rew(f,0) = 0. What does not depend on n is multiplied by the sum of its coefficients. A sum of
    numbers >= 0 is >= 0, also if it is empty, and so a strict family gives no more than that; a sum
    of zeros is 0. First what must be >= 0 for this: a..b is in the range, or empty with b = a-1
    (but not if some functional does not depend on n), and the sum begins after Rew(f,0).
    """
    form, n = family.comparison.form, Polynomial.variable(family.name)
    terms, starts, empty = list[tuple[Polynomial, Atom]](), dict[Polynomial, None](), 1
    for c, atom in form.terms:
        if not any(family.name in index.names() for index in atom.indices):
            terms.append((sum_over(c, family.name, first, last), atom))
            empty = 0
            continue
        for factor, kind, index in expand(atom):
            shift = index - n
            if kind != Kind.VALUE or family.name in (c * factor).names() | shift.names():
                reject("hypothesis", "this family cannot be summed")
            before = first + shift - 1
            starts[before] = None
            terms.append((c * factor, Atom(Kind.REW, atom.arm, (last + shift,))))
            if before:
                terms.append((-c * factor, Atom(Kind.REW, atom.arm, (before,))))
    constant = sum_over(form.constant, family.name, first, last)
    relation = Relation.EQ if family.comparison.relation == Relation.EQ else Relation.GE
    conditions = [*in_range(family, first, last), last - first + empty, *starts]
    return conditions, Comparison(Form(constant, tuple(terms)), relation)


# --- What a claim may be about besides its arms: all runs of a policy, some run, every policy ----


MAX_IN_RUN = 64
"""Numbers that a run names, and terms of a score: facts compare them with one another."""
ROUND_ROBIN, ANY = "round-robin", "any"
KNOWS_HORIZON, ANYTIME = "policy", "anytime-policy"
K, T, A, M = map(Polynomial.variable, ("k", "T", "a", "M"))


Ties = Annotated[str, "any", "lowest-index", "highest-index"]


@dataclass(frozen=True, slots=True)
class Index:
    """A policy by its data: `opening` pulls of every arm, then an arm of maximal `score`.

    The score is that of arm f with a pulls, where M is the largest number of pulls of an arm. It
    is linear in f(a), f(a-1), Rew(f,a), Delta(f,a), P(f,a,x), with coefficients and x polynomials
    in a, M, k and T. `order` is that of the opening: arms 1, ..., k in rounds, or all pulls of an
    arm in one go. Among arms of maximal score one with fewest pulls is pulled, and among these the
    one that `ties` says; "any" means all ways to break these ties.
    """

    opening: Natural
    score: Form
    order: Annotated[str, "rounds", "pairs"] = "rounds"
    ties: Ties = "any"

    def of(self, arm: str, a: Polynomial, M: Polynomial) -> Form:
        """The score of an arm with a pulls where the largest count is M."""
        return self.score.substitute({"a": a, "M": M}, {"f": arm})


@dataclass(frozen=True, slots=True)
class Table:
    """A policy for one k by its data: the pulls of its opening, then an arm of maximal index.

    A row has counts, one for each arm, and the index of every arm at these: pairs (n, coefficient
    of f(n)) for pulls n that were seen. Where there is no row the policy may do anything. `ties`
    are those of `Index`.
    """

    opening: tuple[Arm, ...]
    rows: tuple[tuple[tuple[int, ...], tuple[tuple[tuple[int, Fraction], ...], ...]], ...]
    ties: Ties = "any"


Policy = Index | Table | Annotated[str, ROUND_ROBIN, ANY]
"""Round robin pulls 1, 2, ..., k, 1, 2, ...; "any" is every policy: nothing is known of it."""
ARMS_OF = dict.fromkeys(("most", "least", "squares"), 0) | {"before": 2}
ARMS_OF |= dict.fromkeys(("pulls", "rival", "idle", "level"), 1)
"""The words for what is observed of a run, and of how many arms each of them speaks; see `Run`."""


@dataclass(frozen=True, slots=True)
class Run:
    """The run of a policy on an instance of k `concave` arms with horizon T.

    `observed` gives names to numbers that the run determines, each by a word and its arms:

    pulls f      N_f, the number of pulls of f in T steps
    most         the largest N_i
    least        the least N_i
    squares      the sum of all N_i^2
    rival f      the largest N_i of the other arms, 0 if there are none
    idle f       the number of other arms that get no pull after the opening
    level f      the largest count just before the last pull of f
    before f g   the count of g just before the last pull of f

    The claim is about those runs in which the arms whose last pull it looks at get a pull, and
    those in `late` get one after the opening. Declared arms may be the same arm of the instance;
    those in `different` are not.
    """

    policy: Policy
    observed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    late: tuple[str, ...] = ()
    different: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The parameters that this run determines, k and T apart."""
        return tuple(name for name, _ in self.observed)

    @property
    def index(self) -> Index | None:
        """The policy, if it is one by a score."""
        return self.policy if isinstance(self.policy, Index) else None

    @property
    def ties(self) -> str:
        """How ties among fewest-pulled best arms are broken; "any" means all ways."""
        return "any" if isinstance(self.policy, str) else self.policy.ties

    @property
    def with_any_ties(self) -> Run:
        """The run, with ties broken in any way, and nothing observed."""
        policy = self.policy
        return Run(policy if isinstance(policy, str) else replace(policy, ties="any"))

    def name_of(self, *words: str) -> str:
        """The name for what these words say, or "" if it has none."""
        return next((name for name, said in self.observed if said == words), "")

    def all_of(self, word: str) -> list[tuple[str, tuple[str, ...]]]:
        """The names for what is observed by a word, each with its arms."""
        return [(name, said[1:]) for name, said in self.observed if said[0] == word]


@dataclass(frozen=True, slots=True)
class Every:
    """Every deterministic policy for k arms: such a claim is a lower bound.

    A policy says which arm is pulled next, given the arms pulled so far and the rewards they paid.
    "policy": for all parameters that satisfy the givens, and for every policy, which may know all
    of them, there is an instance of k `concave` arms in [0,1] with OPT(T) > 0 on whose run every
    comparison of the conclusion holds. (Without OPT(T) > 0 arms that pay nothing would do.)
    "anytime-policy": the same for a policy that may know all parameters but T: for all others
    that satisfy the givens that do not name T there are an instance and a T that satisfies the
    givens that do.
    """

    every: Annotated[str, KNOWS_HORIZON, ANYTIME]


@dataclass(frozen=True, slots=True)
class Some:
    """Some run of a policy: such a claim says that a bound is attained.

    For all parameters that satisfy the givens, k >= 1, there are an instance of k `concave` arms in
    [0,1] with OPT(T) > 0 and a run of the policy on it, with the ties broken in some way, or as
    the run says, on which every comparison of the conclusion holds.
    """

    some: Run


Context = Run | Every | Some


def knows_horizon(run: Run) -> bool:
    """Whether the score of an index policy speaks of T; a table may."""
    score = run.index.score if run.index else Form()
    told = (p for c, atom in score.terms for p in (c, *atom.indices))
    return isinstance(run.policy, Table) or any("T" in p.names() for p in (score.constant, *told))


# --- well-formed -------------------------------------------------------------------------------


def check_run(run: Run, parameters: set[str], arms: Mapping[str, ArmClass]) -> None:
    """What a run names is declared, and of the right sort."""
    names, words = {"k", "T", *run.named}, [words for _, words in run.observed]
    if max(len(words), len(run.index.score.terms) if run.index else 0) > MAX_IN_RUN:
        refuse(f"a run names more than {MAX_IN_RUN} numbers, or its score has more terms")
    if len(names) != 2 + len(words) or not names <= parameters:
        refuse("k, T and what a run names must be different declared parameters")
    if any(ARMS_OF.get(word) != len(of) for word, *of in words) or len({*words}) != len(words):
        refuse("what is observed of a run is said by one of its words, and has one name")
    roles = [*run.late, *run.different, *(arm for _, *of in words for arm in of)]
    if not {*roles} <= arms.keys() or {*arms.values()} - {ArmClass.CONCAVE}:
        refuse("the arms of a run must be declared, and concave")
    if len({*run.late}) != len(run.late) or len({*run.different}) != len(run.different):
        refuse("an arm is not different from itself, and late once")
    if run.index is not None:
        _check_index(run.index)
    elif run.late or run.all_of("idle"):
        refuse("late and idle belong to policies with an opening")
    if isinstance(run.policy, Table):
        _check_table(run.policy)
        if run != Run(run.policy):
            refuse("of the run of a table nothing is observed")


def _check_table(table: Table) -> None:
    """A row has k counts and k indices, and stands once; an index has rewards that are seen."""
    sizes = {size for counts, arms in table.rows for size in (len(counts), len(arms))}
    if len(sizes) > 1 or len(dict(table.rows)) != len(table.rows):
        refuse("a row of a table has k counts and k indices, and stands once")
    if not all(0 <= arm < min(sizes, default=arm + 1) for arm in table.opening):
        refuse("a table opens with an arm that it does not have")
    for counts, arms in table.rows:
        for N, row in zip(counts, arms, strict=True):
            if len(dict(row)) != len(row) or any(not 1 <= n <= N for n, _ in row):
                refuse("an index has a coefficient twice, or of a reward that is not seen yet")


def _check_index(index: Index) -> None:
    """The score looks at f(1), ..., f(a) only: at f(a-1) if every arm is opened with two pulls."""
    seen = [(Kind.VALUE, A), (Kind.REW, A)]
    if index.opening >= 2:
        seen += [(Kind.VALUE, A - 1), (Kind.DELTA, A), (Kind.P, A)]
    if index.opening < 1:
        refuse("an index policy opens with one pull of every arm at least")
    if index.score.extrema:
        refuse("minima and maxima stand in the conclusion")
    known = {"a", "M", "k", "T"}
    speaks_of(known, index.score.constant)
    for coefficient, atom in index.score.terms:
        speaks_of(known, coefficient)
        if atom.arm != "f":
            refuse("the score of an index is made of rewards of arm f")
        if (atom.kind, atom.indices[0]) not in seen:
            refuse("the score of an index looks at what it has not seen of arm f")
        speaks_of(known, atom.indices[-1], integral=True)


# --- Claims as data, and what they mean ----------------------------------------------------------

"""A claim says, of integers, reals, reward functions in [0,1] and perhaps the run of a policy: if
the givens hold, then every part of the conclusion does. Its names are quantified in the order of
its `prefix`; without one all are universal. The arms, the run and what a run determines come with
the last "for all". Each given is about the last of its names, and says what these range over:

    for all x with G(x) there are y with H(x,y) such that for all z with I(x,y,z): conclusion

A claim with a `run` is about the run of a policy with horizon T on an instance of k arms; its arms
range over those of the instance. Two kinds of claim say that there is an instance: for every policy
(`Every`), and one with some run of a policy (`Some`).
"""


@dataclass(frozen=True, slots=True)
class ForAll:
    """These names are universal."""

    names: tuple[str, ...] = field(metadata=key("for all"))


@dataclass(frozen=True, slots=True)
class Exists:
    """These names exist, and may depend on all that stands before them."""

    names: tuple[str, ...] = field(metadata=key("exists"))


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement that a certificate proves or refutes; `parameters` are integers."""

    parameters: tuple[str, ...]
    arms: tuple[tuple[str, ArmClass], ...] = ()
    givens: tuple[Comparison, ...] = ()
    conclusion: tuple[Formula, ...] = ()
    reals: tuple[str, ...] = ()
    floors: tuple[Floor, ...] = ()
    run: Context | None = None
    families: tuple[Family, ...] = ()
    prefix: tuple[ForAll | Exists, ...] = ()

    @property
    def played(self) -> Run | None:
        """The run of one policy that the claim is about, if it is about one."""
        return self.run if isinstance(self.run, Run) else None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names that are said to exist."""
        return tuple(n for block in self.prefix if isinstance(block, Exists) for n in block.names)

    @property
    def is_plain(self) -> bool:
        """Whether the conclusion is a list of comparisons without minima and maxima."""
        return not any(isinstance(c, AllOf | AnyOf) or c.form.extrema for c in self.conclusion)

    @property
    def plain(self) -> tuple[Comparison, ...]:
        """The conclusion of a claim that is plain; RejectedError of another."""
        if not self.is_plain:
            reject("rule", "the conclusion is a formula: its clauses are proved")
        return tuple(part for part in self.conclusion if isinstance(part, Comparison))

    def forms(self) -> Iterator[Form]:
        """Every form of the claim, those of families left out; givens first."""
        for part in (*self.givens, *self.conclusion):
            for test in tests_of(part):
                yield from test.form.parts()

    def atoms(self) -> Iterable[Atom]:
        """Every functional that the claim names."""
        return (atom for form in self.forms() for _, atom in form.terms)


def times_of(claim: Claim) -> tuple[Polynomial, ...]:
    """The times other than T at which a claim looks at its run, each once."""
    of_run = (atom for atom in claim.atoms() if atom.kind in OF_RUN)
    return tuple(dict.fromkeys(t for atom in of_run for t in atom.indices))


def run_of(claim: Claim) -> Run:
    """The run that the claim is about; a claim about every policy is about none."""
    if claim.played is None:
        reject("rule", "the claim is not about a run")
    return claim.played


# --- Which claims make sense: every name is declared, once, and of the right sort ----------------


MAX_PARTS = 2_000
WORDS = "and or not implies iff is exists before min max abs Regret most least squares"
RESERVED = frozenset((*Kind, *WORDS.split())) - {Kind.VALUE}
"""Words with a meaning of their own in a printed claim."""
TAKE_ARGUMENTS = frozenset(("N", "ceil", "floor", "sqrt"))
"""What an arm, which is printed f(n), cannot be called either; N counts pulls."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a form may speak of: integers, all numbers, arms, and the run."""

    integers: set[str]
    numbers: set[str]
    arms: Mapping[str, ArmClass]
    run: Context | None


def check_well_formed(claim: Claim) -> None:
    """Every name is declared, once, and of the right sort; MalformedError otherwise."""
    _check_names(claim)
    arms, parameters, integers = dict(claim.arms), {*claim.parameters}, {*claim.parameters}
    if isinstance(claim.run, Run):
        check_run(claim.run, parameters, arms)
    elif claim.run is not None:
        _check_bound(claim)
    for floor in claim.floors:
        speaks_of(integers, floor.numerator, integral=True)
        speaks_of(parameters, floor.divisor, integral=True)
        integers.add(floor.name)
    scope = Scope(integers, integers.union(claim.reals), arms, claim.run)
    for form in claim.forms():
        _check_form(form, scope)
    for family in claim.families:
        _check_family(family, scope)
    if any(one.form.extrema for one in (*claim.givens, *(f.comparison for f in claim.families))):
        refuse("minima and maxima stand in the conclusion")
    _check_prefix(claim)


def _check_names(claim: Claim) -> None:
    floors = (floor.name for floor in claim.floors)
    bound = dict.fromkeys(family.name for family in claim.families)
    names = (*claim.parameters, *floors, *claim.reals, *(arm for arm, _ in claim.arms), *bound)
    for name in names:
        if name_of(name).startswith("_") or name in RESERVED:
            refuse(f"{name!r} is not a name that a claim may declare")
    if len(set(names)) != len(names) or TAKE_ARGUMENTS & dict(claim.arms).keys():
        refuse("a name is declared twice, or an arm is called N, ceil, floor or sqrt")
    if not claim.conclusion:
        refuse("the conclusion is empty")
    every = [*claim.forms(), *(family.comparison.form for family in claim.families)]
    sizes = [len(names), len(every), *(len(form.terms) for form in every)]
    if max(sizes) > MAX_PARTS:
        refuse(f"a claim has more than {MAX_PARTS} names, comparisons or functionals")


def _check_form(form: Form, scope: Scope) -> None:
    """Coefficients are numbers, functionals are defined, and no minimum is one of nothing."""
    for p in (form.constant, *(c for c, _ in (*form.terms, *form.extrema))):
        speaks_of(scope.numbers, p)
    if not all(extremum.of for _, extremum in form.extrema):
        refuse("the least or largest of nothing")
    for _, atom in form.terms:
        if atom.kind in OF_RUN:
            if scope.run is None:
                refuse(f"{atom.kind} belongs to claims about a run")
            if atom.indices and (not isinstance(scope.run, Run) or knows_horizon(scope.run)):
                refuse(f"{atom.kind}(t) belongs to the run of a policy that does not know T")
        elif atom.arm not in scope.arms:
            refuse(f"the arm {atom.arm} is not declared")
        elif atom.kind == Kind.AREA and scope.arms[atom.arm].first:
            refuse(f"Area starts at n = 0, where a {scope.arms[atom.arm]} arm is not defined")
        for index in atom.indices:
            speaks_of(scope.integers, index, integral=True)


def _check_family(family: Family, scope: Scope) -> None:
    """The bounds are integers; without an end the comparison is one of values f(name + c)."""
    if scope.run is not None:
        refuse("a family of hypotheses belongs to claims about arms")
    for bound in (family.first, family.last or ZERO):
        speaks_of(scope.integers, bound, integral=True)
    own = {family.name}
    inside = replace(scope, integers=scope.integers | own, numbers=scope.numbers | own)
    _check_form(family.comparison.form, inside)
    if family.last is None and shifts_of(family) is None:
        refuse(f"a family without an end compares values f({family.name} + c) with constants")


def _check_bound(claim: Claim) -> None:
    """A claim about every policy, or about some run."""
    what = f"a claim about {'some run' if isinstance(claim.run, Some) else 'every policy'}"
    if claim.parameters[:2] != ("k", "T"):
        refuse(f"the first parameters of {what} are k and T")
    if claim.arms or any(given.form.terms for given in claim.givens):
        refuse(f"{what} names no arms, and its givens no rewards")
    if not claim.is_plain:
        refuse(f"{what} has no formula: its parts hold on the one instance")
    if isinstance(claim.run, Some):
        check_run(claim.run.some, {"k", "T"}, {})
        if claim.run.some.policy == ANY:
            refuse("a claim about some run names a policy")


# --- the order of the names ----------------------------------------------------------------------


def stages_of(claim: Claim) -> dict[str, int]:
    """The number of the block of the prefix that each name belongs to, floors by their names."""
    stage = dict.fromkeys((*claim.parameters, *claim.reals), 0)
    stage |= {name: i for i, block in enumerate(claim.prefix) for name in block.names}
    for floor in claim.floors:
        names = floor.numerator.names() | floor.divisor.names()
        stage[floor.name] = max((stage[name] for name in names), default=0)
    return stage


def stage_of(form: Form, stage: Mapping[str, int], instance: int) -> int:
    """The block of the last of the names in a form; rewards come with the instance."""
    return max([stage[n] for n in form.names()] + [instance] * bool(form.terms), default=0)


def instance_stage(claim: Claim) -> int:
    """The place in the prefix with which arms and runs come: its last "for all", or its end."""
    if isinstance(claim.run, Every | Some):
        return len(claim.prefix)
    universal = [i for i, block in enumerate(claim.prefix) if isinstance(block, ForAll)]
    return universal[-1] if universal else 0 if not claim.prefix else -1


def _check_prefix(claim: Claim) -> None:
    """Every integer and real stands in the prefix once, if there is one, and arms have a place."""
    if not claim.prefix:
        return
    names = [name for block in claim.prefix for name in block.names]
    if sorted(names) != sorted((*claim.parameters, *claim.reals)):
        refuse("the prefix has every integer and real of the claim, each once")
    if claim.chosen and claim.families:
        refuse("a statement that something exists has no families")
    stage, instance = stages_of(claim), instance_stage(claim)
    if instance < 0 and (claim.arms or claim.run):
        refuse("arms and runs come with the last 'for all', and there is none")
    if isinstance(claim.run, Run):
        if any(stage[name] != instance for name in claim.run.named):
            refuse("what a run determines comes with the run, in the last 'for all'")
        if max(stage["k"], stage["T"]) > instance:
            refuse("k and T are not chosen after the run")
    if isinstance(claim.run, Every) and {"k", "T"} & {*claim.chosen}:
        refuse("k and T are not chosen in a claim about every policy")
    if claim.run == Every(ANYTIME) and claim.chosen:
        refuse("nothing is chosen in a claim about policies that do not know T")
