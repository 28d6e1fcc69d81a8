"""The statements of a paper: how they are written down, decided and kept on record.

    Paper, Entry, Reading, Repair, Slip, Identity     what a paper is made of
    Severity, Status                                  what hangs on an entry, what became of it
    at, play                                          instances to try first
    combine, bound, cite                              what a proof is made of

docs/papers.md says how to write a statement.
"""

from imab_verify.ledger.papers import Paper, load_paper
from imab_verify.ledger.statements import (
    Entry,
    Identity,
    Reading,
    Repair,
    Severity,
    Slip,
    Status,
    at,
    bound,
    cite,
    combine,
    play,
)

__all__ = [
    "Entry",
    "Identity",
    "Paper",
    "Reading",
    "Repair",
    "Severity",
    "Slip",
    "Status",
    "at",
    "bound",
    "cite",
    "combine",
    "load_paper",
    "play",
]
