"""Sources of certificates for claims about arms, for formulas, and for what exists.

What is quick comes first: most counterexamples are seen at a glance, and most proofs are short. z3
is never believed, but it says what is worth its time: where it sees that there is no countermodel,
a proof and nothing else is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, combinations, islice, pairwise, product

from imab_verify.deciding.attempts import Attempt, Trying, no_instance, pass_on, proof_attempt
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import GLANCE, find_counterexample, find_witness
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


QUICK, SHORT = 0.3, 0.5
"""So many seconds for a counterexample, and for a short proof before a second look for one."""
FIRST_PROOF = 4.0
"""So many for a proof before z3 is asked."""
HARD = 3.0
"""So many for a harder proof where z3 does not say that there is no countermodel."""
SLOW = 2.5
"""So many for a counterexample in the end."""

SAID_BY_Z3 = {
    Answer.NONE: "sees no countermodel, so there should be a proof",
    Answer.UNCONFIRMED: "has a countermodel that the kernel does not confirm",
    Answer.UNKNOWN: "has no countermodel, and does not say that there is none",
}


def arm_certificates(
    claim: Claim, hints: Hints, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first; what fails is noted in `tried`.

    VacuousError or NoWitnessError where no instance of the givens was found.
    """
    domain = check_meaning(claim, Clock(seconds))

    def refutations(limit: float, most: int) -> Iterator[Refuted]:
        with Trying("a counterexample", tried):
            point = find_counterexample(claim, Clock(min(limit, seconds / 4)), most=most)
            if point is not None:
                yield Refuted(claim, point)

    yield from refutations(QUICK, GLANCE)
    witness = find_witness(claim, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise no_instance(claim)

    def proofs(clock: Clock) -> Iterator[Proved]:
        with Trying("a proof", tried):
            proof = prove_claim(claim, domain, clock, hints.multipliers, hints.cited)
            if proof is not None:
                yield Proved(claim, proof, witness, hints.lemmas)

    def proofs_or_note(clock: Clock) -> Iterator[Proved]:
        yield from proofs(clock)
        tried.append(proof_attempt(clock, claim))

    yield from proofs(Clock(min(SHORT, seconds)))
    yield from refutations(QUICK, 5 * GLANCE)
    tried.append(Attempt("small parameters", "no counterexample"))
    first = Clock(min(FIRST_PROOF, seconds))
    yield from proofs_or_note(first)
    none = False
    with Trying("z3", tried):
        finding = search_rays(claim, seconds=seconds / 8)
        if finding.point is not None:
            yield Refuted(claim, finding.point)
        tried.append(Attempt("z3", SAID_BY_Z3.get(finding.answer, "")))
        none = finding.answer is Answer.NONE
    if not first.left() and seconds > FIRST_PROOF:
        yield from proofs_or_note(Clock(seconds))
    yield from proofs_or_note(Clock(seconds if none else min(HARD, seconds), hard=True))
    if not none:
        yield from refutations(SLOW, 20_000)
        tried.append(Attempt("more parameters", "no counterexample"))


# --- formulas: every clause is a claim of the usual kind -----------------------------------------


CLAUSE_QUICK = 0.3
FIRST_SHARE = 0.7
"""The share of the time that the first way to prove a clause gets."""


def formula_certificates(
    claim: Claim, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a counterexample of a clause, or proofs of them all.

    What fails is noted in `tried`.
    """
    share = seconds / max(len(_clauses(claim)), 1)

    def refutations(limit: float) -> Iterator[Refuted]:
        with Trying("a counterexample", tried):
            point = refute(claim, limit)
            if point is not None:
                yield Refuted(claim, point)

    yield from refutations(CLAUSE_QUICK)
    tried.append(Attempt("small parameters", "no counterexample"))
    unproved = None
    with Trying("a proof", tried):
        witness = find_witness_of(claim, seconds)
        proved, unproved = _prove_clauses(claim, seconds, tried)
        if witness is not None and unproved is None:
            yield Proved(claim, proved.proof(), witness, lemmas=tuple(proved.lemmas))
    if unproved is not None:
        with Trying("z3", tried):
            finding = search_rays(unproved, seconds=seconds / 8)
            if finding.point is not None:
                yield Refuted(claim, finding.point)
            tried.append(Attempt("z3", SAID_BY_Z3.get(finding.answer, "")))
    yield from refutations(share / 4)
    tried.append(Attempt("more parameters", "no counterexample"))


def refute(claim: Claim, limit: float) -> Point | RunPoint | None:
    """A counterexample of a clause: it makes every comparison in it false, and so the formula."""
    for clause in _clauses(claim):
        point = _clause_counterexample(_goals(claim, clause), limit)
        if point is not None:
            return point
    return None


def _clauses(claim: Claim) -> list[tuple[Comparison, ...]]:
    return clauses(AllOf(claim.conclusion))


@dataclass(slots=True)
class ClauseProofs:
    """Proofs of clauses, and the lemmas that they cite together."""

    proofs: list[ClauseProof] = field(default_factory=list)
    lemmas: list[ProvedClaim] = field(default_factory=list)

    def proof(self) -> Clauses:
        """The proof of the whole formula."""
        return Clauses(tuple(self.proofs))

    def add(self, clause: ClauseProof, lemmas: Sequence[ProvedClaim] = ()) -> None:
        """One more clause; its lemmas stand behind the others, unless they are there already."""
        if self.lemmas[: len(lemmas)] != [*lemmas]:
            from imab_verify.engines.runs.known import citing

            start = len(self.lemmas)
            self.lemmas += citing(lambda number: number + start, lemmas) if start else lemmas
            clause = citing(lambda number: number + start, clause) if start else clause
        self.proofs.append(clause)


def prove(claim: Claim, seconds: float) -> ClauseProofs | None:
    """A proof of every clause."""
    proved, unproved = _prove_clauses(claim, seconds, [])
    return proved if unproved is None else None


def _prove_clauses(
    claim: Claim, seconds: float, tried: list[Attempt]
) -> tuple[ClauseProofs, Claim | None]:
    """Proofs of the clauses up to the first without one, which is given as a claim, and noted."""
    wanted = [_goals(claim, clause) for clause in _clauses(claim)]
    proved = ClauseProofs()
    for number, goals in enumerate(wanted, start=1):
        if not _prove_clause(goals, seconds / len(wanted), tried, proved):
            tried.append(Attempt(f"part {number} of {len(wanted)} of the formula", _says(goals)))
            return proved, goals[0][1]
    return proved, None


def _says(goals: list[tuple[int, Claim]]) -> str:
    """The comparisons of a clause, one of which must hold."""
    shown = [show_comparison(claim.plain[0], claim.floors) for _, claim in goals]
    return f"not proved: {' or '.join(shown)}"


def _goals(claim: Claim, clause: tuple[Comparison, ...]) -> list[tuple[int, Claim]]:
    """The ways to prove a clause, those whose goal is about rewards first."""
    every = [(i, clause_claim(claim, clause, i)) for i in range(len(clause))]
    return sorted(every, key=lambda way: not way[1].plain[0].form.terms)


def _clause_counterexample(goals: list[tuple[int, Claim]], limit: float) -> Point | RunPoint | None:
    for _, claim in goals[:1]:
        if claim.run is None:
            return find_counterexample(claim, Clock(limit), most=3000)
        from imab_verify.engines.runs.instances import find_run_counterexample

        return find_run_counterexample(claim, seconds=limit)
    return None


def _prove_clause(
    goals: list[tuple[int, Claim]], seconds: float, tried: list[Attempt], proved: ClauseProofs
) -> bool:
    """Whether the clause is proved, and added to those that are."""
    for number, (goal, claim) in enumerate(goals):
        clock = Clock(seconds * (FIRST_SHARE if number == 0 else (1 - FIRST_SHARE) / len(goals)))
        if claim.run is not None:
            from imab_verify.engines.arms.hints import NO_HINTS
            from imab_verify.engines.runs.proofs import run_proofs

            for of_run, lemmas in run_proofs(claim, NO_HINTS, clock):
                proved.add(ClauseProof(goal, of_run), lemmas)
                return True
            continue
        try:
            proof = prove_claim(claim, check_meaning(claim, clock), clock)
        except UndefinedError:
            continue
        if proof is not None:
            proved.add(ClauseProof(goal, proof))
            return True
        if number == 0:
            tried.append(proof_attempt(clock, claim))
    return False


def find_witness_of(claim: Claim, seconds: float) -> Point | RunPoint | None:
    """An instance of the givens."""
    trivial = replace(claim, conclusion=(Comparison(Form()),))
    if claim.run is not None:
        from imab_verify.engines.runs.proofs import find_run_witness

        return find_run_witness(trivial)
    witness = find_witness(trivial, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise no_instance(trivial)
    return witness


# --- what exists ---------------------------------------------------------------------------------


AT_A_GLANCE = 0.15
"""So many seconds for an instance at which a choice does not serve."""
NUMBERS = tuple(map(Fraction, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 25, 32, 50, 64, 100, 1000)))
FIRST_CHOICE = 1.0
"""So many for a first proof that a choice serves."""
MOST_SMALL, MOST_CHOICES, MOST_OPEN = 12, 120, 6
TWO = Polynomial.constant(2)


def existence_certificates(
    claim: Claim, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a choice that serves, or an instance without one.

    A choice is proved to serve if no instance speaks against it at once; the instances that do are
    tried as those at which no choice serves.
    """
    clock, against = Clock(seconds), _Against(claim)
    yield from pass_on("no choice", against.without_rest(seconds), tried)
    open_choices: list[tuple[Choice, Claim]] = []
    for choice in islice(_choices(claim, clock), MOST_CHOICES):
        if not clock.left():
            break
        try:
            rest = choose(claim, choice)
        except RejectedError:
            continue
        with Trying("a choice", tried):
            point = refute(rest, AT_A_GLANCE)
            if point is not None:
                yield from against.at(point, seconds / 8)
            else:
                yield from _serving(claim, choice, rest, min(FIRST_CHOICE, seconds / 8))
                open_choices.append((choice, rest))
                if len(open_choices) == MOST_OPEN:
                    break
    outcome = f"{len(open_choices)} without an instance against them, and none of these proved"
    tried.append(Attempt("choices", outcome))
    for choice, rest in (*open_choices[-1:], *open_choices[:2]):
        limit = max(clock.left() / 2, seconds / 8)
        yield from pass_on("a choice", _serving(claim, choice, rest, limit), tried)
    tried.append(Attempt("instances", f"{len(against.seen)}, and a choice at each, or no proof"))


def derive_formula(certificate: Certificate) -> Proved | None:
    """What is proved of the choice, or of all choices; None where each was looked at."""
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


def _serving(claim: Claim, choice: Choice, rest: Claim, seconds: float) -> Iterator[Proved]:
    proved = prove(rest, seconds)
    if proved is None:
        return
    witness = find_witness_of(rest, seconds)
    if witness is not None:
        yield Proved(claim, proved.proof(), witness, tuple(proved.lemmas), choice)


# --- instances without a choice -------------------------------------------------------------------


class _Against:
    """Instances of the universal names, each looked at once."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.seen: list[Point | RunPoint] = []

    def without_rest(self, seconds: float) -> Iterator[Refuted]:
        """Where nothing but the choice is spoken of, there is one instance of the rest."""
        if self.claim.run is None and not self.claim.arms and not _rest(self.claim):
            yield from self.at(Point({}, {}), seconds / 4)

    def at(self, point: Point | RunPoint, seconds: float) -> Iterator[Refuted]:
        """The refutation at one instance, if all choices fail there."""
        if point in self.seen:
            return
        self.seen.append(point)
        refuted = refute_at(self.claim, point, seconds)
        if refuted is not None:
            yield refuted


def refute_at(claim: Claim, point: Point | RunPoint, seconds: float) -> Refuted | None:
    """The refutation at one instance, if all choices fail there and that can be proved."""
    try:
        every = at_rest(claim, point)
        if every is None:
            check_none_chosen(claim, point)
            return Refuted(claim, point)
    except RejectedError:
        return None
    if refute(every, AT_A_GLANCE) is not None:
        return None
    proved = prove(every, seconds)
    return None if proved is None else Refuted(claim, point, proved.proof().clauses)


# --- choices --------------------------------------------------------------------------------------


def _rest(claim: Claim) -> list[str]:
    return [n for n in (*claim.parameters, *claim.reals) if n not in claim.chosen]


def _choices(claim: Claim, clock: Clock) -> Iterator[Choice]:
    """Numbers, small ones first; before them, where something stands before, expressions."""
    kinds = [type(block) for block in claim.prefix if block.names]
    if (ForAll, Exists) in pairwise(kinds):
        for choice in _expressions(claim):
            yield _with_ranges(claim, choice, clock)
    for values in _numbers(claim):
        numbers = {name: Polynomial.constant(value) for name, value in values.items()}
        yield _with_ranges(claim, Choice(numbers), clock)


def _with_ranges(claim: Claim, choice: Choice, clock: Clock) -> Choice:
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
