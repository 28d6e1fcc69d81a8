"""Sources of certificates for claims about the run of a policy.

Bad instances and proofs come in turn, with more and more time; over ranges of k and T, claims
A*ALG(T) >= R*OPT(T) are decided size by size, by exact worst cases: the largest OPT/ALG at each
size is a lemma, with a run that attains it beside the proof, and the claim follows in every case of
k and T from its lemma.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from math import comb
from time import monotonic

from imab_verify.deciding.attempts import Search, VacuousError
from imab_verify.deciding.certify import Cell, Scope, Verdict
from imab_verify.deciding.worst import accept, at_most, proved_lower
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.corollaries import corollaries
from imab_verify.engines.runs.crossing import crossing_certificates
from imab_verify.engines.runs.instances import (
    counterexample_at,
    find_run_counterexample,
    find_run_witness,
)
from imab_verify.engines.runs.known import known_of, prove_domain
from imab_verify.engines.runs.proofs import run_certificates
from imab_verify.engines.runs.ratios import false_size, ratio_shares, values_where_givens_hold
from imab_verify.engines.worst_case.proofs import (
    NOTHING_LEFT,
    OPENED,
    Lemmas,
    by_lemma,
    over_sizes,
    proof_at,
)
from imab_verify.engines.worst_case.solve import (
    ADVERSARIAL,
    LOWEST,
    ProposedBounds,
    Task,
    ask_for,
    propose,
    ratio_at_most,
)
from imab_verify.kernel import (
    Certificate,
    Claim,
    ClaimProof,
    Curve,
    Node,
    Point,
    Proved,
    ProvedClaim,
    Refuted,
    RejectedError,
    Run,
    RunPoint,
)
from imab_verify.kernel.semantics import violation
from imab_verify.kernel.statement import ANY
from imab_verify.language.instances import curves_of
from imab_verify.language.policy_names import OTHER_INDEX, is_algorithm_1, short_name
from imab_verify.language.scored import policy_of_run

RULES = "what is true in every run, sums over arms and crossing sums do not prove it"
GLANCE, QUICK, WIDE, LONG = 1 / 400, 1 / 40, 1 / 12, 1 / 8
"""Parts of the time for a counterexample: before a proof and after a short one; then over many
sizes, and in the end."""
SHORT, FIRST = 2.0, 4.0
"""Seconds for a proof before more instances are tried, and the next time."""


def certificates(claim: Claim, hints: Hints, search: Search) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first."""
    clock, seconds = search.clock, search.seconds

    def refutations(share: float, where: str = "", *, wide: bool = False) -> Generator[Refuted]:
        limit = clock.part(share * seconds).seconds
        point = find_run_counterexample(claim, seconds=limit, wide=wide)
        if point is not None:
            yield Refuted(claim, point)
        if where:
            search.note(where, "no counterexample")

    def proofs(limit: float) -> Generator[Certificate, None, bool]:
        """Whether the time was too short."""
        own = clock.part(limit)
        yield from run_certificates(claim, hints, own)
        return not own.left()

    def from_theorems() -> Generator[Certificate]:
        for proof, lemmas in corollaries(claim, clock.part(FIRST), hints.theorems):
            witness = find_run_witness(claim)
            if witness is not None:
                yield Proved(claim, proof, witness, lemmas)

    def crossing() -> Generator[Certificate]:
        yield from crossing_certificates(claim, clock.part(clock.left() / 2))

    def worst_cases(of: Callable[[Claim, float], Iterator[Refuted]]) -> Generator[Refuted]:
        yield from of(claim, clock.part(LONG * seconds).seconds)

    yield from search.stage("runs", refutations(GLANCE))
    yield from search.stage("the worst case", worst_cases(worst_refutations))
    yield from search.stage("theorems", from_theorems())
    yield from search.stage("crossing sums", crossing())
    yield from search.stage("facts of runs", proofs(SHORT))
    yield from search.stage("runs", refutations(QUICK, "small runs"))
    if claim.played is not None and claim.played.name_of("squares"):
        yield from search.stage("crossing sums", crossing())
    short = yield from search.stage("facts of runs", proofs(FIRST))
    yield from search.stage("runs", refutations(WIDE, wide=True))
    if short:
        yield from search.stage("facts of runs", proofs(clock.left() - 2 * LONG * seconds))
    if clock.left():
        search.note("rules about runs", RULES)
    yield from search.stage("small sizes", worst_cases(small_refutations))
    yield from search.stage("runs", refutations(LONG, "runs of many sizes"))


