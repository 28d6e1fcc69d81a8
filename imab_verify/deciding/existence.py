"""Statements that something exists: choices that may serve, and instances without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product

from imab_verify.deciding import formulas
from imab_verify.deciding.attempts import Attempt, Trying, pass_on
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.points import parameter_points
from imab_verify.kernel import (
    ONE,
    Claim,
    Compound,
    Existence,
    ExistenceCertificate,
    Floor,
    Point,
    Polynomial,
    ProvedExistence,
    ProvedFormula,
    RefutedExistence,
    RejectedError,
    Relation,
    RunPoint,
    at_choice,
    at_rest,
    check_none_chosen,
)

QUICK = 0.15
"""So many seconds for an instance at which a choice does not serve."""
NUMBERS = tuple(map(Fraction, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 25, 32, 50, 64, 100, 1000)))
FIRST = 1.0
"""So many for a first proof that a choice serves."""
MOST_SMALL, MOST_CHOICES, MOST_OPEN = 12, 120, 6
TWO = Polynomial.constant(2)


@dataclass(frozen=True, slots=True)
class Choice:
    """Values for what is chosen, and the floors that they speak of."""

    values: dict[str, Polynomial]
    floors: tuple[Floor, ...] = ()


def certificates(
    statement: Existence, seconds: float, tried: list[Attempt]
) -> Iterator[ExistenceCertificate]:
    """Certificates for the kernel to judge: a choice that serves, or an instance without one.

    A choice is proved to serve if no instance speaks against it at once; the instances that do are
    tried as those at which no choice serves.
    """
    clock, against = Clock(seconds), _Against(statement)
    yield from pass_on("no choice", against.without_rest(seconds), tried)
    open_choices: list[tuple[Choice, Compound]] = []
    for choice in islice(_choices(statement), MOST_CHOICES):
        if not clock.left():
            break
        try:
            compound = at_choice(statement, choice.values, choice.floors)
        except RejectedError:
            continue
        with Trying("a choice", tried):
            point = formulas.refute(compound, QUICK)
            if point is not None:
                yield from against.at(point, seconds / 8)
            else:
                yield from _serving(statement, choice, compound, min(FIRST, seconds / 8))
                open_choices.append((choice, compound))
                if len(open_choices) == MOST_OPEN:
                    break
    outcome = f"{len(open_choices)} without an instance against them, and none of these proved"
    tried.append(Attempt("choices", outcome))
    for choice, compound in (*open_choices[-1:], *open_choices[:2]):
        limit = max(clock.left() / 2, seconds / 8)
        yield from pass_on("a choice", _serving(statement, choice, compound, limit), tried)
    tried.append(Attempt("instances", f"{len(against.seen)}, and a choice at each, or no proof"))


def derive_formula(certificate: ExistenceCertificate) -> ProvedFormula | None:
    """What is proved of the choice, or of all choices; None where each was looked at."""
    if isinstance(certificate, ProvedExistence):
        compound = at_choice(certificate.claim, certificate.values, certificate.floors)
        return ProvedFormula(
            compound,
            certificate.clauses,
            certificate.witness,
            certificate.lemmas,
            certificate.sides,
        )
    every = at_rest(certificate.claim, certificate.counterexample)
    if every is None:
        return None
    return ProvedFormula(every, certificate.clauses, Point({}, {}), (), certificate.sides)


def _serving(
    statement: Existence, choice: Choice, compound: Compound, seconds: float
) -> Iterator[ProvedExistence]:
    proved = formulas.prove(compound, seconds)
    if proved is None:
        return
    witness = formulas.find_witness_of(compound.claim, seconds)
    if witness is not None:
        clauses, lemmas = tuple(proved.proofs), tuple(proved.lemmas)
        yield ProvedExistence(statement, choice.values, clauses, witness, choice.floors, lemmas)


# --- instances without a choice -------------------------------------------------------------------


class _Against:
    """Instances of the rest, each looked at once."""

    def __init__(self, statement: Existence) -> None:
        self.statement = statement
        self.seen: list[Point | RunPoint] = []

    def without_rest(self, seconds: float) -> Iterator[RefutedExistence]:
        """Where nothing but the choice is spoken of, there is one instance of the rest."""
        claim = self.statement.claim
        if claim.run is None and not claim.arms and not _rest(self.statement):
            yield from self.at(Point({}, {}), seconds / 4)

    def at(self, point: Point | RunPoint, seconds: float) -> Iterator[RefutedExistence]:
        """The refutation at one instance, if all choices fail there."""
        if point in self.seen:
            return
        self.seen.append(point)
        refuted = refute_at(self.statement, point, seconds)
        if refuted is not None:
            yield refuted


def refute_at(
    statement: Existence, point: Point | RunPoint, seconds: float
) -> RefutedExistence | None:
    """The refutation at one instance, if all choices fail there and that can be proved."""
    try:
        every = at_rest(statement, point)
        if every is None:
            check_none_chosen(statement, point)
            return RefutedExistence(statement, point)
    except RejectedError:
        return None
    if formulas.refute(every, QUICK) is not None:
        return None
    proved = formulas.prove(every, seconds)
    return None if proved is None else RefutedExistence(statement, point, tuple(proved.proofs))


# --- choices --------------------------------------------------------------------------------------


def _rest(statement: Existence) -> list[str]:
    claim = statement.claim
    return [n for n in (*claim.parameters, *claim.reals) if n not in statement.chosen]


def _choices(statement: Existence) -> Iterator[Choice]:
    """Numbers, small ones first; before them, where the choice comes last, expressions."""
    if statement.order == "last":
        yield from _expressions(statement)
    for values in _numbers(statement):
        yield Choice({name: Polynomial.constant(value) for name, value in values.items()})


def _numbers(statement: Existence) -> Iterator[dict[str, Fraction]]:
    """Numbers that `where` allows as far as it speaks of the choice alone."""
    claim, chosen = statement.claim, set(statement.chosen)
    alone = tuple(
        c for c in statement.where if not c.form.terms and c.form.constant.names() <= chosen
    )
    small = Claim(
        parameters=tuple(name for name in claim.parameters if name in chosen),
        reals=tuple(name for name in claim.reals if name in chosen),
        givens=alone,
    )
    most = MOST_SMALL if _rest(statement) or claim.arms else 2000
    points = (dict(values) for values in parameter_points(small, most))
    larger = (dict.fromkeys(statement.chosen, number) for number in NUMBERS)
    seen: list[dict[str, Fraction]] = []
    for values in chain(points, larger):
        if values not in seen and all(c.relation.holds(c.form.constant.at(values)) for c in alone):
            seen.append(values)
            yield values


def _expressions(statement: Existence) -> Iterator[Choice]:
    """For each chosen integer its bounds, then parameters, their halves, sums and neighbours."""
    integers = [name for name in statement.chosen if name not in statement.claim.reals]
    if len(integers) != len(statement.chosen):
        return
    each = [list(_expressions_for(name, statement)) for name in integers]
    for together in product(*(every[: 40 if len(each) == 1 else 8] for every in each)):
        floors = dict.fromkeys(floor for _, own in together for floor in own)
        yield Choice(dict(zip(integers, (p for p, _ in together), strict=True)), tuple(floors))


def _expressions_for(
    name: str, statement: Existence
) -> Iterator[tuple[Polynomial, Sequence[Floor]]]:
    claim, chosen = statement.claim, set(statement.chosen)
    for c in statement.where:
        for sign in (ONE, -ONE):
            rest = c.form.constant * sign + Polynomial.variable(name)
            if not c.form.terms and not rest.names() & chosen and rest.denominator() == 1:
                shift = ONE * sign if c.relation is Relation.GT else Polynomial({})
                yield rest - shift, ()
    parameters = [p for p in claim.parameters if p not in chosen]
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
