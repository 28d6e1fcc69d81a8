"""D33 and D34: case 2a, f(a) >= b Delta: the reward of arm i (lines 1459-1477).

With n = N_i, q = N'_l, a = n-1, b = q-n+2, and g optimal at q, so that Rew(g,q) = OPT(q):

    D33    Rew(a) + 4b f(a) >= Rew(a) + 2b (f(a) + b Delta) >= OPT(q),
           so f(a) >= (OPT(q) - Rew(a))/(4b),
    D34    Rew(a) >= (a/2) f(a), so (a + 8b) Rew(a) >= a OPT(q), and
           Rew(n) >= Rew(a) >= a/(a+8b) OPT(q) >= a/(8(a+b)) OPT(q) >= n/(32q) OPT(q),
           the last by a >= n/2 and a + b = q+1 <= 2q.

All of it holds for n >= 2 and q >= 1, given the case and the chain of D32.
"""

from imab_verify.ledger import Entry, Reading, cite, combine

REW_BEFORE_LAST_PULL_GE_TRIANGLE = Reading(
    "rew_before_last_pull_ge_triangle",
    "Rew(a) >= (a/2) f(a)",
    "Rew(f,a) >= a/2*f(a)",
    by=(cite("rew_ge_triangle", m="a"), combine({"rew_ge_triangle": "1"})),
)

CASE_2A_VALUE = Entry(
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
            "value_term_ge_chain_of_value_ge",
            "Rew(a) + 4b f(a) >= Rew(a) + 2b(f(a) + b Delta)",
            "4*(q-n+2)*f(n-1) >= 2*(q-n+2)*(f(n-1) + (q-n+2)*Delta(f,n-1))",
            given=("f(n-1) >= (q-n+2)*Delta(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            by=(combine({"given 1": "2*(q-n+2)"}),),
        ),
        Reading(
            "value_ge_missing_reward",
            "with the chain",
            "4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)",
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

CASE_2A_REWARD = Entry(
    id="D34",
    lines="1470-1477",
    slug="case-2a-reward",
    title="Case 2a: Rew_i(N_i) >= N_i/(32 N'_l) OPT(N'_l)",
    statement=(
        "Rew(a) >= (a/2) f(a) and case 2a give Rew(N_i) >= a/(a+8b) OPT(N'_l) >= "
        "a/(8(a+b)) OPT(N'_l) >= N_i/(32 N'_l) OPT(N'_l)."
    ),
    literal=(
        REW_BEFORE_LAST_PULL_GE_TRIANGLE,
        Reading(
            "weighted_rew_ge_opt_of_value",
            "(a+8b) Rew(a) >= a OPT(N'_l)",
            "((n-1)+8*(q-n+2))*Rew(f,n-1) >= (n-1)*Rew(g,q)",
            given=("4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            arms="f, g",
            by=(
                cite("rew_before_last_pull_ge_triangle", a="n-1"),
                combine({"given 1": "n-1", "rew_before_last_pull_ge_triangle": "8*(q-n+2)"}),
            ),
        ),
        Reading(
            "rew_ge_rew_before_last_pull",
            "Rew(N_i) >= Rew(a)",
            "Rew(f,n) >= Rew(f,n-1)",
            given=("n >= 2",),
        ),
        Reading("value_weight_ge_eighth", "a/(a+8b) >= a/(8(a+b))", "a/(a+8*b) >= a/(8*(a+b))"),
        Reading(
            "eighth_ge_pulls_over_32_levels",
            "a/(8(a+b)) >= N_i/(32 N'_l)",
            "(n-1)/(8*((n-1)+(q-n+2))) >= n/(32*q)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            "pulls_before_last_ge_half_in_case_2a", "a >= N_i/2", "(n-1) >= n/2", given=("n >= 2",)
        ),
        Reading(
            "succ_level_le_twice_level",
            "a+b = N'_l+1 <= 2N'_l",
            "(n-1)+(q-n+2) == q+1 and q+1 <= 2*q",
        ),
        Reading(
            "rew_ge_opt_of_value",
            "all of it: Rew(N_i) >= N_i/(32 N'_l) OPT(N'_l)",
            "32*q*Rew(f,n) >= n*Rew(g,q)",
            given=("4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            arms="f, g",
        ),
    ),
    relies_on=("D33",),
)

ENTRIES = (CASE_2A_VALUE, CASE_2A_REWARD)
