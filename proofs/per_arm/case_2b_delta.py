"""D36: Case 2b: Delta >= (OPT(N'_l) - Rew(a))/(4b^2)."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="D36",
    lines="1493-1501",
    slug="case-2b-delta",
    title="Case 2b: Delta >= (OPT(N'_l) - Rew(a))/(4b^2)",
    statement="If f(a) < b Delta then Rew(a) + 4b^2 Delta >= OPT(N'_l).",
    literal=(
        Reading(
            name="d36_literal_1",
            says="4b^2 Delta >= 2b(f(a) + b Delta)",
            claim="4*(q-n+2)**2*Delta(f,n-1) >= 2*(q-n+2)*(f(n-1) + (q-n+2)*Delta(f,n-1))",
            given=("f(n-1) < (q-n+2)*Delta(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            by=(combine({"given 1": "2*(q-n+2)"}),),
        ),
        Reading(
            name="d36_literal_2",
            says="with the chain",
            claim="4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "f(n-1) < (q-n+2)*Delta(f,n-1)",
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
