"""A14: Single-arm proposition."""

from imab_verify.ledger import Entry, Reading, at

ENTRY = Entry(
    id="A14",
    lines="263,273-277",
    slug="single-arm-optimal",
    title="Single-arm proposition",
    statement=(
        "At every horizon T some arm j has Rew_j(T) >= sum_i Rew_i(N_i) for all counts "
        "N_i with sum_i N_i = T."
    ),
    literal=(
        Reading(
            name="a14_literal_1",
            says="two arms, f the better one at T",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="a14_literal_2",
            says="k arms: the bound for one arm, to be summed",
            claim="T*Rew(f,n) <= n*Rew(f,T)",
            given=("0 <= n", "n <= T"),
        ),
    ),
    others=(
        Reading(
            name="a14_other_1",
            says="three arms, nondecreasing only",
            claim="Rew(e,l) + Rew(f,m) + Rew(g,T-l-m) <= Rew(e,T)",
            given=(
                "0 <= l",
                "0 <= m",
                "l + m <= T",
                "Rew(f,T) <= Rew(e,T)",
                "Rew(g,T) <= Rew(e,T)",
            ),
            arms="e: monotone, f: monotone, g: monotone",
        ),
        Reading(
            name="a14_other_2",
            says="two arms with any values x1, x2 and y1, y2 at the first two pulls, T = 2",
            claim="x1 + y1 <= x1 + x2",
            given=("y1 + y2 <= x1 + x2",),
            reals=("x1", "x2", "y1", "y2"),
        ),
        Reading(
            name="a14_other_3",
            says="two arms with superadditive Rew, x and y, at T = 3",
            claim="x2 + y1 <= x3",
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
    ),
    repairs=(
        Reading(
            name="a14_repair_1",
            says="the mean reward of a nondecreasing arm does not fall: sum this over the arms",
            claim="T*Rew(f,n) <= n*Rew(f,T)",
            given=("0 <= n", "n <= T"),
            arms="f: monotone",
        ),
        Reading(
            name="a14_repair_2",
            says=(
                "two arms: (mean) is enough, with A = Rew(f,n), B = Rew(f,T), C = Rew(g,T-n), D "
                "= Rew(g,T)"
            ),
            claim="T*(A + C) <= T*E",
            given=("0 <= n", "n <= T", "T*A <= n*B", "T*C <= (T-n)*D", "B <= E", "D <= E"),
            reals=("A", "B", "C", "D", "E"),
        ),
        Reading(
            name="a14_repair_3",
            says=(
                "where A = Rew(f,n) > n*c for the mean c = Rew(f,T)/T, a constant arm c breaks "
                "the proposition"
            ),
            claim="A + (T-n)*c > T*c",
            given=("n <= T", "A > n*c"),
            reals=("A", "c"),
        ),
    ),
    prose=("sum T*Rew(f_i,N_i) <= N_i*Rew(f_i,T) <= N_i*OPT(T) over the arms, sum_i N_i = T",),
    relies_on=("B19", "B29", "B31", "B32", "A13"),
    finding=(
        "The proposition needs neither concavity nor bounds: for a class that contains "
        "the constant arms it holds exactly if the mean reward Rew(f,n)/n never falls, "
        "and summing T*Rew(f,n) <= n*Rew(f,T) over the arms proves it in one line."
    ),
)
