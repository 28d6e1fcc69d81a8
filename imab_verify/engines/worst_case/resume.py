"""Go on from the certificate of an earlier search: a finished one is its own answer.

The certificate of an unfinished search holds its tree and its best run. The splits of the tree are
made again; linear programs are solved again only where a bound is still too large.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from imab_verify.engines.worst_case.box_search import BoxSearch, Case
from imab_verify.engines.worst_case.realise import Arms, WitnessRun
from imab_verify.kernel import Curve
from imab_verify.kernel.worst_case import Tree, WorstCase, lines_of, read_case


def run_in(case: WorstCase) -> WitnessRun:
    """The run that the certificate holds."""
    lower = case.lower
    near = None if lower.near is None else _arms(lower.near, case.T)
    return WitnessRun(lower.ratio or Fraction(0), _arms(lower.curves, case.T), lower.sequence, near)


def resume(search: BoxSearch, case: WorstCase) -> None:
    """Bring a fresh search to where the certificate leaves off."""
    if case.upper is None:
        return
    trees: dict[Case, Tree] = {}
    for line in islice(lines_of(case.text), 1, None):
        proof = read_case(line, case.k)
        if proof is not None:
            counts, optimal, tree = proof
            trees[counts, optimal] = tree
    search.restore(run_in(case), case.upper, trees)


def _arms(curves: tuple[Curve, ...], T: int) -> Arms:
    return tuple(tuple(curve.value(n) for n in range(T + 1)) for curve in curves)
