"""The search in one cell: the exact engine, evolution and local programs; then a simpler instance.

A slice of work is a function of the problem, the seed, the slice's number and the best instance so
far. The first one begins with instances that hurt many policies, so that there is something to
show, and asks the exact engine. After that bursts of edits and linear programs around the best
instance take turns. Everything kept is exact: an instance is played, and its score is that of the
run. Floats only guide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import inf, isqrt
from typing import TYPE_CHECKING, cast

from hypothesis import strategies as st

from counterexample_search.budget import JUDGED_RUNS, Budget
from counterexample_search.evolution import (
    Edits,
    Sketch,
    can_be_rough,
    evolve,
    instance_of,
    rough_score,
    sketch_of,
)
from counterexample_search.exact import known_worst
from counterexample_search.judging import Record
from counterexample_search.local_programs import Local, on_the_way
from counterexample_search.problem import Evaluation, Fault, Problem, Score, evaluate
from counterexample_search.strategies import (
    build,
    drive,
    instances,
    simplify,
)
from imab_verify.errors import InputError
from imab_verify.policies.protocol import is_randomised
from imab_verify.simulation import leaping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy

    from counterexample_search.strategies import Hinges
    from imab_verify.kernel import ArmClass
    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy
    from imab_verify.policies.registry import AnyPolicy

BURSTS, STEPS = 8, 160
"""Bursts of edits in one turn, and edits in each."""
TURNS = 12
"""Turns of evolution and local programs in a slice."""
PROGRAMS = 1500
"""Linear programs that the exact engine may solve."""
EXACT_SHARE, FIRST_SHARE, TURN_SHARE = 0.2, 0.1, 0.06
"""Parts of the time left for the exact engine, the first local programs, and those of a turn."""
FOLLOWED, CROSSINGS = 8, 6
"""Local programs solved from one instance, and comparisons in each that may fall the other way."""
POLISHED = 8
"""Instances that are followed in one turn."""
MOST_FAULTS = 20
TRACE_SECONDS = 2.0
"""A traced run may take this long."""


class Layer(StrEnum):
    """Part of the search that found an instance."""

    FIRST = "first pass"
    EXACT = "exact engine"
    EVOLVE = "evolution"
    LOCAL = "local programs"
    SIMPLIFY = "simplifying"


@dataclass(slots=True)
class Search:
    """The state of the search in one cell.

    `improved` is told every new best at once, `watch` what is being played. `begun`: the first
    instances were tried, and the exact engine was asked. `run_seconds` is the length of the longest
    run of a policy that is played pull by pull.
    """

    problem: Problem
    seed: int
    budget: Budget
    improved: Callable[[Record], None] = lambda _: None
    watch: Callable[[Instance | None], None] = lambda _: None
    best: Record | None = None
    ask_exact: bool = True
    begun: bool = False
    run_seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    _layer: Layer = Layer.FIRST
    _polished: set[Instance] = field(default_factory=set)
    _followed: dict[tuple[int, ...], Score] = field(default_factory=dict)
    _untraceable: bool = False
    _policy: AnyPolicy = field(init=False)
    _rough: bool = field(init=False)

    def __post_init__(self) -> None:
        self._policy = self.problem.build()
        self._rough = can_be_rough(self.problem, self._policy)
        self._untraceable = is_randomised(self._policy)

    @property
    def done(self) -> bool:
        """Whether nothing is left to find."""
        return self.best is not None and (self.best.score.infinite or self.best.settled)

    def slice(self, number: int) -> None:
        """Do one slice; BudgetSpentError ends it early."""
        chance = self.problem.number(self.seed, number)
        if not self.begun and not self.done:
            self._begin()
        for turn in range(1, TURNS + 1):
            if self.done:
                return
            self._evolve(chance + turn)
            self._polish(TURN_SHARE)

    def simplify(self) -> None:
        """Replace the best by a simpler instance of at least the same score, if there is one."""
        if self.best is None:
            return
        self.budget.check()
        self._layer = Layer.SIMPLIFY
        best, T = self.best.evaluation, self.best.evaluation.horizon

        def as_good(instance: Instance) -> bool:
            evaluation = self.try_instance(instance)
            return evaluation is not None and evaluation.score >= best.score

        for simpler in simplify(best.instance, T, as_good):
            evaluation = self.try_instance(simpler)
            if evaluation is not None and self.best.score == best.score == evaluation.score:
                self._replace(replace(self.best, evaluation=evaluation))

    # --- evaluating ----------------------------------------------------------------------------

    def try_instance(self, instance: Instance) -> Evaluation | None:
        """Evaluate, and keep the best; None if the policy failed.

        Once there is something to show, no run is begun that the time left will not do for.
        """
        self.budget.tick(-inf if self.best is None else self.run_seconds)
        evaluation = self._evaluate(instance)
        if evaluation is None:
            return None
        if self.best is None or evaluation.score > self.best.score:
            simplifying = self.best is not None and self._layer is Layer.SIMPLIFY
            found_by = self.best.found_by if self.best and simplifying else self._layer
            self._replace(Record(evaluation, found_by=found_by))
        return evaluation

    def score(self, sketch: Sketch) -> Score | None:
        """Score a sketch; what beats the best is tried as an instance. None: the policy failed."""
        instance = instance_of(sketch, self.problem.kind)
        if self._rough:
            self.budget.tick()
            self.watch(instance)
            try:
                score = rough_score(sketch, self.problem, cast("Policy", self._policy))
            except InputError:  # it may well be played on fractions; if not, that is told there
                self._rough = False
            else:
                if self.best is not None and score <= self.best.score:
                    return score
            finally:
                self.watch(None)
        evaluation = self.try_instance(instance)
        return None if evaluation is None else evaluation.score

    def _replace(self, record: Record) -> None:
        self.best = record
        self.improved(record)

    def _evaluate(self, instance: Instance) -> Evaluation | None:
        start, evaluation = self.budget.clock(), None
        self.watch(instance)
        try:
            evaluation = evaluate(instance, self._policy, self.problem.T, self.problem.goal)
        except InputError as error:
            self._fault(instance, str(error))
        finally:
            self.watch(None)
        if not leaping.supports(self._policy):
            self.run_seconds = max(self.run_seconds, self.budget.clock() - start)
        return evaluation

    def _fault(self, instance: Instance, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS and all(f.sentence != sentence for f in self.faults):
            self.faults.append(Fault(instance, sentence))

    def _share_of_time(self, share: float) -> float | None:
        left = self.budget.seconds_left()
        return None if left is None else share * left

    # --- the first slice -----------------------------------------------------------------------

    def _begin(self) -> None:
        k, T, kind = self.problem.k, self.problem.T, self.problem.kind
        self._layer = Layer.FIRST
        for instance in first_instances(k, T, kind):
            before = self.run_seconds
            self.try_instance(instance)
            if self.budget.deadline is not None:  # own policies play to be judged, too
                self.budget.deadline -= JUDGED_RUNS * max(0.0, self.run_seconds - before)
        self.budget.check()
        self._ask()
        self.begun = True
        self._polish(FIRST_SHARE)

    def _ask(self) -> None:
        """Try the instances of the exact engine; if one is the worst case, nothing is left."""
        if not self.ask_exact or self.done:
            return
        self._layer = Layer.EXACT
        shown = None if self.best is None else self.best.evaluation.instance

        def check() -> None:
            # The engine asks the policy for its index, which may never come back.
            self.watch(shown)
            self.budget.check()

        try:
            self.watch(shown)
            seconds = self._share_of_time(EXACT_SHARE)
            known = known_worst(self.problem, seconds, PROGRAMS, check)
        finally:
            self.watch(None)
        if known is None:
            return
        self.try_instance(known.instance)
        value = None if self.best is None else self.best.score.value
        if self.best is None or known.supremum is None or value is None:
            return
        if 0 <= (known.supremum - value) * 10**6 <= known.supremum:
            self._replace(replace(self.best, supremum=known.supremum, settled=True))

    # --- evolution -----------------------------------------------------------------------------

    def _evolve(self, chance: int) -> None:
        """Do bursts of edits: hypothesis draws where each begins, and its chance."""
        self._layer = Layer.EVOLVE
        k, T, kind = self.problem.k, self.problem.T, self.problem.kind
        edits = Edits(k, T, kind)
        starts: SearchStrategy[Instance] = instances(k, T, kind)
        if self.best is not None:
            starts = st.just(self.best.evaluation.instance) | starts

        def burst(drawn: tuple[Instance, int]) -> float | None:
            start, number = drawn
            last = evolve(sketch_of(start), chance + number, STEPS, self.score, edits)
            reached = self.try_instance(instance_of(last, kind))
            return None if reached is None else reached.score.hint

        drive(st.tuples(starts, st.integers(0, 2**32)), burst, examples=BURSTS, number=chance)

    # --- local programs ------------------------------------------------------------------------

    def _polish(self, share: float) -> None:
        """Solve local programs around the best, until that gives nothing new or takes too long."""
        self._layer = Layer.LOCAL
        patience, begun = self._share_of_time(share), self.budget.clock()
        for _ in range(POLISHED):
            if self.best is None or self.done or self._untraceable:
                return
            start = self.best.evaluation
            late = patience is not None and self.budget.clock() > begun + patience
            if late or start.instance in self._polished:
                return
            self._polished.add(start.instance)
            self._follow(start)

    def _follow(self, start: Evaluation) -> None:
        """Follow local programs from an instance: to their solutions, and across what binds them.

        Of all that are met, those with the best score are followed first.
        """
        waiting = [start]
        for _ in range(FOLLOWED):
            self.budget.check()
            if not waiting:
                return
            waiting.sort(key=lambda e: e.score)
            here = waiting.pop()
            local = self._around(here)
            if local is None:
                self._untraceable = True
                return
            for optimal in local.optima():
                plan = (optimal, *local.trace.sequence)
                if plan in self._followed and here.score <= self._followed[plan]:
                    continue
                met = [self.try_instance(x) for x in local.solve(optimal, CROSSINGS)]
                self._followed[plan] = here.score
                if met and met[0] is not None:
                    self._followed[plan] = max(here.score, met[0].score)
                    if met[0].score <= here.score:
                        met.append(self._approach(local.start, here, met[0]))
                waiting += [reached for reached in met if reached is not None]

    def _approach(self, start: Instance, here: Evaluation, aim: Evaluation) -> Evaluation | None:
        """Go only a part of the way: where comparisons are not linear, the aim is too far."""
        reached = map(self.try_instance, on_the_way(start, aim.instance))
        return next((one for one in reached if one is not None and one.score > here.score), None)

    def _around(self, here: Evaluation) -> Local | None:
        """Trace the policy on an instance that it has played already."""
        left = self.budget.seconds_left()
        seconds = TRACE_SECONDS if left is None else min(TRACE_SECONDS, left)
        self.watch(here.instance)
        try:
            policy = cast("Policy", self._policy)
            return Local.around(here.instance, policy, here.horizon, self.problem.goal, seconds)
        finally:
            self.watch(None)


def first_instances(k: int, T: int, kind: ArmClass) -> Iterator[Instance]:
    """Two instances that hurt many policies, for where a run takes long and each may be the last.

    The last arm rises to 1 all the time (or at half time, in steps), the others pay c from the
    start. A policy that does not see the last arm rise above c gets about c T of T/2. It does not
    if it pulls every arm less than c T times: c = 1/(4k) is above what one pull in four shared by
    all arms would see, 1/sqrt(T) above what sqrt(T) pulls see.
    """
    late = T if kind.shape.concave else max(1, T // 2)
    rising = Fraction(0), {late: Fraction(1, late) if kind.shape.concave else Fraction(1)}
    heights = sorted({Fraction(1, 4 * k), Fraction(1, isqrt(T))}, reverse=True)
    for height in heights:
        flat: Hinges = height, {}
        yield build([*[flat] * (k - 1), rising], kind)
