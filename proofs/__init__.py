"""The paper, statement by statement: a folder for each of its parts, a file for each statement.

paper()    all statements, in the order of the paper
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from imab_verify.ledger import Entry, Paper
from proofs.ids import LINES, SECTIONS

FOLDERS = (
    "model",
    "round_robin",
    "single_arm",
    "riemann",
    "regret_example",
    "lower_bound",
    "algorithm",
    "competitive_ratio",
    "first_arm",
    "rew_ratio",
    "per_arm",
    "fairness",
    "worst_case",
    "other_policies",
    "every_policy",
)


@cache
def paper() -> Paper:
    """Every statement once, in the order of the list of ids; ValueError if that is not so."""
    entries = {entry.id: entry for folder in FOLDERS for entry in _entries(folder)}
    if entries.keys() != LINES.keys():
        raise ValueError(f"the files and ids.py differ: {sorted(entries.keys() ^ LINES.keys())}")
    return Paper(
        source=__name__,
        title="Mitigating Disparity while Maximizing Reward: "
        "Tight Anytime Guarantee for Improving Bandits",
        authors=("Vishakha Patil", "Vineet Nair", "Ganesh Ghalme", "Arindam Khan"),
        entries=tuple(entries[id_] for id_ in LINES),
        record=Path(__file__).parent / "expected.json",
        sections=SECTIONS,
        version="the preprint in the format of NeurIPS 2022; lines are those of its TeX source",
    )


def _entries(folder: str) -> Iterator[Entry]:
    """The statements in the files of a folder: ENTRY, or ENTRIES for a small family."""
    package = import_module(f"{__name__}.{folder}")
    for file in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{file.name}")
        if hasattr(module, "ENTRY"):
            yield module.ENTRY
        yield from getattr(module, "ENTRIES", ())
