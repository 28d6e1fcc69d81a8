"""Claims as data, and what they mean.

A claim says: for all integers (or reals) that satisfy the givens, and all reward functions of
the declared classes that satisfy the givens, every comparison of the conclusion holds.
Reward functions take values in [0,1]. A claim with a `run` speaks about the run of a policy with
horizon T on an instance of k arms; its arms then range over the arms of the instance. A lower bound
has `Every` in that place, and quantifies otherwise: for every policy there is an instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from imab_verify.kernel.classes import ArmClass as ArmClass  # noqa: PLC0414  part of a claim
from imab_verify.kernel.documents import INLINE, REQUIRED, Layout, Natural, malformed, name_of
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.polynomials import HALF, ONE, ZERO, Polynomial, shown, triangle

MAX_PARTS = 2_000
MAX_IN_RUN = 64
"""Counts that a run names, and terms of a score: facts compare them with one another."""
ALGORITHM_1, ROUND_ROBIN, INDEX, ANY = "algorithm-1", "round-robin", "index", "any"
KNOWS_HORIZON, ANYTIME = "policy", "anytime-policy"


class Kind(StrEnum):
    """The functionals; each is linear in the reward function, those of a run apart.

    OPT and ALG are max_i Rew(f_i,T) and the reward of the run with T pulls. OPT-at and ALG-at are
    the same with t pulls of that run, which goes on after T if t > T.
    """

    VALUE = "value"
    REW = "Rew"
    DELTA = "Delta"
    P = "P"
    AREA = "Area"
    OPT = "OPT"
    ALG = "ALG"
    OPT_AT = "OPT-at"
    ALG_AT = "ALG-at"


@dataclass(frozen=True, slots=True)
class Atom(Layout):
    """One functional of one arm at indices that are polynomials in the integer parameters."""

    AS_LIST = True
    kind: Kind
    arm: str = ""
    indices: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """constant + sum of coefficient * atom, coefficients polynomials in the parameters."""

    constant: Polynomial = ZERO
    terms: tuple[tuple[Polynomial, Atom], ...] = ()

    def scaled(self, factor: Polynomial) -> Form:
        """The product with a polynomial."""
        return Form(self.constant * factor, tuple((c * factor, a) for c, a in self.terms))

    def __add__(self, other: Form) -> Form:
        return Form(self.constant + other.constant, self.terms + other.terms)

    def substitute(self, values: Mapping[str, Polynomial]) -> Form:
        """The form with polynomials in the place of names."""
        terms = tuple(
            (
                c.substitute(values),
                replace(atom, indices=tuple(index.substitute(values) for index in atom.indices)),
            )
            for c, atom in self.terms
        )
        return Form(self.constant.substitute(values), terms)


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
    """form relation 0."""

    form: Form = field(metadata=INLINE)
    relation: Relation = field(default=Relation.GE, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Family:
    """A hypothesis for every integer `name` from `first` to `last`; without `last`, for all later.

    `name` may stand in the indices and coefficients of the comparison.
    """

    name: str
    first: Polynomial
    comparison: Comparison = field(metadata=INLINE)
    last: Polynomial | None = None

    def at(self, value: Polynomial) -> Comparison:
        """The hypothesis for one integer."""
        form = self.comparison.form.substitute({self.name: value})
        return Comparison(form, self.comparison.relation)


@dataclass(frozen=True, slots=True)
class Floor(Layout):
    """name = floor(numerator / divisor); the divisor must be at least 1 under the givens."""

    AS_LIST = True
    name: str
    numerator: Polynomial
    divisor: Polynomial


@dataclass(frozen=True, slots=True)
class Index:
    """A policy by its data: `opening` pulls of every arm, then an arm of maximal `score`.

    The score is that of arm f with a pulls, where M is the largest number of pulls of an arm. It
    is linear in f(a), f(a-1), Rew(f,a), Delta(f,a), P(f,a,x), with coefficients and x polynomials
    in a, M, k and T.
    """

    opening: Natural
    score: Form

    def of(self, arm: str, a: Polynomial, M: Polynomial) -> Form:
        """The score of an arm with a pulls where the largest count is M."""
        values = {"a": a, "M": M}
        terms = [
            (
                c.substitute(values),
                Atom(atom.kind, arm, tuple(i.substitute(values) for i in atom.indices)),
            )
            for c, atom in self.score.terms
        ]
        return Form(self.score.constant.substitute(values), tuple(terms))


A, M = Polynomial.variable("a"), Polynomial.variable("M")
ESTIMATE = Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))),)))
"""Algorithm 1."""


@dataclass(frozen=True, slots=True)
class Run:
    """The run of `policy` on an instance of k `concave` arms with horizon T.

    `policy` "index" is given by the data `index`, "any" is every policy: nothing is known of it.
    `pulls` names parameters that are final counts N_i(T) of declared arms.
    If `pulled` names an arm, the claim is about those runs in which that arm got its last pull
    after the opening, which has 2k steps if `index` does not say otherwise; then `level` names
    max_j N_j just before that pull, and `before` names counts of declared arms at that moment.
    `stage` "any" drops the words "after the opening"; `most` and `least` name max_j N_j(T) and
    min_j N_j(T). Declared arms may be the same arm of the instance; those in `different` are not.
    `init` is the order of the opening, `ties` who wins among fewest-pulled best arms:
    "any" quantifies over all ways to break these ties.
    """

    policy: Annotated[str, ALGORITHM_1, ROUND_ROBIN, INDEX, ANY]
    init: Annotated[str, "rounds", "pairs"] = "rounds"
    ties: Annotated[str, "any", "lowest-index", "highest-index"] = "any"
    pulls: tuple[tuple[str, str], ...] = ()
    pulled: str = ""
    level: str = ""
    before: tuple[tuple[str, str], ...] = ()
    stage: Annotated[str, "after", "any"] = "after"
    most: str = ""
    least: str = ""
    different: tuple[str, ...] = ()
    index: Index | None = None

    @property
    def scoring(self) -> Index | None:
        """The data of an index policy; None if the policy is not one."""
        return ESTIMATE if self.policy == ALGORITHM_1 else self.index

    @property
    def opening(self) -> int:
        """How many pulls of each arm come before the stage "after"."""
        return self.index.opening if self.index else ESTIMATE.opening


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
class Claim:
    """The statement that a certificate proves or refutes."""

    parameters: tuple[str, ...]
    arms: tuple[tuple[str, ArmClass], ...] = ()
    givens: tuple[Comparison, ...] = ()
    conclusion: tuple[Comparison, ...] = ()
    reals: tuple[str, ...] = ()
    floors: tuple[Floor, ...] = ()
    run: Run | Every | None = None
    families: tuple[Family, ...] = ()

    def class_of(self, arm: str) -> ArmClass:
        """The class of a declared arm."""
        return dict(self.arms)[arm]

    @property
    def played(self) -> Run | None:
        """The run of one policy that the claim is about, if it is about one."""
        return self.run if isinstance(self.run, Run) else None

    def comparisons(self) -> tuple[Comparison, ...]:
        """Everything the claim says, givens first."""
        return self.givens + self.conclusion

    def atoms(self) -> Iterable[Atom]:
        """Every functional that the claim names."""
        return (atom for c in self.comparisons() for _, atom in c.form.terms)


# --- functionals -------------------------------------------------------------------------------
# Indices are polynomials, or integers at an instance: the formulas are the same.


def estimate_weights(gap: Any, pairs: Any) -> tuple[Any, Any]:
    """P(f,a,N) = Rew(f,a) + u*f(a) + v*f(a-1); gap = N-a, pairs = 1 + ... + gap.

    For P(f,a,N) = Rew(f,a) + gap*f(a) + pairs*Delta(f,a).
    """
    return gap + pairs, -pairs


def parts(
    kind: Kind, indices: tuple[Any, ...], one: Any, half: Any, sum_to: Callable[[Any], Any]
) -> list[tuple[Any, Kind, Any]]:
    """A functional as a combination of values f(e) and sums Rew(f,e), from the definitions.

    Delta(f,n) = f(n) - f(n-1).
    Area(f,n) = sum over j = 1..n of (f(j-1)+f(j))/2 = Rew(f,n) - f(n)/2 + f(0)/2.
    """
    match kind, indices:
        case Kind.VALUE | Kind.REW, (n,):
            return [(one, kind, n)]
        case Kind.DELTA, (n,):
            return [(one, Kind.VALUE, n), (-one, Kind.VALUE, n - one)]
        case Kind.P, (a, N):
            u, v = estimate_weights(N - a, sum_to(N - a))
            return [(one, Kind.REW, a), (u, Kind.VALUE, a), (v, Kind.VALUE, a - one)]
        case Kind.AREA, (n,):
            return [(one, Kind.REW, n), (-half, Kind.VALUE, n), (half, Kind.VALUE, one - one)]
    raise RejectedError(Reason.RULE, f"{kind} is not a functional of one arm")


def expand(atom: Atom) -> list[tuple[Polynomial, Kind, Polynomial]]:
    """The parts of an atom, for all values of the parameters at once."""
    return parts(atom.kind, atom.indices, ONE, HALF, triangle)


def domain(kind: Kind, indices: tuple[Any, ...], first: Any, one: Any) -> list[Any]:
    """What must be >= 0 for the functional to be defined.

    f(n): n >= first. Rew, Area: n >= 0. Delta: n >= first + 1. P: a >= first + 1 and N >= a.
    """
    match kind, indices:
        case Kind.VALUE, (n,):
            return [n - first]
        case Kind.DELTA, (n,):
            return [n - first - one]
        case Kind.P, (a, N):
            return [a - first - one, N - a]
    return list(indices)


# --- well-formed claims ------------------------------------------------------------------------

ARITY = dict.fromkeys(Kind, 1) | {Kind.P: 2, Kind.OPT: 0, Kind.ALG: 0}
AT_TIMES = (Kind.OPT_AT, Kind.ALG_AT)
OF_RUN = (Kind.OPT, Kind.ALG, *AT_TIMES)
RUN = "run"
"""What stands in the place of an arm in a functional of a run at some time."""
WORDS = ("and", "or", "not", "implies", "iff", "min", "max", "abs")
RESERVED = frozenset((*Kind, *WORDS)) - {Kind.VALUE}
"""Words with a meaning of their own in a printed claim; an arm cannot be N, which counts pulls."""


def check_well_formed(claim: Claim) -> None:
    """Every name is declared, once, and of the right sort; MalformedError otherwise."""
    floors = tuple(floor.name for floor in claim.floors)
    bound = dict.fromkeys(family.name for family in claim.families)
    names = (*claim.parameters, *floors, *claim.reals, *(arm for arm, _ in claim.arms), *bound)
    for name in names:
        if name_of(name).startswith("_") or name in RESERVED:
            malformed(f"{name!r} is not a name that a claim may declare")
    if len(set(names)) != len(names) or "N" in dict(claim.arms):
        malformed("a name is declared twice, or an arm is called N")
    if not claim.conclusion:
        malformed("the conclusion is empty")
    every = (*claim.comparisons(), *(family.comparison for family in claim.families))
    sizes = [len(names), len(every), *(len(c.form.terms) for c in every)]
    if max(sizes) > MAX_PARTS:
        malformed(f"a claim has more than {MAX_PARTS} names, comparisons or functionals")
    arms, parameters, integers = dict(claim.arms), set(claim.parameters), set(claim.parameters)
    if isinstance(claim.run, Run):
        _check_run(claim.run, parameters, arms)
    elif claim.run is not None:
        _check_every(claim)
    for floor in claim.floors:
        _speaks_of(integers, floor.numerator, integral=True)
        _speaks_of(parameters, floor.divisor, integral=True)
        integers.add(floor.name)
    numbers = integers.union(claim.reals)
    for comparison in claim.comparisons():
        _speaks_of(numbers, comparison.form.constant)
        for coefficient, atom in comparison.form.terms:
            _speaks_of(numbers, coefficient)
            _check_atom(atom, arms, integers, claim.run)
    for family in claim.families:
        _check_family(family, claim, integers)


def _check_family(family: Family, claim: Claim, integers: set[str]) -> None:
    """The bounds are integers; without an end the comparison is one of values f(name + c)."""
    if claim.run is not None:
        malformed("a family of hypotheses belongs to claims about arms")
    for bound in (family.first, family.last or ZERO):
        _speaks_of(integers, bound, integral=True)
    own, arms = integers | {family.name}, dict(claim.arms)
    numbers, form = own.union(claim.reals), family.comparison.form
    for coefficient in (form.constant, *(c for c, _ in form.terms)):
        _speaks_of(numbers, coefficient)
    for _, atom in form.terms:
        _check_atom(atom, arms, own, None)
    if family.last is None and shifts_of(family) is None:
        malformed(f"a family without an end compares values f({family.name} + c) with constants")


def shifts_of(family: Family) -> list[tuple[Polynomial, str, Polynomial]] | None:
    """(c, f, e) for each summand c*f(name + e), if c, e and the constant are free of `name`."""
    form, n = family.comparison.form, Polynomial.variable(family.name)
    found = [(c, atom.arm, atom.indices[0] - n) for c, atom in form.terms]
    free = [form.constant, *(p for c, _, shift in found for p in (c, shift))]
    values = all(atom.kind == Kind.VALUE for _, atom in form.terms)
    return found if values and not any(family.name in p.names() for p in free) else None


def _check_atom(
    atom: Atom, arms: Mapping[str, ArmClass], integers: set[str], run: Run | Every | None
) -> None:
    if len(atom.indices) != ARITY[atom.kind]:
        malformed(f"{atom.kind} takes {ARITY[atom.kind]} indices")
    if not ARITY[atom.kind]:
        if run is None or atom.arm:
            malformed(f"{atom.kind} belongs to claims about a run")
        return
    if atom.kind in AT_TIMES:
        _check_at_time(atom, arms, integers, run)
        return
    if atom.arm not in arms:
        malformed(f"the arm {atom.arm} is not declared")
    if atom.kind == Kind.AREA and arms[atom.arm].first:
        malformed(f"Area starts at n = 0, where a {arms[atom.arm]} arm is not defined")
    for index in atom.indices:
        _speaks_of(integers, index, integral=True)


def _check_at_time(
    atom: Atom, arms: Mapping[str, ArmClass], integers: set[str], run: Run | Every | None
) -> None:
    """A run has other times than T if its policy does not know T: its pulls do not depend on T."""
    if not isinstance(run, Run) or atom.arm != RUN or RUN in arms:
        malformed(f"{atom.kind} belongs to the run of a policy, and stands with the word {RUN}")
    if knows_horizon(run):
        malformed("a policy that knows the horizon has a run at T only")
    _speaks_of(integers, atom.indices[0], integral=True)


def knows_horizon(run: Run) -> bool:
    """Whether the score of an index policy speaks of T."""
    score = run.index.score if run.index else Form()
    return any("T" in p.names() for p in (score.constant, *(c for c, _ in score.terms)))


def times_of(claim: Claim) -> tuple[Polynomial, ...]:
    """The times other than T at which a claim looks at its run, each once."""
    return tuple(dict.fromkeys(a.indices[0] for a in claim.atoms() if a.kind in AT_TIMES))


def _speaks_of(names: set[str], p: Polynomial, *, integral: bool = False) -> None:
    if not p.names() <= names:
        malformed(f"{shown(p)} uses names that are not declared, or not integers")
    if integral and p.denominator() != 1:
        malformed(f"{shown(p)} is not an integer for all integers")


def _check_run(run: Run, parameters: set[str], arms: Mapping[str, ArmClass]) -> None:
    counts = [name for name, _ in (*run.pulls, *run.before)]
    counts += [name for name in (run.level, run.most, run.least) if name]
    if max(len(counts), len(run.index.score.terms) if run.index else 0) > MAX_IN_RUN:
        malformed(f"a run names more than {MAX_IN_RUN} counts, or its score has more terms")
    roles = {arm for _, arm in (*run.pulls, *run.before)} | ({run.pulled} if run.pulled else set())
    if len({"k", "T", *counts}) != 2 + len(counts) or not {"k", "T", *counts} <= parameters:
        malformed("k, T and the counts of a run must be different declared parameters")
    if not roles | {*run.different} <= arms.keys() or {*arms.values()} - {ArmClass.CONCAVE}:
        malformed("the arms of a run must be declared, and concave")
    if len({*run.different}) != len(run.different):
        malformed("an arm is not different from itself")
    if (run.level or run.before or run.stage != "after") and not run.pulled:
        malformed("level, before and stage need the arm that is pulled")
    if (run.index is not None) != (run.policy == INDEX):
        malformed("the policy index, and no other, needs the data of its index")
    if run.index is not None:
        _check_index(run.index)


def _check_every(claim: Claim) -> None:
    if claim.parameters[:2] != ("k", "T"):
        malformed("the first parameters of a claim about every policy are k and T")
    if claim.arms or claim.families or any(given.form.terms for given in claim.givens):
        malformed("a claim about every policy names no arms, and its givens no rewards")


def _check_index(index: Index) -> None:
    """The score looks at f(1), ..., f(a) only: at f(a-1) if every arm is opened with two pulls."""
    seen = [(Kind.VALUE, A), (Kind.REW, A)]
    if index.opening >= 2:
        seen += [(Kind.VALUE, A - ONE), (Kind.DELTA, A), (Kind.P, A)]
    if index.opening < 1:
        malformed("an index policy opens with one pull of every arm at least")
    known = {"a", "M", "k", "T"}
    _speaks_of(known, index.score.constant)
    for coefficient, atom in index.score.terms:
        _speaks_of(known, coefficient)
        if atom.arm != "f" or len(atom.indices) != ARITY[atom.kind]:
            malformed("the score of an index is made of rewards of arm f")
        if (atom.kind, atom.indices[0]) not in seen:
            malformed("the score of an index looks at what it has not seen of arm f")
        _speaks_of(known, atom.indices[-1], integral=True)
