"""The questions to z3, in the process that loads it. What comes back is confirmed by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from imab_verify.engines.z3.findings import Answer, Finding
from imab_verify.engines.z3.games import (
    LONGEST,
    MOST_RUNS,
    Game,
    game_script,
    games,
    other_names,
    runs,
)
from imab_verify.engines.z3.models import point_of_rays, point_of_run, point_of_table
from imab_verify.engines.z3.rays import ray_scripts, rays_decide
from imab_verify.engines.z3.runs import (
    OTHERS,
    SIZES,
    Played,
    orders_and_roles,
    plays,
    run_script,
    sizes_up_to,
)
from imab_verify.engines.z3.slopes import slope_scripts
from imab_verify.engines.z3.solving import SAT, UNSAT, solve
from imab_verify.engines.z3.tables import (
    UndefinedIndexError,
    assignments,
    settle_floors,
    table_scripts,
    widest_bound,
)
from imab_verify.kernel import Claim, Point, Run, RunPoint

EFFORT = 400_000
"""z3's own steps for one script: a second, more or less."""
LONG = 10 * EFFORT
"""The same for one run with many arms and few bends."""
MOST_ARMS = 4
"""Games have so many arms at most."""
MOST = 150
"""So many scripts at most decide how large a bound is."""
MOST_ORDERS = 20_000
"""So many orders of pulls, with the roles of arms, are searched for those that the givens allow."""
UNKNOWN = Finding(Answer.UNKNOWN)


def without_bound(claim: Claim) -> Finding:
    """Symbolic parameters: rays first, and where these do not decide, slopes at breakpoints.

    `none` is only said where it means that the claim is true for all parameters and rewards.
    """
    finding = by_rays(claim)
    if finding.point is None and not rays_decide(claim):
        return _by_slopes(claim)
    return finding


def by_rays(claim: Claim, seconds: float | None = None) -> Finding:
    """Over the reals first; a script that is not unsat there, over the integers too.

    `seconds` is the time for one script.
    """
    answers = {Answer.NONE if rays_decide(claim) else Answer.UNKNOWN}
    pairs = zip(ray_scripts(claim, relaxed=True), ray_scripts(claim, relaxed=False), strict=True)
    for both in pairs:
        for script, shapes in both:
            reply = solve(script, EFFORT, seconds)
            if reply.answer == UNSAT:
                break
            if reply.answer == SAT:
                point = point_of_rays(claim, shapes, reply.values)
                if point is not None:
                    return Finding(Answer.FOUND, point)
        else:
            answers.add(Answer.UNCONFIRMED if reply.answer == SAT else Answer.UNKNOWN)
    said = (Answer.UNCONFIRMED, Answer.UNKNOWN, Answer.NONE)
    return Finding(next(answer for answer in said if answer in answers))


def _by_slopes(claim: Claim) -> Finding:
    pairs = zip(
        slope_scripts(claim, relaxed=True), slope_scripts(claim, relaxed=False), strict=True
    )
    for both in pairs:
        if not any(solve(script, EFFORT).answer == UNSAT for script in both):
            return UNKNOWN
    return Finding(Answer.NONE)


def _finding_at(point: Point | RunPoint | None) -> Finding:
    return Finding(Answer.UNCONFIRMED if point is None else Answer.FOUND, point)


def up_to_bound(claim: Claim, bound: int, fixed: dict[str, int] | None = None) -> Finding:
    """Integer parameters up to the bound, rewards any reals; it ends where z3 does not know."""
    for script, values in table_scripts(claim, bound, fixed):
        reply = solve(script, EFFORT)
        if reply.answer == UNSAT:
            continue
        if reply.answer != SAT:
            return UNKNOWN
        return _finding_at(point_of_table(claim, values, reply.values))
    return Finding(Answer.NONE, bound=_scope(claim, bound))


def up_to_widest_bound(claim: Claim) -> Finding:
    """The same up to a bound that leaves not too much to look at; half of it if it must be."""
    bound = widest_bound(claim, MOST) or 0
    while next(assignments(claim, bound), None) is not None:
        finding = up_to_bound(claim, bound)
        if finding.answer in (Answer.NONE, Answer.FOUND) or bound == 0:
            return finding
        bound //= 2
    return UNKNOWN


def _scope(claim: Claim, bound: int) -> str:
    return f"{', '.join(claim.parameters)} <= {bound}" if claim.parameters else "all rewards"