# --- the worst case at one size ------------------------------------------------------------------


def worst_refutations(claim: Claim, seconds: float) -> Iterator[Refuted]:
    """An instance at the least size at which Algorithm 1 is known to do worse than is claimed.

    One that hurts if it will do, being simple; the worst case otherwise.
    """
    size = false_size(claim)
    if size is None or claim.played is None or claim.played.ties not in TIES:
        return
    point = counterexample_at(claim, *size)
    if point is None:
        policy, ties = policy_of_run(claim.played), TIES[claim.played.ties]
        case = propose(ask_for(policy, *size, ties=ties), seconds)
        point = counterexample_in(claim, case)
    if point is not None:
        yield Refuted(claim, point)


SMALL_K, SMALL_T = 3, 10
"""Sizes at which the exact worst case of an index policy is quick to find."""


def small_refutations(claim: Claim, seconds: float) -> Iterator[Refuted]:
    """Worst cases of an index policy at small sizes, for A*ALG(T) >= R*OPT(T)."""
    run = claim.played
    if run is None or run.index is None or is_algorithm_1(run) or run.index.ties not in TIES:
        return
    try:
        alg, opt = ratio_shares(claim)
    except RejectedError:
        return
    policy, start = policy_of_run(run), monotonic()
    for k, T in run_sizes(claim):
        left = seconds - (monotonic() - start)
        if k > SMALL_K or left <= 0:
            return
        values = values_where_givens_hold(claim, k, T) if 1 <= T <= SMALL_T else None
        if values is None or opt.at(values) <= 0:
            continue
        bound = alg.at(values) / opt.at(values)
        answer, case = ratio_at_most(policy, k, T, bound, ties=TIES[run.index.ties], seconds=left)
        point = counterexample_in(claim, case) if answer is False else None
        if point is not None:
            yield Refuted(claim, point)
            return


# --- size by size --------------------------------------------------------------------------------


TIES = {"any": ADVERSARIAL, LOWEST: LOWEST}
MOST_CELLS = 400
LONGEST = 1000
"""Horizons beyond this are not decided one by one."""
MOST_ROWS = 3000
"""Nor are index policies with so many vectors of counts, each with its own coefficients."""
HALVINGS = 60
TOGETHER = 5.0
"""Seconds for one proof of all sizes, when all were decided."""


def cell_certificates(
    claim: Claim, scope: Scope, cells: list[Cell], clock: Clock
) -> Generator[Certificate]:
    """A certificate from the worst cases at all sizes that the givens allow.

    Nothing if the claim is not of this form or the time is too short. Every size that was decided
    is put into `cells`.
    """
    sizes = _sizes_of(claim, scope)
    if sizes is None or claim.played is None:
        return
    if not sizes:
        raise VacuousError
    decided = [*_decide_in_turn(claim.played, sizes, clock.left())]
    before = len(cells)
    cells += decided
    if len(decided) == len(sizes) and all(cell.verdict is Verdict.PROVED for cell in decided):
        together = _together(claim, scope, decided, Clock(TOGETHER))
        yield from () if together is None else (together,)
    cells[before:] = filter(_is_accepted, decided)  # not judged as a whole: each by itself
    for cell in decided[-1:]:
        if cell.verdict is Verdict.REFUTED and cell.case is not None:
            point = counterexample_in(claim, cell.case)
            if point is not None:
                yield Refuted(claim, point)


