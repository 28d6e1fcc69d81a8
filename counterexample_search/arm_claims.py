"""The hunt for a violation of a claim about arms.

Hypothesis draws the parameters, and for each draw an exact linear program finds the rewards at
which the claim is most nearly false.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from counterexample_search.claims import (
    EXAMPLES,
    OUTSIDE,
    ClaimHunt,
    RefutedError,
    Values,
    breach,
    draw_parameters,
    drawn_names,
    sides_of,
    to_float,
)
from counterexample_search.driving import drive
from imab_verify.engines.arms.concrete import givens_at, least
from imab_verify.kernel import Claim, RejectedError, settle

if TYPE_CHECKING:
    from collections.abc import Mapping


def hunt_arms(hunt: ClaimHunt, claim: Claim) -> None:
    """Look for parameters, until the claim is refuted or the budget is spent."""
    parameters, at = draw_parameters(claim), _AtParameters(hunt, claim)

    def work(number: int) -> None:
        drive(parameters, at.score, examples=EXAMPLES, number=hunt.seed * 1000 + number)

    hunt.rounds(work)


@dataclass(frozen=True, slots=True)
class _AtParameters:
    """A claim that is looked at for some parameters and all rewards."""

    hunt: ClaimHunt
    claim: Claim

    def score(self, parameters: Values) -> Mapping[str, float]:
        """Score the parameters; if the claim is false there, make them small and end the hunt."""
        scores = self._try(parameters)
        if scores is None:
            self._shrink(parameters)
            raise RefutedError
        return scores

    def _try(self, parameters: Values) -> Mapping[str, float] | None:
        """Score the parameters by the least value that a conclusion can have there.

        None if the claim is false there.
        """
        self.hunt.budget.tick()
        claim = self.claim
        try:
            values = settle(claim, parameters)
            broken = breach(claim, lambda form: form.constant.at(values))
            if broken is not None:
                return {"violation": -OUTSIDE - broken}
            worst = [
                extreme
                for goal in sides_of(claim)
                if (extreme := least(goal, claim, values, givens_at(claim, values)))
            ]
        except RejectedError:
            return {}
        if any(self.hunt.takes(claim, extreme.point) for extreme in worst):
            return None
        return {"violation": to_float(-min((e.value for e in worst), default=Fraction(1)))}

    def _shrink(self, parameters: Values) -> None:
        """Make one parameter after the other as small as the claim stays false there.

        Every smaller counterexample comes after the one before; a budget that ends leaves them.
        """
        for name in drawn_names(self.claim):
            for smaller in range(1, int(parameters[name])):
                tried = {**parameters, name: Fraction(smaller)}
                if self._try(tried) is None:
                    parameters = tried
                    break
