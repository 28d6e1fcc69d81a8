"""B20-B22: the base case of the induction: one pull of arm 2 (lines 801-829).

If arm 2 is pulled once, ALG(T) - ALG'(T) = f_1(T) - f_2(1). To be shown is that this is not
negative. Suppose f_1(T) < f_2(1); then every reward of arm 1 up to T is below every reward of arm
2, so Rew_1(T) < Rew_2(T), and arm 1 is not the better one.

The paper supposes f_1(T) < f_2(T) instead and says that f_1(T) < f_2(1) follows. It does not, even
if arm 1 is the better arm at T. A slip: with f_2(1) the base case is right.
"""

from imab_verify.ledger import Entry, Reading, Severity

DIFFERENCE = Entry(
    id="B20",
    lines="801-803",
    slug="base-case-difference",
    title="Base case: the difference is f_1(T) - f_2(1)",
    statement="If ALG' pulls arm 2 once then ALG(T) - ALG'(T) = f_1(T) - f_2(1).",
    literal=(
        Reading(
            "one_pull_difference_eq",
            "T - 1 pulls of f, one of g",
            "Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "one_pull_difference_eq_of_monotone",
            "T - 1 pulls of f, one of g, for every nondecreasing arm",
            "Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
            arms="f: monotone, g: monotone",
        ),
    ),
)

SLIP = Entry(
    id="B21",
    lines="805-809",
    slug="base-case-slip",
    severity=Severity.SLIP,
    title="Base case: f_1(T) < f_2(T) implies f_1(T) < f_2(1)",
    statement='"Suppose f_1(T) - f_2(T) < 0. This implies f_1(T) < f_2(1)."',
    literal=(
        Reading(
            "last_lt_first_of_last_lt_last",
            "as printed",
            "f(T) < g(1)",
            given=("f(T) < g(T)",),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "last_lt_first_of_last_lt_last_and_better",
            "with arm 1 the better one at T",
            "f(T) < g(1)",
            given=("f(T) < g(T)", "Rew(g,T) <= Rew(f,T)"),
            arms="f, g",
        ),
    ),
    beyond=(
        Reading(
            "last_lt_first_of_last_lt_last_of_long_horizon",
            "the same from T = 10 on",
            "f(T) < g(1)",
            given=("f(T) < g(T)", "T >= 10"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "last_ge_first_of_better_of_monotone",
            "the base case itself: f_1(T) >= f_2(1) for the better arm",
            "f(T) >= g(1)",
            given=("Rew(g,T) <= Rew(f,T)",),
            arms="f: monotone, g: monotone",
        ),
    ),
    finding="A slip: the supposition must be f_1(T) - f_2(1) < 0; with it the base case is right.",
    printed=r"Now suppose $f_1(T) - f_2(T) < 0$. This implies that $f_1(T) < f_2(1)$.",
    corrected=r"Suppose $f_1(T) - f_2(1) < 0$, that is $f_1(T) < f_2(1)$.",
)

CONTRADICTION = Entry(
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
            "reward_lt_reward_of_last_lt_first",
            "the chain",
            "f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f, g",
        ),
        Reading(
            "rew_lt_rew_of_last_lt_first",
            "the sums",
            "Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f, g",
        ),
        Reading(
            "rew_lt_alg_of_last_lt_first",
            "ALG_2, in the run in which arm 2 is always pulled: ALG(T) < ALG_2(T)",
            "Rew(f,T) < ALG(T)",
            given=("f(T) < g(1)", "N == T"),
            arms="f, g",
            policy="any",
            where="N = N(g), f and g are different arms",
        ),
    ),
    others=(
        Reading(
            "reward_lt_reward_of_last_lt_first_of_monotone",
            "the chain, for every nondecreasing arm",
            "f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f: monotone, g: monotone",
        ),
        Reading(
            "rew_lt_rew_of_last_lt_first_of_monotone",
            "the sums, for every nondecreasing arm",
            "Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B21",),
)

ENTRIES = (DIFFERENCE, SLIP, CONTRADICTION)
