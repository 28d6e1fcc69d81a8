"""B22: Base case: every reward of arm 2 exceeds every reward of arm 1."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B22",
    lines="814-829",
    slug="base-case-contradiction",
    title="Base case: every reward of arm 2 exceeds every reward of arm 1",
    statement=(
        "If f_1(T) < f_2(1) then f_1(r) <= f_1(T) < f_2(1) <= f_2(s) for all r, s <= T, "
        "so Rew_1(T) < Rew_2(T), which contradicts j*_T = 1."
    ),
    literal=(
        Reading(
            name="b22_literal_1",
            says="the chain",
            claim="f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f, g",
        ),
        Reading(
            name="b22_literal_2",
            says="the sums",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b22_other_1",
            says="the chain, for every nondecreasing arm",
            claim="f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f: monotone, g: monotone",
        ),
        Reading(
            name="b22_other_2",
            says="the sums, for every nondecreasing arm",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B21",),
)