def of_runs(claim: Claim, run: Run) -> Finding:
    """The policy played at small k and T, on any rewards."""
    sizes = _widest_sizes(claim, run)
    if sizes is None:
        return UNKNOWN
    absent, others = True, dict[str, None]()
    for played in _all_plays(claim, run, *sizes):
        others |= dict.fromkeys(played.free)
        finding = of_play(claim, run, played)
        if finding.answer is Answer.FOUND:
            return finding
        absent = absent and finding.answer is Answer.NONE
    bounds = [f"k <= {sizes[0]}, T <= {sizes[1]}", *(f"{name} <= {OTHERS}" for name in others)]
    return Finding(Answer.NONE, bound=", ".join(bounds)) if absent else UNKNOWN


def of_play(
    claim: Claim, run: Run, played: Played, places: Sequence[tuple[int, ...]] = ()
) -> Finding:
    """One order of pulls, on any rewards for which the policy pulls so, or with these bends."""
    reply = solve(run_script(claim, run, played, places), LONG if places else EFFORT)
    if reply.answer != SAT:
        return Finding(Answer.NONE, bound="one run") if reply.answer == UNSAT else UNKNOWN
    return _finding_at(point_of_run(claim, played, reply.values))


def of_some_run(claim: Claim, run: Run) -> Finding:
    """Whether at all small k and T there are rewards and a run of the policy as claimed."""
    played = replace(claim, run=run)
    bound = None
    for k, T in SIZES:
        if orders_and_roles(played, run, k, T) > MOST_ORDERS:
            break
        sizes = [size for size in sizes_up_to(k, T) if _allowed_parameters(played, *size)]
        if not all(_is_attained(played, run, *size) for size in sizes):
            return UNKNOWN
        bound = f"k <= {k}, T <= {T}" if sizes else bound
    return Finding(Answer.NONE, bound=bound) if bound else UNKNOWN


def _allowed_parameters(claim: Claim, k: int, T: int) -> list[dict[str, Fraction]]:
    """The parameters of this size that satisfy the givens, those about floors too."""
    givens = [given for given in claim.givens if not given.form.terms]
    return [
        values
        for values in assignments(claim, OTHERS, {"k": k, "T": T})
        if all(g.relation.holds(g.form.constant.at(settle_floors(claim, values))) for g in givens)
    ]


@lru_cache
def _is_attained(claim: Claim, run: Run, k: int, T: int) -> bool:
    """Whether there are rewards and a run, whatever the other parameters are."""
    open_ = _allowed_parameters(claim, k, T)
    for played in plays(claim, run, k, T):
        own = {name: played.values[name] for name in claim.parameters}
        if own in open_:
            script = run_script(claim, run, played, attained=True)
            if solve(script, EFFORT).answer == SAT:
                open_.remove(own)
        if not open_:
            return True
    return False


def of_every_policy(claim: Claim) -> Finding:
    """Whether every policy has an instance as claimed, at all sizes with not too many runs.

    Unknown if at one of these sizes there is a policy that has none among the instances.
    """
    bounds = []
    for k in range(1, MOST_ARMS + 1):
        bound = 0
        for largest, played in _small_games(claim, k):
            open_ = [game for game in played if not _is_lost(claim, game)]
            if any(not game.is_cut for game in open_):
                return UNKNOWN
            if open_:
                break
            bound = largest if played else bound
        if bound:
            bounds.append(_scope_of_games(claim, k, bound))
    return Finding(Answer.NONE, bound="; ".join(bounds)) if bounds else UNKNOWN


def _small_games(claim: Claim, k: int) -> Iterator[tuple[int, list[Game]]]:
    """The games on k arms by their largest parameter, up to the first with too many runs."""
    for largest in range(1, LONGEST + 1 if other_names(claim) else 2):
        try:
            played = games(claim, k, largest)
        except UndefinedIndexError:
            return
        if any(runs(k, game.longest) > MOST_RUNS for game in played):
            return
        yield largest, played


def _is_lost(claim: Claim, game: Game) -> bool:
    """Whether every policy has an instance as claimed."""
    return solve(game_script(claim, game), EFFORT).answer == UNSAT


def _scope_of_games(claim: Claim, k: int, bound: int) -> str:
    others = other_names(claim)
    return f"k = {k}, {', '.join(others)} <= {bound}" if others else f"k = {k}"


def _all_plays(claim: Claim, run: Run, k_most: int, T_most: int) -> Iterator[Played]:
    for k, T in sizes_up_to(k_most, T_most):
        yield from plays(claim, run, k, T)


def _widest_sizes(claim: Claim, run: Run) -> tuple[int, int] | None:
    """The largest bounds of k and T with so many runs at most to look at, and one at least."""
    best = None
    for size in SIZES:
        if orders_and_roles(claim, run, *size) > MOST_ORDERS:
            break
        count = sum(1 for _ in islice(_all_plays(claim, run, *size), MOST + 1))
        if count > MOST:
            break
        if count:
            best = size
    return best
