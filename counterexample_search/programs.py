"""Polish: the best instance that plays the same way, by an exact linear program.

Fix the sequence of arms that a policy pulled. ALG and OPT = Rew(f_o, T) are linear in the weights
of the hinges, and so is what `algorithm-1`, `greedy`, `explore-then-commit` and every `LinearIndex`
policy compare. So

    maximise Rew(f_o, T)  subject to  sum_i Rew(f_i, N_i) = 1  and every comparison as it was made

is a linear program. For regret, OPT - ALG is maximised over rewards of at most 1; what the optimal
arm does after its last pull then matters too, so it may bend anywhere. The solution is often a
jump. It sits on ties; breaking one of them the other way gives a neighbouring sequence, whose
program may be better still: `climb` follows these.

Of a policy whose rule is not linear (or not known) only what it never saw is changed: every arm
may go on, after its last pull, as steeply as its class allows. A deterministic policy cannot tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from time import monotonic
from typing import TYPE_CHECKING

from counterexample_search.objective import Goal
from imab_verify.engines.lp import Optimal, Sense
from imab_verify.engines.rays import ArmColumns, Coefficients, RayProgram, combine
from imab_verify.kernel import ArmClass, Kind
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.explore_then_commit import ExploreThenCommit
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.linear_index import LinearIndex, coefficients
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.policies.single_arm import SingleArm
from imab_verify.simulation import stepwise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from imab_verify.policies.protocol import Observations, Policy

MARGIN = Fraction(1, 10**9)
"""How much a comparison that must be strict is made to hold by, where ALG = 1."""
ALL_HINGES = 64
"""Up to this horizon every hinge is a column; beyond, those near the bends of the start."""
FEW_ARMS = 4
"""Up to so many arms each is tried as the optimal one; of more, also the least pulled one."""
MOST_PLACES = 32
REPEATS = 3
"""So many neighbours are looked at per program that is solved; many are the same plan."""
CUTS = 12
"""How often the comparisons that a solution breaks are added."""

_LINEAR = (Algorithm1, Greedy, ExploreThenCommit, RoundRobin, SingleArm)


@dataclass(frozen=True, slots=True)
class Index:
    """What a policy compares at one step.

    P(f_i, a_i, M) if M is known; what `table` says, if there is one; otherwise f_i(a_i).
    """

    step: int
    chosen: int
    counts: tuple[int, ...]
    level: int | None = None
    table: LinearIndex | None = None

    def row(self, arm: int, columns: ArmColumns) -> Coefficients:
        """The index of an arm, in the weights of its rays."""
        a = self.counts[arm]
        if self.table is not None:
            index = coefficients(self.table, self.counts, arm)
            return columns.functional(tuple((c, Kind.VALUE, n) for n, c in index.items()))
        return columns.value(a) if self.level is None else columns.estimate(a, self.level)

    def of(self, arm: int, values: Sequence[int], sums: Sequence[int]) -> Fraction | int:
        """The index of an arm with f(n) = values[n] and Rew(f,n) = sums[n]."""
        a = self.counts[arm]
        if self.table is not None:
            index = coefficients(self.table, self.counts, arm)
            return sum((c * values[n] for n, c in index.items()), Fraction(0))
        if self.level is None:
            return values[a]
        more = self.level - a
        return sums[a] + more * values[a] + more * (more + 1) // 2 * (values[a] - values[a - 1])

    def prefers(self, arm: int, ties: str) -> bool:
        """Whether the tie rule would take `arm` before the arm that was chosen."""
        sign = 1 if ties == "lowest-index" else -1
        return (self.counts[arm], sign * arm) < (self.counts[self.chosen], sign * self.chosen)


def is_linear(policy: object) -> bool:
    """Whether the comparisons of this policy are linear in the rewards."""
    if isinstance(policy, LinearIndex):
        return policy.by_index
    return type(policy) in _LINEAR


def decisions(policy: Policy, k: int, sequence: Sequence[int], T: int) -> list[Index]:
    """The comparisons a policy of linear index made along a sequence."""
    comparisons = []
    counts = [0] * k
    for step, arm in enumerate(sequence):
        match policy:
            case Algorithm1() if step >= 2 * k:
                comparisons.append(Index(step, arm, tuple(counts), max(counts)))
            case Greedy() if step >= k:
                comparisons.append(Index(step, arm, tuple(counts)))
            case LinearIndex() if step >= len(policy.opening(k)):
                comparisons.append(Index(step, arm, tuple(counts), table=policy))
            case ExploreThenCommit(explore=m, commit=commit) if step == m * k:
                level = m + T - step if commit == "estimate" else None
                comparisons.append(Index(step, arm, tuple(counts), level))
            case _:
                pass
        counts[arm] += 1
    return comparisons


@dataclass(frozen=True, slots=True)
class Forced:
    """The policy with its first pulls dictated."""

    policy: Policy
    prefix: tuple[int, ...]

    @property
    def name(self) -> str:
        """That of the policy."""
        return self.policy.name

    @property
    def horizon_aware(self) -> bool:
        """As the policy."""
        return self.policy.horizon_aware

    def choose(self, seen: Observations) -> int:
        """Return the dictated arm, afterwards the policy's own."""
        if seen.t < len(self.prefix):
            return self.prefix[seen.t]
        return self.policy.choose(seen)


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of pulls, and which arm is to be the optimal one."""

    sequence: tuple[int, ...]
    optimal: int


@dataclass(slots=True)
class Solution:
    """The best instance for a plan: in the limit, since ties may have to fall as planned."""

    plan: Plan
    value: Fraction
    instance: Instance
    tight: list[tuple[Index, int]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that is fixed while an instance is polished.

    `places` are the hinges (from 1) that an arm may have, `deadline` is when to give up.
    """

    policy: Policy
    k: int
    T: int
    kind: ArmClass
    goal: Goal
    places: frozenset[int]
    deadline: float | None = None

    def best(self, plan: Plan, margin: Fraction = Fraction(0)) -> Solution | None:
        """Solve the program of a plan; comparisons that a tie would lose get the margin."""
        counts = [plan.sequence.count(i) for i in range(self.k)]
        compared = decisions(self.policy, self.k, plan.sequence, self.T)
        pairs = [(d, j) for d in compared for j in range(self.k) if j != d.chosen]
        program = self._program(counts, plan.optimal)
        objective = self._objective(program, counts, plan.optimal)
        small = self.T <= ALL_HINGES
        new = pairs if small else pairs[:: max(1, len(pairs) // 40)]
        for _ in range(1 if small else CUTS):
            for d, j in new:
                self._require(program, d, j, margin)
            outcome = program.maximise(objective, time_limit=self._seconds_left())
            if not isinstance(outcome, Optimal):
                return None
            arms = self._arms(program, outcome.x)
            slacks = _slacks(compared, arms, counts)
            broken = sorted((s, n) for n, s in enumerate(slacks) if s < 0)
            if not broken:
                tight = [pair for pair, s in zip(pairs, slacks, strict=True) if s == 0]
                return Solution(plan, outcome.value, _scale_to_one(arms), tight)
            new = [pairs[n] for _, n in broken[:: max(1, len(broken) // 40)]]
        return None

    def _seconds_left(self) -> float | None:
        return None if self.deadline is None else max(self.deadline - monotonic(), 0.0)

    def late(self) -> bool:
        """Whether it is time to give up."""
        return self._seconds_left() == 0.0

    def _program(self, counts: Sequence[int], optimal: int) -> RayProgram:
        """ALG = 1 (for regret instead every reward at most 1) over the rays that can matter."""
        rays = [self._rays(count, is_optimal=arm == optimal) for arm, count in enumerate(counts)]
        program = RayProgram((ArmClass(self.kind), mine) for mine in rays)
        if self.goal is Goal.REGRET:
            for columns in program.arms:
                highest = self.T if self.kind.shape.rising else self.kind.first
                program.require(columns.value(highest), Sense.LE, 1)
        else:
            program.require(_alg(program, counts), Sense.LE, 1)
        return program

    def _rays(self, count: int, *, is_optimal: bool) -> tuple[int, ...]:
        """Hinges beyond what is seen are all alike, but for the optimal arm.

        Of these the last one is best where only OPT/ALG counts; a bound on the rewards may make
        an earlier one better.
        """
        first = self.kind.first
        seen = max(count - first, 0)
        last = {seen, self.T - first} if is_optimal else {seen}
        end = self.T - first if is_optimal and self.goal is Goal.REGRET else seen
        inside = {j for j in self.places if j < end}
        return (0, *sorted(j for j in inside | last if j > 0))

    def _objective(self, program: RayProgram, counts: Sequence[int], optimal: int) -> Coefficients:
        best = program.arms[optimal].rew(self.T)
        if self.goal is not Goal.REGRET:
            return best
        return combine((1, best), (-1, _alg(program, counts)))

    def _require(self, program: RayProgram, d: Index, other: int, margin: Fraction) -> None:
        """The chosen arm has at least the index of the other, by a margin if ties need it."""
        ties = getattr(self.policy, "ties", "lowest-index")
        chosen, rival = (d.row(arm, program.arms[arm]) for arm in (d.chosen, other))
        bound = margin if d.prefers(other, ties) else 0
        program.require(combine((1, chosen), (-1, rival)), Sense.GE, bound)

    def _arms(self, program: RayProgram, x: Sequence[Fraction]) -> list[Reward]:
        weights = [columns.weights(x) for columns in program.arms]
        return [Reward.from_hinges(w.pop(0, Fraction(0)), w, self.kind) for w in weights]

    def neighbours(self, solution: Solution) -> Iterator[Plan]:
        """Plans in which one tie of the solution falls the other way, continued by the policy."""
        seen = set()
        for decision, other in solution.tight:
            prefix = (*solution.plan.sequence[: decision.step], other)
            if prefix in seen:
                continue
            seen.add(prefix)
            forced = Forced(self.policy, prefix)
            sequence = stepwise.sequence(solution.instance, forced, self.T)
            yield Plan(tuple(sequence), solution.plan.optimal)

    def realisations(self, solution: Solution) -> Iterator[Instance]:
        """Instances that should play as planned: as solved, relabelled, or with a margin."""
        yield solution.instance
        order = _relabelling(solution, self.k)
        if order is not None:
            yield solution.instance.permuted(order)
        strict = self.best(solution.plan, MARGIN)
        if strict is not None:
            yield strict.instance


def _slacks(
    compared: Sequence[Index], arms: Sequence[Reward], counts: Sequence[int]
) -> list[Fraction | int]:
    """By how much every chosen arm is ahead of each other one, all times one denominator."""
    values = [
        [arm.value(max(n, arm.kind.first)) for n in range(N + 1)]
        for arm, N in zip(arms, counts, strict=True)
    ]
    scale = lcm(*(v.denominator for row in values for v in row))
    whole = [[v.numerator * (scale // v.denominator) for v in row] for row in values]
    sums = [list(accumulate(row[1:], initial=0)) for row in whole]
    slacks: list[Fraction | int] = []
    for index in compared:
        indices = [index.of(i, *tables) for i, tables in enumerate(zip(whole, sums, strict=True))]
        best = indices.pop(index.chosen)
        slacks += [best - other for other in indices]
    return slacks


def _alg(program: RayProgram, counts: Sequence[int]) -> Coefficients:
    pulled = zip(program.arms, counts, strict=True)
    return combine(*((1, columns.rew(n)) for columns, n in pulled))


def program_for(
    instance: Instance, policy: Policy, T: int, goal: Goal, deadline: float | None = None
) -> Program:
    """Set the frame in which an instance is polished."""
    kind = instance.arms[0].kind
    places = places_of(instance, T)
    return Program(policy, instance.k, T, kind, goal, places, deadline)


def places_of(instance: Instance, T: int, *, all_bends: bool = False) -> frozenset[int]:
    """Where a better instance may bend: anywhere, or near the bends of this one and shares of T.

    With `all_bends` the instance itself is always among what can be built there.
    """
    if T <= ALL_HINGES:
        return frozenset(range(1, T + 1))
    bends = {j for arm in instance.arms for j in arm.hinges()[1]}
    shares = {T * a // (b * instance.k) for a in (1, 2, 3) for b in (1, 2, 4)}
    near = [j + d for j in (2, *sorted(bends), *sorted(shares), T // 2) for d in (0, -1, 1)]
    chosen = [j for j in dict.fromkeys(near) if 1 <= j <= T][:MOST_PLACES]
    return frozenset([*chosen, *bends] if all_bends else chosen)


def climb(
    program: Program,
    start: Instance,
    most: int,
    check: Callable[[], None] = lambda: None,
    solved: set[Plan] | None = None,
) -> Iterator[Solution]:
    """Solve the plan of the start and then, best first, plans that differ in one tie.

    At most `most` programs are solved, with a call of `check` before each; every solution that is
    yielded is better than all before. Plans in `solved` are passed over, and new ones added to it.
    """
    known = set() if solved is None else solved
    sequence = tuple(stepwise.sequence(start, program.policy, program.T))
    neglected = min(range(program.k), key=sequence.count)
    others = range(program.k) if program.k <= FEW_ARMS else [neglected]
    optimal = dict.fromkeys([start.opt_arm(program.T), *others])
    plans: Iterator[Plan] = (Plan(sequence, o) for o in optimal)
    solutions: list[Solution] = []
    record: Fraction | None = None
    for _ in range(REPEATS * most):
        check()
        if program.late():
            return
        plan = next(plans, None)
        if plan is None:
            if not solutions:
                return
            solutions.sort(key=lambda solution: solution.value)
            plans = program.neighbours(solutions.pop())
        elif plan not in known:
            known.add(plan)
            most -= 1
            solution = program.best(plan)
            if solution is not None:
                solutions.append(solution)
                if record is None or solution.value > record:
                    record = solution.value
                    yield solution
            if not most:
                return


def extend(instance: Instance, pulls: Sequence[int], T: int) -> Instance:
    """Let every arm go on after its last pull as steeply as its class and the bound 1 allow.

    An arm that was never pulled becomes the constant 1. Nothing the policy saw changes.
    """
    longer = [_extend_arm(arm, n, T) for arm, n in zip(instance.arms, pulls, strict=True)]
    return Instance.of(longer)


def _extend_arm(arm: Reward, n: int, T: int) -> Reward:
    kind = arm.kind
    if n == 0:
        return Reward.from_values([1], kind)
    if n >= T:
        return arm
    seen = [(m, v) for m, v in arm.points if m < n] + [(n, arm.value(n))]
    if not kind.shape.rising:
        return Reward.from_points(seen, kind)
    if not kind.shape.concave:
        return Reward.from_points([*seen, (n + 1, Fraction(1))], kind)
    if n == kind.first:
        slope = 1 - seen[-1][1]
    else:
        slope = arm.delta(n)
        if n == 1 and kind.first == 0:
            slope, seen = seen[-1][1], [(0, Fraction(0)), seen[-1]]
    if not slope:
        return Reward.from_points(seen, kind)
    steps = min(T - n, (1 - seen[-1][1]) // slope)
    points = [*seen, *([(n + steps, seen[-1][1] + steps * slope)] if steps else [])]
    if steps < T - n and points[-1][1] < 1:
        points.append((n + steps + 1, Fraction(1)))
    return Reward.from_points(points, kind)


def _relabelling(solution: Solution, k: int) -> list[int] | None:
    """Order the arms so that ties between equal counts fall as planned; None if impossible."""
    before: Mapping[int, set[int]] = {i: set() for i in range(k)}
    for decision, other in solution.tight:
        if decision.counts[other] < decision.counts[decision.chosen]:
            return None
        if decision.counts[other] == decision.counts[decision.chosen]:
            before[other].add(decision.chosen)
    order: list[int] = []
    while len(order) < k:
        free = [i for i in range(k) if i not in order and before[i] <= set(order)]
        if not free:
            return None
        order.append(free[0])
    return order if any(a > b for a, b in pairwise(order)) else None


def _scale_to_one(arms: Sequence[Reward]) -> Instance:
    """The instance with its largest reward 1 (or all rewards 0)."""
    top = max(arm.top for arm in arms)
    return Instance.of(arm.scaled(1 / top) if top else arm for arm in arms)
