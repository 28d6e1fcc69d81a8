"""Go on from the certificate of an earlier search: a finished one is its own answer.

The certificate of an unfinished search holds its paths and its best run. The paths are divided
again; linear programs are solved again only where a bound is still too large.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from imab_verify.engines.worst_case.index_search import IndexSearch
from imab_verify.engines.worst_case.witness import run_in
from imab_verify.kernel import build
from imab_verify.kernel.worst_case import TREE, PathCase, Supremum, lines_of


def resume(search: IndexSearch, case: Supremum, text: bytes) -> None:
    """Bring a fresh search to where the certificate leaves off."""
    if case.upper is None or case.proof != TREE:
        return
    lines = islice(lines_of(text), 1, None)
    paths: Iterator[PathCase] = (build(PathCase, line) for line in lines)
    search.restore(run_in(case), {path.optimal: path.tree for path in paths})
