"""The linear programs behind worst cases of Algorithm 1.

In a box of runs (the kernel's boxes) every known decision is a linear inequality in the arms. The
program is: maximise OPT = Rew(f_o,T) with ALG = 1 over all arms that satisfy these. Only
f_i(0..N_i) matters; beyond N_o the optimal arm goes on straight, so OPT = P(f_o,N_o,T). Columns are
the rays of {0..N_i}: the constant and min(n,j) for j = 1..N_i. Decisions of one level share their
threshold, an extra column: made pulls have estimates above it, what is left is below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.lp.exact import (
    Infeasible,
    LinearProgram,
    Optimal,
    Rational,
    Row,
    Sense,
    solve,
)
from imab_verify.kernel.worst_case import (
    Box,
    Decision,
    decision_is_strict,
    ray_estimate,
    ray_rew,
    ray_value,
)

Values = tuple[Fraction, ...]
"""f(0), f(1), ..., f(T) of one arm."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """OPT <= value * ALG in the box, by the decisions; `arms` reach it unless the box is empty."""

    value: Fraction
    decisions: tuple[Decision, ...]
    arms: tuple[Values, ...] | None


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the rays of each arm stand among the columns."""

    starts: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def end(self) -> int:
        """The number of columns for rays."""
        return self.starts[-1] + self.sizes[-1]

    def estimate(self, arm: int, count: int, level: int, sign: int = 1) -> dict[int, Rational]:
        """P(f,count,level) of an arm, in columns."""
        start = self.starts[arm]
        return {start + j: sign * ray_estimate(j, count, level) for j in range(self.sizes[arm])}

    def arms(self, x: Sequence[Fraction], box: Box) -> tuple[Values, ...]:
        """The arms of a solution on {0..T}: straight on after N_o, constant after N_i."""
        found = []
        for i, (start, size) in enumerate(zip(self.starts, self.sizes, strict=True)):
            values = [
                sum(
                    (x[start + j] * ray_value(j, n) for j in range(size) if x[start + j]),
                    Fraction(0),
                )
                for n in range(size)
            ]
            slope = values[-1] - values[-2] if i == box.optimal else Fraction(0)
            values += [values[-1] + slope * n for n in range(1, box.T + 2 - size)]
            found.append(tuple(values))
        return tuple(found)


def columns_of(box: Box) -> Columns:
    """Lay out the rays of the arms one after the other."""
    sizes = [N + 1 for N in box.counts]
    return Columns(tuple(sum(sizes[:i]) for i in range(len(sizes))), tuple(sizes))


def last_known_pulls(box: Box) -> dict[int, dict[int, int]]:
    """level -> {arm: its last pull that surely has this level}; earlier ones say less."""
    known: dict[int, dict[int, int]] = {}
    for M in range(2, box.top + 1):
        pulls = {
            i: box.low[i][M] for i in range(len(box.counts)) if box.low[i][M] > box.high[i][M - 1]
        }
        if pulls:
            known[M] = pulls
    return known


def relax(box: Box) -> Relaxation:
    """Solve the program of a box exactly."""
    layout, known = columns_of(box), last_known_pulls(box)
    thresholds = {M: layout.end + number for number, M in enumerate(known)}
    rows, made, left = [_alg(box, layout)], [], []
    for M, pulls in known.items():
        for i, n in pulls.items():
            made.append((len(rows), i, n, M))
            rows.append(_at_least(layout.estimate(i, n - 1, M) | {thresholds[M]: -1}))
        for j in range(len(box.counts)):
            u = min(box.high[j][M], M)
            left.append((len(rows), j, M))
            rows.append(_at_least(layout.estimate(j, u, M, -1) | {thresholds[M]: 1}))
    objective = layout.estimate(box.optimal, box.counts[box.optimal], box.T)
    outcome = solve(LinearProgram(layout.end + len(known), objective, tuple(rows)))
    match outcome:
        case Optimal(value, x, duals):
            return Relaxation(value, _decisions(duals, made, left), layout.arms(x, box))
        case Infeasible(farkas):
            n = box.counts[box.optimal]
            scale = Fraction(box.T * (box.T + 1), n * (n + 1)) / -farkas[0]
            scaled = [scale * y for y in farkas]
            return Relaxation(Fraction(0), _decisions(scaled, made, left), None)
        case _:
            raise RuntimeError(f"a bounded program ended as {outcome}")


def _alg(box: Box, layout: Columns) -> Row:
    """ALG = 1."""
    coefficients = {
        layout.starts[i] + j: ray_rew(j, N)
        for i, N in enumerate(box.counts)
        for j in range(layout.sizes[i])
    }
    return Row(coefficients, Sense.EQ, 1)


def _at_least(coefficients: dict[int, Rational], rhs: Rational = 0) -> Row:
    return Row(coefficients, Sense.GE, rhs)


def _decisions(
    duals: Sequence[Fraction],
    made: Iterable[tuple[int, int, int, int]],
    left: Iterable[tuple[int, int, int]],
) -> tuple[Decision, ...]:
    """Pair made pulls with arms left behind, level by level, so that the thresholds cancel.

    What made pulls have too much of may be dropped: it only helps the other side.
    """
    supply: dict[int, list[tuple[int, int, Fraction]]] = {}
    for row, i, n, M in made:
        supply.setdefault(M, []).append((i, n, -duals[row]))
    found = []
    for row, j, M in left:
        wanted = -duals[row]
        while wanted > 0:
            i, n, stock = supply[M].pop()
            taken = min(stock, wanted)
            wanted -= taken
            if stock > taken:
                supply[M].append((i, n, stock - taken))
            if taken and i != j:
                found.append(Decision(i, n, M, j, taken))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Interior:
    """Arms that satisfy all decisions of a box, the strict ones strictly; or why there are none."""

    arms: tuple[Values, ...] | None
    contradiction: tuple[Decision, ...]


def interior(box: Box, ratio: Fraction | None, *, all_strict: bool) -> Interior:
    """Maximise the least slack of the strict decisions (of all if `all_strict`), ALG = 1.

    With a ratio, OPT = ratio as well.
    """
    layout, known = columns_of(box), last_known_pulls(box)
    slack, k = layout.end, len(box.counts)
    rows = [_alg(box, layout), Row({slack: 1}, Sense.LE, 1)]
    objective = layout.estimate(box.optimal, box.counts[box.optimal], box.T)
    if ratio is not None:
        rows.append(Row(objective, Sense.EQ, ratio))
    first, decisions = len(rows), []
    for M, pulls in known.items():
        for i, n in pulls.items():
            for j in range(k):
                if i == j:
                    continue
                decision = Decision(i, n, M, j, Fraction(1))
                u = min(box.high[j][M], M)
                row = layout.estimate(i, n - 1, M) | layout.estimate(j, u, M, -1)
                if all_strict or decision_is_strict(box, decision):
                    row[slack] = -1
                decisions.append(decision)
                rows.append(_at_least(row))
    outcome = solve(LinearProgram(slack + 1, {slack: 1}, tuple(rows)))
    if isinstance(outcome, Optimal) and outcome.value > 0:
        return Interior(layout.arms(outcome.x, box), ())
    if not isinstance(outcome, Optimal) or all_strict or ratio is not None:
        return Interior(None, ())
    used = zip(decisions, outcome.duals[first:], strict=True)
    return Interior(
        None, tuple(Decision(d.arm, d.pull, d.level, d.other, -y) for d, y in used if y)
    )
