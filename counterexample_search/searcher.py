"""The search in one cell: hypothesis explores, an exact LP polishes, and again.

A slice of work is a function of the problem, the seed, the slice's number and the best instance
so far. Slice 0 starts from the shapes of small cells. Everything found is exact; floats only
guide.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, cast

from counterexample_search.driving import drive, shrink
from counterexample_search.judge import Record, judge
from counterexample_search.objective import Evaluation, Goal, Score, evaluate
from counterexample_search.polish import ALL_HINGES, Plan, climb, extended, is_linear, program_for
from counterexample_search.problem import Problem
from counterexample_search.seeds import Shape, redrawn, shape_of, small_sizes
from counterexample_search.strategies import instances, neighbours, simplifications
from imab_verify.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy
    from imab_verify.policies.registry import AnyPolicy

GLANCE, REDRAW, EXPLORE, EXPLOIT = 20, 150, 120, 80
"""Examples of one slice: a first few, redrawn from shapes, drawn anew, drawn near the best."""
SKETCH = 60
"""Examples in a small cell, for its shape."""
EXPLOITS = 8
"""So often the edits start again from what they found."""
STARTS = 3
"""So many differently played instances are polished besides the best."""
MOST_FAULTS = 20


class BudgetSpentError(BaseException):
    """The time or the number of evaluations is used up; hypothesis lets it through."""


@dataclass(slots=True)
class Budget:
    """What may still be spent. `tick` is called before every evaluation."""

    evaluations: int | None = None
    deadline: float | None = None
    used: int = 0
    stop: Callable[[], bool] = lambda: False

    def tick(self) -> None:
        """Count one evaluation, if there is one left."""
        self.check()
        if self.evaluations is not None and self.used >= self.evaluations:
            raise BudgetSpentError
        self.used += 1

    def check(self) -> None:
        """Raise BudgetSpentError if the time is over."""
        if self.stop() or (self.deadline is not None and time.monotonic() >= self.deadline):
            raise BudgetSpentError


@dataclass(frozen=True, slots=True)
class Fault:
    """What a policy did wrong, and on which instance."""

    instance: Instance
    sentence: str


@dataclass(slots=True)
class Searcher:
    """The state of a search in one cell.

    `improved` is told every new best at once. `limit` is a score that instances come arbitrarily
    close to: the value of a linear program whose solution needs ties to fall against the rule.
    """

    problem: Problem
    seed: int
    budget: Budget
    improved: Callable[[Evaluation], None] = lambda _: None
    watch: Callable[[Instance | None], None] = lambda _: None
    database: ExampleDatabase | None = None
    best: Evaluation | None = None
    limit: Fraction | None = None
    faults: list[Fault] = field(default_factory=list)
    _polished: set[Instance] = field(default_factory=set)
    _promising: dict[tuple[int, ...], Evaluation] = field(default_factory=dict)
    _solved: set[Plan] = field(default_factory=set)
    _policy: AnyPolicy = field(init=False)

    def __post_init__(self) -> None:
        self._policy = self.problem.build()

    def skip(self, instance: Instance, *, polished: bool) -> None:
        """Do not polish an instance again that was polished already."""
        if polished:
            self._polished.add(instance)

    def slice(self, number: int) -> None:
        """Do one slice; BudgetSpentError ends it early."""
        if self.best is not None and self.best.score.infinite:
            return
        chance = self.problem.number(self.seed, number)
        k, T = self.problem.k, self.problem.T
        fresh = instances(k, T, self.problem.kind)
        if number == 0:
            self._drive(fresh, GLANCE, chance, None)
            self.polish()
            shapes = self._shapes()
            if shapes:
                self._drive(redrawn(shapes, k, T), REDRAW, chance, None)
                self.polish()
        self._drive(fresh, EXPLORE, chance + 1, self.database)
        self.polish()
        for again in range(EXPLOITS):
            before = self.best
            if before is None:
                return
            self._drive(neighbours(before.instance, T), EXPLOIT, chance + 2 + again, None)
            self.polish()
            if self.best == before:
                return

    def sketch(self) -> None:
        """Find a good instance soon: a slice without the long parts."""
        chance = self.problem.number(self.seed, 0)
        k, T = self.problem.k, self.problem.T
        self._drive(instances(k, T, self.problem.kind), SKETCH, chance, None)
        self.polish()
        if self.best is not None and not is_linear(self._policy):
            self._drive(neighbours(self.best.instance, T), SKETCH, chance + 1, None)
            self.polish()

    def _drive(
        self,
        strategy: SearchStrategy[Instance],
        examples: int,
        number: int,
        database: ExampleDatabase | None,
    ) -> None:
        drive(strategy, self._hints, examples=examples, number=number, database=database)

    def _hints(self, instance: Instance) -> Mapping[str, float]:
        """Scores for hypothesis: the objective, and how little the optimal arm is pulled."""
        evaluation = self.try_instance(instance)
        if evaluation is None:
            return {}
        hints = {"score": evaluation.score.hint}
        if evaluation.pulls is not None:
            best = instance.opt_arm(evaluation.horizon)
            hints["neglect"] = float(evaluation.horizon - evaluation.pulls[best])
        return hints

    def try_instance(self, instance: Instance) -> Evaluation | None:
        """Evaluate, and keep what is better than all before; None if the policy failed."""
        self.budget.tick()
        self.watch(instance)
        try:
            evaluation = evaluate(instance, self._policy, self.problem.T, self.problem.goal)
        except InputError as error:
            self._fault(instance, str(error))
            return None
        finally:
            self.watch(None)
        if evaluation.pulls is not None:
            rival = self._promising.get(evaluation.pulls)
            if rival is None or evaluation.score > rival.score:
                self._promising[evaluation.pulls] = evaluation
        if self.best is None or evaluation.score > self.best.score:
            self.best = evaluation
            if self.limit is not None and evaluation.score > Score(self.limit):
                self.limit = None
            self.improved(evaluation)
        return evaluation

    def _fault(self, instance: Instance, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS and all(f.sentence != sentence for f in self.faults):
            self.faults.append(Fault(instance, sentence))

    # --- polish --------------------------------------------------------------------------------

    def polish(self) -> None:
        """Improve the best by linear programs, until that gives nothing new."""
        starts = self._starts()
        while self.best is not None and not self.best.score.infinite:
            if self.best.instance not in self._polished:
                starts.append(self.best)
            if not starts:
                return
            start = starts.pop()
            self._polished.add(start.instance)
            self._extend(start)
            if is_linear(self._policy):
                self._climb(start, cast("Policy", self._policy))

    def _starts(self) -> list[Evaluation]:
        """Take the best instances that were played differently since the last time, worst first."""
        ranked = sorted(self._promising.values(), key=lambda e: e.score, reverse=True)
        self._promising.clear()
        fresh = [e for e in ranked if e.instance not in self._polished]
        return fresh[:STARTS][::-1]

    def _extend(self, evaluation: Evaluation) -> None:
        if evaluation.pulls is not None:
            self.try_instance(extended(evaluation.instance, evaluation.pulls, evaluation.horizon))

    def _climb(self, evaluation: Evaluation, policy: Policy) -> None:
        goal = Goal.REGRET if self.problem.goal is Goal.REGRET else Goal.RATIO
        deadline = self.budget.deadline
        patience = None if deadline is None else max(deadline - time.monotonic(), 0.1)
        program = program_for(evaluation.instance, policy, evaluation.horizon, goal, patience)
        # With all hinges allowed, the solution of a plan does not depend on where it was met.
        solved = self._solved if evaluation.horizon <= ALL_HINGES else None
        most = self._programs()
        solutions = list(climb(program, evaluation.instance, most, self.budget.check, solved))
        for solution in reversed(solutions):
            if self.best is not None and not Score(solution.value) > self.best.score:
                return
            for instance in program.realisations(solution):
                self.try_instance(instance)
                if self.best is not None and self.best.score >= Score(solution.value):
                    break
            if self.best is not None and self.best.score.value is not None:
                gap = solution.value - self.best.score.value
                if 0 <= gap * 10**6 <= solution.value:
                    self.limit = solution.value
                    self._polished.add(self.best.instance)
                    return

    def _programs(self) -> int:
        """How many linear programs a climb may solve: fewer, the larger they are."""
        size = self.problem.k * self.problem.T
        return max(4, min(120, 40_000 // isqrt(size**3)))

    # --- seeds ---------------------------------------------------------------------------------

    def _shapes(self) -> list[Shape]:
        """Hunt some small cells, and take the shapes of what is found there."""
        shapes = []
        for k, T in small_sizes(self.problem.k, self.problem.T):
            small = Searcher(self.problem.resized(k, T), self.seed, self.budget, watch=self.watch)
            small.sketch()
            self.faults += small.faults
            if small.best is not None:
                shapes.append(shape_of(small.best.instance, small.best.horizon))
        return shapes

    # --- the end -------------------------------------------------------------------------------

    def simplify(self, examples: int = 200) -> None:
        """Replace the best by a simpler instance of at least the same score, if there is one."""
        best = self.best
        if best is None:
            return

        def as_good(instance: Instance) -> bool:
            evaluation = self.try_instance(instance)
            return evaluation is not None and evaluation.score >= best.score

        simpler = shrink(simplifications(best.instance, best.horizon), as_good, examples=examples)
        if simpler is not None and self.best is not None and self.best.score == best.score:
            evaluation = self.try_instance(simpler)
            if evaluation is not None and evaluation.score == best.score:
                self.best = evaluation
                self.improved(evaluation)

    def judged(self) -> Record | None:
        """Give the best as the kernel confirms it; a record that does not stand is a fault."""
        if self.best is None:
            return None
        self.watch(self.best.instance)
        try:
            return judge(self.best, self._policy, self.problem.goal)
        except InputError as error:
            self._fault(self.best.instance, str(error))
            return None
        finally:
            self.watch(None)
