"""A19: A bound for all instances bounds the ratio from above."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A19",
    lines="327",
    slug="upper-bounds-for-all",
    title="A bound for all instances bounds the ratio from above",
    statement="If OPT/ALG <= a for all instances then the competitive ratio is at most a.",
    literal=(
        Reading(
            name="a19_literal_1",
            says="then alpha = a is one of the numbers in the definition",
            claim="a*x >= y",
            given=("y <= a*x", "x >= 0"),
        ),
    ),
    relies_on=("A17",),
)
