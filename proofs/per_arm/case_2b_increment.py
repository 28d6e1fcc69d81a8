"""D36 and D37: case 2b, f(a) < b Delta: the increment of arm i (lines 1493-1503).

With n = N_i, q = N'_l, a = n-1, b = q-n+2, Delta = Delta(f,a), and g optimal at q:

    D36    Rew(a) + 4b^2 Delta >= Rew(a) + 2b (f(a) + b Delta) >= OPT(q),
           so Delta >= (OPT(q) - Rew(a))/(4b^2),
    D37    f(a)/a >= Delta.

D36 holds, given the case and the chain of D32. D37 holds because f is concave and f(0) >= 0; where
f(0) is not known only f(a)/(a-1) >= Delta does.
"""

from imab_verify.ledger import Entry, Reading, combine

CASE_2B_DELTA = Entry(
    id="D36",
    lines="1493-1501",
    slug="case-2b-delta",
    title="Case 2b: Delta >= (OPT(N'_l) - Rew(a))/(4b^2)",
    statement="If f(a) < b Delta then Rew(a) + 4b^2 Delta >= OPT(N'_l).",
    literal=(
        Reading(
            "increment_term_ge_chain_of_value_lt",
            "4b^2 Delta >= 2b(f(a) + b Delta)",
            "4*(q-n+2)**2*Delta(f,n-1) >= 2*(q-n+2)*(f(n-1) + (q-n+2)*Delta(f,n-1))",
            given=("f(n-1) < (q-n+2)*Delta(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            by=(combine({"given 1": "2*(q-n+2)"}),),
        ),
        Reading(
            "increment_ge_missing_reward",
            "with the chain",
            "4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
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

SLOPE_ABOVE_DELTA = Entry(
    id="D37",
    lines="1503",
    slug="slope-above-delta",
    title="f(a)/a >= Delta",
    statement="f(a)/a >= Delta_i(a), by decreasing marginal returns.",
    literal=(Reading("chord_slope_ge_increment", "as written", "f(a)/a >= Delta(f,a)"),),
    others=(
        Reading(
            "chord_slope_ge_increment_from_1",
            "f(0) is not known",
            "f(a)/a >= Delta(f,a)",
            given=("a >= 2",),
            arms="f: concave-from-1",
        ),
    ),
    convention="Decreasing marginal returns from n = 1 on, and f(0) >= 0.",
    finding="Uses f(0) >= 0; without f(0) only f(a)/(a-1) >= Delta holds.",
)

ENTRIES = (CASE_2B_DELTA, SLOPE_ABOVE_DELTA)
