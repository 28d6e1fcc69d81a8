"""Worst cases at one k and T, and claims over finitely many of them."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Annotated, Any

from imab_verify.kernel.arms import ClaimProof, ProvedClaim, check_claim, check_lemmas
from imab_verify.kernel.documents import GZIP, REQUIRED, Arm, Ratio, Raw, build, key, loads, refuse
from imab_verify.kernel.polynomials import (
    ONE,
    ZERO,
    MalformedError,
    Polynomial,
    Reason,
    RejectedError,
    bits,
    brief,
    common_denominator,
    spend,
)
from imab_verify.kernel.semantics import (
    Choice,
    Curve,
    Scores,
    Seen,
    Values,
    check_instance,
    follow,
    opening_pulls,
    play,
    scores_of,
    settle,
    sum_up,
)
from imab_verify.kernel.statement import (
    ALGORITHM_1,
    ESTIMATE,
    INDEX,
    ROUND_ROBIN,
    A,
    ArmClass,
    Atom,
    Claim,
    Form,
    Index,
    Kind,
    Relation,
    Run,
    check_well_formed,
    expand,
    run_of,
)

# --- Upper bounds at one k and T from a claim about runs that is proved for all k and T at once --


@dataclass(frozen=True, slots=True)
class Theorem:
    """A claim A*ALG(T) >= R*OPT(T) in k and T alone, with a proof by a rule about runs."""

    claim: Claim
    proof: ClaimProof
    lemmas: tuple[ProvedClaim, ...] = ()


def check_theorem(item: Any, known: Sequence[Claim] = ()) -> Claim:
    """The claim of a theorem, if its proof is one; without lemmas of its own it cites `known`."""
    theorem: Theorem = build(Theorem, item)
    claim = theorem.claim
    check_well_formed(claim)
    run_of(claim)
    if set(claim.parameters) != {"k", "T"} or claim.reals:
        raise RejectedError(Reason.RULE, "a theorem about worst cases speaks of k and T alone")
    check_claim(theorem.proof, claim, check_lemmas(theorem.lemmas) or known)
    return claim


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim is one A*ALG - R*OPT >= 0 under givens on parameters alone."""
    run, goal = run_of(claim), claim.conclusion[0]
    if claim.arms or run.named or any(g.form.terms for g in claim.givens):
        raise RejectedError(Reason.RULE, "this rule proves claims about ALG(T) and OPT(T) only")
    if len(claim.conclusion) != 1 or goal.relation != Relation.GE or len(goal.form.constant):
        raise RejectedError(Reason.RULE, "this rule proves one >= without a constant term")
    shares = {Kind.ALG: ZERO, Kind.OPT: ZERO}
    for coefficient, atom in goal.form.terms:
        if atom.kind not in shares:
            raise RejectedError(Reason.RULE, f"this rule knows nothing about {atom.kind}")
        shares[atom.kind] = shares[atom.kind] + coefficient
    return shares[Kind.ALG], -shares[Kind.OPT]


def ratio_at(claim: Claim, k: int, T: int) -> Fraction | None:
    """The number u with OPT(T) <= u*ALG(T) that the claim says at k and T: A/R, if R > 0."""
    (alg, opt), values = ratio_shares(claim), values_where_givens_hold(claim, k, T)
    if values is None or opt.at(values) <= 0:
        return None
    return alg.at(values) / opt.at(values)


def values_where_givens_hold(claim: Claim, k: int, T: int) -> Values | None:
    """k, T and the floors, if the givens hold; a floor need not be defined where one does not."""

    def hold(values: Values) -> bool:
        """The givens in which only these names occur."""
        for given in claim.givens:
            p = given.form.constant
            spend(1 + len(p))
            if p.names() <= values.keys() and not given.relation.holds(p.at(values)):
                return False
        return True

    values: Values = {"k": Fraction(k), "T": Fraction(T)}
    if not hold(values):
        return None
    values = settle(claim, values)
    return values if hold(values) else None


