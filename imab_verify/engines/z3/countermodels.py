"""The questions to z3, in the process that loads it. The kernel confirms every countermodel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, islice, product
from math import ceil, floor
from typing import Any, TypeVar

import z3

from imab_verify.engines.z3 import Answer, Finding, is_countermodel
from imab_verify.engines.z3.constraints import (
    Problem,
    Shape,
    Shapes,
    Values,
    assignments,
    bend_name,
    ray_problems,
    rays_decide,
    slope_problems,
    value_problem,
)
from imab_verify.engines.z3.runs import (
    OTHERS,
    SIZES,
    Game,
    Played,
    game_problem,
    games,
    how_many,
    known_names,
    plays,
    plays_at,
    plays_of,
    run_problem,
    sizes_up_to,
)
from imab_verify.kernel import (
    ArmClass,
    Claim,
    Curve,
    Every,
    Point,
    Run,
    RunPoint,
    Some,
)
from imab_verify.kernel.semantics import sequence_of
from imab_verify.kernel.statement import RAY

EFFORT = 400_000
"""z3's own steps for one problem: a second, more or less."""
LONG = 10 * EFFORT
"""The steps for one run with many arms and few bends."""
MEMORY_MB = 3000
MOST = 150
"""The most problems that a bound may leave to look at."""
BOUNDS = (*range(1, 13), 16, 24, 32, 48, 64, 96, 128, 200)
MOST_VALUES, MOST_ORDERS = 200_000, 20_000
"""The most values of parameters, or orders of pulls, that are tried against the givens."""
LARGEST_RUN = 1_000_000
"""The largest k times T of a run that is given to z3."""
MOST_ARMS = 4
"""The most arms of a game."""
SCALES, MOST_ROUNDINGS = (1, 2, 3, 7), 512
SAT, UNSAT = "sat", "unsat"
UNKNOWN = Finding(Answer.UNKNOWN)
Scope = TypeVar("Scope")


# --- one problem ----------------------------------------------------------------------------------


def solve(
    problem: Problem, effort: int = EFFORT, seconds: float | None = None
) -> tuple[str, Values]:
    """z3's answer, and the values of the unknowns if it is sat; one that is missing may be 0.

    z3 gives up after so many of its own steps, which are the same on every machine; with `seconds`
    after these too. In a context of its own nothing is left from other problems.
    """
    z3.set_param("memory_max_size", MEMORY_MB)
    solver = z3.SolverFor(problem.logic, ctx=z3.Context())
    solver.from_string(problem.text())
    solver.set("rlimit", effort)
    if seconds is not None:
        solver.set("timeout", max(1, int(1000 * seconds)))
    answer = str(solver.check())
    if answer != SAT:
        return answer, {}
    model = solver.model()
    return SAT, {d.name().rstrip("'"): _rational(model[d]) for d in model.decls()}


def _rational(value: Any) -> Fraction:
    """A value of a model; an irrational one to twenty digits."""
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    if z3.is_algebraic_value(value):
        value = value.approx(20)
    return Fraction(value.as_fraction()) if z3.is_rational_value(value) else Fraction(0)


def _finding_at(claim: Claim, point: Point | RunPoint) -> Finding:
    if is_countermodel(claim, point):
        return Finding(Answer.FOUND, point)
    return Finding(Answer.UNCONFIRMED)


def _values_at(arm: str, model: Values) -> Curve:
    """The arm by its values in a model."""
    named = ((name.removeprefix(f"{arm}("), v) for name, v in model.items() if f"{arm}(" in name)
    return Curve(tuple(sorted((int(name.removesuffix(")")), value) for name, value in named)))


# --- a claim, and a counterexample ---------------------------------------------------------------


def search(claim: Claim, *, bounded: bool) -> Finding:
    """A countermodel with any parameters; or with bounded ones: this search always ends."""
    match claim.run:
        case None:
            return up_to_widest_bound(claim) if bounded else without_bound(claim)
        case _ if not bounded:
            return UNKNOWN
        case Every():
            return of_every_policy(claim)
        case Some(run):
            return of_some_run(claim, run)
        case run:
            return of_runs(claim, run)


def search_at(claim: Claim, point: Point | RunPoint) -> Finding:
    """Any rewards at the parameters of a counterexample, or any with its pulls and bends."""
    run = claim.played
    if isinstance(point, Point) or run is None:
        fixed = {name: int(point.parameters[name]) for name in claim.parameters}
        return UNKNOWN if claim.run else up_to_bound(claim, 0, fixed)
    k = len(point.curves)
    if k * point.T > LARGEST_RUN:
        return UNKNOWN
    pulls = tuple(sequence_of(run, point, point.T))
    bends = [tuple(n for n, _ in curve.points) for curve in point.curves]
    for played in plays_of(claim, run, k, pulls, point.roles):
        if all(point.parameters[name] == value for name, value in played.free.items()):
            return of_play(claim, run, played, bends)
    return UNKNOWN


