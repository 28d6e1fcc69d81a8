from typing import NamedTuple

from imab_verify.model.instances import Instance
from imab_verify.model.pieces import optima_of, scaled_pieces


class Reign(NamedTuple):
    """For the horizons first, ..., last the arm (index from 0) is the optimal one."""

    first: int
    last: int
    arm: int


def reigns(instance: Instance, T: int) -> list[Reign]:
    """Tell who is optimal when, for the horizons 1, ..., T in order."""
    spans: list[Reign] = []
    first = 1
    for last, arm, _ in optima_of(scaled_pieces(instance.arms, T)[1], T):
        if spans and spans[-1].arm == arm:
            first = spans.pop().first
        spans.append(Reign(first, last, arm))
        first = last + 1
    return spans
