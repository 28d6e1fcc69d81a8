"""B23, B24: n pulls of arm 2, and what one more changes (lines 832-851).

Let arm 1 be the better one at T, and

    B = Rew_1(T) - Rew_1(T-n) - Rew_2(n),        the last n rewards of arm 1 less the first n of 2,
    A = Rew_1(T) - Rew_1(T-n-1) - Rew_2(n+1),    the same for n + 1.

The induction hypothesis is B >= 0; in truth it holds for every n at once, by
T Rew_1(T-n) <= (T-n) Rew_1(T) and T Rew_2(n) <= n Rew_2(T) <= n Rew_1(T). The step supposes A < 0.
Since A = B + f_1(T-n) - f_2(n+1), that gives f_1(T-n) < f_2(n+1).

The hypothesis is not needed for that: f_1(T-n) is the least of the n + 1 rewards of arm 1 in A, and
f_2(n+1) the greatest of arm 2, so A < 0 alone gives it, for nondecreasing arms.
"""

from imab_verify.ledger import Entry, Reading, cite, combine

HYPOTHESIS = Entry(
    id="B23",
    lines="832-838",
    slug="induction-hypothesis",
    title="Induction hypothesis: the last n rewards of arm 1 beat the first n of arm 2",
    statement="ALG(T) - ALG'(T) = sum_{s=T-n+1}^T f_1(s) - sum_{s=1}^n f_2(s) >= 0.",
    literal=(
        Reading(
            "last_rewards_ge_first_rewards_of_better",
            "for the better arm f",
            "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
            by=(
                cite("mean_rew_le", n="T-n"),
                cite("mean_rew_le", f="g"),
                combine({"mean_rew_le": "1", "mean_rew_le 2": "1", "given 1": "n"}, scale="T"),
            ),
        ),
    ),
    others=(
        Reading(
            "last_rewards_ge_first_rewards_of_better_of_monotone",
            "for every nondecreasing arm",
            "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f: monotone, g: monotone",
            by=(
                cite("mean_rew_le_of_monotone", n="T-n"),
                cite("mean_rew_le_of_monotone", f="g"),
                combine(
                    {
                        "mean_rew_le_of_monotone": "1",
                        "mean_rew_le_of_monotone 2": "1",
                        "given 1": "n",
                    },
                    scale="T",
                ),
            ),
        ),
    ),
    relies_on=("A13",),
)

DECOMPOSITION = Entry(
    id="B24",
    lines="845-851",
    slug="induction-decomposition",
    title="Induction step: A = B + f_1(T-n) - f_2(n+1)",
    statement="A = B + f_1(T-n) - f_2(n+1); if A < 0 and B >= 0 then f_1(T-n) < f_2(n+1).",
    literal=(
        Reading(
            "difference_succ_eq",
            "the identity",
            (
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) == Rew(f,T) - Rew(f,T-n) - Rew(g,n) + "
                "f(T-n) - g(n+1)"
            ),
            given=("n <= T - 1",),
            arms="f, g",
        ),
        Reading(
            "reward_lt_of_difference_succ_neg",
            "the sign",
            "f(T-n) < g(n+1)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "reward_lt_of_difference_succ_neg_alone_of_monotone",
            "the sign from A < 0 alone, nondecreasing arms",
            "f(T-n) < g(n+1)",
            given=("n <= T - 1", "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B23",),
    finding=(
        "A < 0 alone gives f_1(T-n) < f_2(n+1), because f_1(T-n) is the least of the n + "
        "1 rewards of arm 1 in A and f_2(n+1) the greatest of arm 2: the induction is "
        "not needed."
    ),
)

ENTRIES = (HYPOTHESIS, DECOMPOSITION)
