"""Statements of the built-in paper with readings of a test, decided at once."""

from imab_verify.ledger.check import Checked, Result, decide_reading
from imab_verify.ledger.papers import Key
from imab_verify.ledger.statements import Entry, Part
from proofs import paper


def checked(id_, title, statement, **more):
    """A statement with an id of the paper, and its readings with their verdicts."""
    entry = Entry(id_, paper().find(id_).lines, id_.lower(), title, statement, **more)
    results = [
        Result(Key("proofs", id_, part, reading.name, reading), decide_reading(reading))
        for part in Part
        for reading in entry.part(part)
    ]
    return Checked(entry, tuple(results))
