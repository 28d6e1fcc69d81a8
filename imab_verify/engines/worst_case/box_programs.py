"""The linear programs behind worst cases of Algorithm 1.

In a box of runs (the kernel's boxes) every known decision is a linear inequality in the arms. The
program is: maximise OPT = Rew(f_o,T) with ALG = 1 over all arms that satisfy these. Only
f_i(0..N_i) matters; beyond N_o the optimal arm goes on straight, so OPT = P(f_o,N_o,T). Unknowns
are the weights of the rays of {0..N_i}: the constant and min(n,j) for j = 1..N_i. Decisions of one
level share their threshold, one more unknown: made pulls have estimates above it, what is left is
below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.lp import Infeasible, Optimal, Sense
from imab_verify.engines.rays import Coefficients, RayProgram, combine, values_of_mixture
from imab_verify.kernel import ArmClass
from imab_verify.kernel.worst_case import Box, Decision

Values = tuple[Fraction, ...]
"""f(0), f(1), ..., f(T) of one arm."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """OPT <= value * ALG in the box, by the decisions; `arms` reach it unless the box is empty."""

    value: Fraction
    decisions: tuple[Decision, ...]
    arms: tuple[Values, ...] | None


def _program_of(box: Box) -> RayProgram:
    """ALG = 1 over the arms on {0..N_i}."""
    program = RayProgram((ArmClass.CONCAVE, range(N + 1)) for N in box.counts)
    pulled = zip(program.arms, box.counts, strict=True)
    program.require(combine(*((1, arm.rew(N)) for arm, N in pulled)), Sense.EQ, 1)
    return program


def _opt(box: Box, program: RayProgram) -> Coefficients:
    """P(f_o,N_o,T)."""
    return program.arms[box.optimal].estimate(box.counts[box.optimal], box.T)


def _arms(box: Box, program: RayProgram, x: Sequence[Fraction]) -> tuple[Values, ...]:
    """The arms of a solution on {0..T}: straight on after N_o, constant after N_i."""
    arms = []
    for i, (columns, N) in enumerate(zip(program.arms, box.counts, strict=True)):
        values = values_of_mixture(columns.kind, columns.weights(x), range(N + 1))
        if i == box.optimal:
            slope = values[-1] - values[-2]
            values += [values[-1] + slope * n for n in range(1, box.T + 1 - N)]
        arms.append((*values, *([values[-1]] * (box.T + 1 - len(values)))))
    return tuple(arms)


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
    program, known = _program_of(box), last_known_pulls(box)
    made, left = [], []
    for M, pulls in known.items():
        threshold = {program.add_unknown(): 1}
        for i, n in pulls.items():
            row = combine((1, program.arms[i].estimate(n - 1, M)), (-1, threshold))
            made.append((program.require(row, Sense.GE, 0), i, n, M))
        for j, arm in enumerate(program.arms):
            u = min(box.high[j][M], M)
            row = combine((-1, arm.estimate(u, M)), (1, threshold))
            left.append((program.require(row, Sense.GE, 0), j, M))
    outcome = program.maximise(_opt(box, program))
    match outcome:
        case Optimal(value, x, duals):
            return Relaxation(value, _decisions(duals, made, left), _arms(box, program, x))
        case Infeasible(farkas):
            n = box.counts[box.optimal]
            scale = Fraction(box.T * (box.T + 1), n * (n + 1)) / -farkas[0]
            scaled = [scale * y for y in farkas]
            return Relaxation(Fraction(0), _decisions(scaled, made, left), None)
        case _:
            raise RuntimeError(f"a bounded program ended as {outcome}")


def value_of(box: Box, decisions: Sequence[Decision]) -> Fraction:
    """The least rho for which these decisions, with their weights, prove OPT <= rho * ALG.

    With C the weighted sum of (made - left) >= 0, it is enough that OPT + C <= rho * ALG on every
    ray of every arm; each ray of {0..N_i} has a positive part in ALG.
    """
    program = _program_of(box)
    parts: list[tuple[Fraction | int, Coefficients]] = [(1, _opt(box, program))]
    for arm, pull, level, other, weight in decisions:
        left = min(box.high[other][level], level)
        parts.append((weight, program.arms[arm].estimate(pull - 1, level)))
        parts.append((-weight, program.arms[other].estimate(left, level)))
    total, alg = combine(*parts), program.rows[0].coefficients
    return max(Fraction(total.get(column, 0)) / part for column, part in alg.items())


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
    decisions = []
    for row, j, M in left:
        wanted = -duals[row]
        while wanted > 0:
            i, n, stock = supply[M].pop()
            taken = min(stock, wanted)
            wanted -= taken
            if stock > taken:
                supply[M].append((i, n, stock - taken))
            if taken and i != j:
                decisions.append((i, n, M, j, taken))
    return tuple(decisions)


@dataclass(frozen=True, slots=True)
class Interior:
    """Arms that satisfy all decisions of a box, the strict ones strictly; or why there are none."""

    arms: tuple[Values, ...] | None
    contradiction: tuple[Decision, ...]


def interior(box: Box, ratio: Fraction | None, *, all_strict: bool) -> Interior:
    """Maximise the least slack of the strict decisions (of all if `all_strict`), ALG = 1.

    With a ratio, OPT = ratio as well.
    """
    program, known = _program_of(box), last_known_pulls(box)
    slack = program.add_unknown()
    program.require({slack: 1}, Sense.LE, 1)
    if ratio is not None:
        program.require(_opt(box, program), Sense.EQ, ratio)
    first, decisions = len(program.rows), []
    for M, pulls in known.items():
        for i, n in pulls.items():
            chosen = program.arms[i].estimate(n - 1, M)
            for j, other in enumerate(program.arms):
                if i == j:
                    continue
                u = min(box.high[j][M], M)
                strict = all_strict or n - 1 > box.high[j][M]
                row = combine((1, chosen), (-1, other.estimate(u, M)), (-int(strict), {slack: 1}))
                decisions.append((i, n, M, j))
                program.require(row, Sense.GE, 0)
    outcome = program.maximise({slack: 1})
    if isinstance(outcome, Optimal) and outcome.value > 0:
        return Interior(_arms(box, program, outcome.x), ())
    if not isinstance(outcome, Optimal) or all_strict or ratio is not None:
        return Interior(None, ())
    used = zip(decisions, outcome.duals[first:], strict=True)
    return Interior(None, tuple((*d, -y) for d, y in used if y))
