"""The search in one cell, in layers: ask the exact engine, explore, evolve, exploit, polish.

A slice of work is a function of the problem, the seed, the slice's number, the best instance so
far and the population. Slice 0 starts with a quick pass, so that there is something to show, then
asks the exact engine, then takes the shapes of small cells. After that the layers take turns; one
that has found more gets more of them. Everything found is exact; floats only guide.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.adaptation import Adaptation, Telling
from counterexample_search.budget import BudgetSpentError
from counterexample_search.driving import drive
from counterexample_search.evolution import Edits, evolve
from counterexample_search.exact import known_worst
from counterexample_search.objective import Evaluation
from counterexample_search.polishing import Polishing
from counterexample_search.programs import is_linear
from counterexample_search.seeds import Shape, first_instances, redraw, shape_of, small_sizes
from counterexample_search.sketches import instance_of, sketch_of
from counterexample_search.standing import Layer
from counterexample_search.strategies import instances, neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

    from imab_verify.model.instances import Instance

GLANCE, REDRAW, EXPLORE, EXPLOIT = 20, 150, 120, 80
"""Examples of one turn: a first few, redrawn from shapes, drawn anew, drawn near the best."""
BURSTS, STEPS = 8, 160
"""A turn of evolution has so many bursts, each of so many edits."""
NUDGED = 4
"""A turn of local programs begins at so many instances near good ones."""
ROUNDS, FIRST_ROUNDS = 60, 150
"""Rounds of one turn of adaptation, and of the first."""
TURNS = 12
"""Turns of the layers in a slice."""
GAIN = 1e-3
"""A layer has paid off if it makes the best better by this part of it."""
SKETCH = 60
"""Examples in a small cell, for its shape."""
CROWD = 8
"""So many instances are kept for the evolution to go on from."""
PROGRAMS, SMALL_PROGRAMS = 1500, 150
"""Linear programs that the exact engine may solve in a cell, and in a small one for its shape."""
TURN_SHARE = 0.06
"""The part of the time left that the polish after one turn gets."""


@dataclass(slots=True)
class Searcher(Polishing):
    """A search in one cell."""

    database: ExampleDatabase | None = None
    ask_exact: bool = True
    population: list[Instance] = field(default_factory=list)
    _adapting: Adaptation | None = None

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
        self.layer = Layer.FIRST
        for instance in first_instances(k, T, self.problem.kind):
            self.try_instance(instance)
            if not self.judging:
                self._keep_time_to_judge()
        self.layer = Layer.EXPLORE
        self._drive(instances(k, T, self.problem.kind), GLANCE, chance, None)
        self.ask()
        if self._has_programs():
            self.polish()
        else:
            self.layer = Layer.ADAPT
            self._adapt(chance, FIRST_ROUNDS)
            self.polish()
        if not self.done and (shapes := self._shapes()):
            self.layer = Layer.SHAPES
            self._drive(redraw(shapes, k, T), REDRAW, chance, None)
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
            last = evolve(sketch_of(start), chance + number, STEPS, self.score, edits)
            reached = self.try_instance(instance_of(last, self.problem.kind))
            if reached is None:
                return {}
            self._keep(reached)
            return {"score": reached.score.hint}

        numbers = st.integers(0, 2**32)
        drive(st.tuples(starts, numbers), burst, examples=BURSTS, number=chance)

    def _adapt(self, chance: int, rounds: int = ROUNDS) -> None:
        """Go on with a run of adaptation; hypothesis draws the chance of a new one."""
        telling = Telling(self.problem.k, self.problem.T, self.problem.kind, self.roomy)

        def some_rounds(number: int) -> Mapping[str, float]:
            if self._adapting is None or self._adapting.done:
                self._adapting = Adaptation(telling, chance + number)
            self._adapting.go_on(rounds, self.score)
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
            sketch = edits.nudge(rng, sketch_of(start))
            nudged = self.try_instance(instance_of(sketch, self.problem.kind))
            reached = None if nudged is None else self._solve_locally(nudged)
            return {} if reached is None else {"score": reached.score.hint}

        if self.best is not None:
            known = [self.best.instance, *self.population]
            starts = st.just(self.best.instance) | st.sampled_from(known)
            numbers = st.integers(0, 2**32)
            drive(st.tuples(starts, numbers), solve, examples=NUDGED, number=chance)

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