# --- Decision trees for index policies at one k and T: OPT(T) <= rho * ALG(T) on every instance --

"""An index policy opens with a fixed sequence of pulls. Then it pulls an arm of maximal index, ties
by fewest pulls, then in any way. The index of arm i is a linear functional of f_i(1..N_i); its
coefficients may depend on all counts. Two ways to give it:

    greedy   opens with every arm once; the index is f_i(N_i)
    table    the certificate lists the opening and the coefficients for every vector of counts

A path is a sequence of decisions. What is known on it, for the decision to pull arm i, with j any
other arm: index of i - index of j >= 0, strict if i had more pulls than j. A path is closed by a
combination S of these differences with multipliers >= 0; all other paths go on with every arm.

    dual     rho * ALG - OPT - S >= 0 on all instances, so OPT <= rho * ALG on the path;
    empty    -S >= 0 on all instances, though a difference with a positive multiplier is strict:
             S is <= 0 and > 0 at once, and no run has the path.

Both sides are sums over the arms of w_0 f(0) + ... + w_m f(m). This is >= 0 for every concave f if
and only if it is on the rays: the constant 1, where it is t_0, and min(n,j) for 1 <= j <= m, where
it is t_1 + ... + t_j, with the tails t_j = w_j + ... + w_m. For min(n,j) = [n>=1] + ... + [n>=j].
"""


Coefficients = Mapping[int, Fraction]
"""n -> coefficient of f_i(n)."""


@dataclass(frozen=True, slots=True)
class IndexPolicy:
    """The opening, and the table of coefficients; without a table the policy is greedy."""

    k: int
    opening: tuple[int, ...]
    table: Mapping[tuple[int, ...], tuple[Coefficients, ...]] | None = None

    def index(self, counts: tuple[int, ...], arm: int) -> Coefficients:
        """The index of the arm at these counts."""
        return self.indices(counts)[arm]

    def indices(self, counts: tuple[int, ...]) -> Sequence[Coefficients]:
        """The index of every arm at these counts."""
        spend(len(counts))
        if self.table is None:
            return [{N: Fraction(1)} for N in counts]
        if (row := self.table.get(counts)) is None:
            raise RejectedError(Reason.COVERAGE, f"the policy has no index at counts {counts}")
        return row

    def scores(self, seen: Seen) -> list[Fraction | int]:
        """The index of every arm, times the scale of what was seen."""
        rows = zip(self.indices(tuple(seen.counts)), seen.rewards, strict=True)
        return [sum_up((f[n], q) for n, q in row.items()) for row, f in rows]

    def alike(self, path: Sequence[int], optimal: int) -> set[int]:
        """Arms any two of which can be exchanged: policy, path and optimal arm stay the same."""
        if self.table is not None:
            return set()
        return set(range(self.k)).difference(path[len(self.opening) :], {optimal})

    @classmethod
    def greedy(cls, k: int) -> IndexPolicy:
        """Every arm once, then an arm of maximal last reward."""
        return cls(k, tuple(range(k)))


LAST_REWARD = Index(1, Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (A,))),)))
"""Greedy, as a claim about runs has it."""


def coefficients_of(index: Index, counts: Sequence[int], arm: int, T: int) -> dict[int, Fraction]:
    """The score of an arm at these counts, as a combination of f(1), ..., f(a); zeros left out.

    Rew(f,a) is f(1) + ... + f(a), and the other functionals are combinations of it, f(a) and
    f(a-1) (functionals.expand). A constant of the score is not in it.
    """
    spend(len(counts))
    named = {"a": counts[arm], "M": max(counts), "k": len(counts), "T": T}
    values = {name: Fraction(value) for name, value in named.items()}
    row: dict[int, Fraction] = {}
    for coefficient, atom in index.score.terms:
        for factor, kind, at in expand(atom):
            weight, n = coefficient.at(values) * factor.at(values), int(at.at(values))
            spend(16 + max(n, 0), bits(weight))
            for place in range(1, n + 1) if kind == Kind.REW else (n,):
                row[place] = row.get(place, Fraction(0)) + weight
    return {n: q for n, q in row.items() if q}


