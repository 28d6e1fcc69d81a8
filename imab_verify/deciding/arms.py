"""Sources of certificates for claims about arms, for formulas, and for what exists.

What is quick comes first: most counterexamples are seen at a glance, and most proofs are short. z3
is never believed, but it says what is worth its time: where it sees that there is no countermodel,
a proof and nothing else is looked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, islice, pairwise, product
from typing import NamedTuple

from imab_verify.deciding.attempts import Search, find_arm_witness, proof_attempt
from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import GLANCE, find_counterexample
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim
from imab_verify.engines.z3 import Answer, search_rays
from imab_verify.kernel import (
    AllOf,
    Certificate,
    Choice,
    Claim,
    ClauseProof,
    Clauses,
    Comparison,
    Disproved,
    Exists,
    Floor,
    ForAll,
    Form,
    Node,
    Point,
    Polynomial,
    Proved,
    ProvedClaim,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
)
from imab_verify.kernel.arms import NO_CHOICE, wanted_of
from imab_verify.kernel.formulas import (
    at_rest,
    check_none_chosen,
    choose,
    clause_claim,
    clauses,
    negation,
    ranges_and_rest,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import stages_of
from imab_verify.language.writing import show_comparison

# --- claims about arms ---------------------------------------------------------------------------


QUICK, SHORT, CITING = 0.3, 0.5, 3.0
"""Seconds for a counterexample, and for a short proof before a second look for one."""
FIRST_PROOF = 4.0
"""Seconds for a proof before z3 is asked."""
HARD = 3.0
"""Seconds for a harder proof where z3 does not say that there is no countermodel."""
SLOW = 2.5
"""Seconds for a counterexample in the end."""

SAID_BY_Z3 = {
    Answer.NONE: "sees no countermodel, so there should be a proof",
    Answer.UNCONFIRMED: "has a countermodel that the kernel does not confirm",
    Answer.UNKNOWN: "has no countermodel, and does not say that there is none",
}


def arm_certificates(claim: Claim, hints: Hints, search: Search) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first.

    VacuousError or NoWitnessError where no instance of the givens was found.
    """
    clock = search.clock
    domain = check_meaning(claim, clock.part(search.seconds))
    if hints.theorems:
        from imab_verify.engines.corollaries import with_citations

        hints = with_citations(claim, hints, clock.part(CITING))

    def refutations(limit: float, most: int, where: str = "") -> Generator[Refuted]:
        point = find_counterexample(claim, clock.part(min(limit, search.seconds / 4)), most=most)
        if point is not None:
            yield Refuted(claim, point)
        if where:
            search.note(where, "no counterexample")

    def proofs(limit: float, *, hard: bool = False) -> Generator[Proved, None, Clock]:
        own = clock.part(limit, hard=hard)
        proof = prove_claim(claim, domain, own, hints)
        if proof is not None:
            yield Proved(claim, proof, witness, hints.lemmas)
        return own

    def noted(limit: float, *, hard: bool = False) -> Generator[Proved, None, bool]:
        """Whether the time for a proof was too short."""
        own = yield from search.stage("a proof", proofs(limit, hard=hard))
        if own is not None:
            search.tried.append(proof_attempt(own, claim))
        return own is not None and not own.left()

    yield from search.stage("a counterexample", refutations(QUICK, GLANCE))
    witness = find_arm_witness(claim, clock)
    yield from search.stage("a proof", proofs(SHORT))
    yield from search.stage("a counterexample", refutations(QUICK, 5 * GLANCE, "small parameters"))
    short = yield from noted(min(FIRST_PROOF, clock.left() / 2))
    none = Answer.NONE is (yield from search.stage("z3", _countermodels(claim, claim, search)))
    if short:
        yield from noted(max(clock.left() / 2, clock.left() - HARD - SLOW))
    yield from noted(clock.left() if none else min(HARD, clock.left() / 2), hard=True)
    if not none:
        last = refutations(SLOW, 20_000, "more parameters")
        yield from search.stage("a counterexample", last)


def _countermodels(claim: Claim, part: Claim, search: Search) -> Generator[Refuted, None, Answer]:
    """A countermodel of a part of the claim by z3, and the kind of its answer."""
    with search.waiting():
        finding = search_rays(part, seconds=search.clock.part(search.seconds / 8).seconds)
    if finding.point is not None:
        yield Refuted(claim, finding.point)
    search.note("z3", SAID_BY_Z3.get(finding.answer, ""))
    return finding.answer


# --- formulas: every clause is a claim of the usual kind -----------------------------------------


CLAUSE_QUICK = 0.3
FORMULA, FIRST_SHARE = 0.7, 0.7
"""Shares of the time: for proofs of all clauses, and for the first way to prove one."""


