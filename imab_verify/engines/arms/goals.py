"""One goal from hypotheses across arms: d*goal = sum mu_i*H_i + functionals that rays prove.

The multipliers come from hints or are guessed (multipliers.py); what is left of the goal is proved
arm by arm, through the constant and the rays of its class, in cases if one combination does not
serve the whole region.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from imab_verify.engines.arms.clock import Clock, Obstacle
from imab_verify.engines.arms.hints import NO_HINTS, Hints, Hypothesis, Multipliers, Name
from imab_verify.engines.arms.multipliers import guess_multipliers
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.sums import prove_empty
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
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import in_range, total_of

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