def is_table_of(policy: IndexPolicy, index: Index, opening: Sequence[int], T: int) -> bool:
    """Whether the policy is that of the score at this horizon: same opening, and every row of its
    table has the coefficients of the score. Where it has no row, it decides nothing.
    """
    if policy.table is None:
        return index == LAST_REWARD
    if policy.opening != tuple(opening) or len(index.score.constant):
        return False
    return all(
        {n: q for n, q in row.items() if q} == coefficients_of(index, counts, arm, T)
        for counts, rows in policy.table.items()
        for arm, row in enumerate(rows)
    )


Compared = tuple[Arm, Arm, Fraction]
"""(step, other, multiplier): the decision at a step (from 1), compared with another arm."""


@dataclass(frozen=True, slots=True)
class PathDual:
    """A combination of decisions that shows rho * ALG >= OPT."""

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


def optimal_arms(policy: IndexPolicy) -> Iterator[int]:
    """Which arm is optimal: for greedy, arms can be named so that it is any one we like.

    The opening pulls every arm equally often, so only its order tells arms apart, and nothing
    depends on that order unless the opening is cut off by the horizon.
    """
    yield from range(policy.k if policy.table is not None else 1)


def counts_of(k: int, path: Sequence[int]) -> tuple[int, ...]:
    """How often each arm is pulled on the path."""
    counts = [0] * k
    for i in path:
        counts[i] += 1
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Path:
    """The runs of a policy that begin with these pulls; OPT(T) is Rew(f,T) of arm `optimal`."""

    policy: IndexPolicy
    T: int
    optimal: int
    pulls: tuple[int, ...]


Inequality = tuple[tuple[int, Coefficients], tuple[int, Coefficients], bool, Fraction]
"""The arm pulled with its index, another one, whether the first is larger or only not smaller;
the multiplier."""


def path_inequality(path: Path, decision: Compared) -> Inequality:
    """The inequality of a decision on the path."""
    step, other, multiplier = decision
    policy, pulls = path.policy, path.pulls
    if not (len(policy.opening) <= step < len(pulls) and 0 <= other < policy.k):
        raise RejectedError(Reason.HYPOTHESIS, "a decision is not on the path")
    spend(policy.k + len(pulls))
    counts, arm = counts_of(policy.k, pulls[:step]), pulls[step]
    chosen, left = ((i, policy.index(counts, i)) for i in (arm, other))
    return chosen, left, counts[arm] > counts[other], multiplier


def check_closed(path: Path, rho: Fraction, known: Sequence[Inequality], *, empty: bool) -> None:
    """The bound, or the contradiction if `empty`, by inequalities that are known on the path.

    Later pulls are not negative, so ALG is at least the sum of Rew(f_i, N_i). All times C * D.
    """
    if any(multiplier < 0 for *_, multiplier in known):
        raise RejectedError(Reason.SIGN, "a multiplier is negative")
    if empty and not any(strict and multiplier for _, _, strict, multiplier in known):
        raise RejectedError(Reason.STRICTNESS, "the decisions do not contradict each other")
    C = common_denominator(c for *both, _, _ in known for _, row in both for c in row.values())
    D = common_denominator([rho, *(multiplier for *_, multiplier in known)])
    alg, opt = (0, 0) if empty else (int(C * D * rho), C * D)
    spend(4 * (len(path.pulls) + path.T), bits(C * D))
    left = [[0, *[alg] * N] for N in counts_of(path.policy.k, path.pulls)]
    best = left[path.optimal]
    best += [0] * (path.T + 1 - len(best))
    best[1:] = [w - opt for w in best[1:]]
    for chosen, other, _, multiplier in known:
        m = int(D * multiplier)
        for (arm, row), factor in ((chosen, -m), (other, m)):
            spend(2 * len(row), bits(C * m))
            for n, c in row.items():
                left[arm][n] += factor * int(C * c)
    if not all(map(nonnegative, left)):
        raise RejectedError(Reason.SIGN, "the multipliers do not suffice")


