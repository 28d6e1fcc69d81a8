from typing import NamedTuple

from imab_verify.model.instances import Instance


class Reign(NamedTuple):
    """For the horizons first, ..., last the arm (index from 0) is the optimal one."""

    first: int
    last: int
    arm: int


def reigns(instance: Instance, T: int) -> list[Reign]:
    """Tell who is optimal when, for the horizons 1, ..., T in order."""
    changes = instance.opt_changes()
    ends = [first - 1 for first, _ in changes[1:]] + [T]
    return [
        Reign(first, min(end, T), arm)
        for (first, arm), end in zip(changes, ends, strict=True)
        if first <= T
    ]
