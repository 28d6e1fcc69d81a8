"""E9: The counts of the other arms are finite."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="E9",
    lines="1617",
    slug="finite-counts",
    title="The counts of the other arms are finite",
    statement='"Note that L_j if finite for all i in C-bar."',
    kind=Verdict.NOT_FORMAL,
    reason="A slip of the pen (the bound index is j, and it is the assumption itself).",
)