def nonnegative(weights: Sequence[int]) -> bool:
    """Whether sum of weights[n] * f(n) >= 0 for every concave f."""
    first, *tails = [*accumulate(reversed(weights))][::-1]
    return first >= 0 and all(total >= 0 for total in accumulate(tails))


def check_path(tree: DecisionTree, path: Path, rho: Fraction) -> None:
    """OPT(T) <= rho * ALG(T) for every run on the path."""
    policy, pulls = path.policy, path.pulls
    spend(policy.k + len(pulls))
    if not isinstance(tree, Next):
        known = [path_inequality(path, d) for d in tree.decisions]
        check_closed(path, rho, known, empty=isinstance(tree, PathContradiction))
        return
    if len(pulls) >= path.T:
        raise RejectedError(Reason.RULE, "a path is longer than the horizon")
    if len(tree.branches) != policy.k:
        raise RejectedError(Reason.COVERAGE, "every arm needs a branch")
    alike, one_of_them = policy.alike(pulls, path.optimal), False
    for arm, branch in enumerate(tree.branches):
        if branch is not None:
            one_of_them |= arm in alike
            check_path(branch, Path(policy, path.T, path.optimal, (*pulls, arm)), rho)
        elif arm not in alike or not one_of_them:
            raise RejectedError(Reason.COVERAGE, f"arm {arm + 1} needs a branch of its own")


@dataclass(frozen=True, slots=True)
class PathCase:
    """A line that closes the case of this optimal arm."""

    optimal: Arm
    tree: DecisionTree


def check_paths(policy: IndexPolicy, T: int, rho: Fraction, lines: Iterator[Any]) -> None:
    """Every case is closed by its line."""
    for o in optimal_arms(policy):
        line: PathCase = build(PathCase, next(lines, None))
        if line.optimal != o:
            raise RejectedError(Reason.COVERAGE, f"the case of optimal arm {o + 1} is missing")
        check_path(line.tree, Path(policy, T, o, policy.opening), rho)


# --- Runs of Algorithm 1 in rounds: what is checked does not grow with the number of pulls -------

"""After the opening every arm has two pulls. A round pulls some arms once, in the order of their
numbers; (A, c) says that c rounds of the arms A follow. M = max_j N_j is the level before them.

Level. The arms of A have a pulls each, and a + c <= M; or A is one arm, and a + c - 1 <= M. So all
    these pulls have level M. Let P(f_i,a,M) = P(f_i,a+c-1,M) = s for i in A. P(f,n,M) falls in n:
    P(f,n,M) - P(f,n+1,M) = (M-n)(M-n+1)/2 * (Delta(f,n) - Delta(f,n+1)) >= 0 for n < M. So the arm
    pulled always has the estimate s, and an arm of A never has more. So the pulls are right if
    P(f_j,N_j,M) <= s for all other arms j, and none of those with equality is preferred: it has
    more than a + c - 1 pulls, or as many and it may or does come later in a tie.
    Within A, an arm that was pulled in the round has more pulls, one that waits a larger number.
Lead. A is one arm i with N_i = M, and c >= 2. Its pulls have the levels M, ..., M + c - 1 and, at
    level m, the estimate Rew(f_i,m). For every other arm j consider D(m) = Rew(f_i,m) -
    P(f_j,N_j,m). If D > 0 at all these levels, arm i is the only one of maximal estimate. It is
    enough to look at the first and the last of them if c = 2, or if D is concave, which it is if
    Delta(f_i,M+2) <= Delta(f_j,N_j): for m > M, as f_i is concave, D(m+1) - 2 D(m) + D(m-1) =
    Delta(f_i,m+1) - Delta(f_j,N_j) <= 0.
"""


