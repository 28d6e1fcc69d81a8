"""A23: Left and right sums."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A23",
    lines="727-751",
    slug="riemann-sums",
    title="Left and right sums",
    statement=(
        "With L = f(0)+...+f(T-1) and R = Rew(T): L <= integral <= R and Rew(T)-f(T)+f(0) = L."
    ),
    literal=(
        Reading(
            name="a23_literal_1",
            says="the left sum",
            claim="Rew(f,T) - f(T) + f(0) == Rew(f,T-1) + f(0)",
        ),
        Reading(
            name="a23_literal_2",
            says="below",
            claim="Rew(f,T-1) + f(0) <= Area(f,T)",
        ),
        Reading(
            name="a23_literal_3",
            says="above",
            claim="Area(f,T) <= Rew(f,T)",
        ),
    ),
    others=(
        Reading(
            name="a23_other_1",
            says="monotone is enough, below",
            claim="Rew(f,T-1) + f(0) <= Area(f,T)",
            arms="f: monotone",
        ),
        Reading(
            name="a23_other_2",
            says="monotone is enough, above",
            claim="Area(f,T) <= Rew(f,T)",
            arms="f: monotone",
        ),
    ),
    convention="f is read as a continuous curve by joining its values with straight lines.",
)
