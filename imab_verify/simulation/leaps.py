"""Leaps: stretches of a run that repeat one round of pulls.

A leap pulls the arms (i_1, ..., i_g) in this order, over and over, all inside one linear piece of
their rewards. A run of any length is a list of leaps, as many as
something happens in it. `elimination` has the leaps of elimination, this module those of all other
policies. Greedy and its like need no theory; Algorithm 1 follows the upper envelope of the Q_i:

Write N_i for the counts, M for the largest of them, and Q_i for the quadratic of the piece that
holds arm i at count N_i, so that P(f_i,N_i,M) = Q_i(M) (see `pieces`). Let W be the set of arms
with the largest Q_i(M). The algorithm pulls the arm of W with fewest pulls, ties by index.

*An arm of W has fewer than M pulls.* Pulling it changes neither M nor, inside its piece, any Q_i.
So W stays as it is, and its lowest arms rise together until they meet the next arm of W, reach M,
or come to the end of a piece.

*All arms of W have M pulls.* The first of them in tie order, the leader, is pulled and M grows by
one. Let G be the arms of W with the same quadratic as the leader. As long as Q_G stays strictly
above every other Q_j, and the pieces last, the leader goes to M+1, the rest of G follows, and all
stand as before, one higher. So G is pulled in rounds up to the count before the least M' > M with
Q_j(M') >= Q_G(M') for some j outside G. A leader alone needs no followers and reaches M' itself.

If no whole round fits, one pull is made. Every leap ends at the end of a piece, at a count of
another arm of W, or where two different quadratics meet or cross, which is at most four integers
for every pair (the sign of a quadratic changes that often). So the number of leaps is bounded by
the number of arms and pieces alone, whatever the horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from imab_verify.model.instances import Instance
from imab_verify.model.pieces import Piece, Pieces, Tournament, scaled_pieces

HIGHEST: Final = "highest-index"
ESTIMATE: Final = "estimate"
PAIRS: Final = "pairs"


@dataclass(frozen=True, slots=True)
class Leap:
    """`pulls` pulls in the cyclic order `arms`, made after `start` pulls in all.

    `counts` are the pull counts of these arms before the leap. The last round of a run may be cut
    short by the horizon.
    """

    start: int
    pulls: int
    arms: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def end(self) -> int:
        """Number of pulls made in the run when the leap is over."""
        return self.start + self.pulls

    def counts_at(self, t: int) -> list[int]:
        """Give the counts of the leap's arms when start <= t <= end pulls are made in all."""
        rounds, rest = divmod(t - self.start, len(self.arms))
        return [n + rounds + (place < rest) for place, n in enumerate(self.counts)]


@dataclass(slots=True)
class RunState:
    """A run under way: the pieces of the arms, the counts so far, and the horizon T.

    Rewards are scaled: `one` stands for the reward 1.
    """

    arms: Sequence[Pieces]
    T: int
    one: int
    made: int = 0
    counts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = [0] * len(self.arms)

    @classmethod
    def on(cls, instance: Instance, T: int) -> Self:
        """The start of a run on the instance."""
        one, arms = scaled_pieces(instance.arms, T)
        return cls(arms, T, one)

    @property
    def paid(self) -> int:
        """The reward of all pulls made so far, scaled."""
        return sum(arm.rew(n) for arm, n in zip(self.arms, self.counts, strict=True))

    def leap(self, arms: Sequence[int], rounds: int) -> Leap:
        """Make `rounds` rounds of pulls of `arms`, or as many pulls as the horizon allows."""
        pulls = min(rounds * len(arms), self.T - self.made)
        leap = Leap(self.made, pulls, tuple(arms), tuple(self.counts[i] for i in arms))
        self.made = leap.end
        for i, n in zip(arms, leap.counts_at(leap.end), strict=True):
            self.counts[i] = n
        return leap


def tie_order(k: int, ties: str) -> range:
    """Give the arms in the order in which ties between equal counts are broken."""
    return range(k - 1, -1, -1) if ties == HIGHEST else range(k)


def fewest(counts: Sequence[int], tied: Sequence[int], ceiling: int) -> tuple[list[int], int]:
    """Give the arms of `tied` with fewest pulls, and how far they rise before others join them.

    While the tied arms stay tied, "fewest pulls first" lifts the lowest of them together, round
    by round, to the next count found among them (or to the ceiling).
    """
    low = min(counts[i] for i in tied)
    level = min((counts[i] for i in tied if counts[i] > low), default=ceiling)
    return [i for i in tied if counts[i] == low], min(level, ceiling)


