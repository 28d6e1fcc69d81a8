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
            name="one_pull_difference_eq",
            says="T - 1 pulls of f, one of g",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="one_pull_difference_eq_of_monotone",
            says="T - 1 pulls of f, one of g, for every nondecreasing arm",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)",
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
            name="last_lt_first_of_last_lt_last",
            says="as printed",
            claim="f(T) < g(1)",
            given=("f(T) < g(T)",),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="last_lt_first_of_last_lt_last_and_better",
            says="with arm 1 the better one at T",
            claim="f(T) < g(1)",
            given=("f(T) < g(T)", "Rew(g,T) <= Rew(f,T)"),
            arms="f, g",
        ),
    ),
    beyond=(
        Reading(
            name="last_lt_first_of_last_lt_last_of_long_horizon",
            says="the same from T = 10 on",
            claim="f(T) < g(1)",
            given=("f(T) < g(T)", "T >= 10"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="last_ge_first_of_better_of_monotone",
            says="the base case itself: f_1(T) >= f_2(1) for the better arm",
            claim="f(T) >= g(1)",
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
            name="reward_lt_reward_of_last_lt_first",
            says="the chain",
            claim="f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f, g",
        ),
        Reading(
            name="rew_lt_rew_of_last_lt_first",
            says="the sums",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f, g",
        ),
        Reading(
            name="rew_lt_alg_of_last_lt_first",
            says="ALG_2, in the run in which arm 2 is always pulled: ALG(T) < ALG_2(T)",
            claim="Rew(f,T) < ALG(T)",
            given=("f(T) < g(1)", "N == T"),
            arms="f, g",
            policy="any",
            where="N = N(g), f and g are different arms",
        ),
    ),
    others=(
        Reading(
            name="reward_lt_reward_of_last_lt_first_of_monotone",
            says="the chain, for every nondecreasing arm",
            claim="f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)",
            given=("r <= T", "s <= T", "f(T) < g(1)"),
            arms="f: monotone, g: monotone",
        ),
        Reading(
            name="rew_lt_rew_of_last_lt_first_of_monotone",
            says="the sums, for every nondecreasing arm",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(1)",),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B21",),
)

ENTRIES = (DIFFERENCE, SLIP, CONTRADICTION)
