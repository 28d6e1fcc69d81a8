"""What the tests of the paper's statements share: entries by id, mutants by id, verdicts."""

from imab_verify.ledger.check import decide_reading
from imab_verify.ledger.statements import Part
from proofs import paper

PAPER = paper()


def entry(id_):
    return PAPER.find(id_)


def decide(reading, **how):
    return decide_reading(reading, PAPER, **how)


def verdict(reading):
    return decide(reading).verdict


def verdicts(readings):
    return [verdict(reading) for reading in readings]


def obligations(id_):
    """The claims of all repairs of an entry."""
    return entry(id_).part(Part.REPAIRS)
