"""B19: Two arms: the single best arm beats any algorithm."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B19",
    lines="782-790",
    slug="two-arms-single-best",
    title="Two arms: the single best arm beats any algorithm",
    statement="For k = 2 and j the better arm at T, ALG(T) = Rew_j(T) >= ALG'(T) for every ALG'.",
    literal=(
        Reading(
            name="b19_literal_1",
            says="n pulls of the better arm f",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b19_other_1",
            says="n pulls of the better arm f, for every nondecreasing arm",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B20", "B21", "B22", "B23", "B24", "B25", "B26", "B27", "B28", "A13"),
    finding=(
        "The claim holds for all nondecreasing arms; two steps of the printed proof "
        "(B21, B25) fail as written and are mended by f_2(1) for f_2(T) and by <= for <."
    ),
)
