from collections.abc import Mapping
from fractions import Fraction

TIES = ("lowest-index", "highest-index")


def best_arm(scores: Mapping[int, Fraction], pulls: tuple[int, ...], ties: str) -> int:
    """Return an arm of maximal score; ties by fewest pulls, then by lowest (or highest) index."""
    sign = -1 if ties == "lowest-index" else 1
    return max(scores, key=lambda i: (scores[i], -pulls[i], sign * i))
