"""The search in one cell, in layers: ask the exact engine, explore, evolve, exploit, polish.

A slice of work is a function of the problem, the seed, the slice's number, the best instance so
far and the population. Slice 0 starts with a quick pass, so that there is something to show, then
asks the exact engine, then takes the shapes of small cells. After that the layers take turns; one
that has found more gets more of them. Everything found is exact; floats only guide.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, cast

from hypothesis import strategies as st

from counterexample_search.adaptation import Adaptation, Telling
from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.driving import drive, shrink
from counterexample_search.evolution import Edits, evolve
from counterexample_search.exact import known_worst
from counterexample_search.judge import Record, UnsteadyError, judge
from counterexample_search.local import Local, on_the_way
from counterexample_search.objective import Evaluation, Goal, Score, evaluate
from counterexample_search.polish import ALL_HINGES, Plan, climb, extended, is_linear, program_for
from counterexample_search.problem import Problem
from counterexample_search.seeds import Shape, redrawn, shape_of, small_sizes
from counterexample_search.sketches import Player, Sketch, instance_of, sketch_of
from counterexample_search.strategies import instances, neighbours, simplifications
from imab_verify.errors import InputError
from imab_verify.policies.protocol import is_randomised
from imab_verify.simulation import leaping

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy
    from imab_verify.policies.registry import AnyPolicy

GLANCE, REDRAW, EXPLORE, EXPLOIT = 20, 150, 120, 80
"""Examples of one turn: a first few, redrawn from shapes, drawn anew, drawn near the best."""
BURSTS, STEPS = 8, 160
"""A turn of evolution has so many bursts, each of so many edits."""
NUDGED, LOCAL, CROSSINGS = 4, 8, 6
"""A turn of local programs begins at so many instances near good ones; it solves so many from each,
and looks at so many comparisons that might fall the other way."""
ROUNDS, FIRST_ROUNDS = 60, 150
"""Rounds of one turn of adaptation, and of the first."""
TURNS = 12
"""Turns of the layers in a slice."""
GAIN = 1e-3
"""A layer has paid off if it makes the best better by this part of it."""
SKETCH = 60
"""Examples in a small cell, for its shape."""
STARTS, POLISHED = 3, 8
"""So many differently played instances are polished besides the best; and so many in all."""
CROWD = 8
"""So many instances are kept for the evolution to go on from."""
PROGRAMS, SMALL_PROGRAMS = 1500, 150
"""Linear programs that the exact engine may solve in a cell, and in a small one for its shape."""
SHARE = 0.2
"""The part of the time left that one question to the exact engine, one climb, one shape gets."""
TURN_SHARE = 0.06
"""The part that the polish after one turn gets."""
LOCAL_SHARE = 0.1
"""The same for a polish and for a shape where the programs are local ones only."""
MOST_COMPARED = 60_000
"""Beyond k T of this size there are too many comparisons for a linear program."""
MOST_FAULTS = 20


class Layer(StrEnum):
    """What found an instance."""

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
class Searcher:
    """The state of a search in one cell.

    `improved` is told every new best at once. `limit` is a score that instances come arbitrarily
    close to: the value of a linear program whose solution needs ties to fall against the rule.
    `settled`: the exact engine says that nothing is better. `unsteady`: the policy played the same
    instance in two ways, so that nothing it did can be relied on. `layer` is what is at work,
    `found_by` what found the best.
    """

    problem: Problem
    seed: int
    budget: Budget
    improved: Callable[[Evaluation], None] = lambda _: None
    watch: Callable[[Instance | None], None] = lambda _: None
    database: ExampleDatabase | None = None
    ask_exact: bool = True
    best: Evaluation | None = None
    limit: Fraction | None = None
    settled: bool = False
    unsteady: bool = False
    layer: Layer = Layer.EXPLORE
    found_by: str = ""
    population: list[Instance] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    _polished: set[Instance] = field(default_factory=set)
    _promising: dict[tuple[int, ...], Evaluation] = field(default_factory=dict)
    _solved: set[Plan] = field(default_factory=set)
    _followed: dict[Plan, Score] = field(default_factory=dict)
    _untraceable: bool = False
    _adapting: Adaptation | None = None
    _policy: AnyPolicy = field(init=False)
    _player: Player = field(init=False)

    def __post_init__(self) -> None:
        self._policy = self.problem.build()
        self._player = Player(self.problem, self._policy)

    @property
    def done(self) -> bool:
        """Whether nothing is left to find."""
        infinite = self.best is not None and self.best.score.infinite
        return infinite or self.settled or self.unsteady

    def skip(self, instance: Instance, *, polished: bool) -> None:
        """Do not polish an instance again that was polished already."""
        if polished:
            self._polished.add(instance)

    def slice(self, number: int) -> None:
        """Do one slice; BudgetSpentError ends it early."""
        chance = self.problem.number(self.seed, number)
        if number == 0 and not self.done:
            self._begin(chance)
        layers = {
            Layer.EVOLVE: self._evolve,
            Layer.ADAPT: self._adapt,
            Layer.EXPLORE: self._explore,
            Layer.EXPLOIT: self._exploit,
        }
        if self._has_local_programs():
            layers[Layer.LOCAL] = self._nudge
        turns, wins = Counter[Layer](), Counter[Layer]()
        for turn in range(1, TURNS + 1):
            if self.done:
                return
            self.layer = max(layers, key=lambda layer: (1 + wins[layer]) / (1 + turns[layer]))
            turns[self.layer] += 1
            before, chosen = self.best, self.layer
            layers[self.layer](chance + turn)
            self.polish(TURN_SHARE)
            wins[chosen] += self._has_gained(before)

    def _has_gained(self, before: Evaluation | None) -> bool:
        """Whether the best is better than before by more than a little."""
        if self.best is None or before is None or self.best.score.infinite:
            return self.best is not before
        return self.best.score.hint > (1 + GAIN) * before.score.hint

    def _begin(self, chance: int) -> None:
        """A first pass that is never left out, the exact engine, and the shapes of small cells.

        Where no exact programs are known, adaptation comes first: it is the surest.
        """
        k, T = self.problem.k, self.problem.T
        self._drive(instances(k, T, self.problem.kind), GLANCE, chance, None)
        self._keep_time_to_judge()
        self.ask()
        if self._has_programs():
            self.polish()
        else:
            self.layer = Layer.ADAPT
            self._adapt(chance, FIRST_ROUNDS)
            self.polish()
        if not self.done and (shapes := self._shapes()):
            self.layer = Layer.SHAPES
            self._drive(redrawn(shapes, k, T), REDRAW, chance, None)
            self.polish()

    def sketch(self) -> None:
        """Find a good instance soon: a slice without the long parts."""
        chance = self.problem.number(self.seed, 0)
        k, T = self.problem.k, self.problem.T
        self._drive(instances(k, T, self.problem.kind), SKETCH, chance, None)
        self.polish()
        if self.best is not None and not is_linear(self._policy):
            self._drive(neighbours(self.best.instance, T), SKETCH, chance + 1, None)
            self.polish()

    # --- layers --------------------------------------------------------------------------------

    def ask(self, programs: int = PROGRAMS) -> None:
        """Try the instances of the exact engine; if one is the worst case, nothing is left."""
        if not self.ask_exact or self.done:
            return
        self.layer = Layer.EXACT
        shown = None if self.best is None else self.best.instance

        def check() -> None:
            # The engine asks the policy for its index, which may never come back.
            self.watch(shown)
            self.budget.check()

        try:
            self.watch(shown)
            known = known_worst(self.problem, self._share_of_time(), programs, check)
        finally:
            self.watch(None)
        for instance in known.instances if known is not None else ():
            evaluation = self.try_instance(instance)
            value = evaluation.score.value if evaluation is not None else None
            if known is None or known.supremum is None or value is None:
                continue
            if 0 <= (known.supremum - value) * 10**6 <= known.supremum:
                self.limit, self.settled = known.supremum, True
                return

    def _explore(self, chance: int) -> None:
        fresh = instances(self.problem.k, self.problem.T, self.problem.kind)
        self._drive(fresh, EXPLORE, chance, self.database)

    def _exploit(self, chance: int) -> None:
        if self.best is not None:
            self._drive(neighbours(self.best.instance, self.problem.T), EXPLOIT, chance, None)

    def _evolve(self, chance: int) -> None:
        """Bursts of edits: hypothesis draws where each begins, and its chance."""
        k, T = self.problem.k, self.problem.T
        edits = Edits(k, T, self.problem.kind)
        known = [self.best.instance] if self.best is not None else []
        known += self.population
        starts: SearchStrategy[Instance] = instances(k, T, self.problem.kind)
        if known:
            starts = st.just(known[0]) | st.sampled_from(known) | starts

        def burst(drawn: tuple[Instance, int]) -> Mapping[str, float]:
            start, number = drawn
            last = evolve(sketch_of(start), chance + number, STEPS, self._score, edits)
            reached = self.try_instance(instance_of(last, self.problem.kind))
            if reached is None:
                return {}
            self._keep(reached)
            return {"score": reached.score.hint}

        numbers = st.integers(0, 2**32)
        drive(st.tuples(starts, numbers), burst, examples=BURSTS, number=chance)

    def _adapt(self, chance: int, rounds: int = ROUNDS) -> None:
        """Go on with a run of adaptation; hypothesis draws the chance of a new one."""
        telling = Telling(self.problem.k, self.problem.T, self.problem.kind, not self._player.quick)

        def some_rounds(number: int) -> Mapping[str, float]:
            if self._adapting is None or self._adapting.done:
                self._adapting = Adaptation(telling, chance + number)
            self._adapting.go_on(rounds, self._score)
            if self._adapting.best is None:
                return {}
            reached = self.try_instance(instance_of(self._adapting.best, self.problem.kind))
            if reached is None:
                return {}
            if self._adapting.done:
                self._keep(reached)
            return {"score": reached.score.hint}

        drive(st.integers(0, 2**32), some_rounds, examples=1, number=chance)

    def _nudge(self, chance: int) -> None:
        """Solve local programs near good instances: hypothesis draws which, and the chance."""
        edits = Edits(self.problem.k, self.problem.T, self.problem.kind)

        def solve(drawn: tuple[Instance, int]) -> Mapping[str, float]:
            start, number = drawn
            rng = Random(chance + number)  # noqa: S311  for searching, not for secrets
            sketch = edits.nudged(rng, sketch_of(start))
            nudged = self.try_instance(instance_of(sketch, self.problem.kind))
            reached = None if nudged is None else self._solve_locally(nudged)
            return {} if reached is None else {"score": reached.score.hint}

        if self.best is not None:
            known = [self.best.instance, *self.population]
            starts = st.just(self.best.instance) | st.sampled_from(known)
            numbers = st.integers(0, 2**32)
            drive(st.tuples(starts, numbers), solve, examples=NUDGED, number=chance)

    def _score(self, sketch: Sketch) -> Score | None:
        """Score a sketch, if need be roughly; what beats the best is tried as an instance."""
        score: Score | None = None
        if self._player.quick or self._player.rough:
            self.budget.tick()
            score = self._played(sketch)
        if score is None:
            evaluation = self.try_instance(instance_of(sketch, self.problem.kind))
        elif self.best is None or score > self.best.score:
            evaluation = self.try_instance(self._player.instance(sketch))
        else:
            return score
        return None if evaluation is None else evaluation.score

    def _played(self, sketch: Sketch) -> Score | None:
        """Play a sketch in integers or floats; None if that is not possible."""
        if self.problem.foreign:
            self.watch(instance_of(sketch, self.problem.kind))
        try:
            return self._player.best_score(sketch)
        except KeyboardInterrupt:
            if not self.problem.foreign:
                raise
            self._player.rough = False
            return None
        finally:
            self.watch(None)

    def _keep(self, reached: Evaluation) -> None:
        """Keep an instance in the population, the newest first; the oldest goes."""
        others = [instance for instance in self.population if instance != reached.instance]
        self.population = [reached.instance, *others][:CROWD]

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

    # --- evaluating ----------------------------------------------------------------------------

    def try_instance(self, instance: Instance) -> Evaluation | None:
        """Evaluate, and keep what is better than all before; None if the policy failed."""
        self.budget.tick()
        evaluation = self._evaluate(instance)
        if evaluation is None:
            return None
        if evaluation.pulls is not None:
            rival = self._promising.get(evaluation.pulls)
            if rival is None or evaluation.score > rival.score:
                self._promising[evaluation.pulls] = evaluation
        if self.best is None or evaluation.score > self.best.score:
            if self.problem.foreign and self._evaluate(instance) != evaluation:
                self._unsteady(UnsteadyError.of(self._policy.name), instance)
            self.best, self.found_by = evaluation, self.layer
            if self.limit is not None and evaluation.score > Score(self.limit):
                self.limit = None
            self.improved(evaluation)
        return evaluation

    def _evaluate(self, instance: Instance) -> Evaluation | None:
        self.watch(instance)
        try:
            return evaluate(instance, self._policy, self.problem.T, self.problem.goal)
        except InputError as error:
            self._fault(instance, str(error))
        except KeyboardInterrupt:
            # Policies of the user's own play where no keyboard reaches: they raised it.
            if not self.problem.foreign:
                raise
            self._fault(instance, f"policy {self._policy.name} raised KeyboardInterrupt")
        finally:
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

    # --- polish --------------------------------------------------------------------------------

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
            self.try_instance(extended(evaluation.instance, evaluation.pulls, evaluation.horizon))

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

    def _share_of_time(self, share: float = SHARE) -> float | None:
        left = self.budget.seconds_left()
        return None if left is None else max(share * left, 0.05)

    def _share(self) -> float:
        return SHARE if self._has_programs() else LOCAL_SHARE

    # --- seeds ---------------------------------------------------------------------------------

    def _shapes(self) -> list[Shape]:
        """Take the shapes of what is found in some small cells."""
        shapes = []
        for k, T in small_sizes(self.problem.k, self.problem.T):
            small = Searcher(
                self.problem.resized(k, T),
                self.seed,
                self.budget.part(self._share_of_time(self._share())),
                watch=self.watch,
                ask_exact=self.ask_exact,
            )
            try:
                small.ask(SMALL_PROGRAMS)
                if not small.settled:
                    small.sketch()
            except BudgetSpentError:
                self.budget.check()
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
        it. Otherwise it is two runs more.
        """
        if self.budget.deadline is None or self.best is None:
            return
        start = self.budget.clock()
        if leaping.supports(self._policy):
            self.judged()
        else:
            self._evaluate(self.best.instance)
        spent = self.budget.clock() - start
        self.budget.deadline -= min(2 * spent, self.budget.seconds_left() or 0.0)

    def judged(self) -> Record | None:
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
