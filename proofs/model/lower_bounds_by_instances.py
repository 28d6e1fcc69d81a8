"""A18: An instance bounds the ratio from below."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A18",
    lines="326",
    slug="lower-bounds-by-instances",
    title="An instance bounds the ratio from below",
    statement="An instance with OPT/ALG >= a shows that the competitive ratio is at least a.",
    literal=(
        Reading(
            name="a18_literal_1",
            says="with x = ALG > 0 and y = OPT, after clearing denominators",
            claim="c >= a",
            given=("c*x >= y", "y >= a*x", "x >= 1"),
        ),
    ),
    others=(
        Reading(
            name="a18_other_1",
            says="OPT/ALG >= a read as OPT >= a ALG, with ALG = 0 allowed",
            claim="c >= a",
            given=("c*x >= y", "y >= a*x", "x >= 0", "y >= 0"),
        ),
    ),
    relies_on=("A17",),
    convention="Rewards are rational, so ALG, OPT and the ratios can be scaled to integers.",
)
