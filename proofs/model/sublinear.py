"""A5: Asymptotically sublinear regret."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A5",
    lines="206",
    slug="sublinear",
    title="Asymptotically sublinear regret",
    statement="Asymptotically sublinear regret means that regret divided by T tends to 0.",
    kind=Verdict.DEFINITION,
    reason="This is what the words mean.",
)
