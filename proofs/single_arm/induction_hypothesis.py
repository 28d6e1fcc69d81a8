"""B23: Induction hypothesis: the last n rewards of arm 1 beat the first n of arm 2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B23",
    lines="832-838",
    slug="induction-hypothesis",
    title="Induction hypothesis: the last n rewards of arm 1 beat the first n of arm 2",
    statement="ALG(T) - ALG'(T) = sum_{s=T-n+1}^T f_1(s) - sum_{s=1}^n f_2(s) >= 0.",
    literal=(
        Reading(
            name="b23_literal_1",
            says="for the better arm f",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b23_other_1",
            says="for every nondecreasing arm",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("A13",),
)
