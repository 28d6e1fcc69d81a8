"""Ranges of k and T over which a claim about a run is asked, and what is found at each size."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from imab_verify.deciding.certify import Verdict

if TYPE_CHECKING:
    from imab_verify.engines.worst_case.solve import ProposedBounds


class Scope(NamedTuple):
    """All k and all T in these ranges."""

    k: range
    T: range


@dataclass(frozen=True, slots=True)
class Cell:
    """One k and T: the claim is OPT <= bound * ALG there. `case` is None where T = 0.

    The kernel has accepted the case, by itself or as a part of the certificate of all sizes.
    """

    k: int
    T: int
    bound: Fraction
    verdict: Verdict
    case: ProposedBounds | None
