"""A25c: The optimum always pulls arm 1."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A25c",
    lines="773",
    slug="regret-example-optimum",
    title="The optimum always pulls arm 1",
    statement="The optimal offline algorithm always pulls arm 1.",
    literal=(
        Reading(
            name="a25c_literal_1",
            says="up to T = 10",
            claim="T*(T+1)/20 >= T/10",
            given=("T <= 10",),
        ),
        Reading(
            name="a25c_literal_2",
            says="capped, from T = 10 on",
            claim="T - 9/2 >= T/10",
            given=("T >= 10",),
        ),
    ),
    relies_on=("A14", "A25a"),
    convention="f_1 is capped at 1 from n = 10 on; then Rew_1(T) = T - 9/2 for T >= 10.",
)
