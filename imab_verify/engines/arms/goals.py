"""One goal from hypotheses across arms: d*goal = sum mu_i*H_i + functionals that rays prove.

The multipliers d > 0 and mu_i >= 0 come from hints or are guessed. On every ray r the condition is
d*goal(r) >= sum mu_i*H_i(r), and at the best multipliers some of these are equalities: as many rays
as hypotheses are taken, the equations solved by Cramer's rule in the parameters, and what is right
at sampled parameters is kept. What is left of the goal is proved arm by arm, through the constant
and the rays of its class, in cases if one combination does not serve the whole region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice

from imab_verify.engines.arms.clock import Clock, Obstacle
from imab_verify.engines.arms.counterexamples import at_point, rays_up_to
from imab_verify.engines.arms.hints import NO_HINTS, Hints, Hypothesis, Multipliers, Name
from imab_verify.engines.arms.points import Values, points_in
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.sums import from_flint, prove_empty, ring, to_flint
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Bound,
    Case,
    Combine,
    Comparison,
    Family,
    Form,
    Have,
    Kind,
    Node,
    Polynomial,
    Rays,
    RejectedError,
    Relation,
    Sum,
    Use,
)
from imab_verify.kernel.arms import (
    Constraint,
    Functional,
    Member,
    Region,
    Source,
    Total,
    cut,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY, in_range, total_of

SAMPLES = 14
MOST_IN_THREES = 14
"""Of so many hypotheses any three are added up."""
Known = Mapping[Name, Hypothesis]


def guess_multipliers(
    goal: Comparison, hypotheses: Known, region: Region, hints: Hints
) -> Iterator[Multipliers]:
    """The hints, then guesses, as far as they are right at sampled parameters of the region."""
    samples = _samples(region)
    tables = [_table(goal, hypotheses, region, values) for values in samples]
    for multipliers in chain(hints.multipliers, _candidates(goal, hypotheses, region, samples)):
        if all(name in hypotheses for name, _ in multipliers.uses) and all(
            _fits(multipliers, hypotheses, values, table)
            for values, table in zip(samples, tables, strict=True)
        ):
            yield multipliers


# --- candidates -----------------------------------------------------------------------------------


def _candidates(
    goal: Comparison, hypotheses: Known, region: Region, samples: Sequence[Values]
) -> Iterator[Multipliers]:
    """No hypothesis; one, all or three with multiplier 1; one or two by equations on rays."""
    names = list(hypotheses)

    def once(*chosen: Name) -> Multipliers:
        return Multipliers(ONE, tuple((name, ONE) for name in chosen))

    yield once()
    yield from map(once, names)
    if not names or not samples:
        return
    forms = [goal.form, *(h.comparison.form for h in hypotheses.values())]
    rays = list(dict.fromkeys(tight_rays(forms, region.arms, samples)))
    for number, name in enumerate(names, start=1):
        for values in rays:
            yield from _with_positive_scale(values[number], [(name, values[0])], samples)
    yield once(*names)
    for three in combinations(names[:MOST_IN_THREES], 3):
        yield once(*three)
    for (i, first), (j, second) in combinations(enumerate(names, start=1), 2):
        yield once(first, second)
        for a, b in combinations(rays, 2):
            det = a[i] * b[j] - a[j] * b[i]
            uses = [(first, a[0] * b[j] - b[0] * a[j]), (second, a[i] * b[0] - b[i] * a[0])]
            yield from _with_positive_scale(det, uses, samples)


def tight_rays(
    forms: Sequence[Form], arms: Iterable[tuple[str, ArmClass]], samples: Sequence[Values]
) -> Iterator[tuple[Polynomial, ...]]:
    """The forms on symbolic rays: the constant 1, the line, a bend at each index; and constants."""
    yield tuple(form.constant for form in forms)
    for arm, kind in arms:
        parts = [functional([(c, x) for c, x in form.terms if x.arm == arm]) for form in forms]
        indices = list(dict.fromkeys(e for part in parts for _, e in part))
        yield tuple(on_constant(part) for part in parts)
        line = Region(tuple(Constraint(-cut(kind, e)) for e in indices), frozenset())
        yield tuple(on_ray(kind, part, line).substitute({RAY: ONE}) for part in parts)
        for place in dict.fromkeys(j for bend in indices for j in _bends(kind, bend)):
            sides = _sides(kind, place, indices, samples)
            if sides is None:
                continue
            where = Region(
                tuple(
                    Constraint(cut(kind, e) - ONE if after else -cut(kind, e)) for e, after in sides
                ),
                frozenset(),
            )
            yield tuple(on_ray(kind, part, where).substitute({RAY: place}) for part in parts)


def _bends(kind: ArmClass, index: Polynomial) -> list[Polynomial]:
    """The j of the rays that bend at an index; without concavity also just before it."""
    ray = kind.shape.ray
    bend = index - ray.last.substitute({RAY: ZERO})
    return [bend] if kind.shape.concave else [bend - ONE, bend]


def _sides(
    kind: ArmClass, j: Polynomial, indices: Sequence[Polynomial], samples: Sequence[Values]
) -> list[tuple[Polynomial, bool]] | None:
    """For each index whether it lies after the bend of r_j, if that is the same at all samples.

    At the bend itself both formulas for a concave ray are right.
    """
    sides = []
    for index in indices:
        side = cut(kind, index).substitute({RAY: j})
        gaps = [side.at(values) for values in samples]
        if all(gap <= 0 for gap in gaps):
            sides.append((index, False))
        elif all(gap >= (0 if kind.shape.concave else 1) for gap in gaps):
            sides.append((index, True))
        else:
            return None
    return sides


def _with_positive_scale(
    scale: Polynomial, uses: list[tuple[Name, Polynomial]], samples: Sequence[Values]
) -> Iterator[Multipliers]:
    """The candidate in lowest terms, with the sign that makes the scale positive."""
    if not len(scale) or any(not len(m) for _, m in uses):
        return
    scale, *rest = lowest_terms([scale, *(m for _, m in uses)])
    if scale.at(samples[0]) < 0:
        scale, rest = -scale, [-m for m in rest]
    yield Multipliers(scale, tuple((n, m) for (n, _), m in zip(uses, rest, strict=True)))


def lowest_terms(polynomials: list[Polynomial]) -> list[Polynomial]:
    """The polynomials without their common divisor."""
    names = sorted(set().union(*(p.names() for p in polynomials)))
    if not names:
        return polynomials
    context = ring(names)
    images = [to_flint(p, names, context) for p in polynomials]
    divisor = images[0]
    for image in images[1:]:
        divisor = divisor.gcd(image)
    return [from_flint(image // divisor, names) for image in images]


def exact_quotient(a: Polynomial, b: Polynomial) -> Polynomial | None:
    """a / b if it is a polynomial."""
    names = sorted(a.names() | b.names())
    if not len(b) or not names:
        return None if not len(b) else a.scaled(1 / b.at({}))
    context = ring(names)
    quotient, rest = divmod(to_flint(a, names, context), to_flint(b, names, context))
    return from_flint(quotient, names) if rest == 0 else None


# --- sampled parameters -------------------------------------------------------------------


def _samples(region: Region) -> list[Values]:
    """Parameter values in the region, spread a little so that few equalities hold by accident."""
    inside = list(points_in(region, 150))
    return inside[:: max(1, len(inside) // SAMPLES)][:SAMPLES]


_Table = list[tuple[Fraction, dict[Name, Fraction]]]


def _table(goal: Comparison, hypotheses: Known, region: Region, values: Values) -> _Table:
    """(goal, hypotheses) on every ray that matters at these parameters, and their constants."""
    own = at_point(goal.form, region.arms, values)
    known = {n: at_point(h.comparison.form, region.arms, values) for n, h in hypotheses.items()}
    rows = [(own.constant, {name: form.constant for name, form in known.items()})]
    for arm, kind in region.arms:
        top = max(form.largest_index(arm) for form in (own, *known.values()))
        for j in rays_up_to(top):
            numbers = {name: form.on_ray(arm, kind, j) for name, form in known.items()}
            rows.append((own.on_ray(arm, kind, j), numbers))
    return rows


def _fits(m: Multipliers, hypotheses: Known, values: Values, table: _Table) -> bool:
    scale = m.scale.at(values)
    weights = [(name, p.at(values)) for name, p in m.uses]
    if scale <= 0 or any(
        w < 0 for n, w in weights if hypotheses[n].comparison.relation is not Relation.EQ
    ):
        return False
    return all(scale * c >= sum(w * hs[n] for n, w in weights) for c, hs in table)


# --- combinations ---------------------------------------------------------------------------------


ATTEMPTS = 6
MOST = 12
"""Hypotheses from one family; each costs time when multipliers are guessed."""


def prove_goal(
    goal: Comparison, region: Region, clock: Clock, hints: Hints = NO_HINTS, depth: int = 1
) -> Node | None:
    """A proof tree for one goal: a combination, or cases with a combination in each."""
    if not goal.form.terms and not (hints.cited or region.families or region.hypotheses):
        return _about_parameters(goal, region, clock)
    if depth and not goal.form.terms:
        return _by_absurdity(goal, region, clock, hints)
    hypotheses = _hypotheses(goal, region, hints, clock)
    for multipliers in islice(guess_multipliers(goal, hypotheses, region, hints), ATTEMPTS):
        node = _combination(multipliers, goal, hypotheses, region, clock)
        if node is not None:
            return node
    for split in _splits(goal, region) if depth else ():
        low, high = region.branches(split)
        above = prove_goal(goal, high, clock, hints, depth - 1)
        below = prove_goal(goal, low, clock, hints, depth - 1) if above is not None else None
        if above is not None and below is not None:
            return Case(split, below, above)
    return None


def _about_parameters(goal: Comparison, region: Region, clock: Clock) -> Combine | None:
    """A goal without rewards where nothing is known about rewards: an inequality of polynomials."""
    p, strict = goal.form.constant, goal.relation is Relation.GT
    rest = prove_sign(p, region, clock, strict=strict, hard=True)
    if rest is None:
        clock.note(Obstacle(Constraint(p, strict), region))
        return None
    return Combine({}, rest=rest)


def _by_absurdity(goal: Comparison, region: Region, clock: Clock, hints: Hints) -> Node | None:
    """A goal about parameters alone: where it is false, the hypotheses must contradict it."""
    wanted = region.sharpen(goal.form.constant, goal.relation is Relation.GT)
    negated = (-wanted.polynomial).scaled(wanted.polynomial.denominator())
    below, above = region.branches(negated)
    fine = prove_goal(goal, below, clock, depth=0)
    bad = prove_goal(goal, above, clock, hints, depth=0) if fine else None
    return Case(negated, fine, bad) if fine is not None and bad is not None else None


# --- hypotheses ---------------------------------------------------------------------------------


def _hypotheses(
    goal: Comparison, region: Region, hints: Hints, clock: Clock
) -> dict[Name, Hypothesis]:
    """What is known about rewards; families where they may help; f <= 1 where constants matter.

    The bound is taken at the goal's indices or, if the goal has none, at those of the hypotheses;
    of an arm that falls at its first index, where it is largest.
    """
    known = [Hypothesis(name, fact) for name, fact in region.hypotheses]
    known += [*hints.cited, *family_hypotheses(goal, region, clock)]
    uses = (name for hint in hints.multipliers for name, _ in hint.uses)
    places = [name for name in uses if not isinstance(name, str)]
    if len(goal.form.constant) or any(len(h.comparison.form.constant) for h in known):
        terms = goal.form.terms or [t for h in known for t in h.comparison.form.terms]
        for arm, kind in region.arms:
            parts = functional([(c, a) for c, a in terms if a.arm == arm])
            falls = bool(parts) and not kind.shape.rising
            indices = [Polynomial.constant(kind.first)] if falls else [e for _, e in parts]
            places += [(arm, index) for index in indices]
    bounds = (_bound(arm, index, region, clock) for arm, index in dict.fromkeys(places))
    return {hypothesis.name: hypothesis for hypothesis in (*known, *filter(None, bounds))}


def _bound(arm: str, index: Polynomial, region: Region, clock: Clock) -> Hypothesis | None:
    """f(index) <= 1, if the index is in the domain."""
    first = Polynomial.constant(dict(region.arms)[arm].first)
    inside = prove_sign(index - first, region, clock)
    if inside is None:
        return None
    value = Atom(Kind.VALUE, arm, (index,))
    said = Comparison(Form(ONE, ((-ONE, value),)))
    return Hypothesis((arm, index), said, Bound(arm, index, inside))


# --- proofs -------------------------------------------------------------------------------------


def _combination(
    m: Multipliers,
    goal: Comparison,
    hypotheses: Mapping[Name, Hypothesis],
    region: Region,
    clock: Clock,
) -> Node | None:
    """The proof node for given multipliers, if all its parts can be proved."""
    strict = goal.relation is Relation.GT
    form = goal.form.scaled(m.scale)
    for name, multiplier in m.uses:
        form = form + hypotheses[name].comparison.form.scaled(-multiplier)
    positive = prove_sign(m.scale, region, clock, strict=True)
    if positive is None:
        return None
    rest = prove_sign(form.constant, region, clock, strict=strict)
    decisive: int | None = None
    if rest is None and strict:
        decisive = _decisive(m, hypotheses, region, clock)
        rest = prove_sign(form.constant, region, clock) if decisive is not None else None
    if rest is None:
        clock.note(Obstacle(Constraint(form.constant, strict), region))
        return None
    uses: list[tuple[str | Source, Polynomial, Node]] = []
    for place, (name, multiplier) in enumerate(m.uses):
        known = hypotheses[name]
        equality = known.comparison.relation is Relation.EQ
        sign = (
            Sum(()) if equality else prove_sign(multiplier, region, clock, strict=place == decisive)
        )
        if sign is None:
            return None
        uses.append((known.source, multiplier, sign))
    arms: dict[str, Rays] = {}
    for arm, kind in region.arms:
        terms = [(c, atom) for c, atom in form.terms if atom.arm == arm]
        if functional(terms):
            rays = prove_rays(kind, terms, region, clock)
            if rays is None:
                return None
            arms[arm] = rays
    return combine(m.scale, positive, uses, arms, rest, decisive)


def combine(
    scale: Polynomial,
    positive: Node,
    uses: Sequence[tuple[str | Source, Polynomial, Node]],
    arms: Mapping[str, Rays],
    rest: Node,
    strict: int | None = None,
) -> Node:
    """A combination of hypotheses, those without a name brought in before it."""
    brought = {id(source): source for source, *_ in uses if not isinstance(source, str)}
    names = {key: f"x{number}" for number, key in enumerate(brought, start=1)}
    cited = tuple(
        Use(source if isinstance(source, str) else names[id(source)], multiplier, sign)
        for source, multiplier, sign in uses
    )
    node: Node = Combine(arms, cited, scale, positive, rest, strict)
    for key in reversed(brought):
        node = Have(names[key], brought[key], node)
    return node


def _decisive(
    m: Multipliers, hypotheses: Mapping[Name, Hypothesis], region: Region, clock: Clock
) -> int | None:
    """The place of a strict hypothesis with a positive multiplier, which makes the sum strict."""
    for place, (name, p) in enumerate(m.uses):
        strict = hypotheses[name].comparison.relation is Relation.GT
        if strict and prove_sign(p, region, clock, strict=True) is not None:
            return place
    return None


def _splits(goal: Comparison, region: Region) -> list[Polynomial]:
    """Differences of indices that the region does not decide, then small values of parameters."""
    known = (goal, *(fact for _, fact in region.hypotheses))
    indices = (index for c in known for _, atom in c.form.terms for index in atom.indices)
    cuts = [a - b for a, b in combinations(dict.fromkeys(indices), 2)]
    for c in region.constraints:
        if c.polynomial.degree() == 1 and len(c.polynomial.names()) == 1:
            cuts += [c.polynomial, c.polynomial - ONE]
    decided = [cut for cut in dict.fromkeys(cuts) if cut.names() and not region.implies(-cut)]
    return [cut for cut in decided if not region.implies(cut - ONE)][:12]


# --- families -----------------------------------------------------------------------------------


def family_hypotheses(goal: Comparison, region: Region, clock: Clock) -> list[Hypothesis]:
    """Families at the indices of the goal and summed up to them, as far as these are in range."""
    hypotheses: list[Hypothesis] = []
    for number, family in enumerate(region.families):
        sums = _sums(number, family, goal, region, clock)
        members = _members(number, family, goal, region, clock)
        hypotheses += islice(
            (hypothesis for group in (sums, members) for hypothesis in group), MOST
        )
    return hypotheses


def _sums(
    number: int, family: Family, goal: Comparison, region: Region, clock: Clock
) -> Iterator[Hypothesis]:
    """Sums from the first integer, or from after an index of Rew, to the last or to an index."""
    ends = _places(family, goal, region, Kind.REW)
    lasts = [*ends, *([family.last] if family.last is not None else [])]
    for first in (family.first, *(end + ONE for end in ends)):
        for last in dict.fromkeys(lasts):
            try:
                conditions, said = total_of(family, first, last)
            except RejectedError:
                return
            inside = _proofs(conditions, region, clock)
            if inside is not None and first != last + ONE:
                source = Total(number, first, last, inside)
                yield Hypothesis(f"total {number} {first} {last}", said, source)


def _members(
    number: int, family: Family, goal: Comparison, region: Region, clock: Clock
) -> Iterator[Hypothesis]:
    """The family at the indices of the goal, and at the ends of its range."""
    every = [p for kind in (Kind.VALUE, Kind.REW) for p in _places(family, goal, region, kind)]
    ends = [family.first, *([family.last] if family.last is not None else [])]
    for value in dict.fromkeys((*every, *ends)):
        inside = _proofs(in_range(family, value, value), region, clock)
        if inside is not None:
            source = Member(number, value, inside)
            yield Hypothesis(f"member {number} {value}", family.at(value), source)


def _places(family: Family, goal: Comparison, region: Region, kind: Kind) -> list[Polynomial]:
    """The integers at which a functional of the family stands where one of the goal does.

    Of the goal those of one kind are looked at, f(e) or Rew(f,e), when it is written in these.
    """
    n = Polynomial.variable(family.name)
    places: dict[Polynomial, None] = {}
    for arm, _ in region.arms:
        wanted = functional([(c, a) for c, a in goal.form.terms if a.arm == arm])
        own = functional([(c, a) for c, a in family.comparison.form.terms if a.arm == arm])
        for _, index in own:
            shift = index - n
            if family.name not in shift.names():
                places |= dict.fromkeys(e - shift for what, e in wanted if what == kind)
    return list(places)


def _proofs(wanted: Sequence[Polynomial], region: Region, clock: Clock) -> tuple[Node, ...] | None:
    """A proof that each of these is >= 0 on the region."""
    nodes = []
    for p in wanted:
        node = prove_sign(p, region, clock)
        if node is None:
            return None
        nodes.append(node)
    return tuple(nodes)


# --- rays ---------------------------------------------------------------------------------------


def prove_rays(
    kind: ArmClass, terms: list[tuple[Polynomial, Atom]], region: Region, clock: Clock
) -> Rays | None:
    """A proof on the constant and one on the rays r_j, or None."""
    parts = functional(terms)
    constant = prove_sign(on_constant(parts), region, clock)
    if constant is None:
        clock.note(Obstacle(Constraint(on_constant(parts)), region))
        return None
    ray = _prove_ray(kind, parts, ray_region(region), clock)
    return None if ray is None else Rays(constant, ray)


def _prove_ray(kind: ArmClass, parts: Functional, region: Region, clock: Clock) -> Node | None:
    """Split until every index is on one side of the bend, then prove a polynomial inequality."""
    clock.tick()
    empty = prove_empty(region)
    if empty is not None:
        return empty
    for _, index in parts:
        side = cut(kind, index)
        if not region.implies(-side) and not region.implies(side - ONE):
            low, high = region.branches(side)
            above = _prove_ray(kind, parts, high, clock)
            below = _prove_ray(kind, parts, low, clock) if above is not None else None
            return None if above is None or below is None else Case(side, below, above)
    value = on_ray(kind, parts, region)
    node = prove_sign(value, region, clock)
    if node is None:
        clock.note(Obstacle(Constraint(value), region, kind))
    return node
