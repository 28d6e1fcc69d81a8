"""B21: Base case: f_1(T) < f_2(T) implies f_1(T) < f_2(1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B21",
    lines="805-809",
    slug="base-case-slip",
    title="Base case: f_1(T) < f_2(T) implies f_1(T) < f_2(1)",
    statement='"Suppose f_1(T) - f_2(T) < 0. This implies f_1(T) < f_2(1)."',
    literal=(
        Reading(
            name="b21_literal_1",
            says="as printed",
            claim="f(T) < g(1)",
            given=("f(T) < g(T)",),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b21_other_1",
            says="with arm 1 the better one at T",
            claim="f(T) < g(1)",
            given=("f(T) < g(T)", "Rew(g,T) <= Rew(f,T)"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="b21_repair_1",
            says="f_2(1) in place of f_2(T), the negation of what the base case claims",
            claim="f(T) < g(1)",
            given=("f(T) - g(1) < 0",),
            arms="f, g",
        ),
        Reading(
            name="b21_repair_2",
            says="the base case itself: f_1(T) >= f_2(1) for the better arm",
            claim="f(T) >= g(1)",
            given=("Rew(g,T) <= Rew(f,T)",),
            arms="f: monotone, g: monotone",
        ),
    ),
    finding="A slip: the supposition must be f_1(T) - f_2(1) < 0; with it the base case is right.",
)
