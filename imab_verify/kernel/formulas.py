"""Conclusions with and, or, min, max, lowered to claims of one comparison; names that exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, product
from math import ceil, floor

from imab_verify.kernel.arms import Choice, Region, check_all, parameter_region
from imab_verify.kernel.polynomials import (
    MalformedError,
    Polynomial,
    RejectedError,
    at,
    item_at,
    reject,
    spend,
    total,
    use,
)
from imab_verify.kernel.semantics import (
    Observed,
    Point,
    RunPoint,
    Values,
    check_givens,
    first_violation,
    observe,
)
from imab_verify.kernel.statement import (
    ANYTIME,
    AllOf,
    AnyOf,
    Claim,
    Comparison,
    Every,
    Exists,
    Floor,
    ForAll,
    Form,
    Formula,
    K,
    Kind,
    Relation,
    Run,
    Some,
    T,
    at_least,
    check_well_formed,
    instance_stage,
    knows_horizon,
    positive,
    single,
    stage_of,
    stages_of,
)

# --- Clauses: a formula as claims of single comparisons ------------------------------------------

MAX_CLAUSES = 400
Clause = tuple[Comparison, ...]


def clauses(formula: Formula) -> list[Clause]:
    """Clauses: a formula is an all-of of clauses, each an any-of of inequalities >= and >.

    A clause L_1 or ... or L_m holds if one of them, the goal, does wherever the others do not. With
    c*max(A_1, ..., A_m) in it, a comparison C says: for every i some A_j > A_i, or C with A_i in
    the place of the maximum. (The maximum is one of the A_i, and those that none exceeds are equal
    to it.) So for a minimum, with A_j < A_i. An equality is two inequalities, and an all-of inside
    an any-of is distributed. What says nothing is 0 >= 0: beside it, too, all that a statement
    names must be defined.
    """
    spend(1)
    match formula:
        case AllOf(parts):
            every = [c for part in parts for c in clauses(part)] or [(Comparison(Form()),)]
        case AnyOf(parts):
            choices = product(*(clauses(part) for part in parts))
            every = [tuple(chain(*chosen)) for chosen in islice(choices, MAX_CLAUSES + 1)]
        case _:
            every = list(islice(_test_clauses(formula), MAX_CLAUSES + 1))
    spend(sum(map(len, every)))
    if len(every) > MAX_CLAUSES:
        reject("limit", f"the formula has more than {MAX_CLAUSES} clauses")
    return every


def _test_clauses(test: Comparison) -> Iterator[Clause]:
    if test.form.extrema:
        for part in _cases(test):
            yield from clauses(part)
    else:
        yield from ((half,) for half in test.halves())


def _cases(test: Comparison) -> Iterator[Formula]:
    """The first extremum replaced by each of its values, or another value is beyond that."""
    (coefficient, extremum), *rest = test.form.extrema
    for i, chosen in enumerate(extremum.of):
        others = (value for j, value in enumerate(extremum.of) if j != i)
        gaps = (other - chosen for other in others)
        beyond = (gap if extremum.kind == "max" else -gap for gap in gaps)
        instead = replace(test.form, extrema=tuple(rest)) + chosen.scaled(coefficient)
        tests = (Comparison(gap, Relation.GT) for gap in beyond)
        yield AnyOf((*tests, Comparison(instead, test.relation)))


def clause_claim(claim: Claim, clause: Clause, goal: int) -> Claim:
    """The goal holds wherever the other comparisons of the clause do not."""
    chosen = item_at(clause, goal, "rule", "comparison of the clause")
    others = [_opposite(other) for i, other in enumerate(clause) if i != goal]
    return replace(claim, givens=(*claim.givens, *others), conclusion=(chosen,))


def _opposite(test: Comparison) -> Comparison:
    """x >= 0 does not hold where -x > 0, and x > 0 not where -x >= 0."""
    turned = Relation.GT if test.relation == Relation.GE else Relation.GE
    return Comparison(-test.form, turned)


def negate_formula(formula: Formula) -> Formula:
    """The negation: -x > 0 for x >= 0, -x >= 0 for x > 0, and x > 0 or -x > 0 for x == 0."""
    match formula:
        case AllOf(parts):
            return AnyOf(tuple(negate_formula(part) for part in parts))
        case AnyOf(parts):
            return AllOf(tuple(negate_formula(part) for part in parts))
        case Comparison(form, Relation.EQ):
            return AnyOf(tuple(Comparison(x, Relation.GT) for x in (form, -form)))
        case _:
            return _opposite(formula)


def change_forms(formula: Formula, change: Callable[[Form], Form]) -> Formula:
    """The formula with other forms in it."""
    spend(1)
    if isinstance(formula, Comparison):
        return Comparison(change(formula.form), formula.relation)
    return replace(formula, parts=tuple(change_forms(part, change) for part in formula.parts))


# --- Names that exist: chosen where they stand in the prefix -------------------------------------


def choose(claim: Claim, choice: Choice) -> Claim:
    """Choice: names that exist have values, for which the rest is a claim of universal names.

    A value speaks of universal names that stand before the name in the prefix, and of floors of
    these. Chosen integers have values that are integers. A given about a chosen name, and about
    none that comes later, is a range of it. Ranges before the instance are shown here, for all that
    stands before them, floors included (numbers need no proof); the others join the conclusion. If
    k or T of a run is chosen, k >= 1 and T >= 0 are shown, and its value is given from then on.
    """
    if choice.values.keys() != {*claim.chosen}:
        reject("rule", "every name that exists, and no other, needs a value")
    if not claim.chosen:
        return claim
    use("choice")
    ranges, rest = ranges_and_rest(claim, choice)
    with at("choice.proofs"):
        for region, wanted in ranges:
            check_all(choice.proofs, region, wanted)
    return rest


def ranges_and_rest(
    claim: Claim, choice: Choice
) -> tuple[list[tuple[Region, list[Comparison]]], Claim]:
    """What must be shown of a choice before the instance is known, and what is claimed then."""
    stage, instance = _stages_with(claim, choice), instance_stage(claim)
    kept = {"k", "T"}.intersection(claim.chosen) if claim.run else set()
    put = {name: value for name, value in choice.values.items() if name not in kept}
    shown: list[tuple[Region, list[Comparison]]] = []
    ranges: list[Comparison] = []
    before: list[Comparison] = []
    for number, block in enumerate(claim.prefix):
        own = [g for g in claim.givens if stage_of(g.form, stage, instance) == number]
        if isinstance(block, ForAll):
            before += own
        elif number > instance:
            ranges += own
        else:
            own += [at_least(K - 1 if name == "k" else T) for name in kept & {*block.names}]
            shown += _ranges(claim, choice, (stage, number), before, own)
    fixed = (Polynomial.variable(name) - choice.values[name] for name in sorted(kept))
    rest = replace(
        claim,
        parameters=tuple(name for name in claim.parameters if name not in put),
        reals=tuple(name for name in claim.reals if name not in put),
        givens=(
            *(given.substitute(put) for given in before),
            *(Comparison(Form(p), Relation.EQ) for p in fixed),
        ),
        conclusion=tuple(
            change_forms(part, lambda form: form.substitute(put))
            for part in (*ranges, *claim.conclusion)
        ),
        floors=_floors(claim, choice, put),
        prefix=(),
    )
    return shown, _statement(rest)


def _ranges(
    claim: Claim,
    choice: Choice,
    place: tuple[Mapping[str, int], int],
    before: Sequence[Comparison],
    own: Sequence[Comparison],
) -> Iterator[tuple[Region, list[Comparison]]]:
    """What is known before a block of the prefix, and what must be shown there of its values."""
    stage, number = place
    names = {name for name in stage if stage[name] < number and name not in choice.values}
    floors = tuple(q for q in _floors(claim, choice, choice.values) if stage[q.name] <= number)
    stated = Claim(
        parameters=tuple(name for name in claim.parameters if name in names),
        reals=tuple(name for name in claim.reals if name in names),
        givens=tuple(given.substitute(choice.values) for given in before),
    )
    yield parameter_region(stated), [at_least(q.divisor - 1) for q in floors]
    wanted = [given.substitute(choice.values) for given in own]
    yield parameter_region(replace(stated, floors=floors)), wanted


def _floors(claim: Claim, choice: Choice, values: Mapping[str, Polynomial]) -> tuple[Floor, ...]:
    """The floors of a choice, and those of the claim with polynomials in the place of names."""
    own = (
        Floor(q.name, q.numerator.substitute(values), q.divisor.substitute(values))
        for q in claim.floors
    )
    return (*choice.floors, *own)


def _stages_with(claim: Claim, choice: Choice) -> dict[str, int]:
    """The stages of the claim's names and of the floors of a choice, whose values suit them."""
    stage, instance, late = stages_of(claim), instance_stage(claim), _late(claim)
    for q in choice.floors:
        if q.name in stage:
            reject("rule", f"{q.name} has a meaning already")
        names = q.numerator.names() | q.divisor.names()
        stage[q.name] = max((stage.get(name, instance) for name in names), default=0)
    for name, value in choice.values.items():
        whole = name not in claim.reals
        known = {n for n in stage if stage[n] < stage[name] and n not in late}
        if not value.names() <= known - ({*claim.reals} if whole else set()):
            reject("rule", f"{name} is chosen by names that are not before it")
        if whole and value.denominator() != 1:
            reject("domain", f"{name} is chosen, and is no integer")
    return stage


