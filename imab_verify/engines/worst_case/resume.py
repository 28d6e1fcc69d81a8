"""Go on from the certificate of an earlier search: a finished one is its own answer.

The certificate of an unfinished search holds its tree and its best run. The splits of the tree are
made again; linear programs are solved again only where a bound is still too large.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from imab_verify.engines.worst_case.box_search import BoxSearch, Case
from imab_verify.engines.worst_case.index_search import IndexSearch
from imab_verify.engines.worst_case.witness import run_in
from imab_verify.kernel import build
from imab_verify.kernel.worst_case import TREE, BoxCase, PathCase, Supremum, Tree, lines_of


def resume(search: BoxSearch | IndexSearch, case: Supremum, text: bytes) -> None:
    """Bring a fresh search to where the certificate leaves off."""
    if case.upper is None or case.proof != TREE:
        return
    lines = islice(lines_of(text), 1, None)
    if isinstance(search, IndexSearch):
        paths: Iterator[PathCase] = (build(PathCase, line) for line in lines)
        search.restore(run_in(case), {path.optimal: path.tree for path in paths})
        return
    boxes: Iterator[BoxCase] = (build(BoxCase, line) for line in lines)
    trees: dict[Case, Tree] = {(box.counts, box.optimal): box.tree for box in boxes}
    search.restore(run_in(case), case.upper, trees)
