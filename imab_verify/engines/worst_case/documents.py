"""Worst cases as documents of the format imab-worst-case/1."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.kernel.worst_case import (
    DecisionTree,
    IndexPolicy,
    Lower,
    PathCase,
    Supremum,
    Theorem,
)
from imab_verify.language.curves import curves_of
from imab_verify.language.documents import encode

Ratio = Fraction | None
"""OPT/ALG; None is infinite."""


Key = tuple[object, ...]
"""Policy, order of initial pulls, ties (as the kernel calls them), k and T, opening and table."""


def head(
    names: tuple[str, str, str, str],
    size: tuple[int, int],
    ratios: tuple[Ratio, Ratio],
    run: WitnessRun,
    index: IndexPolicy | None,
) -> str:
    """(policy, init, ties, proof), (k, T), (lower, upper), the run, the index."""
    (policy, init, ties, proof), (lower, upper) = names, ratios
    near = None if run.near is None else curves_of(run.near)
    reached = Lower(lower, curves_of(run.limit), run.sequence, near, run.rounds)
    table = table_of(index)
    return _line(Supremum(policy, init, ties, *size, upper, proof, reached, *table))


def table_of(index: IndexPolicy | None) -> tuple[Any, Any]:
    """The opening and the table of an index policy; greedy and the others have neither."""
    if index is None or index.table is None:
        return None, None
    rows = index.table.items()
    return index.opening, tuple((at, tuple(tuple(a.items()) for a in arms)) for at, arms in rows)


def key_of(case: Supremum) -> Key:
    """What a worst case is about."""
    return case.policy, case.init, case.ties, case.k, case.T, case.opening, case.table


def decision_lines(proofs: Iterable[tuple[int, DecisionTree]]) -> Iterator[str]:
    """One line for every optimal arm of an index policy."""
    for optimal, tree in proofs:
        yield _line(PathCase(optimal, tree))


def theorem_line(theorem: Theorem) -> str:
    """The line of a theorem about all k and T."""
    return _line(theorem)


def pack_document(text: bytes, path: str) -> bytes:
    """The document as it is written to a file: compressed if the name ends in .gz."""
    return gzip.compress(text, mtime=0) if path.endswith(".gz") else text


def _line(part: Any) -> str:
    return json.dumps(encode(type(part), part), separators=(", ", ": "))
