"""The example that separates policy regret from external regret.

Two arms, f_1(n) = n/10 and f_2(n) = 1/10 for n > 1. The first leaves [0,1] after ten pulls; the
value f_2(1) is not given. With f_1 capped at 1 and f_2 constant, always pulling arm 2 has external
regret 0, while its policy regret is T(T-1)/20 up to T = 10 and 9T/10 - 9/2 from there on.
"""

from imab_verify.ledger.statements import Entry, Reading

ENTRIES = (
    Entry(
        "A25a",
        "770",
        "regret-example-instance",
        "The example is an instance",
        "f_1(n) = n/10 and f_2(n) = 1/10 for all n > 1 are reward functions.",
        literal=(Reading("f_1 stays in [0,1] for all n", "n/10 <= 1", arms={}),),
        repairs=(
            Reading("up to ten pulls", "n/10 <= 1", ("n <= 10",), arms={}),
            Reading(
                "capped at 1 from n = 10 on, f_1 neither falls nor grows by more than before",
                "0 <= 1 - n/10 and 1 - n/10 <= n/10 - (n-1)/10",
                ("n == 10",),
                arms={},
            ),
        ),
        finding="f_1 leaves [0,1] at n = 11, and f_2(1) is not specified; capping f_1 at 1 and"
        " taking f_2 constant repairs both.",
    ),
    Entry(
        "A25b",
        "771-772",
        "regret-example-external",
        "External regret of always pulling arm 2",
        "Always pulling arm 2 has external regret zero, since it always pulls the arm with the"
        " highest instantaneous reward.",
        literal=(
            Reading(
                "whatever f_2(1) = x/100 is allowed by the rest of the definition",
                "x >= 10",
                ("x >= 5", "x <= 10"),
                arms={},
            ),
        ),
        repairs=(
            Reading(
                "with f_2(1) = 1/10, arm 2 never pays less than the first pull of arm 1",
                "x >= 10",
                ("x == 10",),
                arms={},
            ),
        ),
        relies_on=("A25a",),
        convention="Along the run arm 1 is never pulled, so it offers f_1(1) = 1/10 at every step;"
        ' "ALG2 is an arm" is read as "an algorithm".',
        finding="It needs f_2(1) = 1/10, which the text leaves open: with f_2(1) = 1/20 the"
        " external regret is 1/20.",
    ),
    Entry(
        "A25c",
        "773",
        "regret-example-optimum",
        "The optimum always pulls arm 1",
        "The optimal offline algorithm always pulls arm 1.",
        literal=(
            Reading("up to T = 10", "T*(T+1)/20 >= T/10", ("T <= 10",), arms={}),
            Reading("capped, from T = 10 on", "T - 9/2 >= T/10", ("T >= 10",), arms={}),
        ),
        mutants=(
            Reading("strictly", "T*(T+1)/20 > T/10", ("T <= 10",), arms={}),
            Reading("against rewards 11/100", "T*(T+1)/20 >= 11*T/100", ("T <= 10",), arms={}),
        ),
        relies_on=("A14", "A25a"),
        convention="f_1 is capped at 1 from n = 10 on; then Rew_1(T) = T - 9/2 for T >= 10.",
    ),
    Entry(
        "A25d",
        "774",
        "regret-example-linear",
        "Its policy regret grows linearly",
        "The policy regret of always pulling arm 2 increases linearly with T.",
        literal=(
            Reading(
                "between 9T/20 and T from T = 10 on",
                "9*T/20 <= T - 9/2 - T/10 and T - 9/2 - T/10 <= T",
                ("T >= 10",),
                arms={},
            ),
        ),
        others=(
            Reading(
                "already from T = 1 on, up to T = 10",
                "T*(T+1)/20 - T/10 > 0",
                ("T <= 10",),
                arms={},
            ),
        ),
        mutants=(
            Reading(
                "with constant 9/10",
                "9*T/10 <= T - 9/2 - T/10",
                ("T >= 10",),
                arms={},
            ),
            Reading(
                "from T = 9 on",
                "9*T/20 <= T - 9/2 - T/10",
                ("T >= 9",),
                arms={},
            ),
        ),
        relies_on=("A25c",),
        convention="f_1 is capped at 1; the regret is 9T/10 - 9/2 for T >= 10.",
    ),
)
