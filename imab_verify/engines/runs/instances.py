"""Exact instances on which a claim about the run of a policy fails.

The instances tried are the ones that hurt: a single arm that grows among arms that stay at 0, at
the first or the last place; arms that all grow alike until one of them goes on alone; a constant
against a line; what looks like a line in the opening, and a little better than it; and arms that
are all 0, which refute what is strict. The run is played in leaps; what fails is played again by
the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.points import Values, parameter_points, run_sizes
from imab_verify.engines.runs.ratios import values_where_givens_hold
from imab_verify.kernel import (
    Atom,
    Claim,
    Comparison,
    Curve,
    Form,
    Index,
    Kind,
    Polynomial,
    RejectedError,
    Run,
    RunPoint,
)
from imab_verify.kernel.semantics import atom_values, first_violation, violation
from imab_verify.kernel.statement import ANY, times_of
from imab_verify.language.declarations import run_names
from imab_verify.language.policy_names import is_algorithm_1, short_name
from imab_verify.language.scored import policy_of_run
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import TIES
from imab_verify.simulation import leaping
from imab_verify.simulation.stepwise import FinishedRun

FEW_ARMS = 8
MORE_PARAMETERS = 12
FEW_VALUES = (1, 2, 30)
"""Values for parameters that neither the run nor the givens determine, beside counts of the run."""
WITNESS_SECONDS, RISE, FEW_RISING = 5.0, FEW_VALUES[-1], 4
"""For a run that satisfies the givens; up to RISE pulls of few arms rewards rise."""
LONG = (20, 100, 1000)
"""Pulls per arm in long runs."""
A_LITTLE = Fraction(1, 10**6)
"""By so much a constant is better than a line, whose first rewards are 1, 2, ..."""

Curves = tuple[Curve, ...]


def counterexample_at(claim: Claim, k: int, T: int) -> RunPoint | None:
    """A run at one size on which the claim fails."""
    for values in _parameter_values(claim, k, T):
        for curves in bad_instances(k, T):
            point = _refute(claim, values, curves)
            if point is not None:
                return point
    return None


def find_run_counterexample(
    claim: Claim, *, seconds: float = 20, wide: bool = False
) -> RunPoint | None:
    """The first run on which the claim fails: fewest arms, then the least horizon.

    A wide look passes over most sizes, so that it comes to many arms soon.
    """
    clock = Clock(seconds)
    with suppress(OutOfTimeError):
        for values, curves in _candidates(claim, wide=wide):
            clock.tick()
            point = _refute(claim, values, curves)
            if point is not None:
                return point
    return None


def find_run_witness(claim: Claim) -> RunPoint | None:
    """A small run that satisfies the givens: arms that are 0, that rise slowly, or all but one."""
    clock = Clock(WITNESS_SECONDS)
    zero, rising = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(0)), (RISE, Fraction(1))))
    with suppress(OutOfTimeError):
        for values in settings(claim):
            k, horizon = int(values["k"]), int(values["T"])
            others = {name: values[name] for name in _free(claim)}
            few = ((rising,) * k, (rising, *(zero,) * (k - 1))) if k < FEW_RISING else ()
            for curves, roles in product(((zero,) * k, *few), _roles(claim, k)):
                clock.tick()
                point = RunPoint(curves, horizon, roles, TIES[0], others)
                with suppress(RejectedError):
                    if violation(claim, point) is None:
                        return point
    return None


def _roles(claim: Claim, k: int) -> Iterator[dict[str, int]]:
    """All declared arms the same arm, or different ones."""
    names = [arm for arm, _ in claim.arms]
    yield dict.fromkeys(names, 0)
    for first, shift in product(range(min(k, 2)), range(1, k if names else 1)):
        yield {name: (first + i * shift) % k for i, name in enumerate(names)}


def _candidates(claim: Claim, *, wide: bool) -> Iterator[tuple[Values, Curves]]:
    """Sizes and instances. A wide look at an index policy begins with long horizons.

    There a constant that is better than a line at first tempts a policy that does not explore.
    """
    if wide and _own_index(claim) is not None:
        for k, n in product((2, 3), LONG):
            top = n * k
            line, flat = capped_curve(top, top), Curve(((0, Fraction(2, top)),))
            for values in _parameter_values(claim, k, top):
                yield values, (*(flat,) * (k - 1), line)
    for values in settings(claim, wide=wide):
        horizon = int(values["T"])
        for top in dict.fromkeys((horizon, _steps(claim, values, horizon))):
            for curves in bad_instances(int(values["k"]), top):
                yield values, curves
            for curves in _tempting(claim, int(values["k"]), top):
                yield values, curves


def bad_instances(k: int, T: int) -> Iterator[Curves]:
    """Instances of k arms that are hard, or special, at horizon T; single arms first.

    Of many arms only the ones in which the special arm comes last, where it is pulled least.
    """
    top = max(T, 1)
    zero, one = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),))
    line = capped_curve(top, top)
    yield (one,) * k
    yield (line,) * k
    yield (zero,) * k
    if k == 1:
        return
    for special in (one, line):
        yield from _one_among(special, zero, k)
    share = T // k
    for bend in sorted({1, 2, share - 1, share, share + 1, share + 2} - {top}):
        if 1 <= bend < top:
            yield from _one_among(line, capped_curve(bend, top), k)
    for height in (Fraction(1, top), Fraction(2, top), Fraction(1, k), Fraction(1, 2)):
        if height < 1 and k <= FEW_ARMS:
            flat = Curve(((0, height),))
            yield from _one_among(flat, line, k)
            yield from _one_among(line, flat, k)
            yield from _one_among(one, flat, k)


def _tempting(claim: Claim, k: int, top: int) -> Iterator[Curves]:
    """A line, zeros, and before them what an index policy may stay with after m pulls of every arm:

    the line up to its m-th pull, or a constant that is a little more than the line pays there.
    """
    index = _own_index(claim)
    if index is None or k < 2:
        return
    m = index.opening
    if m < top:
        zero = Curve(((0, Fraction(0)),))
        rest = (*(zero,) * (k - 2), capped_curve(top, top))
        yield (capped_curve(m, top), *rest)
        yield (Curve(((0, (m + A_LITTLE) / top),)), *rest)


def _own_index(claim: Claim) -> Index | None:
    """The index policy that a claim is about, if it is not Algorithm 1."""
    run = claim.played
    return None if run is None or is_algorithm_1(run) else run.index


def capped_curve(bend: int, top: int) -> Curve:
    """min(n, bend) / top."""
    return Curve(((0, Fraction(0)), (bend, Fraction(bend, top))))


def _one_among(special: Curve, others: Curve, k: int) -> Iterator[Curves]:
    yield (*(others,) * (k - 1), special)
    if k <= FEW_ARMS:
        yield (special, *(others,) * (k - 1))


def settings(claim: Claim, *, wide: bool = False) -> Iterator[Values]:
    """Values of the parameters that satisfy the givens about them, small k and T first.

    Counts that the run determines are left to the kernel; beside them other parameters have a few
    values only.
    """
    for k, T in run_sizes(claim, wide=wide):
        yield from _parameter_values(claim, k, T)


def _parameter_values(claim: Claim, k: int, T: int) -> Iterator[Values]:
    """The values of the parameters at one size."""
    counts, free = _counts(claim), sorted(_free(claim))
    if counts:
        for few in product(FEW_VALUES, repeat=len(free)):
            sizes = {"k": Fraction(k), "T": Fraction(T)}
            yield sizes | dict(zip(free, map(Fraction, few), strict=True))
        return
    if free:
        fixed = replace(claim, run=None, givens=(*claim.givens, *_equal("k", k), *_equal("T", T)))
        yield from parameter_points(fixed, MORE_PARAMETERS)
        return
    values = values_where_givens_hold(claim, k, T)
    if values is not None:
        yield values


def _counts(claim: Claim) -> tuple[str, ...]:
    return run_names(claim.played)[1]


def _free(claim: Claim) -> set[str]:
    """The parameters that the run does not determine."""
    return {*claim.parameters, *claim.reals} - {"k", "T", *_counts(claim)}


def _equal(name: str, value: int) -> tuple[Comparison, Comparison]:
    gap = Polynomial.variable(name) - Polynomial.constant(value)
    return Comparison(Form(gap)), Comparison(Form(-gap))


def _refute(claim: Claim, values: Values, curves: Curves) -> RunPoint | None:
    """The run on this instance, if the claim fails on it with declared arms at its ends.

    Where ties may fall in any way the lowest index wins here: with the order of the arms turned
    round this is the run in which the highest one wins.
    """
    run = claim.played
    if run is None:
        return None
    horizon, leap = int(values["T"]), None
    if short_name(run.policy) in ("algorithm-1", "round-robin") and not times_of(claim):
        leap = _leap(run, curves, horizon)
    others = {name: values[name] for name in _free(claim)}
    names = [arm for arm, _ in claim.arms]
    for places in product(sorted({0, len(curves) - 1}), repeat=len(names)):
        roles = dict(zip(names, places, strict=True))
        for choices in _choices(run, len(curves), _steps(claim, values, horizon)):
            point = RunPoint(curves, horizon, roles, choices, others)
            if (_counts(claim) or _fails_in_leaps(claim, values, point, leap)) and _fails(
                claim, point
            ):
                return point
    return None


def _steps(claim: Claim, values: Values, horizon: int) -> int:
    """The last time at which the claim looks at the run, as far as its times are known."""
    times = [time for time in times_of(claim) if time.names() <= values.keys()]
    return max([horizon, *(int(time.at(values)) for time in times)])


def _leap(run: Run, curves: Curves, horizon: int) -> FinishedRun:
    """The run of a policy whose leaps are known."""
    rewards = {curve: Reward.from_points(curve.points) for curve in set(curves)}
    instance = Instance.of([rewards[curve] for curve in curves])
    return leaping.run(instance, policy_of_run(run), horizon)


def _choices(run: Run, k: int, horizon: int) -> Iterator[tuple[int, ...] | str]:
    """How ties fall; of any policy all pulls: of one arm, in turn, of one after the other."""
    if run.policy != ANY:
        yield TIES[0] if run.ties == "any" else run.ties
        return
    yield (0,) * horizon
    yield (k - 1,) * horizon
    yield tuple(t % k for t in range(horizon))
    yield tuple(t * k // horizon for t in range(horizon))


def _fails_in_leaps(
    claim: Claim, values: Values, point: RunPoint, leap: FinishedRun | None
) -> bool:
    """Whether the claim fails with the ALG and OPT of a run that was played in leaps."""
    if leap is None:
        return True
    try:
        known = functionals_after(claim, values, point, leap.alg, leap.opt)
        return first_violation(claim, values, known) is not None
    except RejectedError:
        return False


def functionals_after(
    claim: Claim, values: Values, point: RunPoint, alg: Fraction, opt: Fraction
) -> Callable[[Atom], Fraction]:
    """Every functional where ALG(T) and OPT(T) are known, from leaps: a guide to what is worth
    the kernel's play, step by step.
    """
    curves = {arm: point.curves[i] for arm, i in point.roles.items()}
    of_arms, of_run = atom_values(claim, values, curves), {Kind.ALG: alg, Kind.OPT: opt}
    return lambda atom: of_run[atom.kind] if atom.kind in of_run else of_arms(atom)


def _fails(claim: Claim, point: RunPoint) -> bool:
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False
