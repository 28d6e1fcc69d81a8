"""Multipliers across arms: guess d > 0 and mu_i >= 0 with d*goal - sum mu_i*H_i >= 0 arm by arm.

On every ray r the condition is d*goal(r) >= sum mu_i*H_i(r). At the best multipliers some of
these are equalities. The engine guesses which: it takes as many rays as hypotheses, solves the
equations by Cramer's rule in the parameters, and keeps what is right at sampled parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

from imab_verify.engines.arms.concrete import at_point, rays_up_to
from imab_verify.engines.arms.flint_polynomials import from_flint, ring, to_flint
from imab_verify.engines.arms.hints import Hypothesis, Multipliers
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.kernel import ArmClass, Claim, Comparison, Form, Polynomial, Relation
from imab_verify.kernel.arms import Constraint, Region, cut, functional, on_constant, on_ray
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY

SAMPLES = 14
MOST_IN_THREES = 14
"""Of so many hypotheses any three are added up."""


def guess_multipliers(
    goal: Comparison,
    hypotheses: Sequence[Hypothesis],
    claim: Claim,
    region: Region,
    hints: Sequence[Multipliers],
) -> Iterator[Multipliers]:
    """The hints, then guesses, as far as they are right at sampled parameters of the region."""
    samples = _samples(claim, region)
    tables = [_table(goal, hypotheses, claim, values) for values in samples]
    for multipliers in chain(hints, _candidates(goal, hypotheses, claim, samples)):
        if all(
            _fits(multipliers, hypotheses, values, table)
            for values, table in zip(samples, tables, strict=True)
        ):
            yield multipliers


# --- candidates -----------------------------------------------------------------------------------


def _candidates(
    goal: Comparison, hypotheses: Sequence[Hypothesis], claim: Claim, samples: Sequence[Values]
) -> Iterator[Multipliers]:
    """No hypothesis; one, all or three with multiplier 1; one or two by equations on rays."""
    yield Multipliers(ONE)
    for number in range(len(hypotheses)):
        yield Multipliers(ONE, ((number, ONE),))
    if not hypotheses or not samples:
        return
    forms = [goal.form, *(h.comparison.form for h in hypotheses)]
    rays = list(dict.fromkeys(tight_rays(forms, claim, samples)))
    for number in range(len(hypotheses)):
        for values in rays:
            yield from _with_positive_scale(values[number + 1], [(number, values[0])], samples)
    if len(hypotheses) > 1:
        yield Multipliers(ONE, tuple((n, ONE) for n in range(len(hypotheses))))
    for three in combinations(range(min(len(hypotheses), MOST_IN_THREES)), 3):
        yield Multipliers(ONE, tuple((n, ONE) for n in three))
    for i, j in combinations(range(len(hypotheses)), 2):
        yield Multipliers(ONE, ((i, ONE), (j, ONE)))
        for a, b in combinations(rays, 2):
            det = a[i + 1] * b[j + 1] - a[j + 1] * b[i + 1]
            first = a[0] * b[j + 1] - b[0] * a[j + 1]
            second = a[i + 1] * b[0] - b[i + 1] * a[0]
            yield from _with_positive_scale(det, [(i, first), (j, second)], samples)


def tight_rays(
    forms: Sequence[Form], claim: Claim, samples: Sequence[Values]
) -> Iterator[tuple[Polynomial, ...]]:
    """The forms on symbolic rays: the constant 1, the line, a bend at each index; and constants."""
    yield tuple(form.constant for form in forms)
    for arm, kind in claim.arms:
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
    scale: Polynomial, uses: list[tuple[int, Polynomial]], samples: Sequence[Values]
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


def _samples(claim: Claim, region: Region) -> list[Values]:
    """Parameter values in the region, spread a little so that few equalities hold by accident."""
    inside = [
        values
        for values in parameter_points(claim, 150)
        if all(c.polynomial.at(values) >= 0 for c in region.constraints)
    ]
    step = max(1, len(inside) // SAMPLES)
    return inside[::step][:SAMPLES]


_Table = list[tuple[Fraction, list[Fraction]]]


def _table(
    goal: Comparison, hypotheses: Sequence[Hypothesis], claim: Claim, values: Values
) -> _Table:
    """(goal, hypotheses) on every ray that matters at these parameters, and their constants."""
    forms = [
        at_point(f, claim, values) for f in (goal.form, *(h.comparison.form for h in hypotheses))
    ]
    rows = [(forms[0].constant, [f.constant for f in forms[1:]])]
    for arm, kind in claim.arms:
        top = max(form.largest_index(arm) for form in forms)
        for j in rays_up_to(top):
            numbers = [form.on_ray(arm, kind, j) for form in forms]
            rows.append((numbers[0], numbers[1:]))
    return rows


def _fits(m: Multipliers, hypotheses: Sequence[Hypothesis], values: Values, table: _Table) -> bool:
    scale = m.scale.at(values)
    weights = [(n, p.at(values)) for n, p in m.uses]
    if scale <= 0 or any(
        w < 0 for n, w in weights if hypotheses[n].comparison.relation is not Relation.EQ
    ):
        return False
    return all(scale * c >= sum(w * hs[n] for n, w in weights) for c, hs in table)
