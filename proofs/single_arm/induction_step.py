"""B25-B28: the induction step: from A < 0 to Rew_1(T) < Rew_2(T) (lines 854-866).

With A and B as in induction_hypothesis.py, A < 0 and B >= 0 lead to a contradiction:

    Rew_1(T) <= (T-n) f_1(T-n) + f_1(T-n+1) + ... + f_1(T)    (i), the first T-n rewards raised
             <  Rew_2(n) + (T-n) f_2(n+1)                     A < 0, and C <= D added
             <= Rew_2(T)                                      (ii), the last T-n rewards lowered

where C = (T-n-1) f_1(T-n) and D = (T-n-1) f_2(n+1). The paper has C < D, which fails at n = T - 1,
where both are 0. C <= D is enough, because A < 0 is strict; so the sum of the two stands. All of
this holds for nondecreasing arms.
"""

from imab_verify.ledger import Entry, Reading, cite, combine

A_NEGATIVE_AND_B_NOT = (
    "n <= T - 1",
    "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
    "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
)

STRICT_PRODUCT = Entry(
    id="B25",
    lines="854",
    slug="induction-strict-product",
    title="Induction step: (T-n-1) f_1(T-n) < (T-n-1) f_2(n+1)",
    statement=(
        "If f_1(T-n) < f_2(n+1), T >= 0 and n < T then (T-(n+1)) f_1(T-n) < (T-(n+1)) f_2(n+1)."
    ),
    literal=(
        Reading(
            "multiple_lt_of_reward_lt",
            "as printed",
            "(T-n-1)*f(T-n) < (T-n-1)*g(n+1)",
            given=("n < T", "f(T-n) < g(n+1)"),
            arms="f, g",
        ),
    ),
    beyond=(
        Reading(
            "multiple_lt_of_reward_lt_of_multiplier_pos",
            "n <= T - 2, so that the factor is not 0",
            "(T-n-1)*f(T-n) < (T-n-1)*g(n+1)",
            given=("n <= T - 2", "f(T-n) < g(n+1)"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "multiple_le_of_reward_lt_of_monotone",
            "with <=",
            "(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)",
            given=("n < T", "f(T-n) < g(n+1)"),
            arms="f: monotone, g: monotone",
        ),
        Reading(
            "multiple_lt_of_reward_lt_of_multiplier_pos_of_monotone",
            "with < for n <= T - 2",
            "(T-n-1)*f(T-n) < (T-n-1)*g(n+1)",
            given=("n <= T - 2", "f(T-n) < g(n+1)"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B24",),
    finding=(
        "At n = T - 1 the factor is 0 and both sides are equal; <= is enough for the "
        "next step, whose other inequality is strict."
    ),
    printed=r"$(T-(n+1))\,f_1(T-n) < (T-(n+1))\,f_2(n+1)$",
    corrected=r"$(T-(n+1))\,f_1(T-n) \le (T-(n+1))\,f_2(n+1)$",
)

ADDED = Entry(
    id="B26",
    lines="858-859",
    slug="induction-added",
    title="Induction step: adding C and D",
    statement="If A < 0 then sum_{T-n+1}^T f_1 + (T-n) f_1(T-n) < sum_1^n f_2 + (T-n) f_2(n+1).",
    literal=(
        Reading(
            "raised_rew_lt_lowered_rew_of_difference_succ_neg",
            "A < 0 and B >= 0",
            "Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=A_NEGATIVE_AND_B_NOT,
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "raised_rew_lt_lowered_rew_of_difference_succ_neg_of_monotone",
            "for every nondecreasing arm",
            "Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=A_NEGATIVE_AND_B_NOT,
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B24", "B25"),
    convention="the sum without an upper limit runs to T",
    finding="The step survives the failure of B25 at n = T - 1, where C = D = 0.",
)

LEFT_BOUND = Entry(
    id="B27",
    lines="864 (i)",
    slug="induction-left-bound",
    title="Induction step (i): the first T - n rewards of arm 1",
    statement="sum_1^T f_1 <= (T-n) f_1(T-n) + sum_{T-n+1}^T f_1.",
    literal=(
        Reading(
            "rew_le_first_rewards_raised",
            "n <= T",
            "Rew(f,T) <= (T-n)*f(T-n) + Rew(f,T) - Rew(f,T-n)",
            given=("n <= T",),
            by=(
                cite("rew_le_first_rewards_raised_of_monotone"),
                combine({"rew_le_first_rewards_raised_of_monotone": "1"}),
            ),
        ),
    ),
    others=(
        Reading(
            "rew_le_first_rewards_raised_of_monotone",
            "for every nondecreasing arm",
            "Rew(f,T) <= (T-n)*f(T-n) + Rew(f,T) - Rew(f,T-n)",
            given=("n <= T",),
            arms="f: monotone",
        ),
    ),
)

RIGHT_BOUND = Entry(
    id="B28",
    lines="866 (ii)",
    slug="induction-right-bound",
    title="Induction step (ii): the last T - n rewards of arm 2",
    statement="sum_1^n f_2 + (T-n) f_2(n+1) <= sum_1^T f_2.",
    literal=(
        Reading(
            "last_rewards_lowered_le_rew",
            "n <= T",
            "Rew(g,n) + (T-n)*g(n+1) <= Rew(g,T)",
            given=("n <= T",),
            arms="g",
            by=(
                cite("last_rewards_lowered_le_rew_of_monotone"),
                combine({"last_rewards_lowered_le_rew_of_monotone": "1"}),
            ),
        ),
    ),
    others=(
        Reading(
            "last_rewards_lowered_le_rew_of_monotone",
            "for every nondecreasing arm",
            "Rew(g,n) + (T-n)*g(n+1) <= Rew(g,T)",
            given=("n <= T",),
            arms="g: monotone",
        ),
    ),
)

ENTRIES = (STRICT_PRODUCT, ADDED, LEFT_BOUND, RIGHT_BOUND)