# --- any parameters -------------------------------------------------------------------------------


def without_bound(claim: Claim) -> Finding:
    """Any parameters: rays first, and where these do not decide, slopes at breakpoints.

    `none` is only said where it means that the claim is true for all parameters and rewards.
    """
    finding = by_rays(claim)
    if finding.point is not None or rays_decide(claim):
        return finding
    ways = (slope_problems(claim, relaxed=relaxed) for relaxed in (True, False))
    unsat = (
        any(solve(way, 2 * EFFORT)[0] == UNSAT for way in both) for both in zip(*ways, strict=True)
    )
    return Finding(Answer.NONE) if all(unsat) else UNKNOWN


def by_rays(claim: Claim, seconds: float | None = None) -> Finding:
    """Every problem over the reals first; what is not unsat there, over the integers too.

    `seconds` is the time for one problem.
    """
    answers = {Answer.NONE if rays_decide(claim) else Answer.UNKNOWN}
    ways = (ray_problems(claim, relaxed=relaxed) for relaxed in (True, False))
    for both in zip(*ways, strict=True):
        for problem, shapes in both:
            answer, model = solve(problem, seconds=seconds)
            if answer == UNSAT:
                break
            point = _point_of_rays(claim, shapes, model) if answer == SAT else None
            if point is not None:
                return Finding(Answer.FOUND, point)
        else:
            answers.add(Answer.UNCONFIRMED if answer == SAT else Answer.UNKNOWN)
    said = (Answer.UNCONFIRMED, Answer.UNKNOWN, Answer.NONE)
    return Finding(next(answer for answer in said if answer in answers))


def _point_of_rays(claim: Claim, shapes: Shapes, model: Values) -> Point | None:
    """A point with integers near the model, or near a multiple of it, that the kernel confirms."""
    names = [*claim.parameters, *(bend_name(arm) for arm in shapes)]
    unknown = [name for name in names if name in model]
    for scale in SCALES:
        sides = [dict.fromkeys(map(Fraction, _around(model[name] * scale))) for name in unknown]
        for chosen in islice(product(*sides), MOST_ROUNDINGS):
            values = dict(model) | dict(zip(unknown, chosen, strict=True))
            parameters = {name: values.get(name, Fraction(1)) for name in claim.parameters}
            parameters |= {name: values.get(name, Fraction(0)) for name in claim.reals}
            curves = {arm: _ray_curve(arm, kind, shapes[arm], values) for arm, kind in claim.arms}
            point = Point(parameters, curves)
            if is_countermodel(claim, point):
                return point
    return None


def _around(q: Fraction) -> tuple[int, int]:
    return floor(q), ceil(q)


def _ray_curve(arm: str, kind: ArmClass, shape: Shape, values: Values) -> Curve:
    """A constant, a ray of height 1, or the sum of both."""
    first, zero = kind.first, Fraction(0)
    j = max(1, int(values.get(bend_name(arm), 1)))
    base, height = Fraction(shape is Shape.ONE), Fraction(shape in (Shape.LINE, Shape.RAY))
    if shape is Shape.MIXED:
        base, height = (values.get(f"{arm} {part}", zero) for part in ("level", "slope"))
        height *= j if kind.shape.concave else 1
    last = int(kind.shape.ray.last.at({RAY: Fraction(j)}))
    if not height:
        return Curve(((first, base),))
    if kind.shape.concave:
        return Curve(((first, base), (last, base + height)))
    start, end = (base, base + height) if kind.shape.rising else (base + height, base)
    return Curve(tuple({first: start, last: start, last + 1: end}.items()))


# --- parameters up to a bound ---------------------------------------------------------------------


def up_to_bound(claim: Claim, bound: int, fixed: dict[str, int] | None = None) -> Finding:
    """Integer parameters up to the bound, rewards any reals; it ends where z3 does not know.

    `fixed` gives some parameters their values; the bound then holds for the others. `none` covers
    parameters down to their lower bound among the givens, or to -bound without one.
    """
    for values in sorted(assignments(claim, bound, fixed), key=lambda v: sum(v.values())):
        answer, model = solve(value_problem(claim, values))
        if answer == SAT:
            parameters = {name: values[name] for name in claim.parameters}
            parameters |= {name: model.get(name, Fraction(0)) for name in claim.reals}
            curves = {arm: _values_at(arm, model) for arm, _ in claim.arms}
            return _finding_at(claim, Point(parameters, curves))
        if answer != UNSAT:
            return UNKNOWN
    names = ", ".join(claim.parameters)
    return Finding(Answer.NONE, bound=f"{names} <= {bound}" if names else "all rewards")


