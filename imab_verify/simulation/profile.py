"""The anytime profile of a run: OPT(t)/ALG(t) for every horizon t = 1, ..., T at once.

One run of T pulls contains the runs of all shorter horizons, if the policy does not know T;
otherwise this is what the first t pulls of that one run reach. Between two events (a leap ends,
the optimal arm changes or passes a breakpoint) OPT(t) is one quadratic in t, and ALG(t) one
quadratic in q for each residue r, where t = start + q g + r and g arms take turns. A ratio of two
quadratics u/v has the derivative (u'v - uv')/v^2 whose numerator is a quadratic again. So over the
integers of a segment the largest ratio is found at an end or beside one of at most two real roots,
exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.pieces import Optimum, Pieces, Quadratic, near_roots, optima_of
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.protocol import Policy
from imab_verify.simulation.leaping import leaps
from imab_verify.simulation.leaps import Leap, RunState
from imab_verify.simulation.stepwise import ratio


class Horizon(NamedTuple):
    """A horizon with its OPT and ALG, both scaled."""

    t: int
    opt: int
    alg: int


@dataclass(frozen=True, slots=True)
class Segment:
    """The horizons first, ..., last, on which OPT and ALG keep their form.

    `counts` are the pulls of all arms before the leap, `others` what the arms outside the leap
    have paid, `lines` the cumulated rewards of the arms in it.
    """

    first: int
    last: int
    leap: Leap
    counts: tuple[int, ...]
    opt_arm: int
    opt: Quadratic = field(repr=False)
    others: int = field(repr=False)
    lines: tuple[Quadratic, ...] = field(repr=False)

    def alg(self, t: int) -> int:
        """Give ALG(t), scaled."""
        counts = self.leap.counts_at(t)
        return self.others + sum(q.at(n) for q, n in zip(self.lines, counts, strict=True))

    def alg_by_residue(self) -> Iterator[Quadratic]:
        """Give, for r = 0, 1, ..., g - 1, ALG(start + q g + r), scaled, as a quadratic in q."""
        total = Quadratic(0, 0, self.others)
        for line, n in zip(self.lines, self.leap.counts, strict=True):
            total = total.plus(line.after(1, n))
        for line, n in zip(self.lines, self.leap.counts, strict=True):
            yield total
            total = total.plus(line.after(1, n + 1)).minus(line.after(1, n))

    def candidates(self, first: int) -> Iterator[Horizon]:
        """Give horizons t >= first of which one has the largest ratio, if ALG(first) > 0."""
        start, period = self.leap.start, len(self.leap.arms)
        for r, alg in enumerate(self.alg_by_residue()):
            low = -((start + r - first) // period)
            high = (self.last - start - r) // period
            if low > high:
                continue
            opt = self.opt.after(period, start + r)
            extremes = [low, high]
            if low + 1 < high:
                extremes += [q for q in near_roots(_slope(opt, alg)) if low < q < high]
            for q in extremes:
                yield Horizon(start + q * period + r, opt.at(q), alg.at(q))


@dataclass(frozen=True, slots=True)
class Profile:
    """OPT/ALG on the horizons 1, ..., T of one run, as segments in order."""

    instance: Instance
    policy: str
    T: int
    segments: tuple[Segment, ...]
    factor: int = field(repr=False)

    def segment_at(self, t: int) -> Segment:
        """Give the segment with first <= t <= last."""
        if check_count(t, 1, "the horizon t") > self.T:
            raise InputError(
                f"the horizon t must be at most {show_short(self.T)}, where the profile ends, "
                f"not {show_short(t)}"
            )
        return self.segments[bisect_left(self.segments, t, key=lambda segment: segment.last)]

    def opt_at(self, t: int) -> Fraction:
        """Give OPT(t)."""
        return Fraction(self.segment_at(t).opt.at(t), self.factor)

    def alg_at(self, t: int) -> Fraction:
        """Give ALG(t)."""
        return Fraction(self.segment_at(t).alg(t), self.factor)

    def ratio_at(self, t: int) -> Fraction | None:
        """Give OPT(t)/ALG(t): 1 if both are 0, None (infinite) if only ALG(t) is."""
        return ratio(self.opt_at(t), self.alg_at(t))

    def pulls_at(self, t: int) -> tuple[int, ...]:
        """Give the pull counts after t pulls."""
        segment = self.segment_at(t)
        pulls = list(segment.counts)
        for i, n in zip(segment.leap.arms, segment.leap.counts_at(t), strict=True):
            pulls[i] = n
        return tuple(pulls)

    def points(self) -> list[tuple[int, Fraction | None]]:
        """Give (t, ratio) at the first and last horizon of every segment."""
        ends = sorted({t for segment in self.segments for t in (segment.first, segment.last)})
        return [(t, self.ratio_at(t)) for t in ends]

    def worst(self, first: int = 1) -> tuple[int, Fraction | None]:
        """Give the earliest horizon t >= first at which the ratio is largest, and that ratio."""
        paid = _first(first, self.T + 1, lambda t: self.alg_at(t) > 0)
        if paid > first and self.opt_at(paid - 1):
            return _first(first, paid, lambda t: self.opt_at(t) > 0), None
        # Before `paid` nothing was to be had, so the ratio is 1 there.
        best = Horizon(first, 1, 1) if paid > first else Horizon(first, 0, 1)
        for segment in self.segments:
            if segment.last >= paid:
                for horizon in segment.candidates(max(segment.first, paid)):
                    best = _better(best, horizon)
        return best.t, Fraction(best.opt, best.alg)


def profile(instance: Instance, policy: Policy, T: int) -> Profile:
    """Play T pulls in leaps, and keep what is needed to know the ratio at every horizon."""
    check_count(T, 1, "the horizon T of a profile")
    state = RunState.on(instance, T)
    arms = state.arms
    optima = optima_of(arms, T)
    segments: list[Segment] = []
    before, paid = tuple(state.counts), 0
    for leap in leaps(state, policy):
        own = sum(arms[i].rew(n) for i, n in zip(leap.arms, leap.counts, strict=True))
        segments += _segments(leap, before, paid - own, arms, optima)
        before = tuple(state.counts)
        paid += sum(arms[i].rew(before[i]) for i in leap.arms) - own
    return Profile(instance, policy.name, T, tuple(segments), state.one)


def _segments(
    leap: Leap,
    counts: tuple[int, ...],
    others: int,
    arms: Sequence[Pieces],
    optima: Sequence[Optimum],
) -> Iterator[Segment]:
    """Split one leap where OPT changes its form; `others` is what the arms outside have paid."""
    lines = tuple(arms[i].at(n + 1).line for i, n in zip(leap.arms, leap.counts, strict=True))
    first = leap.start + 1
    while first <= leap.end:
        last, opt_arm, opt = optima[bisect_left(optima, first, key=lambda optimum: optimum.last)]
        last = min(last, leap.end)
        yield Segment(first, last, leap, counts, opt_arm, opt, others, lines)
        first = last + 1


def _slope(u: Quadratic, v: Quadratic) -> Quadratic:
    """Give u'v - uv', the numerator of the derivative of u/v."""
    return Quadratic(
        u.a * v.b - u.b * v.a,
        2 * (u.a * v.c - u.c * v.a),
        u.b * v.c - u.c * v.b,
    )


def _better(x: Horizon, y: Horizon) -> Horizon:
    """Give the one with the larger ratio, the earlier one if they are equal."""
    left, right = x.opt * y.alg, y.opt * x.alg
    return x if (left, y.t) >= (right, x.t) else y


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Give the least t in low..high-1 with a property that never ends again; high if none.

    Horizons may be longer than `bisect` takes them.
    """
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
