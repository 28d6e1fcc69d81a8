"""A12: The potential exists."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A12",
    lines="239-240",
    slug="potential",
    title="The potential exists",
    statement="a_i = lim f_i(n) exists and is finite.",
    literal=(
        Reading(
            name="a12_literal_1",
            says="nondecreasing",
            claim="f(n) <= f(n+1)",
            given=("n >= 0",),
        ),
        Reading(
            name="a12_literal_2",
            says="bounded",
            claim="f(n) <= 1",
            given=("n >= 0",),
        ),
    ),
    prose=("a limit: a nondecreasing bounded sequence converges",),
)
