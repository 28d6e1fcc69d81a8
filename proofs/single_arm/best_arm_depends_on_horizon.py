"""A15: The best arm depends on T."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A15",
    lines="279",
    slug="best-arm-depends-on-horizon",
    title="The best arm depends on T",
    statement="The arm j*_T of the single-arm proposition may be different for different T.",
    literal=(
        Reading(
            name="a15_literal_1",
            says=(
                "for every T >= 2: the constant (T+3)/(4T) is best at horizon 1, the line n/T at T"
            ),
            claim="Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=(
                "T >= 2",
                "f(0) == (T+3)/(4*T)",
                "f(T) == (T+3)/(4*T)",
                "g(0) == 0",
                "g(1) == 1/T",
                "g(T) == 1",
            ),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="a15_other_1",
            says="on every instance the arm that is best at one horizon is best at the next",
            claim="Rew(g,T+1) <= Rew(f,T+1)",
            given=("Rew(g,T) <= Rew(f,T)",),
            arms="f, g",
        ),
    ),
    finding=(
        "At every T >= 2 there is an instance whose best arm at horizon 1 is not its "
        "best arm at horizon T."
    ),
)
