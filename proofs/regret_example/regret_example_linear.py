"""A25d: Its policy regret grows linearly."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A25d",
    lines="774",
    slug="regret-example-linear",
    title="Its policy regret grows linearly",
    statement="The policy regret of always pulling arm 2 increases linearly with T.",
    literal=(
        Reading(
            name="a25d_literal_1",
            says="between 9T/20 and T from T = 10 on",
            claim="9*T/20 <= T - 9/2 - T/10 and T - 9/2 - T/10 <= T",
            given=("T >= 10",),
        ),
    ),
    others=(
        Reading(
            name="a25d_other_1",
            says="already from T = 1 on, up to T = 10",
            claim="T*(T+1)/20 - T/10 > 0",
            given=("T <= 10",),
        ),
    ),
    relies_on=("A25c",),
    convention="f_1 is capped at 1; the regret is 9T/10 - 9/2 for T >= 10.",
)
