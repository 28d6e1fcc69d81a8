"""B26: Induction step: adding C and D."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B26",
    lines="858-859",
    slug="induction-added",
    title="Induction step: adding C and D",
    statement="If A < 0 then sum_{T-n+1}^T f_1 + (T-n) f_1(T-n) < sum_1^n f_2 + (T-n) f_2(n+1).",
    literal=(
        Reading(
            name="b26_literal_1",
            says="A < 0 and B >= 0",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b26_other_1",
            says="for every nondecreasing arm",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B24", "B25"),
    convention="the sum without an upper limit runs to T",
    finding="The step survives the failure of B25 at n = T - 1, where C = D = 0.",
)