def _statement(claim: Claim) -> Claim:
    """What is derived from a claim and a certificate, if it makes sense."""
    try:
        check_well_formed(claim)
    except MalformedError as error:
        raise RejectedError("rule", f"this makes no statement: {error}") from None
    return claim


def _late(claim: Claim) -> set[str]:
    """The names that exist, and the floors that speak of them."""
    late = {*claim.chosen}
    for q in claim.floors:
        if (q.numerator.names() | q.divisor.names()) & late:
            late.add(q.name)
    return late


def negation(claim: Claim, policy: Run | None = None) -> Claim:
    """Negation: for all and exists change places, and the conclusion is false.

    The givens stay, as ranges of the names that they are about. That something holds in every run
    of a policy is false if it is false in some run. That there is an instance for every policy, or
    with some run of one, is false if for one policy, which must not know what the claim hides from
    it, the conclusion is false in every run with OPT(T) > 0; T comes last where it is hidden. So it
    is for every rule for ties, each of which makes the policy deterministic. A claim about arms has
    no negation here (a counterexample has an arm of each name), nor one whose last names exist
    after the run.
    """
    run, blocks = claim.run, claim.prefix or (ForAll((*claim.parameters, *claim.reals)),)
    dual = [(Exists if isinstance(b, ForAll) else ForAll)(b.names) for b in blocks]
    other = policy or (run.some if isinstance(run, Some) else run)
    if isinstance(run, Every) == (policy is None) or isinstance(other, Every):
        reject("rule", "a policy is named against every policy, and no other")
    if claim.arms or claim.families or (other and other != Run(other.policy)):
        reject("rule", "only a claim about parameters and plain runs is negated")
    givens = claim.givens
    if isinstance(run, Every | Some):
        if run == Every(ANYTIME) and other and knows_horizon(other):
            reject("rule", "the policy knows T, which is hidden from it")
        givens = (*givens, positive(single(Kind.OPT)))
        late = ("T",) if run == Every(ANYTIME) else ()
        dual = [type(b)(tuple(n for n in b.names if n not in late)) for b in dual]
        dual.append(ForAll(late))
    elif run is not None and isinstance(blocks[-1], Exists):
        reject("rule", "something exists after the run")
    use("negation")
    of_run = [name for name in ("k", "T") if run is not None]
    return _statement(
        replace(
            claim,
            parameters=(*of_run, *(name for name in claim.parameters if name not in of_run)),
            givens=givens,
            conclusion=(negate_formula(_conclusion(claim)),),
            run=Some(run) if isinstance(run, Run) else other,
            prefix=tuple(dual),
        )
    )