def formula_certificates(claim: Claim, search: Search) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a counterexample of a clause, or proofs of them all."""
    clock = search.clock

    def refutations(seconds: float, each: float, where: str) -> Generator[Refuted]:
        point = refute(claim, clock.part(seconds), each)
        if point is not None:
            yield Refuted(claim, point)
        search.note(where, "no counterexample")

    def proofs() -> Generator[Proved, None, Claim | None]:
        witness = find_witness_of(claim, clock)
        proof = prove(claim, clock.part(FORMULA * clock.left()), search)
        if isinstance(proof, Claim):
            return proof
        if witness is not None:
            yield Proved(claim, Clauses(proof.clauses), witness, proof.lemmas)
        return None

    quick = refutations(search.seconds / 4, CLAUSE_QUICK, "small parameters")
    yield from search.stage("a counterexample", quick)
    unproved = yield from search.stage("a proof", proofs())
    if unproved is not None:
        yield from search.stage("z3", _countermodels(claim, unproved, search))
    last = refutations(clock.left(), search.seconds / 4 / len(_clauses(claim)), "more parameters")
    yield from search.stage("a counterexample", last)


def _clauses(claim: Claim) -> list[tuple[Comparison, ...]]:
    return clauses(AllOf(claim.conclusion))


def refute(claim: Claim, clock: Clock, each: float) -> Point | RunPoint | None:
    """A counterexample of a clause, with so many seconds for each: it makes the formula false."""
    for clause in _clauses(claim):
        if not clause:
            continue
        (_, first), own = _goals(claim, clause)[0], clock.part(each)
        if first.run is None:
            point: Point | RunPoint | None = find_counterexample(first, own, most=3000)
        else:
            from imab_verify.engines.runs.instances import find_run_counterexample

            point = find_run_counterexample(first, seconds=own.seconds)
        if point is not None:
            return point
    return None


class FormulaProof(NamedTuple):
    """Proofs of the clauses of a formula, and the lemmas that they cite."""

    clauses: tuple[ClauseProof, ...]
    lemmas: tuple[ProvedClaim, ...]


def prove(claim: Claim, clock: Clock, search: Search | None = None) -> FormulaProof | Claim:
    """Proofs of all clauses; or the first without one, which is noted in the search, as a claim."""
    wanted, proof = _clauses(claim), FormulaProof((), ())
    for number, clause in enumerate(wanted, start=1):
        goals = _goals(claim, clause)
        own = clock.part(clock.left() / (len(wanted) - number + 1))
        found = _prove_clause(goals, own, search)
        if found is None:
            if search is not None:
                shown = (show_comparison(goal.plain[0], goal.floors) for _, goal in goals)
                part = f"part {number} of {len(wanted)} of the formula"
                search.note(part, f"not proved: {' or '.join(shown)}")
            return goals[0][1]
        proof = _with_clause(proof, found)
    return proof


def _with_clause(whole: FormulaProof, found: FormulaProof) -> FormulaProof:
    """The proofs of more clauses; their lemmas stand behind the others, if they are not there."""
    if whole.lemmas[: len(found.lemmas)] == found.lemmas:
        return FormulaProof(whole.clauses + found.clauses, whole.lemmas)
    if start := len(whole.lemmas):
        from imab_verify.engines.runs.known import citing

        found = FormulaProof(*(citing(lambda number: number + start, part) for part in found))
    return FormulaProof(whole.clauses + found.clauses, whole.lemmas + found.lemmas)


def _goals(claim: Claim, clause: tuple[Comparison, ...]) -> list[tuple[int, Claim]]:
    """The ways to prove a clause, those whose goal is about rewards first."""
    every = [(i, clause_claim(claim, clause, i)) for i in range(len(clause))]
    return sorted(every, key=lambda way: not way[1].plain[0].form.terms)


def _prove_clause(
    goals: list[tuple[int, Claim]], clock: Clock, search: Search | None
) -> FormulaProof | None:
    """A proof of a clause by one of its comparisons."""
    for number, (goal, claim) in enumerate(goals):
        share = FIRST_SHARE if number == 0 else (1 - FIRST_SHARE) / len(goals)
        own = clock.part(share * clock.seconds)
        if claim.run is not None:
            from imab_verify.engines.arms.hints import NO_HINTS
            from imab_verify.engines.corollaries import corollaries
            from imab_verify.engines.runs.proofs import run_proofs

            with suppress(OutOfTimeError):
                for of_run, lemmas in corollaries(claim, own.part(own.left() / 2)):
                    return FormulaProof((ClauseProof(goal, of_run),), lemmas)
            for of_run, lemmas in run_proofs(claim, NO_HINTS, own):
                return FormulaProof((ClauseProof(goal, of_run),), lemmas)
            continue
        try:
            proof = prove_claim(claim, check_meaning(claim, own), own)
        except UndefinedError:
            continue
        if proof is not None:
            return FormulaProof((ClauseProof(goal, proof),), ())
        if number == 0 and search is not None:
            search.tried.append(proof_attempt(own, claim))
    return None


def find_witness_of(claim: Claim, clock: Clock) -> Point | RunPoint | None:
    """An instance of the givens; VacuousError or NoWitnessError where arms have none."""
    if claim.run is None:
        return find_arm_witness(claim, clock)
    from imab_verify.engines.runs.instances import find_run_witness

    return find_run_witness(replace(claim, conclusion=(Comparison(Form()),)))


# --- what exists ---------------------------------------------------------------------------------


AT_A_GLANCE = 0.15
"""Seconds for an instance at which a choice does not serve."""
NUMBERS = tuple(map(Fraction, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 25, 32, 50, 64, 100, 1000)))
FIRST_CHOICE = 1.0
"""Seconds for a first proof that a choice serves, about arms."""
FEW, MOST_SMALL, MOST_CHOICES, MOST_OPEN = 3, 12, 120, 6
"""`FEW` choices are tried before it is looked for that every choice fails somewhere."""
TWO = Polynomial.constant(2)


def existence_certificates(claim: Claim, search: Search) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a choice that serves, or an instance without one.

    A choice is proved to serve if no instance speaks against it at once; the instances that do are
    tried as those at which no choice serves.
    """
    clock, seen = search.clock, list[Point | RunPoint]()
    eighth = search.seconds / 8

    def against(point: Point | RunPoint) -> Generator[Refuted]:
        """The refutation at an instance that was not looked at, if all choices fail there."""
        if point not in seen:
            seen.append(point)
            refuted = refute_at(claim, point, clock.part(eighth))
            if refuted is not None:
                yield refuted

    def serving(choice: Choice, rest: Claim, seconds: float) -> Generator[Certificate]:
        proof = prove(rest, clock.part(seconds))
        witness = None if isinstance(proof, Claim) else find_witness_of(rest, clock)
        if not isinstance(proof, Claim) and witness is not None:
            yield Proved(claim, Clauses(proof.clauses), witness, proof.lemmas, choice)

    def tried(choice: Choice, rest: Claim) -> Generator[Certificate, None, bool]:
        """Whether no instance speaks against a choice."""
        point = refute(rest, clock.part(eighth), AT_A_GLANCE)
        if point is not None:
            yield from against(point)
            return False
        yield from serving(choice, rest, eighth if claim.run else min(FIRST_CHOICE, eighth))
        return True

    if claim.run is None and not claim.arms and not _rest(claim):
        yield from search.stage("no choice", against(Point({}, {})))
    still_open: list[tuple[Choice, Claim]] = []
    for number, choice in enumerate(islice(_choices(claim, clock), MOST_CHOICES)):
        if not clock.left() or len(still_open) == MOST_OPEN:
            break
        if number == FEW and claim.run is not None:
            from imab_verify.deciding.limits import refutations_of_limits

            part = search.part(clock.left() / 3)
            yield from search.stage("limits", refutations_of_limits(claim, part))
        try:
            rest = choose(claim, choice)
        except RejectedError:
            continue
        if (yield from search.stage("a choice", tried(choice, rest))):
            still_open.append((choice, rest))
    outcome = f"{len(still_open)} without an instance against them, and none of these proved"
    search.note("choices", outcome)
    for choice, rest in (*still_open[-1:], *still_open[:2]):
        yield from search.stage("a choice", serving(choice, rest, clock.left() / 2))
    search.note("instances", f"{len(seen)}, and a choice at each, or no proof")


