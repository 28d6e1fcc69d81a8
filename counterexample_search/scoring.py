"""The one evaluation of all searches on sketches: guided by a quick play, kept by an exact one.

A sketch is played in integers where the leaps of the policy are known, else in floats. Its score is
that of the best instance that looks the same while it is played. What seems to beat the best is
made an instance, and played exactly: only that is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from counterexample_search.sketches import Player, Sketch, instance_of
from counterexample_search.standing import Standing

if TYPE_CHECKING:
    from counterexample_search.objective import Score


@dataclass(slots=True)
class Scoring(Standing):
    """The best instance of a cell so far, and scores of sketches."""

    _player: Player = field(init=False)

    def __post_init__(self) -> None:
        Standing.__post_init__(self)
        self._player = Player(self.problem, self._policy)

    @property
    def roomy(self) -> bool:
        """Whether it matters how far below 1 the rewards are."""
        return self._player.roomy

    def score(self, sketch: Sketch) -> Score | None:
        """Score a sketch; what beats the best is tried as an instance. None: the policy failed."""
        score: Score | None = None
        if self._player.quick or self._player.rough:
            self.budget.tick()
            score = self._play(sketch)
        if score is None:
            evaluation = self.try_instance(instance_of(sketch, self.problem.kind))
        elif self.best is None or score > self.best.score:
            evaluation = self.try_instance(self._player.instance(sketch))
        else:
            return score
        return None if evaluation is None else evaluation.score

    def _play(self, sketch: Sketch) -> Score | None:
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