def _together(claim: Claim, scope: Scope, decided: Sequence[Cell], clock: Clock) -> Proved | None:
    """The claim from the largest OPT/ALG of each size, each a lemma, attained beside it."""
    domain = prove_domain(known_of(claim), clock)
    if domain is None:
        return None
    lemmas, beside, found = Lemmas(), list[Proved](), dict[tuple[int, int], Node]()
    for cell in decided:
        case = cell.case
        if case is None or case.upper is None or case.bound is None:
            continue
        largest = at_most(case.about, case.k, case.T, case.upper).claims().claim
        proof = proof_at(case.bound, case.k, case.T, lemmas)
        number = lemmas.add([ProvedClaim(largest, proof)])
        found[case.k, case.T] = by_lemma(number, largest, case.k, case.T)
        beside.append(proved_lower(case)[1])

    def at(k: int, T: int) -> Node:
        return found.get((k, T), NOTHING_LEFT if T else OPENED)

    node = over_sizes(scope.k, scope.T, at)
    first = Point({"k": Fraction(decided[0].k), "T": Fraction(decided[0].T)}, {})
    return Proved(
        claim, ClaimProof(domain, (node,)), first, tuple(lemmas.proved), beside=tuple(beside)
    )


def _decide_in_turn(
    run: Run, sizes: Sequence[tuple[int, int, Fraction]], seconds: float
) -> Iterator[Cell]:
    """One size after the other, up to the first at which the claim is false."""
    start = monotonic()
    for k, T, bound in sizes:
        left = seconds - (monotonic() - start)
        if left <= 0 and run.index and not is_algorithm_1(run):
            return  # even a table that is never searched takes time
        cell = _decide_size(run, k, T, bound, max(left, 0.1))
        yield cell
        if cell.verdict is Verdict.REFUTED:
            return


def _is_accepted(cell: Cell) -> bool:
    """Whether the kernel accepts the worst case at this size."""
    case = cell.case
    try:
        return case is None or bool(accept(Task(case.policy, case.about, case.k, case.T), case))
    except RejectedError:
        return False


def _sizes_of(claim: Claim, scope: Scope) -> list[tuple[int, int, Fraction]] | None:
    """(k, T, A/R) wherever the givens hold; None where that is not all there is to decide."""
    k_most, T_most = scope.k[-1], scope.T[-1]
    number = (k_most - scope.k[0] + 1) * (T_most - scope.T[0] + 1)
    many = number > MOST_CELLS or max(k_most, T_most) > LONGEST
    if many or claim.played is None or claim.played.ties not in TIES:
        return None
    if claim.played.policy == ANY:
        return None
    if claim.reals or set(claim.parameters) != {"k", "T"}:
        return None
    try:
        alg, opt = ratio_shares(claim)
    except RejectedError:
        return None
    sizes = []
    for k in scope.k:
        for T in scope.T:
            values = values_where_givens_hold(claim, k, T)
            if values is not None:
                share = opt.at(values)
                if share <= 0 or table_rows(claim.played, k, T) > MOST_ROWS:
                    return None
                sizes.append((k, T, alg.at(values) / share))
    return sizes


def table_rows(run: Run, k: int, T: int) -> int:
    """The vectors of counts at which an index policy decides within T steps; greedy needs none."""
    if run.index is None or short_name(run.policy) != OTHER_INDEX:
        return 0
    return comb(max(T - run.index.opening * k, 0) + k - 1, k)


def _decide_size(run: Run, k: int, T: int, bound: Fraction, seconds: float) -> Cell:
    if T == 0:
        return Cell(k, T, bound, Verdict.PROVED, None)
    answer, case = ratio_at_most(
        policy_of_run(run), k, T, bound, ties=TIES[run.ties], seconds=seconds
    )
    verdicts = {True: Verdict.PROVED, False: Verdict.REFUTED, None: Verdict.UNKNOWN}
    return Cell(k, T, bound, verdicts[answer], case)


def counterexample_in(claim: Claim, case: ProposedBounds) -> RunPoint | None:
    """The instance of the worst case or, if that is a limit, one near enough to it."""
    choices = case.sequence if claim.played and claim.played.ties == "any" else LOWEST
    for curves in _nearer(case):
        point = RunPoint(curves, case.T, {}, choices, {})
        try:
            if violation(claim, point) is not None:
                return point
        except RejectedError:
            continue
    return None


def _nearer(case: ProposedBounds) -> Iterator[tuple[Curve, ...]]:
    """The instance, then (1-e)*limit + e*instance for e = 1/2, 1/4, ..."""
    yield curves_of(case.instance)
    for halvings in range(1, HALVINGS if case.limit is not None else 0):
        limit = case.limit or case.instance
        yield curves_of(limit.mixed(case.instance, Fraction(1, 2**halvings)))
