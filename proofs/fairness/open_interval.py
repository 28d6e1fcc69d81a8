"""E10: Rewards are bounded in (0,1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E10",
    lines="1619",
    slug="open-interval",
    title="Rewards are bounded in (0,1)",
    statement="The reward functions are bounded in (0,1).",
    literal=(
        Reading(
            name="e10_literal_1",
            says="values strictly between 0 and 1",
            claim="0 < f(n) and f(n) < 1",
        ),
    ),
    repairs=(
        Reading(
            name="e10_repair_1",
            says="values in [0,1], as the model says",
            claim="0 <= f(n) and f(n) <= 1",
        ),
    ),
    finding="The model has the closed interval [0,1]; only the upper bound is used.",
)
