"""A25b: External regret of always pulling arm 2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A25b",
    lines="771-772",
    slug="regret-example-external",
    title="External regret of always pulling arm 2",
    statement=(
        "Always pulling arm 2 has external regret zero, since it always pulls the arm "
        "with the highest instantaneous reward."
    ),
    literal=(
        Reading(
            name="a25b_literal_1",
            says="whatever f_2(1) = x/100 is allowed by the rest of the definition",
            claim="x >= 10",
            given=("x >= 5", "x <= 10"),
        ),
    ),
    repairs=(
        Reading(
            name="a25b_repair_1",
            says="with f_2(1) = 1/10, arm 2 never pays less than the first pull of arm 1",
            claim="x >= 10",
            given=("x == 10",),
        ),
    ),
    relies_on=("A25a",),
    convention=(
        "Along the run arm 1 is never pulled, so it offers f_1(1) = 1/10 at every step; "
        '"ALG2 is an arm" is read as "an algorithm".'
    ),
    finding=(
        "It needs f_2(1) = 1/10, which the text leaves open: with f_2(1) = 1/20 the "
        "external regret is 1/20."
    ),
)
