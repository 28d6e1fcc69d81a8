"""B28: Induction step (ii): the last T - n rewards of arm 2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B28",
    lines="866 (ii)",
    slug="induction-right-bound",
    title="Induction step (ii): the last T - n rewards of arm 2",
    statement="sum_1^n f_2 + (T-n) f_2(n+1) <= sum_1^T f_2.",
    literal=(
        Reading(
            name="b28_literal_1",
            says="n <= T",
            claim="Rew(g,n) + (T-n)*g(n+1) <= Rew(g,T)",
            given=("n <= T",),
            arms="g",
        ),
    ),
    others=(
        Reading(
            name="b28_other_1",
            says="for every nondecreasing arm",
            claim="Rew(g,n) + (T-n)*g(n+1) <= Rew(g,T)",
            given=("n <= T",),
            arms="g: monotone",
        ),
    ),
)
