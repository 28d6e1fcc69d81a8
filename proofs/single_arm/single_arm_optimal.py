"""A14: the single-arm proposition (lines 263, 273-277).

For arms f_1, ..., f_k and counts N_1 + ... + N_k = T some arm j, a maximiser of Rew(f_i,T), has
Rew(f_1,N_1) + ... + Rew(f_k,N_k) <= Rew(f_j,T). All that is needed of an arm is that its mean
reward is never higher before T than at T:

    T Rew(f,n) <= n Rew(f,T)    for 0 <= n <= T.                                      (mean)

Nondecreasing arms have it, since each of f(n+1), ..., f(T) is at least the mean of f(1), ..., f(n);
concavity, f(0) and the bounds 0 and 1 play no part. Then, in one line,

    T sum_i Rew(f_i,N_i) <= sum_i N_i Rew(f_i,T) <= sum_i N_i OPT(T) = T OPT(T).

Nothing weaker will do. If T Rew(f,n) > n Rew(f,T), put the constant arm c = Rew(f,T)/T beside f: n
pulls of f and T - n of the constant pay more than T pulls of either. So for a class that contains
the constants, (mean) is equivalent to the proposition for two arms. Superadditive Rew is not
enough, and two values that fall are already too much.
"""

from imab_verify.ledger import Entry, Reading, Severity, at, cite, combine

MIXTURE_LE_BETTER = Reading(
    "mixture_le_better",
    "two arms, f the better one at T, n pulls of it",
    "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
    given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
    arms="f, g",
    by=(
        cite("mean_rew_le"),
        cite("mean_rew_le", f="g", n="T-n"),
        combine({"mean_rew_le": "1", "mean_rew_le 2": "1", "given 1": "T-n"}, scale="T"),
    ),
)

ENTRY = Entry(
    id="A14",
    lines="263,273-277",
    slug="single-arm-optimal",
    severity=Severity.LEMMA,
    title="Single-arm proposition",
    statement=(
        "At every horizon T some arm j has Rew_j(T) >= sum_i Rew_i(N_i) for all counts "
        "N_i with sum_i N_i = T."
    ),
    literal=(
        Reading(
            "alg_le_opt_of_any_policy",
            "k arms, in the run of any policy: OPT(T) is what the best arm alone pays",
            "ALG(T) <= OPT(T)",
            given=("T >= 0",),
            policy="any",
        ),
        MIXTURE_LE_BETTER,
        Reading(
            "mean_rew_le",
            "the bound for one arm that is summed for this",
            "T*Rew(f,n) <= n*Rew(f,T)",
            given=("0 <= n", "n <= T"),
            by=(cite("mean_rew_le_of_monotone"), combine({"mean_rew_le_of_monotone": "1"})),
        ),
    ),
    others=(
        Reading(
            "three_arm_mixture_le_best_of_monotone",
            "three arms, nondecreasing only",
            "Rew(e,l) + Rew(f,m) + Rew(g,T-l-m) <= Rew(e,T)",
            given=(
                "0 <= l",
                "0 <= m",
                "l + m <= T",
                "Rew(f,T) <= Rew(e,T)",
                "Rew(g,T) <= Rew(e,T)",
            ),
            arms="e: monotone, f: monotone, g: monotone",
            by=(
                cite("mean_rew_le_of_monotone", f="e", n="l"),
                cite("mean_rew_le_of_monotone", n="m"),
                cite("mean_rew_le_of_monotone", f="g", n="T-l-m"),
                combine(
                    {
                        "mean_rew_le_of_monotone": "1",
                        "mean_rew_le_of_monotone 2": "1",
                        "mean_rew_le_of_monotone 3": "1",
                        "given 4": "m",
                        "given 5": "T-l-m",
                    },
                    scale="T",
                ),
            ),
        ),
        Reading(
            "mixture_le_better_of_any_values",
            "two arms with any values x1, x2 and y1, y2 at the first two pulls, T = 2",
            "x1 + y1 <= x1 + x2",
            given=("y1 + y2 <= x1 + x2",),
            reals=("x1", "x2", "y1", "y2"),
        ),
        Reading(
            "mixture_le_better_of_superadditive",
            "two arms with superadditive Rew, x and y, at T = 3",
            "x2 + y1 <= x3",
            given=(
                "0 <= x1",
                "2*x1 <= x2",
                "x1 + x2 <= x3",
                "0 <= y1",
                "2*y1 <= y2",
                "y1 + y2 <= y3",
                "y3 <= x3",
            ),
            reals=("x1", "x2", "x3", "y1", "y2", "y3"),
            tries=(at(x1=0, x2=4, x3=4, y1=1, y2=2, y3=4),),
        ),
        Reading(
            "mixture_with_constant_gt_of_mean_gt",
            (
                "where A = Rew(f,n) > n*c for the mean c of B = Rew(f,T), a constant arm c breaks "
                "the proposition"
            ),
            "A + (T-n)*c > T*c",
            given=("n <= T", "A > n*c"),
            reals=("A", "c"),
        ),
    ),
    repairs=(
        Reading(
            "mean_rew_le_of_monotone",
            "the mean reward of a nondecreasing arm does not fall: sum this over the arms",
            "T*Rew(f,n) <= n*Rew(f,T)",
            given=("0 <= n", "n <= T"),
            arms="f: monotone",
        ),
        Reading(
            "mixture_le_best_of_mean_le",
            (
                "two arms: (mean) is enough, with A = Rew(f,n), B = Rew(f,T), C = Rew(g,T-n), D "
                "= Rew(g,T)"
            ),
            "T*(A + C) <= T*E",
            given=("0 <= n", "n <= T", "T*A <= n*B", "T*C <= (T-n)*D", "B <= E", "D <= E"),
            reals=("A", "B", "C", "D", "E"),
        ),
    ),
    relies_on=("B19", "B29", "B31", "B32", "A13"),
    finding=(
        "The proposition needs neither concavity nor bounds: for a class that contains "
        "the constant arms it holds exactly if the mean reward Rew(f,n)/n never falls, "
        "and summing T*Rew(f,n) <= n*Rew(f,T) over the arms proves it in one line."
    ),
)
