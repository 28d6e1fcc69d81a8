"""Where a search in one cell stands: the best instance so far, and what went wrong.

Everything kept is exact: an instance is played, and what it scores is what the policy does on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.driving import shrink
from counterexample_search.judge import Record, UnsteadyError, judge
from counterexample_search.objective import Evaluation, Score, evaluate
from counterexample_search.problem import Problem
from counterexample_search.settings import JUDGED_RUNS
from counterexample_search.strategies import simplifications
from imab_verify.errors import InputError
from imab_verify.simulation import leaping

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from imab_verify.model.instances import Instance
    from imab_verify.policies.registry import AnyPolicy

SHARE = 0.2
"""The part of the time left that one question to the exact engine, one climb, one shape gets."""
FEW_RUNS = 8
MOST_FAULTS = 20
MOST_BROKEN = 5
"""A cell is given up when so many of its runs or slices ended in a way that no policy may."""


class Layer(StrEnum):
    """What found an instance."""

    FIRST = "first pass"
    EXACT = "exact engine"
    SHAPES = "small cells"
    EXPLORE = "drawing"
    ADAPT = "adaptation"
    EVOLVE = "evolution"
    EXPLOIT = "edits"
    LOCAL = "local programs"
    POLISH = "linear programs"
    EXTEND = "unseen rewards"
    SIMPLIFY = "simplifying"


@dataclass(frozen=True, slots=True)
class Fault:
    """What a policy did wrong, and on which instance."""

    instance: Instance
    sentence: str


@dataclass(slots=True)
class Standing:
    """The best instance of a cell so far, and how it is kept.

    `improved` is told every new best at once. `limit` is a score that instances come arbitrarily
    close to: the value of a linear program whose solution needs ties to fall against the rule.
    `settled`: the exact engine says that nothing is better. `unsteady`: the policy played the same
    instance in two ways, so that nothing it did can be relied on. `broken` counts the runs that it
    ended as if from the keyboard. `layer` is what is at work, `found_by` what found the best.
    `run_seconds` is what the longest run took, pull by pull, `judging` what judging the best will
    take.
    """

    problem: Problem
    seed: int
    budget: Budget
    improved: Callable[[Evaluation], None] = lambda _: None
    watch: Callable[[Instance | None], None] = lambda _: None
    best: Evaluation | None = None
    limit: Fraction | None = None
    settled: bool = False
    unsteady: bool = False
    broken: int = 0
    run_seconds: float = 0.0
    judging: float = 0.0
    layer: Layer = Layer.EXPLORE
    found_by: str = ""
    faults: list[Fault] = field(default_factory=list)
    _promising: dict[tuple[int, ...], Evaluation] = field(default_factory=dict)
    _policy: AnyPolicy = field(init=False)

    def __post_init__(self) -> None:
        self._policy = self.problem.build()

    @property
    def done(self) -> bool:
        """Whether nothing is left to find."""
        infinite = self.best is not None and self.best.score.infinite
        return infinite or self.settled or self.unsteady or self.broken >= MOST_BROKEN

    def try_instance(self, instance: Instance) -> Evaluation | None:
        """Evaluate, and keep what is better than all before; None if the policy failed.

        Once there is something to show, no run is begun that the time left will not do for.
        """
        self.budget.tick(0.0 if self.best is None else self.run_seconds)
        evaluation = self._evaluate(instance)
        if evaluation is None:
            return None
        if evaluation.pulls is not None:
            rival = self._promising.get(evaluation.pulls)
            if rival is None or evaluation.score > rival.score:
                self._promising[evaluation.pulls] = evaluation
        if self.best is None or evaluation.score > self.best.score:
            if self._has_time_to_repeat() and self._evaluate(instance) != evaluation:
                self._unsteady(UnsteadyError.of(self._policy.name), instance)
            self.best = evaluation
            if self.layer is not Layer.SIMPLIFY:
                self.found_by = self.layer
            if self.limit is not None and evaluation.score > Score(self.limit):
                self.limit = None
            self.improved(evaluation)
        return evaluation

    def _has_time_to_repeat(self) -> bool:
        """Whether to play a new best twice, so that an own policy that is not steady is seen soon.

        Judging will see it too: where there is time for a few runs only, they go elsewhere.
        """
        left = self.budget.seconds_left()
        return self.problem.foreign and (left is None or left > FEW_RUNS * self.run_seconds)

    def _evaluate(self, instance: Instance) -> Evaluation | None:
        self.watch(instance)
        start = self.budget.clock()
        try:
            return evaluate(instance, self._policy, self.problem.T, self.problem.goal)
        except InputError as error:
            self._fault(instance, str(error))
        except KeyboardInterrupt:
            # Policies of the user's own play where no keyboard reaches: they raised it.
            if not self.problem.foreign:
                raise
            self._fault(instance, f"policy {self._policy.name} raised KeyboardInterrupt")
            self.broken += 1
            if self.broken >= MOST_BROKEN:
                raise BudgetSpentError from None
        finally:
            if not leaping.supports(self._policy):
                self.run_seconds = max(self.run_seconds, self.budget.clock() - start)
            self.watch(None)
        return None

    def _fault(self, instance: Instance, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS and all(f.sentence != sentence for f in self.faults):
            self.faults.append(Fault(instance, sentence))

    def _unsteady(self, error: UnsteadyError, instance: Instance) -> None:
        """Nothing that such a policy did stands; the slice is over."""
        self._fault(instance, str(error))
        self.unsteady, self.best = True, None
        raise BudgetSpentError

    def _share_of_time(self, share: float = SHARE) -> float | None:
        left = self.budget.seconds_left()
        return None if left is None else max(share * left, 0.05)

    # --- the end -------------------------------------------------------------------------------

    def simplify(self, examples: int = 200) -> None:
        """Replace the best by a simpler instance of at least the same score, if there is one."""
        best = self.best
        if best is None:
            return
        self.layer = Layer.SIMPLIFY

        def as_good(instance: Instance) -> bool:
            evaluation = self.try_instance(instance)
            return evaluation is not None and evaluation.score >= best.score

        simpler = shrink(simplifications(best.instance, best.horizon), as_good, examples=examples)
        if simpler is not None and self.best is not None and self.best.score == best.score:
            evaluation = self.try_instance(simpler)
            if evaluation is not None and evaluation.score == best.score:
                self.best = evaluation
                self.improved(evaluation)

    def _keep_time_to_judge(self) -> None:
        """Leave the time at the end that judging will take.

        Where instances are played in leaps and judged pull by pull, that is only known by doing
        it. Otherwise it is some runs more.
        """
        if self.budget.deadline is None or self.best is None:
            return
        if leaping.supports(self._policy):
            start = self.budget.clock()
            self.judge_best()
            self.judging = 2 * (self.budget.clock() - start)
        else:
            self.judging = JUDGED_RUNS * self.run_seconds
        self.budget.deadline -= min(self.judging, self.budget.seconds_left() or 0.0)

    def judge_best(self) -> Record | None:
        """Give the best as the kernel confirms it; a record that does not stand is a fault."""
        best = self.best
        if best is None:
            return None
        self.watch(best.instance)
        try:
            return judge(best, self._policy, self.problem.goal)
        except UnsteadyError as error:
            self._fault(best.instance, str(error))
            self.unsteady, self.best = True, None
        except InputError as error:
            self._fault(best.instance, str(error))
        finally:
            self.watch(None)
        return None
