"""B24: Induction step: A = B + f_1(T-n) - f_2(n+1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B24",
    lines="845-851",
    slug="induction-decomposition",
    title="Induction step: A = B + f_1(T-n) - f_2(n+1)",
    statement="A = B + f_1(T-n) - f_2(n+1); if A < 0 and B >= 0 then f_1(T-n) < f_2(n+1).",
    literal=(
        Reading(
            name="b24_literal_1",
            says="the identity",
            claim=(
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) == Rew(f,T) - Rew(f,T-n) - Rew(g,n) + "
                "f(T-n) - g(n+1)"
            ),
            given=("n <= T - 1",),
            arms="f, g",
        ),
        Reading(
            name="b24_literal_2",
            says="the sign",
            claim="f(T-n) < g(n+1)",
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
            name="b24_other_1",
            says="the sign from A < 0 alone, nondecreasing arms",
            claim="f(T-n) < g(n+1)",
            given=("n <= T - 1", "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B23",),
    finding=(
        "A < 0 alone gives f_1(T-n) < f_2(n+1), because f_1(T-n) is the least of the n + "
        "1 rewards of arm 1 in A and f_2(n+1) the greatest of arm 2: the induction is "
        "not needed."
    ),
)
