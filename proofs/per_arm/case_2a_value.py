"""D33: Case 2a: f(a) >= (OPT(N'_l) - Rew(a))/(4b)."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="D33",
    lines="1459-1466",
    slug="case-2a-value",
    title="Case 2a: f(a) >= (OPT(N'_l) - Rew(a))/(4b)",
    statement=(
        "If f(a) >= b Delta then Rew(a) + 4b f(a) >= OPT(N'_l), so f(a) >= (OPT(N'_l) - "
        "Rew(a))/(4b)."
    ),
    literal=(
        Reading(
            name="d33_literal_1",
            says="Rew(a) + 4b f(a) >= Rew(a) + 2b(f(a) + b Delta)",
            claim="4*(q-n+2)*f(n-1) >= 2*(q-n+2)*(f(n-1) + (q-n+2)*Delta(f,n-1))",
            given=("f(n-1) >= (q-n+2)*Delta(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            by=(combine({"given 1": "2*(q-n+2)"}),),
        ),
        Reading(
            name="d33_literal_2",
            says="with the chain",
            claim="4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "f(n-1) >= (q-n+2)*Delta(f,n-1)",
                "Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
            by=(combine({"given 1": "2*(q-n+2)", "given 2": "1"}),),
        ),
    ),
    relies_on=("D32",),
)