def _conclusion(claim: Claim) -> Formula:
    """The conclusion as one formula."""
    return claim.conclusion[0] if len(claim.conclusion) == 1 else AllOf(claim.conclusion)


# --- One instance at which no choice serves ------------------------------------------------------


def at_rest(claim: Claim, point: Point | RunPoint) -> Claim | None:
    """No choice: nothing exists if, at one instance of the universal names, every choice fails.

    A choice that is in its ranges fails there if the givens about universal names hold with it, and
    the conclusion does not: that is what must be proved of all choices. Givens that speak of no
    choice hold at the instance.

    None if an index or a floor speaks of the choice: then `check_none_chosen` looks at each.
    """
    chosen, late = {*claim.chosen}, _late(claim)
    spoken = {n for a in claim.atoms() for index in a.indices for n in index.names()}
    if late != chosen or spoken & late:
        return None
    values, functional = _at_point(claim, point)
    known = {name: Polynomial.constant(value) for name, value in values.items()}

    def change(form: Form) -> Form:
        rewards = (c.substitute(known).scaled(functional(atom)) for c, atom in form.terms)
        extrema = tuple(
            (c.substitute(known), replace(e, of=tuple(map(change, e.of)))) for c, e in form.extrema
        )
        return Form(total([form.constant.substitute(known), *rewards]), extrema=extrema)

    ranges, others = _givens(claim)
    fails = (*others, negate_formula(_conclusion(claim)))
    return Claim(
        parameters=tuple(name for name in claim.parameters if name in chosen),
        reals=tuple(name for name in claim.reals if name in chosen),
        givens=tuple(Comparison(change(c.form), c.relation) for c in ranges),
        conclusion=tuple(change_forms(part, change) for part in fails),
    )


