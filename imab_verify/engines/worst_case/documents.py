"""Worst cases as documents of the format imab-worst-case/1."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from imab_verify.kernel.worst_case import (
    FORMAT,
    Box,
    Closed,
    Compared,
    Counts,
    Crossing,
    Decision,
    DecisionTree,
    Dual,
    Empty,
    IndexPolicy,
    Split,
    Tree,
)
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_rational
from imab_verify.model.rewards import Reward

Ratio = Fraction | None
"""OPT/ALG; None is infinite."""


def show_ratio(ratio: Ratio) -> str:
    """A rational, or inf."""
    return "inf" if ratio is None else show_rational(ratio)


def instance_of(arms: Iterable[Sequence[Fraction]]) -> Instance:
    """The instance with these values f(0..T), scaled so that its largest reward is 1."""
    rewards = [Reward.from_values(values) for values in arms]
    top = max(reward.limit for reward in rewards)
    return Instance.of(reward.scaled(1 / top) if top else reward for reward in rewards)


def head(
    names: tuple[str, str, str, str],
    size: tuple[int, int],
    ratios: tuple[Ratio, Ratio],
    run: tuple[Instance, Sequence[int], Instance | None],
    index: IndexPolicy | None,
) -> str:
    """(policy, init, ties, proof), (k, T), (lower, upper), (instance, pulls, near), the index."""
    (policy, init, ties, proof), (k, T), (lower, upper), (instance, sequence, near) = (
        names,
        size,
        ratios,
        run,
    )
    document: dict[str, Any] = {
        "format": FORMAT,
        "policy": policy,
        "init": init,
        "ties": ties,
        "k": k,
        "T": T,
        "upper": show_ratio(upper),
        "proof": proof,
        "lower": {
            "ratio": show_ratio(lower),
            "arms": _curves(instance),
            "sequence": [i + 1 for i in sequence],
            **({"near": _curves(near)} if near is not None else {}),
        },
    }
    if index is not None and index.table is not None:
        document["opening"] = [i + 1 for i in index.opening]
        document["table"] = [
            [list(counts), [[[n, show_rational(c)] for n, c in arm.items()] for arm in arms]]
            for counts, arms in index.table.items()
        ]
    return _line(document)


def _curves(instance: Instance) -> list[dict[str, Any]]:
    return [{"points": [[n, show_rational(v)] for n, v in arm.points]} for arm in instance.arms]


def box_lines(proofs: Iterable[tuple[Box, Tree]]) -> Iterator[str]:
    """One line for every case of Algorithm 1."""
    for box, tree in proofs:
        yield _line({"counts": list(box.counts), "optimal": box.optimal + 1, "tree": _tree(tree)})


def decision_lines(proofs: Iterable[tuple[int, DecisionTree]]) -> Iterator[str]:
    """One line for every optimal arm of an index policy."""
    for optimal, tree in proofs:
        yield _line({"optimal": optimal + 1, "tree": _decision_tree(tree)})


def packed(text: bytes, path: str) -> bytes:
    """The document as it is written to a file: compressed if the name ends in .gz."""
    return gzip.compress(text, mtime=0) if path.endswith(".gz") else text


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(", ", ": "))


def _tree(tree: Tree) -> Any:
    match tree:
        case Counts():
            return None
        case Dual(decisions):
            return {"dual": [_decision(d) for d in decisions]}
        case Empty(decisions):
            return {"empty": [_decision(d) for d in decisions]}
        case Split(arm, level, most, fewer, more):
            parts = {"fewer": _tree(fewer), "more": _tree(more)}
            return {"split": [arm + 1, level, most], **parts}
        case Crossing(level, branches):
            return {"crossing": level, "branches": [_tree(branch) for branch in branches]}


def _decision(d: Decision) -> list[Any]:
    return [d.arm + 1, d.pull, d.level, d.other + 1, show_rational(d.multiplier)]


def _decision_tree(tree: DecisionTree) -> Any:
    if isinstance(tree, Closed):
        return {"dual" if tree.bound else "empty": [_compared(c) for c in tree.decisions]}
    return {"next": [None if b is None else _decision_tree(b) for b in tree.branches]}


def _compared(c: Compared) -> list[Any]:
    return [c.step + 1, c.other + 1, show_rational(c.multiplier)]
