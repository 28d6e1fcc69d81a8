"""A24: The displayed chain."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A24",
    lines="757-760",
    slug="riemann-chain",
    title="The displayed chain",
    statement="Rew(T) <= int_0^T f + [f(T) - f(t)] <= int_0^T f + f(T) <= int_0^{T+1} f.",
    literal=(
        Reading(
            name="a24_literal_1",
            says="first step, with t any point of [0,T]",
            claim="Rew(f,T) <= Area(f,T) + f(T) - f(t)",
            given=("t >= 0", "t <= T"),
        ),
        Reading(
            name="a24_literal_2",
            says="second step",
            claim="Area(f,T) + f(T) - f(t) <= Area(f,T) + f(T)",
            given=("t >= 0", "t <= T"),
        ),
        Reading(
            name="a24_literal_3",
            says="third step",
            claim="Area(f,T) + f(T) <= Area(f,T+1)",
        ),
    ),
    repairs=(
        Reading(
            name="a24_repair_1",
            says="first step, with f(0)",
            claim="Rew(f,T) <= Area(f,T) + f(T) - f(0)",
        ),
        Reading(
            name="a24_repair_2",
            says="the sharp first step",
            claim="Rew(f,T) == Area(f,T) + 1/2*f(T) - 1/2*f(0)",
        ),
    ),
    relies_on=("A23",),
    convention="f is read as a continuous curve by joining its values with straight lines.",
    finding="The bracket must read f(T) - f(0); t is the variable of integration.",
)