Rounds = tuple[tuple[tuple[Arm, ...], int], ...]
"""(A, c), one after the other."""
Curves = Sequence[Curve]
Counts = Sequence[int]


def counts_after(curves: Curves, rounds: Rounds, T: int, *, first: bool) -> list[int]:
    """The counts after these rounds, T pulls in all, each of them right; ties as said below.

    The policy prefers fewest pulls and then, if `first`, the lowest number.
    """
    counts = [2] * len(curves)
    if any(not arms or c < 1 or any(i >= j for i, j in pairwise(arms)) for arms, c in rounds):
        raise RejectedError(Reason.RULE, "a round has arms, in the order of their numbers")
    if sum(counts) + sum(len(arms) * c for arms, c in rounds) != T:
        raise RejectedError(Reason.INSTANCE, f"the rounds do not have {T} pulls")
    for number, (arms, c) in enumerate(rounds, start=1):
        rule = _lead if len(arms) == 1 and c > 1 and counts[arms[0]] == max(counts) else _level
        if not rule(curves, counts, arms, c, first):
            raise RejectedError(Reason.INSTANCE, f"the policy does not allow rounds {number}")
        for i in arms:
            counts[i] += c
    return counts


def _level(curves: Curves, counts: Counts, arms: Counts, c: int, first: bool) -> bool:
    M, a = max(counts), counts[arms[0]]
    s, last = _estimate(curves[arms[0]], a, M), a + c - 1
    others = set(range(len(curves))).difference(arms)
    return (
        all(counts[i] == a for i in arms)
        and last + (len(arms) > 1) <= M
        and all(_estimate(curves[i], n, M) == s for i in arms for n in (a, last))
        and all(
            (s, counts[j], not first or max(j, arms[-1]) == j)
            > (_estimate(curves[j], counts[j], M), last, False)
            for j in others
        )
    )


def _lead(curves: Curves, counts: Counts, arms: Counts, c: int, _: bool) -> bool:
    i, M = arms[0], max(counts)
    bend = curves[i].value(M + 2) - curves[i].value(M + 1)
    return all(
        min(curves[i].rew(m) - _estimate(f, n, m) for m in (M, M + c - 1)) > 0
        and (c == 2 or bend <= f.value(n) - f.value(n - 1))
        for j, (f, n) in enumerate(zip(curves, counts, strict=True))
        if j != i
    )


def _estimate(f: Curve, a: int, M: int) -> Fraction:
    """P(f,a,M)."""
    return f.functional(Kind.P, (a, M), ArmClass.CONCAVE.first)


# --- The worst-case document: sup OPT(T)/ALG(T) of one policy at one k and T, from both sides ----

"""It is a text of JSON lines, plain or compressed with gzip. The first line says what is
claimed and
carries the instance for the lower bound. Further lines are for the upper bound; they are read one
at a time, while they are checked.

Upper bound: OPT(T) <= upper * ALG(T) on every instance; "inf" claims nothing. For Algorithm 1
    and greedy the proof "claim" has one further line, a theorem about all k and T with its proof
    (bounds.py). The proof "tree" has a line for every optimal arm of an index policy (index.py).
    The proof "counts" has no further lines: the pulls that are the same on every instance are
    enough, which are those of the opening, all of round robin, and all if there is one arm.
Lower bound: an instance whose run has OPT/ALG = lower; "inf" if ALG = 0 < OPT. The run is given by
    the sequence of its pulls or, for Algorithm 1 with T >= 2k, by its rounds (rounds.py).
    If a second instance `near` is given, the first one is a limit. `near` follows the sequence of
    pulls, and at the limit every pulled arm has a maximal score (ties not looked at). The score is
    linear in the rewards, so (1-e)*limit + e*near follows the sequence for every 0 < e <= 1, and
    its ratio tends to OPT/ALG of the limit as e tends to 0.
"""