def _givens(claim: Claim) -> tuple[list[Comparison], list[Comparison]]:
    """The ranges of the names that exist, and the givens about universal names that speak of these.

    The latter are looked at under all ranges, so none of these may come after them.
    """
    stage, instance, late = stages_of(claim), instance_stage(claim), _late(claim)
    spoken = [g for g in claim.givens if g.form.names() & late]
    place = {g: stage_of(g.form, stage, instance) for g in spoken}
    ranges = [g for g in spoken if isinstance(claim.prefix[place[g]], Exists)]
    others = [g for g in spoken if g not in ranges]
    if any(place[g] > place[other] for g in ranges for other in others):
        reject("coverage", "a range comes after a given that needs it")
    return ranges, others


def _at_point(claim: Claim, point: Point | RunPoint) -> Observed:
    """The universal names at an instance; the givens that speak of no choice hold there."""
    late = _late(claim)
    rest = replace(
        claim,
        parameters=tuple(name for name in claim.parameters if name not in late),
        reals=tuple(name for name in claim.reals if name not in late),
        floors=tuple(q for q in claim.floors if q.name not in late),
        givens=tuple(given for given in claim.givens if not given.form.names() & late),
    )
    observed = observe(rest, point)
    check_givens(rest, *observed)
    return observed


def check_none_chosen(claim: Claim, point: Point | RunPoint) -> None:
    """Every choice in its ranges makes the givens true and the conclusion false."""
    values, _ = _at_point(claim, point)
    ranges, others = _givens(claim)
    allowed = replace(claim, givens=(), conclusion=tuple(ranges))
    given = replace(claim, givens=tuple(others))
    for choice in _choices(claim, ranges, values):
        spend(1)
        observed = observe(allowed, replace(point, parameters={**point.parameters, **choice}))
        if first_violation(allowed, *observed) is None and not first_violation(given, *observed):
            reject("counterexample", "there is a choice at this instance")


def _choices(
    claim: Claim, ranges: list[Comparison], values: Values
) -> Iterator[dict[str, Fraction]]:
    """All choices within the bounds that their ranges give to each chosen integer."""
    known = {name: Polynomial.constant(value) for name, value in values.items()}
    plain = [c for c in ranges if not c.form.terms]
    forms = [c.form.constant.substitute(known) for c in plain]
    forms += [-p for c, p in zip(plain, forms, strict=True) if c.relation == Relation.EQ]
    if {*claim.chosen} & {*claim.reals}:
        reject("coverage", "real numbers cannot be looked at one by one")
    spans = [_span(name, forms) for name in claim.chosen]
    spend(50 * sum(max(span.stop - span.start, 0) for span in spans))  # `product` keeps them all
    for numbers in product(*spans):
        yield dict(zip(claim.chosen, map(Fraction, numbers), strict=True))


def _span(name: str, forms: list[Polynomial]) -> range:
    """The integers with c*name + d >= 0 for all of the forms that say so."""
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    for p in forms:
        if p.names() == {name} and p.degree() == 1:
            slope, rest = dict(p.terms())[((name, 1),)], p.at({name: Fraction(0)})
            (lows if slope > 0 else highs).append(-rest / slope)
    if not lows or not highs:
        reject("coverage", f"the choice of {name} is not bounded there")
    return range(ceil(max(lows)), floor(min(highs)) + 1)
