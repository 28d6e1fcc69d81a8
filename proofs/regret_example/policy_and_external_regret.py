"""A25a-A25d (lines 770-774): always pulling arm 2, judged by external and by policy regret.

A25a  f_1(n) = n/10 and f_2(n) = 1/10 for n > 1 are reward functions. Not quite: n/10 > 1 from
      n = 11 on. Capped at 1 from n = 10 on, f_1 is one: its increments are 1/10, then 0.
A25b  Always pulling arm 2 has external regret 0. Arm 1 is never pulled then and offers
      f_1(1) = 1/10 at every step; arm 2 pays as much only if f_2(1) = 1/10, and f_2(1) is not
      given. The definition leaves 1/20 <= f_2(1) <= 1/10 open, since f_2(0) >= 0 and
      f_2(1) - f_2(0) >= f_2(2) - f_2(1); with f_2(1) = 1/20 the external regret is 1/20.
A25c  The optimum always pulls arm 1: T(T+1)/20 >= T/10 up to T = 10, and T - 9/2 >= T/10 after.
A25d  The policy regret is linear in T. As printed it is T(T-1)/20, which is above CT for every C
      from T > 20C + 1 on; with f_1 capped it is 9T/10 - 9/2 from T = 10 on, between 9T/20 and T.
"""

from imab_verify.ledger import Entry, Reading, Severity, Slip

INSTANCE = Entry(
    id="A25a",
    lines="770",
    slug="regret-example-instance",
    severity=Severity.REMARK,
    title="The example is an instance",
    statement="f_1(n) = n/10 and f_2(n) = 1/10 for all n > 1 are reward functions.",
    literal=(Reading("tenths_le_one", "f_1 stays in [0,1] for all n", "n/10 <= 1"),),
    negation=(
        Reading(
            "tenths_gt_one_from_eleven",
            "from n = 11 on it does not",
            "n/10 > 1",
            given=("n >= 11",),
        ),
    ),
    repairs=(
        Reading("tenths_le_one_up_to_ten", "up to ten pulls", "n/10 <= 1", given=("n <= 10",)),
        Reading(
            "capped_tenths_concave_at_cap",
            "capped at 1 from n = 10 on, f_1 neither falls nor grows by more than before",
            "0 <= 1 - n/10 and 1 - n/10 <= n/10 - (n-1)/10",
            given=("n == 10",),
        ),
    ),
    finding=(
        "f_1 leaves [0,1] at n = 11, and f_2(1) is not specified; capping f_1 at 1 and "
        "taking f_2 constant repairs both."
    ),
    printed=r"$f_1(n) = n/10$ and $f_2(n) = 0.1$ for all $n > 1$",
    corrected=r"$f_1(n) = \min(n,10)/10$ and $f_2(n) = 1/10$ for all $n \ge 1$",
)

