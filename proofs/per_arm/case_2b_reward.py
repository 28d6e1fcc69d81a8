"""D38: case 2b, f(a) < b Delta: the reward of arm i (lines 1506-1519).

With n = N_i, q = N'_l, a = n-1, b = q-n+2, Delta = Delta(f,a), and g optimal at q:

    Rew(a) >= a f(a)/2 >= a^2 Delta/2, so (a^2 + 8b^2) Rew(a) >= a^2 OPT(q) by D36, and
    Rew(n) >= a^2/(a^2+8b^2) OPT(q) >= a^2/(8(a^2+b^2)) OPT(q) >= n^2/(128 q^2) OPT(q),

the last by a^2 >= n^2/4 and a^2 + b^2 <= (a+b)^2 = (q+1)^2 <= 4q^2. All of it holds for n >= 2 and
q >= 1.
"""

from imab_verify.ledger import Entry, Reading, cite, combine
from proofs.per_arm.case_2a_reward import REW_BEFORE_LAST_PULL_GE_TRIANGLE

ENTRY = Entry(
    id="D38",
    lines="1506-1519",
    slug="case-2b-reward",
    title="Case 2b: Rew_i(N_i) >= N_i^2/(128 N'_l^2) OPT(N'_l)",
    statement=(
        "Rew(a) >= a f(a)/2 >= a^2 Delta/2 and case 2b give Rew(N_i) >= a^2/(a^2+8b^2) "
        "OPT(N'_l) >= a^2/(8(a^2+b^2)) OPT(N'_l) >= N_i^2/(128 N'_l^2) OPT(N'_l)."
    ),
    literal=(
        REW_BEFORE_LAST_PULL_GE_TRIANGLE,
        Reading(
            "triangle_ge_increment_triangle",
            "a f(a) >= a^2 Delta",
            "1/2*a*f(a) >= 1/2*a**2*Delta(f,a)",
            by=(cite("chord_slope_ge_increment"), combine({"chord_slope_ge_increment": "a/2"})),
        ),
        Reading(
            "weighted_rew_ge_opt_of_increment",
            "(a^2+8b^2) Rew(a) >= a^2 OPT(N'_l)",
            "((n-1)**2+8*(q-n+2)**2)*Rew(f,n-1) >= (n-1)**2*Rew(g,q)",
            given=(
                "4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
            by=(
                cite("rew_before_last_pull_ge_triangle", a="n-1"),
                cite("triangle_ge_increment_triangle", a="n-1"),
                combine(
                    {
                        "given 1": "(n-1)**2",
                        "rew_before_last_pull_ge_triangle": "8*(q-n+2)**2",
                        "triangle_ge_increment_triangle": "8*(q-n+2)**2",
                    }
                ),
            ),
        ),
        Reading(
            "increment_weight_ge_eighth",
            "a^2/(a^2+8b^2) >= a^2/(8(a^2+b^2))",
            "a**2/(a**2+8*b**2) >= a**2/(8*(a**2+b**2))",
        ),
        Reading(
            "square_before_last_ge_quarter_square",
            "(N_i-1)^2 >= N_i^2/4",
            "(n-1)**2 >= n**2/4",
            given=("n >= 2",),
        ),
        Reading("sum_of_squares_le_square_of_sum", "a^2+b^2 <= (a+b)^2", "a**2+b**2 <= (a+b)**2"),
        Reading("succ_level_square_le_4_squares", "(N'_l+1)^2 <= 4 N'_l^2", "(q+1)**2 <= 4*q**2"),
        Reading(
            "eighth_ge_pulls_square_over_128_levels",
            "a^2/(8(a^2+b^2)) >= N_i^2/(128 N'_l^2)",
            "(n-1)**2/(8*((n-1)**2+(q-n+2)**2)) >= n**2/(128*q**2)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            "rew_ge_opt_of_increment",
            "all of it: Rew(N_i) >= N_i^2/(128 N'_l^2) OPT(N'_l)",
            "128*q*q*Rew(f,n) >= n*n*Rew(g,q)",
            given=(
                "4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
            by=(
                cite("rew_before_last_pull_ge_triangle", a="n-1"),
                cite("triangle_ge_increment_triangle", a="n-1"),
                combine(
                    {
                        "given 1": "n*n*(n-1)**2",
                        "rew_before_last_pull_ge_triangle": "8*n*n*(q-n+2)**2",
                        "triangle_ge_increment_triangle": "8*n*n*(q-n+2)**2",
                    },
                    scale="(n-1)**2",
                ),
            ),
        ),
    ),
    relies_on=("D36", "D37"),
)
