"""A22: Riemann lemma."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A22",
    lines="713-718",
    slug="riemann-lemma",
    title="Riemann lemma",
    statement=(
        "The integral of f over [0,T] is at most Rew(T), and Rew(T) at most that over [0,T+1]."
    ),
    literal=(
        Reading(
            name="a22_literal_1",
            says="as written",
            claim="Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
        ),
    ),
    others=(
        Reading(
            name="a22_other_1",
            says="monotone is enough",
            claim="Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            arms="f: monotone",
        ),
        Reading(
            name="a22_other_2",
            says="from T = 0 on",
            claim="Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            given=("T >= 0",),
        ),
    ),
    relies_on=("A23", "A24"),
    convention="f is read as a continuous curve by joining its values with straight lines.",
)