FORMAT = "imab-worst-case/1"
GREEDY, TABLE = "greedy", "index"
CLAIM, COUNTS, TREE = "claim", "counts", "tree"
MAX_LINE = 2**24
MAX_HORIZON = 10**4
MAX_SIZE = 10**6
"""k * T, the estimates that a run compares pull by pull."""
MAX_IN_ROUNDS = 10**18
"""The longest run in rounds."""

Lines = Iterator[Any]
Theorems = Sequence[Claim]
Table = tuple[tuple[tuple[int, ...], tuple[tuple[tuple[int, Fraction], ...], ...]], ...]
"""For vectors of counts, the index of every arm as pairs (n, coefficient of f_i(n))."""


@dataclass(frozen=True, slots=True)
class Lower:
    """An instance, its run, and the instance nearby, if it is a limit.

    The run has the arms pulled at steps 1..T, or the rounds after the opening.
    """

    ratio: Ratio
    curves: tuple[Curve, ...] = field(metadata=key("arms"))
    sequence: tuple[Arm, ...] | None = None
    near: tuple[Curve, ...] | None = None
    rounds: Rounds | None = None


@dataclass(frozen=True, slots=True)
class Supremum:
    """The first line of the document: lower <= sup OPT(T)/ALG(T) <= upper. None stands for inf."""

    policy: Annotated[str, ALGORITHM_1, ROUND_ROBIN, GREEDY, TABLE]
    init: Annotated[str, "rounds", "pairs"]
    ties: Annotated[str, "any", "lowest-index"]
    k: int
    T: int
    upper: Ratio
    proof: Annotated[str, CLAIM, COUNTS, TREE]
    lower: Lower
    opening: tuple[Arm, ...] | None = None
    table: Table | None = None
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)

    def index(self) -> IndexPolicy | None:
        """The index policy; None for algorithm-1 and round-robin."""
        if self.policy == TABLE:
            rows = {at: tuple(map(dict, arms)) for at, arms in self.table or ()}
            return IndexPolicy(self.k, self.opening or (), rows)
        return IndexPolicy.greedy(self.k) if self.policy == GREEDY else None

    def play(self) -> tuple[Sequence[int], Scores]:
        """The pulls that do not depend on the instance, and the scores that decide after them."""
        if (index := self.index()) is not None:
            return index.opening, index.scores
        opening = opening_pulls(self.policy, self.init, self.k, self.T)
        return opening, lambda seen: scores_of(ESTIMATE, seen, self.T)


# --- reading and judging -----------------------------------------------------------------------


def read_head(item: Any) -> Supremum:
    """The first line: everything but the cases of the upper bound."""
    case: Supremum = build(Supremum, item)
    k, T, lower = case.k, case.T, case.lower
    if (lower.sequence is None) == (lower.rounds is None):
        refuse("a run is given by its sequence or by its rounds")
    if lower.rounds is not None and (lower.near or case.policy != ALGORITHM_1 or 2 * k > T):
        refuse("rounds are for algorithm-1 after its opening, without an instance nearby")
    longest, largest = MAX_IN_ROUNDS, MAX_IN_ROUNDS * k
    if lower.rounds is None:
        longest, largest = MAX_HORIZON, MAX_SIZE
    if not 1 <= k <= MAX_HORIZON or not 1 <= T <= longest or k * T > largest:
        refuse("k or T is out of bounds")
    if any((case.policy == TABLE) != (part is not None) for part in (case.opening, case.table)):
        refuse("the policy index, and no other, needs an opening and a table")
    named = (case.opening, lower.sequence, *(arms for arms, _ in lower.rounds or ()))
    if not all(0 <= i < k for arms in named for i in arms or ()):
        refuse("there is no such arm")
    table = case.table or ()
    if len(dict(table)) != len(table) or any({len(c), len(arms)} != {k} for c, arms in table):
        refuse("a row of the table has k counts and k indices, and stands once")
    for counts, arms in table:
        for N, row in zip(counts, arms, strict=True):
            if len(dict(row)) != len(row) or any(not 1 <= n <= N for n, _ in row):
                refuse("an index has a coefficient twice, or of a reward that is not seen yet")
    return case


