"""What z3 says about countermodels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel import Point, RunPoint


class Answer(StrEnum):
    """Whether there is a countermodel; `found` has been confirmed by the kernel.

    `unconfirmed`: z3 has integers and rewards that the kernel does not confirm.
    """

    NONE = "none"
    FOUND = "found"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, with the countermodel if it is `found`.

    `none` holds for all parameters and rewards, or up to the bound that is stated.
    """

    answer: Answer
    point: Point | RunPoint | None = None
    bound: str = ""
