"""B27: Induction step (i): the first T - n rewards of arm 1."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B27",
    lines="864 (i)",
    slug="induction-left-bound",
    title="Induction step (i): the first T - n rewards of arm 1",
    statement="sum_1^T f_1 <= (T-n) f_1(T-n) + sum_{T-n+1}^T f_1.",
    literal=(
        Reading(
            name="b27_literal_1",
            says="n <= T",
            claim="Rew(f,T) <= (T-n)*f(T-n) + Rew(f,T) - Rew(f,T-n)",
            given=("n <= T",),
        ),
    ),
    others=(
        Reading(
            name="b27_other_1",
            says="for every nondecreasing arm",
            claim="Rew(f,T) <= (T-n)*f(T-n) + Rew(f,T) - Rew(f,T-n)",
            given=("n <= T",),
            arms="f: monotone",
        ),
    ),
)