def derive_formula(certificate: Certificate) -> Proved | None:
    """The claim about the choice, or about all choices, with its proof; None if each was tried."""
    nowhere = Point({}, {})
    match certificate:
        case Proved():
            rest = choose(certificate.claim, certificate.choice)
            return replace(certificate, claim=rest, choice=NO_CHOICE, beside=())
        case Disproved(claim, proof, policy, lemmas, choice, sides):
            false = choose(negation(claim, policy), choice)
            return Proved(false, proof, nowhere, lemmas, sides=sides)
        case Refuted(claim, Point() | RunPoint() as point, proofs, sides):
            every = at_rest(claim, point)
            return None if every is None else Proved(every, Clauses(proofs), nowhere, sides=sides)


# --- instances without a choice -------------------------------------------------------------------


def refute_at(claim: Claim, point: Point | RunPoint, clock: Clock) -> Refuted | None:
    """The refutation at one instance, if all choices fail there and that can be proved."""
    try:
        every = at_rest(claim, point)
        if every is None:
            check_none_chosen(claim, point)
            return Refuted(claim, point)
    except RejectedError:
        return None
    if refute(every, clock, AT_A_GLANCE) is not None:
        return None
    proof = prove(every, clock)
    return None if isinstance(proof, Claim) else Refuted(claim, point, proof.clauses)


