"""What a claim says at an instance, of arms or of a run: the one evaluation of a claim."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom
from imab_verify.kernel.points import (
    Point,
    RunPoint,
    Values,
    Violation,
    evaluate,
    first_violation,
)

Observed = tuple[Values, Callable[[Atom], Fraction]]
"""The parameters with all that is determined, and the value of every functional."""


def observe(claim: Claim, point: Point | RunPoint) -> Observed:
    """The claim at an instance of its kind; what plays runs is loaded with the first of them."""
    if isinstance(point, RunPoint) != (claim.run is not None):
        raise RejectedError(Reason.INSTANCE, "the instance is not of the kind that the claim needs")
    if isinstance(point, Point):
        return evaluate(claim, point)
    from imab_verify.kernel.play import observe_run

    return observe_run(claim, point)


def violation(claim: Claim, point: Point | RunPoint) -> Violation | None:
    """Classes respected and givens true: the first comparison of the conclusion that is false."""
    return first_violation(claim, *observe(claim, point))
