"""Go on from the certificate of an earlier search: a finished one is its own answer.

The certificate of an unfinished search holds its tree and its best run. The splits of the tree are
made again; linear programs are solved again only where a bound is still too large.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from imab_verify.engines.worst_case.realise import Arms, Realised
from imab_verify.engines.worst_case.search import Case, Search
from imab_verify.kernel import Curve
from imab_verify.kernel.worst_case import Tree, WorstCase, lines_of, read_case


def realised_in(case: WorstCase) -> Realised:
    """The run that the certificate holds."""
    lower = case.lower
    near = None if lower.near is None else _arms(lower.near, case.T)
    return Realised(lower.ratio or Fraction(0), _arms(lower.curves, case.T), lower.sequence, near)


def resume(search: Search, case: WorstCase) -> None:
    """Bring a fresh search to where the certificate leaves off."""
    if case.upper is None:
        return
    trees: dict[Case, Tree] = {}
    for line in islice(lines_of(case.text), 1, None):
        found = read_case(line, case.k)
        if found is not None:
            trees[found[0], found[1]] = found[2]
    search.restore(realised_in(case), case.upper, trees)


def _arms(curves: tuple[Curve, ...], T: int) -> Arms:
    return tuple(tuple(curve.value(n) for n in range(T + 1)) for curve in curves)