def check_worst_case(case: Supremum, lines: Lines, theorems: Theorems = ()) -> None:
    """Worst case: lower <= sup OPT(T)/ALG(T) <= upper, for one policy at one k and T.

    Lower: an instance whose run has that ratio, or a limit of such instances. Upper: a theorem
    about all k and T at this size, a tree of all runs, or the pulls that are the same on every
    instance. Theorems that are known already need no line. The top of document.py has the format.
    """
    check_lower(case)
    check_upper(case, lines, theorems)
    if any(True for _ in lines):
        raise RejectedError(Reason.COVERAGE, "a line closes no case")


# --- upper bound -------------------------------------------------------------------------------


def check_upper(case: Supremum, lines: Lines, theorems: Theorems) -> None:
    """OPT(T) <= upper * ALG(T) on every instance."""
    k, T, rho, index = case.k, case.T, case.upper, case.index()
    if rho is None:
        return
    if case.proof == CLAIM and case.policy in (ALGORITHM_1, GREEDY):
        _check_claims(case, rho, theorems or [check_theorem(next(lines, None))])
    elif index is not None and len(index.opening) <= T:
        check_paths(index, T, rho, lines)
    else:
        least = T if k == 1 else min(counts_of(k, case.play()[0][:T]))
        if rho * least * (least + 1) < T * (T + 1):  # m(m+1) Rew(f,T) <= T(T+1) Rew(f,m)
            raise RejectedError(Reason.COVERAGE, "the fixed counts do not suffice")


def _check_claims(case: Supremum, rho: Fraction, theorems: Theorems) -> None:
    """One of the theorems is about these runs, and says OPT(T) <= rho * ALG(T) at k and T.

    Greedy is the index policy of the last reward, whose opening has one order.
    """
    for claim in theorems:
        run, ratio = run_of(claim), ratio_at(claim, case.k, case.T)
        policy = (GREEDY, case.init) if run.index == LAST_REWARD else (run.policy, run.init)
        same = policy == (case.policy, case.init)
        if same and run.ties in ("any", case.ties) and ratio is not None and ratio <= rho:
            return
    raise RejectedError(Reason.COVERAGE, "no theorem says so at this k and T")


# --- lower bound -------------------------------------------------------------------------------


def check_lower(case: Supremum) -> None:
    """The instance, or instances that tend to it, reach the ratio."""
    lower = case.lower
    alg = sum_up((1, c.rew(n)) for c, n in zip(lower.curves, _pulls(case), strict=True))
    opt = max(c.rew(case.T) for c in lower.curves)
    reached = opt > 0 and alg == 0 if lower.ratio is None else alg > 0 and opt == lower.ratio * alg
    if not reached:
        raise RejectedError(Reason.INSTANCE, f"there OPT = {brief(opt)} and ALG = {brief(alg)}")
    if (case.upper is None) != (lower.ratio is None):
        raise RejectedError(Reason.INSTANCE, "the bounds are not both finite")


def _pulls(case: Supremum) -> Sequence[int]:
    """How often each arm is pulled; every pull is one that the policy may make, limits apart."""
    lower, first = case.lower, case.ties == "lowest-index"
    for curves in (lower.curves, lower.near or lower.curves):
        if len(curves) != case.k:
            raise RejectedError(Reason.INSTANCE, "the instance, and the one nearby, need k arms")
        check_instance(curves)
    if lower.sequence is None:
        return counts_after(lower.curves, lower.rounds or (), case.T, first=first)
    choose = follow(lower.sequence, case.T)
    among: Choice = (lambda best, t: choose(best[:1], t)) if first else choose
    play(lower.near or lower.curves, case.T, *case.play(), among)
    if lower.near is not None:
        play(lower.curves, case.T, *case.play(), choose, weak=True)
    return counts_of(case.k, lower.sequence)


