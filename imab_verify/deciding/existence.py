"""Statements that something exists: choices that may serve, and instances without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, islice, pairwise, product

from imab_verify.deciding import formulas
from imab_verify.deciding.attempts import Attempt, Trying, pass_on
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.points import parameter_points
from imab_verify.kernel import (
    Certificate,
    Choice,
    Claim,
    Clauses,
    Disproved,
    Exists,
    Floor,
    ForAll,
    Node,
    Point,
    Polynomial,
    Proved,
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
    negation,
    ranges_and_rest,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import stages_of

QUICK = 0.15
"""So many seconds for an instance at which a choice does not serve."""
NUMBERS = tuple(map(Fraction, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 25, 32, 50, 64, 100, 1000)))
FIRST = 1.0
"""So many for a first proof that a choice serves."""
MOST_SMALL, MOST_CHOICES, MOST_OPEN = 12, 120, 6
TWO = Polynomial.constant(2)


def certificates(claim: Claim, seconds: float, tried: list[Attempt]) -> Iterator[Certificate]:
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
            point = formulas.refute(rest, QUICK)
            if point is not None:
                yield from against.at(point, seconds / 8)
            else:
                yield from _serving(claim, choice, rest, min(FIRST, seconds / 8))
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
    proved = formulas.prove(rest, seconds)
    if proved is None:
        return
    witness = formulas.find_witness_of(rest, seconds)
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
    if formulas.refute(every, QUICK) is not None:
        return None
    proved = formulas.prove(every, seconds)
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