# --- choices --------------------------------------------------------------------------------------


def _rest(claim: Claim) -> list[str]:
    return [n for n in (*claim.parameters, *claim.reals) if n not in claim.chosen]


def _choices(claim: Claim, clock: Clock) -> Iterator[Choice]:
    """Numbers, small ones first; before them, where something stands before, expressions."""
    kinds = [type(block) for block in claim.prefix if block.names]
    if (ForAll, Exists) in pairwise(kinds):
        for choice in _expressions(claim):
            yield with_ranges(claim, choice, clock)
    for values in _numbers(claim):
        numbers = {name: Polynomial.constant(value) for name, value in values.items()}
        yield with_ranges(claim, Choice(numbers), clock)


def with_ranges(claim: Claim, choice: Choice, clock: Clock) -> Choice:
    """The choice with proofs of the ranges that must be shown before the instance is known."""
    try:
        ranges, _ = ranges_and_rest(claim, choice)
    except RejectedError:
        return choice
    proofs: dict[Polynomial, Node] = {}
    for region, wanted in ranges:
        if any(wanted_of(region, wanted)):
            from imab_verify.engines.exhibits.proofs import prove_all

            proofs.update(prove_all(region, wanted, clock) or {})
    return replace(choice, proofs=proofs)


def _numbers(claim: Claim) -> Iterator[dict[str, Fraction]]:
    """Numbers within the ranges of the choice, as far as these speak of the choice alone."""
    chosen = {*claim.chosen}
    alone = tuple(c for c in claim.givens if not c.form.terms and c.form.constant.names() <= chosen)
    small = Claim(
        parameters=tuple(name for name in claim.parameters if name in chosen),
        reals=tuple(name for name in claim.reals if name in chosen),
        givens=alone,
    )
    most = MOST_SMALL if _rest(claim) or claim.arms else 2000
    points = (dict(values) for values in parameter_points(small, most))
    larger = (dict.fromkeys(claim.chosen, number) for number in NUMBERS)
    seen: list[dict[str, Fraction]] = []
    for values in chain(points, larger):
        if values not in seen and all(c.relation.holds(c.form.constant.at(values)) for c in alone):
            seen.append(values)
            yield values


def _expressions(claim: Claim) -> Iterator[Choice]:
    """For each chosen integer its bounds, then parameters, their halves, sums and neighbours."""
    integers = [name for name in claim.chosen if name not in claim.reals]
    if len(integers) != len(claim.chosen):
        return
    each = [list(_expressions_for(name, claim)) for name in integers]
    for together in product(*(every[: 40 if len(each) == 1 else 8] for every in each)):
        floors = dict.fromkeys(floor for _, own in together for floor in own)
        yield Choice(dict(zip(integers, (p for p, _ in together), strict=True)), tuple(floors))


def _expressions_for(name: str, claim: Claim) -> Iterator[tuple[Polynomial, Sequence[Floor]]]:
    chosen, stage = {*claim.chosen}, stages_of(claim)
    for c in claim.givens:
        for sign in (ONE, -ONE):
            rest = c.form.constant * sign + Polynomial.variable(name)
            known = all(stage[n] < stage[name] for n in rest.names())
            plain = not c.form.terms and rest.denominator() == 1
            if plain and known and name in c.form.constant.names() and not rest.names() & chosen:
                shift = ONE * sign if c.relation is Relation.GT else Polynomial({})
                yield rest - shift, ()
    parameters = [p for p in claim.parameters if p not in chosen and stage[p] < stage[name]]
    if isinstance(claim.run, Run):
        from imab_verify.engines.corollaries import horizons_of

        yield from ((p, ()) for p in horizons_of(claim) if p.names() <= {*parameters})
    for parameter in parameters:
        x = Polynomial.variable(parameter)
        half = Floor(f"half_{parameter}", x, TWO)
        up = Floor(f"half_{parameter}_up", x + ONE, TWO)
        yield from ((x, ()), (x - ONE, ()), (x + ONE, ()), (x + x, ()))
        yield from ((Polynomial.variable(q.name), (q,)) for q in (half, up))
        yield Polynomial.variable(half.name) + ONE, (half,)
    for a, b in combinations(map(Polynomial.variable, parameters), 2):
        yield from ((p, ()) for p in (a + b, a - b, b - a, a * b))
    yield from ((Polynomial.variable(q.name), ()) for q in claim.floors)
    yield from ((Polynomial.constant(number), ()) for number in range(4))