# --- the text ----------------------------------------------------------------------------------


def lines_of(data: bytes) -> Lines:
    """The JSON values of the lines, one at a time."""
    plain = io.BytesIO(data)
    stream: io.BufferedIOBase = gzip.GzipFile(fileobj=plain) if data.startswith(GZIP) else plain
    try:
        while line := stream.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                refuse("a line is longer than it may be")
            yield loads(line)
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedError(f"the file cannot be decompressed: {error}") from None


# --- Claims A*ALG(T) >= R*OPT(T) over finitely many k and T, from the worst case of each ---------


@dataclass(frozen=True, slots=True)
class Cells:
    """Worst-case documents, each a list of its lines, and theorems that several of them need."""

    cells: tuple[tuple[Raw, ...], ...]
    theorems: tuple[Raw, ...] = ()
    rule: Annotated[str, "cells"] = field(default="cells", metadata=REQUIRED)


def check_cells(proof: Cells, claim: Claim, known: Sequence[Claim] = ()) -> None:
    """Cells: A*ALG >= R*OPT at all k and T that the givens allow.

    The givens bound k and T. Wherever they hold with T >= 1 there is a worst case of the same
    policy with A >= upper * R and R >= 0, so A*ALG >= R*upper*ALG >= R*OPT. At T = 0 both are 0;
    the floors must be defined there too.
    Theorems may cite what is `known`: the lemmas of the certificate.
    """
    run, (alg, opt) = run_of(claim), ratio_shares(claim)
    if run.ties == "highest-index" or set(claim.parameters) != {"k", "T"} or claim.reals:
        raise RejectedError(Reason.RULE, "worst cases prove claims in k and T alone")
    theorems = [check_theorem(item, known) for item in proof.theorems]
    bounds: dict[tuple[int, int], Fraction | None] = {}
    for cell in proof.cells:
        lines = iter(cell)
        case = read_head(next(lines, None))
        if not _same_policy(case, run) or case.ties not in ("any", run.ties):
            raise RejectedError(Reason.RULE, "a worst case is about another policy")
        check_worst_case(case, lines, theorems)
        bounds[case.k, case.T] = case.upper
    k_most, T_most = _most(claim, "k"), _most(claim, "T")
    for k in range(1, k_most + 1):
        spend(80 * max(T_most + 1, 1))
        for T in range(T_most + 1):
            values, upper = values_where_givens_hold(claim, k, T), bounds.get((k, T))
            if values is None or T == 0:
                continue
            if upper is None or opt.at(values) < 0 or alg.at(values) < upper * opt.at(values):
                raise RejectedError(Reason.COVERAGE, f"k = {k}, T = {T} is not shown")


def _same_policy(case: Supremum, run: Run) -> bool:
    """Whether a worst case is about the policy of the claim; an index policy by its score.

    There the document has the coefficients of f_i(1), ..., f_i(N_i) as a table, and the claim the
    functional itself: they are compared row by row. The worst case orders the opening itself.
    """
    index, table = run.index, case.index()
    if index is None or table is None:
        return (case.policy, case.init) == (run.policy, run.init)
    pulls = index.opening * case.k
    return is_table_of(
        table, index, opening_pulls(INDEX, run.init, case.k, pulls, index.opening), case.T
    )


def _most(claim: Claim, name: str) -> int:
    """The least c for which a given says d*name <= d*c or d*name == d*c, rounded down."""
    limits = []
    for given in claim.givens:
        p = given.form.constant
        if p.names() == {name} and p.degree() == 1 and not given.form.terms:
            slope = p.at({name: Fraction(1)}) - p.at({name: Fraction(0)})
            if slope < 0 or given.relation == Relation.EQ:
                limits.append(-p.at({name: Fraction(0)}) // slope)
    if not limits:
        raise RejectedError(Reason.COVERAGE, f"no given bounds {name}")
    return min(limits)
