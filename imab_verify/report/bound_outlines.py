"""The adversaries and schedules of a proof that there is an instance, in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imab_verify.kernel import (
    ONE,
    OPEN,
    SHARE,
    Anytime,
    ByCase,
    Caps,
    Claim,
    Comparison,
    Floor,
    Form,
    LastArm,
    Polynomial,
    Schedule,
    ScheduleCases,
    schedule_cases,
)
from imab_verify.language.writing import show_comparison, show_polynomial


def bound_outline(claim: Claim, proof: Any) -> str:
    """How the instance comes about."""
    floors = claim.floors
    match proof:
        case Schedule():
            arms = ", ".join(proof.groups)
            return f"by a schedule for {len(proof.groups)} groups of arms: {arms}"
        case ScheduleCases(new, split, low, high):
            e = show_polynomial(split, (*floors, *new))
            below, above = schedule_cases(new, split, claim)
            first, second = bound_outline(below, low), bound_outline(above, high)
            return f"where {e} <= 0: {first}; where {e} > 0: {second}"
        case LastArm(zeros, cap):
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on"
        case Anytime(zeros, cap, horizon):
            until = show_polynomial(horizon, floors)
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on; T <= {until}"
        case Caps(above, below):
            share = f"({show_polynomial(above)})/({show_polynomial(below)})".replace(OPEN, "m")
            return f"arms are capped one after the other at {share} of what is left, m are open"
        case ByCase(split, low, high):
            where = (show_comparison(Comparison(Form(p)), floors) for p in (-split, split - ONE))
            return "; ".join(
                f"where {case}: {bound_outline(claim, part)}"
                for case, part in zip(where, (low, high), strict=True)
            )
        case _:
            return ""


def _cap(zeros: Polynomial, cap: Polynomial, floors: Sequence[Floor]) -> str:
    """The pulls of the last arm, and how many arms pay nothing."""
    count = show_polynomial(cap, floors).replace(SHARE, "T//k")
    pulls = f"{count} pull" if count == "1" else f"{count} pulls"
    nothing = f", after {show_polynomial(zeros, floors)} arms that pay 0," if len(zeros) else ""
    return pulls + nothing
