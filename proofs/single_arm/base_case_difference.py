"""B20: Base case: the difference is f_1(T) - f_2(1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B20",
    lines="801-803",
    slug="base-case-difference",
    title="Base case: the difference is f_1(T) - f_2(1)",
    statement="If ALG' pulls arm 2 once then ALG(T) - ALG'(T) = f_1(T) - f_2(1).",
    literal=(
        Reading(
            name="b20_literal_1",
            says="T - 1 pulls of f, one of g",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b20_other_1",
            says="T - 1 pulls of f, one of g, for every nondecreasing arm",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
            arms="f: monotone, g: monotone",
        ),
    ),
)
