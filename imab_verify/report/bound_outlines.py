"""The adversaries and schedules of a proof that there is an instance, in a line each."""

from __future__ import annotations

from collections.abc import Sequence

from imab_verify.kernel import (
    Anytime,
    Caps,
    Case,
    Comparison,
    Floor,
    Form,
    Have,
    LastArm,
    Node,
    Played,
    Polynomial,
    Schedule,
)
from imab_verify.kernel.arms import Quotient
from imab_verify.kernel.exhibits import OPEN
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.writing import show_comparison, show_polynomial


def bound_outline(node: Node, floors: Sequence[Floor]) -> str:
    """How the instance comes about."""
    match node:
        case Schedule():
            arms = ", ".join(node.groups)
            return f"by a schedule for {len(node.groups)} groups of arms: {arms}"
        case Played():
            near = " near a limit" if node.near is not None else ""
            return f"by a run of {len(node.pulls)} pulls on {len(node.curves)} arms{near}"
        case LastArm(zeros, cap):
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on"
        case Anytime(zeros, cap, horizon):
            until = show_polynomial(horizon, floors)
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on; T <= {until}"
        case Caps(above, below):
            share = f"({show_polynomial(above)})/({show_polynomial(below)})".replace(OPEN, "m")
            return f"arms are capped one after the other at {share} of what is left, m are open"
        case Case(split, low, high):
            where = (show_comparison(Comparison(Form(p)), floors) for p in (-split, split - ONE))
            return "; ".join(
                f"where {case}: {bound_outline(part, floors)}"
                for case, part in zip(where, (low, high), strict=True)
            )
        case Have(name, Quotient(numerator, divisor), then):
            return bound_outline(then, (*floors, Floor(f"_{name}", numerator, divisor)))
        case Have(then=then):
            return bound_outline(then, floors)
        case _:
            return "this cannot occur"


def _cap(zeros: Polynomial, cap: Polynomial, floors: Sequence[Floor]) -> str:
    """The pulls of the last arm, and how many arms pay nothing."""
    count = show_polynomial(cap, floors)
    pulls = f"{count} pull" if count == "1" else f"{count} pulls"
    nothing = f", after {show_polynomial(zeros, floors)} arms that pay 0," if len(zeros) else ""
    return pulls + nothing
