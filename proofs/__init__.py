"""The ledger: every statement of the paper, one file per statement or small family.

entries()    all of them, in the order of the paper
"""

from functools import cache
from importlib import import_module

from imab_verify.ledger.statements import Entry
from proofs.ids import LINES

FAMILIES = (
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
)
"""The files of statements, in the order of the paper."""


@cache
def entries() -> tuple[Entry, ...]:
    """Every statement once, in the order of the list of ids; ValueError if that is not so."""
    written: dict[str, Entry] = {}
    for family in FAMILIES:
        for entry in import_module(f"proofs.{family}").ENTRIES:
            if entry.id in written or entry.id not in LINES:
                raise ValueError(f"proofs/{family}.py: {entry.id} is there twice or is no id")
            written[entry.id] = entry
    if written.keys() != LINES.keys():
        raise ValueError(f"no entry for {', '.join(LINES.keys() - written.keys())}")
    found = tuple(written[id_] for id_ in LINES)
    if len({entry.slug for entry in found}) != len(found):
        raise ValueError("two entries of the ledger have the same slug")
    unknown = {id_ for entry in found for id_ in entry.relies_on} - LINES.keys()
    if unknown:
        raise ValueError(f"an entry relies on {', '.join(sorted(unknown))}, which is no id")
    return found
