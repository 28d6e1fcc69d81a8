"""D30: b = N - a >= 1."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D30",
    lines="1439",
    slug="gap-at-least-one",
    title="b = N - a >= 1",
    statement="b = N'_l + 1 - (N_i - 1) = N'_l - N_i + 2 and, in case 2, b >= 1.",
    literal=(
        Reading(
            name="d30_literal_1",
            says="the two forms",
            claim="q + 1 - (n-1) == q - n + 2",
        ),
        Reading(
            name="d30_literal_2",
            says="b >= 1, since some arm has N_i pulls",
            claim="(q-n+2) >= 1",
            given=("q+1 >= n",),
        ),
    ),
    relies_on=("D29",),
)