EXTERNAL = Entry(
    id="A25b",
    lines="771-772",
    slug="regret-example-external",
    severity=Severity.REMARK,
    title="External regret of always pulling arm 2",
    statement=(
        "Always pulling arm 2 has external regret zero, since it always pulls the arm "
        "with the highest instantaneous reward."
    ),
    literal=(
        Reading(
            "constant_ge_first_of_tenths",
            "g is arm 2, f is arm 1: at every step n arm 2 pays at least f(1)",
            "g(n) >= f(1)",
            given=("f(1) == 1/10", "g(2) == 1/10", "g(n+1) == 1/10"),
            arms="f, g",
        ),
    ),
    beyond=(
        Reading(
            "constant_ge_first_of_tenths_after_first",
            "from the second pull of arm 2 on",
            "g(n) >= f(1)",
            given=("f(1) == 1/10", "g(2) == 1/10", "n >= 2"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "constant_ge_first_of_tenths_of_first_eq",
            "with f_2(1) = 1/10, too",
            "g(n) >= f(1)",
            given=("f(1) == 1/10", "g(1) == 1/10"),
            arms="f, g",
        ),
    ),
    slips=(
        Slip(
            line="771", printed="let ALG2 be an arm that always pulls arm 2.", meant="an algorithm."
        ),
    ),
    relies_on=("A25a",),
    convention=(
        "Along the run arm 1 is never pulled, so it offers f_1(1) = 1/10 at every step; "
        '"ALG2 is an arm" is read as "an algorithm".'
    ),
    finding=(
        "It needs f_2(1) = 1/10, which the text leaves open: with f_2(1) = 1/20 the "
        "external regret is 1/20."
    ),
    printed=(
        r"Now, let $\mathrm{ALG2}$ be an arm that always pulls arm $2$. The external regret of "
        r"this algorithm is zero since, at every time step, it pulls the arm with the highest "
        r"instantaneous reward."
    ),
    corrected=(
        r"Let $\mathrm{ALG2}$ be the algorithm that always pulls arm $2$. With $f_2(1) = "
        r"1/10$ its external regret is zero."
    ),
)

OPTIMUM = Entry(
    id="A25c",
    lines="773",
    slug="regret-example-optimum",
    severity=Severity.REMARK,
    title="The optimum always pulls arm 1",
    statement="The optimal offline algorithm always pulls arm 1.",
    literal=(
        Reading(
            "rew_of_tenths_ge_rew_of_constant", "f_1 as printed, every T", "T*(T+1)/20 >= T/10"
        ),
    ),
    others=(
        Reading(
            "rew_of_tenths_ge_rew_of_constant_from_ten",
            "f_1 capped at 1 from n = 10 on: Rew_1(T) = T - 9/2 for T >= 10",
            "T - 9/2 >= T/10",
            given=("T >= 10",),
        ),
    ),
    relies_on=("A14", "A25a"),
    convention="The single-arm proposition is used for arm 1 as printed, which leaves [0,1].",
)

POLICY = Entry(
    id="A25d",
    lines="774",
    slug="regret-example-linear",
    severity=Severity.REMARK,
    title="Its policy regret grows linearly",
    statement="The policy regret of always pulling arm 2 increases linearly with T.",
    negation=(
        Reading(
            "policy_regret_gt_linear",
            "f_1 as printed: whatever C is, the regret exceeds CT from T > 20C + 1 on",
            "T*(T+1)/20 - T/10 > C*T",
            given=("T > 20*C + 1",),
            reals=("C",),
        ),
    ),
    others=(
        Reading("policy_regret_le_linear", "f_1 as printed: at most T", "T*(T+1)/20 - T/10 <= T"),
        Reading(
            "policy_regret_ge_linear_from_two",
            "f_1 as printed: at least T/20 from T = 2 on",
            "T*(T+1)/20 - T/10 >= T/20",
            given=("T >= 2",),
        ),
    ),
    repairs=(
        Reading(
            "policy_regret_linear_from_ten",
            "f_1 capped at 1: between 9T/20 and T from T = 10 on",
            "9*T/20 <= T - 9/2 - T/10 and T - 9/2 - T/10 <= T",
            given=("T >= 10",),
        ),
    ),
    relies_on=("A25c",),
    convention=(
        '"Linearly" is read as "at most CT for some C, and at least cT for some c > 0, from some T '
        'on"; with f_1 as printed the first part fails'
    ),
    finding=(
        "As printed the regret is T(T-1)/20, which no CT bounds (at T = 22 it is 231/10), as f_1 "
        "leaves [0,1]; with f_1 capped at 1 it is 9T/10 - 9/2 for T >= 10."
    ),
    printed=r"Hence, the policy regret of $\mathrm{ALG2}$ increases linearly with $T$.",
    corrected=(
        r"Hence, with $f_1(n) = \min(n,10)/10$, the policy regret of $\mathrm{ALG2}$ increases "
        r"linearly with $T$: it is $\frac{9}{10}T - \frac{9}{2}$ for $T \ge 10$."
    ),
)

ENTRIES = (INSTANCE, EXTERNAL, OPTIMUM, POLICY)
