"""E13: Estimates fall as pulls are made."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E13",
    lines="1636-1637",
    slug="estimates-fall",
    title="Estimates fall as pulls are made",
    statement=(
        "With the same N*, the estimate computed from more pulls is at most the one from fewer."
    ),
    literal=(
        Reading(
            name="e13_literal_1",
            says="any two counts from 2 on",
            claim="P(f,b,M) <= P(f,a,M)",
            given=("2 <= a", "a <= b", "b <= M"),
        ),
    ),
    others=(
        Reading(
            name="e13_other_1",
            says="without f(0)",
            claim="P(f,b,M) <= P(f,a,M)",
            given=("2 <= a", "a <= b", "b <= M"),
            arms="f: concave-from-1",
        ),
    ),
)
