"""A7: Single-peaked rewards."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A7",
    lines="215-217",
    slug="single-peaked",
    title="Single-peaked rewards",
    statement="The single-peaked class contains the increasing concave one; results agree there.",
    kind=Verdict.NOT_FORMAL,
    reason="A comparison with another paper.",
)
