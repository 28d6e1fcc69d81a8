"""The paper, statement by statement: a folder for each of its parts, a file for each statement.

paper()    all statements, in the order of the paper
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from imab_verify.ledger import Entry, Paper

SECTIONS = {
    "A": "Front matter, model, definitions",
    "B": "Single-arm proposition, lower bound",
    "C": "Round robin",
    "D": "Algorithm 1 and the competitive-ratio theorem",
    "E": "Fairness theorem",
    "F": "Beyond the paper",
}
"""The first letter of an id, and the part of the paper it stands for."""

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
    """Every statement, in the order of the paper, which is that of the ids."""
    entries = [entry for folder in FOLDERS for entry in _entries(folder)]
    return Paper(
        source=__name__,
        title="Mitigating Disparity while Maximizing Reward: "
        "Tight Anytime Guarantee for Improving Bandits",
        authors=("Vishakha Patil", "Vineet Nair", "Ganesh Ghalme", "Arindam Khan"),
        entries=tuple(sorted(entries, key=_place)),
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


def _place(entry: Entry) -> tuple[str, int, str]:
    """D9 comes before D19, and D19 before D19b."""
    section, number, suffix = re.findall(r"([A-Z])(\d+)(.*)", entry.id)[0]
    return section, int(number), suffix
