"""B32: The last merge, of arms 1 and 2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B32",
    lines="914-927",
    slug="exchange-final-cases",
    title="The last merge, of arms 1 and 2",
    statement="Whether arm 1 alone is best at T or both arms are, ALG'_3(T) <= ALG(T).",
    literal=(
        Reading(
            name="b32_literal_1",
            says="only arm 1 is best",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) < Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="b32_literal_2",
            says="both are, merged into arm 1",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) == Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="b32_literal_3",
            says="both are, merged into arm 2",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(g,T) and Rew(g,T) <= Rew(f,T)",
            given=("Rew(g,T) == Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b32_other_1",
            says="nondecreasing arms",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B19", "B31"),
)