def in_rounds(state: RunState, arms: Sequence[int], count: int) -> Iterator[Leap]:
    """Pull arms of equal counts in rounds, until each has so many pulls or the horizon is reached.

    A leap lasts until the piece of an arm ends.
    """
    while state.made < state.T and state.counts[arms[0]] < count:
        n = state.counts[arms[0]]
        ends = (state.arms[i].at(n + 1).end for i in arms)
        yield state.leap(arms, min(count, *ends) - n)


def greedy(state: RunState, ties: str) -> Iterator[Leap]:
    """Pull every arm once, then always an arm whose last reward is largest.

    Rewards never fall, so an arm that is pulled stays among the best. Arms tied at the best reward
    share the pulls while the next pulls of all of them bring nothing new; the first whose reward
    rises keeps all the pulls to come.
    """
    order = tie_order(len(state.arms), ties)
    yield state.leap(range(len(state.arms)), 1)
    while state.made < state.T:
        counts = state.counts
        last = [arm.rew(n) - arm.rew(n - 1) for arm, n in zip(state.arms, counts, strict=True)]
        best = max(last)
        movers, level = fewest(counts, [i for i in order if last[i] == best], state.T)
        low = counts[movers[0]]
        ahead = [state.arms[i].at(low + 1) for i in movers]
        if all(piece.line.a == 0 for piece in ahead):
            yield state.leap(movers, min(level, *(piece.end for piece in ahead)) - low)
        else:
            rises = ahead[0].line.a > 0
            yield state.leap(movers[:1], ahead[0].end - low if rises else 1)


def explore_then_commit(state: RunState, explore: int, commit: str, ties: str) -> Iterator[Leap]:
    """Pull every arm m = `explore` times in rounds, then an arm of largest f(m) or P(f,m,m+T-mk).

    The estimate is Q(m + T - mk), for the quadratic Q of the piece in force at m.
    """
    everyone = range(len(state.arms))
    yield from in_rounds(state, everyone, explore)
    if state.made == state.T:
        return
    if commit == ESTIMATE:
        last = explore + state.T - state.made
        scores = [arm.at(explore).line.at(last) for arm in state.arms]
    else:
        scores = [arm.rew(explore) - arm.rew(explore - 1) for arm in state.arms]
    best = max(tie_order(len(state.arms), ties), key=scores.__getitem__)
    yield from in_rounds(state, [best], state.T)


def algorithm_1(state: RunState, init: str, ties: str) -> Iterator[Leap]:
    """Pull every arm twice, then always an arm of largest P(f_i, N_i, max_j N_j)."""
    yield from _twice(state, init)
    if state.made == state.T:
        return
    pieces = [arm.at(2) for arm in state.arms]
    # No count, and so no M, goes beyond the horizon, but questions may look one place further.
    rivals = Tournament([piece.line for piece in pieces], 2, state.T + 1)
    while state.made < state.T:
        movers, rounds = _next_leap(state, pieces, rivals, highest=ties == HIGHEST)
        yield state.leap(movers, rounds)
        for i in movers:
            pieces[i] = state.arms[i].at(state.counts[i])
            rivals.change(i, pieces[i].line)
        rivals.advance(max(rivals.M, state.counts[movers[0]]))


def _twice(state: RunState, init: str) -> Iterator[Leap]:
    everyone = range(len(state.arms))
    groups: list[Sequence[int]] = [[i] for i in everyone] if init == PAIRS else [everyone]
    for group in groups:
        for _ in range(2):
            if state.made < state.T:
                yield state.leap(group, 1)


def _next_leap(
    state: RunState, pieces: Sequence[Piece], rivals: Tournament, *, highest: bool
) -> tuple[list[int], int]:
    """Give the arms of the next leap in their order, and the number of rounds."""
    M = rivals.M
    movers, level = fewest(state.counts, sorted(rivals.best(), reverse=highest), M)
    low = state.counts[movers[0]]
    if low == M:
        line = pieces[movers[0]].line
        movers = [i for i in movers if pieces[i].line == line]
        last = min(state.T, *(pieces[i].end for i in movers))
        meeting = rivals.meeting(line, last)
        level = min(meeting, last) if len(movers) == 1 else meeting - 1
    else:
        level = min(level, *(pieces[i].end for i in movers))
    return (movers, level - low) if level > low else (movers[:1], 1)
