"""B25: Induction step: (T-n-1) f_1(T-n) < (T-n-1) f_2(n+1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B25",
    lines="854",
    slug="induction-strict-product",
    title="Induction step: (T-n-1) f_1(T-n) < (T-n-1) f_2(n+1)",
    statement=(
        "If f_1(T-n) < f_2(n+1), T >= 0 and n < T then (T-(n+1)) f_1(T-n) < (T-(n+1)) f_2(n+1)."
    ),
    literal=(
        Reading(
            name="b25_literal_1",
            says="as printed",
            claim="(T-n-1)*f(T-n) < (T-n-1)*g(n+1)",
            given=("n < T", "f(T-n) < g(n+1)"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="b25_repair_1",
            says="with <=",
            claim="(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)",
            given=("n < T", "f(T-n) < g(n+1)"),
            arms="f: monotone, g: monotone",
        ),
        Reading(
            name="b25_repair_2",
            says="with < for n <= T - 2",
            claim="(T-n-1)*f(T-n) < (T-n-1)*g(n+1)",
            given=("n <= T - 2", "f(T-n) < g(n+1)"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B24",),
    finding=(
        "At n = T - 1 the factor is 0 and both sides are equal; <= is enough for the "
        "next step, whose other inequality is strict."
    ),
)