def up_to_widest_bound(claim: Claim) -> Finding:
    """Parameters up to a bound that leaves not too much to look at; half of it if it must be."""
    names = len(claim.parameters)
    bounds = BOUNDS if names else (0,)
    bound = _widest(
        bounds, lambda b: assignments(claim, b), lambda b: (b + 1) ** names > MOST_VALUES
    )
    while bound is not None and next(assignments(claim, bound), None) is not None:
        finding = up_to_bound(claim, bound)
        if finding.answer in (Answer.NONE, Answer.FOUND) or bound == 0:
            return finding
        bound //= 2
    return UNKNOWN


def _widest(
    scopes: Sequence[Scope],
    cases: Callable[[Scope], Iterator[Any]],
    is_too_wide: Callable[[Scope], bool],
) -> Scope | None:
    """The last scope, of ever wider ones, with so many cases at most, and one at least."""
    best = None
    for scope in scopes:
        if best is not None and is_too_wide(scope):
            break
        count = sum(1 for _ in islice(cases(scope), MOST + 1))
        if count > MOST:
            break
        best = scope if count else best
    return best


# --- runs -----------------------------------------------------------------------------------------


def of_runs(claim: Claim, run: Run) -> Finding:
    """The policy played at small k and T, on any rewards."""
    size = _widest(
        SIZES,
        lambda size: plays(claim, run, *size),
        lambda size: how_many(claim, run, *size) > MOST_ORDERS,
    )
    if size is None:
        return UNKNOWN
    found, others = set[Answer](), dict[str, None]()
    for played in plays(claim, run, *size):
        others |= dict.fromkeys(played.free)
        finding = of_play(claim, run, played)
        if finding.answer is Answer.FOUND:
            return finding
        found.add(finding.answer)
    bounds = [f"k <= {size[0]}, T <= {size[1]}", *(f"{name} <= {OTHERS}" for name in others)]
    return Finding(Answer.NONE, bound=", ".join(bounds)) if found == {Answer.NONE} else UNKNOWN


def of_play(
    claim: Claim, run: Run, played: Played, places: Sequence[Sequence[int]] = ()
) -> Finding:
    """One order of pulls, on any rewards for which the policy pulls so, or with these bends."""
    answer, model = solve(run_problem(claim, run, played, places), LONG if places else EFFORT)
    if answer != SAT:
        return Finding(Answer.NONE, bound="one run") if answer == UNSAT else UNKNOWN
    curves = tuple(_values_at(f"f{i}", model) for i in range(1, played.k + 1))
    parameters = dict(played.free) | {name: model.get(name, Fraction(0)) for name in claim.reals}
    point = RunPoint(curves, len(played.pulls), dict(played.roles), played.pulls, parameters)
    return _finding_at(claim, point)


def of_some_run(claim: Claim, run: Run) -> Finding:
    """Whether at all small k and T there are rewards and a run of the policy as claimed."""
    played = replace(claim, run=run)
    bound = None
    for k, T in SIZES:
        if how_many(played, run, k, T) > MOST_ORDERS:
            break
        sizes = [size for size in sizes_up_to(k, T) if _parameters(played, *size)]
        if not all(_is_attained(played, run, *size) for size in sizes):
            return UNKNOWN
        bound = f"k <= {k}, T <= {T}" if sizes else bound
    return Finding(Answer.NONE, bound=bound) if bound else UNKNOWN


def _parameters(claim: Claim, k: int, T: int) -> list[dict[str, Fraction]]:
    return [*assignments(claim, OTHERS, {"k": k, "T": T})]


@lru_cache
def _is_attained(claim: Claim, run: Run, k: int, T: int) -> bool:
    """Whether there are rewards and a run, whatever the other parameters are."""
    left = _parameters(claim, k, T)
    for played in plays_at(claim, run, k, T):
        own = {name: played.values[name] for name in left[0]}
        if own in left and solve(run_problem(claim, run, played, attained=True))[0] == SAT:
            left.remove(own)
        if not left:
            return True
    return False


# --- every policy ---------------------------------------------------------------------------------


def of_every_policy(claim: Claim) -> Finding:
    """Whether every policy has an instance as claimed, at all sizes with not too many runs.

    Unknown if at one of these sizes there is a policy that has none among the instances.
    """
    names = known_names(claim)
    bounds = []
    for k in range(1, MOST_ARMS + 1):
        scope = ""
        for bound, played in groupby(games(claim, k), key=lambda game: game.bound):
            if not all(_is_lost(claim, game) for game in played):
                if "T" in names:
                    return UNKNOWN
                break
            scope = f"k = {k}, {', '.join(names)} <= {bound}" if names else f"k = {k}"
        bounds += [scope] if scope else []
    return Finding(Answer.NONE, bound="; ".join(bounds)) if bounds else UNKNOWN


def _is_lost(claim: Claim, game: Game) -> bool:
    """Whether every policy has an instance as claimed."""
    return solve(game_problem(claim, game))[0] == UNSAT
