"""A3: The competitive ratio, informally."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A3",
    lines="183",
    slug="ratio-informally",
    title="The competitive ratio, informally",
    statement=(
        "The competitive ratio is the worst-case ratio of the algorithm's reward to the optimum."
    ),
    kind=Verdict.DEFINITION,
    reason="The later definition has the ratio the other way round: OPT to ALG.",
)
