"""Linear programs that make a good instance better.

Where a policy is linear in what it saw, its comparisons make one program; where it is not, local
programs hold the comparisons that were seen by playing it, and are followed from one to the next.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, cast

from counterexample_search.local import Local, on_the_way
from counterexample_search.objective import Evaluation, Goal, Score
from counterexample_search.programs import ALL_HINGES, Plan, climb, extend, is_linear, program_for
from counterexample_search.scoring import Scoring
from counterexample_search.standing import SHARE, Layer
from imab_verify.errors import InputError
from imab_verify.policies.protocol import is_randomised

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy

LOCAL, CROSSINGS = 8, 6
"""Local programs solved from one instance, and comparisons looked at that might fall the other
way."""
STARTS, POLISHED = 3, 8
"""So many differently played instances are polished besides the best; and so many in all."""
LOCAL_SHARE = 0.1
"""The part of the time left for a polish and for a shape where the programs are local ones only."""
MOST_COMPARED = 60_000
"""Beyond k T of this size there are too many comparisons for a linear program."""


@dataclass(slots=True)
class Polishing(Scoring):
    """A search that can improve its best instances by linear programs."""

    _polished: set[Instance] = field(default_factory=set)
    _solved: set[Plan] = field(default_factory=set)
    _followed: dict[Plan, Score] = field(default_factory=dict)
    _untraceable: bool = False

    def skip(self, instance: Instance, *, polished: bool) -> None:
        """Do not polish an instance again that was polished already."""
        if polished:
            self._polished.add(instance)

    def polish(self, share: float = 1.0) -> None:
        """Improve the best by linear programs, until that gives nothing new or takes too long."""
        starts = self._starts()
        patience = self._share_of_time(min(share, self._share()))
        begun = self.budget.clock()
        for _ in range(POLISHED):
            if self.best is None or self.done:
                return
            if self.best.instance not in self._polished:
                starts.append(self.best)
            if not starts or (patience is not None and self.budget.clock() > begun + patience):
                return
            start = starts.pop()
            self._polished.add(start.instance)
            self._extend(start)
            if self._has_programs():
                self._climb(start, cast("Policy", self._policy))
            elif self._has_local_programs():
                self.layer = Layer.LOCAL
                self._solve_locally(start)

    def _has_programs(self) -> bool:
        """Whether the comparisons of the policy make a linear program that is not too large."""
        return is_linear(self._policy) and self.problem.k * self.problem.T <= MOST_COMPARED

    def _has_local_programs(self) -> bool:
        """Whether the policy may be traced: one that is linear has exact programs already."""
        fixed = not is_randomised(self._policy)
        return fixed and not is_linear(self._policy) and not self._untraceable

    def _solve_locally(self, start: Evaluation) -> Evaluation:
        """Follow local programs from an instance: to their solutions, and across what binds them.

        Of all that are met, those with the best score are followed first.
        """
        waiting, passed = [start], []
        for _ in range(LOCAL):
            self.budget.check()
            if not waiting:
                break
            waiting.sort(key=lambda e: e.score)
            here = waiting.pop()
            passed.append(here)
            local = self._around(here)
            if local is None:
                self._untraceable = True
                break
            for optimal in local.optima():
                plan = Plan(tuple(local.trace.sequence), optimal)
                if plan in self._followed and here.score <= self._followed[plan]:
                    continue
                met = [self.try_instance(x) for x in local.solve(optimal, CROSSINGS)]
                self._followed[plan] = here.score
                if met and met[0] is not None:
                    if met[0].score > here.score:
                        self._followed[plan] = met[0].score
                    else:
                        met += self._approach(local.start, here, met[0])
                waiting += [reached for reached in met if reached is not None]
        return max([start, *waiting, *passed], key=lambda e: e.score)

    def _approach(
        self, start: Instance, here: Evaluation, aim: Evaluation
    ) -> list[Evaluation | None]:
        """Go only a part of the way: where comparisons are not linear, the aim is too far."""
        for instance in on_the_way(start, aim.instance):
            reached = self.try_instance(instance)
            if reached is not None and reached.score > here.score:
                return [reached]
        return []

    def _around(self, here: Evaluation) -> Local | None:
        """Trace the policy on an instance that it has played already."""
        self.watch(here.instance)
        try:
            policy = cast("Policy", self._policy)
            return Local.around(here.instance, policy, here.horizon, self.problem.goal)
        except KeyboardInterrupt:
            if not self.problem.foreign:
                raise
            return None
        finally:
            self.watch(None)

    def _starts(self) -> list[Evaluation]:
        """Take the best instances that were played differently since the last time, worst first."""
        ranked = sorted(self._promising.values(), key=lambda e: e.score, reverse=True)
        self._promising.clear()
        fresh = [e for e in ranked if e.instance not in self._polished]
        return fresh[:STARTS][::-1]

    def _extend(self, evaluation: Evaluation) -> None:
        self.layer = Layer.EXTEND
        if evaluation.pulls is not None:
            self.try_instance(extend(evaluation.instance, evaluation.pulls, evaluation.horizon))

    def _climb(self, evaluation: Evaluation, policy: Policy) -> None:
        self.layer = Layer.POLISH
        goal = Goal.REGRET if self.problem.goal is Goal.REGRET else Goal.RATIO
        patience = self._share_of_time()
        deadline = None if patience is None else time.monotonic() + patience
        program = program_for(evaluation.instance, policy, evaluation.horizon, goal, deadline)
        # With all hinges allowed, the solution of a plan does not depend on where it was met.
        solved = self._solved if evaluation.horizon <= ALL_HINGES else None
        most = self._programs()
        try:
            solutions = list(climb(program, evaluation.instance, most, self.budget.check, solved))
        except InputError as error:
            self._fault(evaluation.instance, str(error))
            return
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

    def _share(self) -> float:
        return SHARE if self._has_programs() else LOCAL_SHARE
