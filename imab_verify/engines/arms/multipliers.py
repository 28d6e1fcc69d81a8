"""Multipliers across arms: guess d > 0 and mu_i >= 0 with d*goal - sum mu_i*H_i >= 0 arm by arm.

On every ray r the condition is d*goal(r) >= sum mu_i*H_i(r). At the best multipliers some of
these are equalities. The engine guesses which: it takes as many rays as hypotheses, solves the
equations by Cramer's rule in the parameters, and keeps what is right at sampled parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations

from imab_verify.engines.arms.concrete import at_point, rays_up_to
from imab_verify.engines.arms.flint_polynomials import from_flint, ring, to_flint
from imab_verify.engines.arms.hints import Hints, Hypothesis, Multipliers, Name
from imab_verify.engines.arms.points import Values, points_in
from imab_verify.kernel import ArmClass, Comparison, Form, Polynomial, Relation
from imab_verify.kernel.arms import Constraint, Region, cut, functional, on_constant, on_ray
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY

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
