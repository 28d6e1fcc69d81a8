"""A25a: The example is an instance."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A25a",
    lines="770",
    slug="regret-example-instance",
    title="The example is an instance",
    statement="f_1(n) = n/10 and f_2(n) = 1/10 for all n > 1 are reward functions.",
    literal=(
        Reading(
            name="a25a_literal_1",
            says="f_1 stays in [0,1] for all n",
            claim="n/10 <= 1",
        ),
    ),
    repairs=(
        Reading(
            name="a25a_repair_1",
            says="up to ten pulls",
            claim="n/10 <= 1",
            given=("n <= 10",),
        ),
        Reading(
            name="a25a_repair_2",
            says="capped at 1 from n = 10 on, f_1 neither falls nor grows by more than before",
            claim="0 <= 1 - n/10 and 1 - n/10 <= n/10 - (n-1)/10",
            given=("n == 10",),
        ),
    ),
    finding=(
        "f_1 leaves [0,1] at n = 11, and f_2(1) is not specified; capping f_1 at 1 and "
        "taking f_2 constant repairs both."
    ),
)
