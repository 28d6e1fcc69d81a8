"""E8, E10, E11 (lines 1611-1621): a step T after which the increments of C are small.

E8   There is a T > max T_j with Delta_i(N_i(T)) < Delta/2 for all i in C. It can be named: if
     Delta >= 1/r then more than 2r pulls are enough, since n Delta(f,n) <= f(n) <= 1.
E10  One reason given is that rewards lie in (0,1). The model has [0,1], and f = 0 and f = 1 are
     reward functions; only f <= 1 is used.
E11  The other reason: if Delta_i(L_i) = 0 then Delta_i(N_i(T)) < Delta/2 for some T <= L_i. Here a
     time is compared with a count. At steps T <= L_i the arm has at most L_i - 1 pulls, and that
     increment may be large; from N_i(T) = L_i on it is 0.
"""

from imab_verify.ledger import Entry, Reading, Severity, bound, combine

LATE_STEP = Entry(
    id="E8",
    lines="1611-1615",
    slug="a-late-step",
    title="A step after which the increments of C are small",
    statement="There is a T with T > max_j T_j and Delta_i(N_i(T)) < Delta/2 for all i in C.",
    literal=(
        Reading(
            "increment_lt_half_after_many_pulls",
            (
                "after n > 2r pulls the increment of any arm is below half of one that is at "
                "least 1/r"
            ),
            "2*Delta(f,n) < Delta(g,L)",
            given=("r*Delta(g,L) >= 1", "n >= 2*r + 1"),
            arms="f, g",
            by=(combine({"given 1": "n"}, scale="n*r", bounds=[bound("f", at="n", times="2*r")]),),
        ),
    ),
    prose=("an arm of C is pulled for ever or has increment 0, so N_i(T) passes 2r or is L_i",),
    relies_on=("E7", "E10", "E11"),
    finding=(
        "The step can be named: every arm with more than 2r pulls has an increment below 1/(2r)."
    ),
)

OPEN_INTERVAL = Entry(
    id="E10",
    lines="1619",
    slug="open-interval",
    severity=Severity.SLIP,
    title="Rewards are bounded in (0,1)",
    statement="The reward functions are bounded in (0,1).",
    literal=(
        Reading(
            "reward_in_open_interval", "values strictly between 0 and 1", "0 < f(n) and f(n) < 1"
        ),
    ),
    beyond=(
        Reading(
            "reward_in_open_interval_of_first_pos",
            "for arms that pay something",
            "0 < f(n) and f(n) < 1",
            given=("f(1) > 0",),
        ),
    ),
    repairs=(
        Reading(
            "reward_in_closed_interval",
            "values in [0,1], as the model says",
            "0 <= f(n) and f(n) <= 1",
        ),
    ),
    finding="The model has the closed interval [0,1]; only the upper bound is used.",
    printed=r"the reward functions are bounded in $(0,1)$",
    corrected=r"The reward functions are bounded in $[0,1]$.",
)

TIME_FOR_COUNT = Entry(
    id="E11",
    lines="1621",
    slug="time-for-count",
    severity=Severity.SLIP,
    title="A time compared with a count",
    statement=(
        "If L_i is finite and Delta_i(L_i) = 0 then Delta_i(N_i(T)) < Delta/2 for some T <= L_i."
    ),
    literal=(
        Reading(
            "increment_before_last_lt_half",
            (
                "at steps T <= L_i the arm has at most L_i - 1 pulls, the increments of which "
                "are claimed to be small already"
            ),
            "2*Delta(f,L-1) < Delta(g,m)",
            given=("Delta(f,L) <= 0", "Delta(g,m) > 0", "L >= 3", "m >= 2"),
            arms="f, g",
        ),
    ),
    beyond=(
        Reading(
            "increment_before_last_lt_half_of_many_pulls",
            "the same for arms with many pulls",
            "2*Delta(f,L-1) < Delta(g,m)",
            given=("Delta(f,L) <= 0", "Delta(g,m) > 0", "L >= 10", "m >= 10"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "increment_at_last_lt_half",
            "after the L_i-th pull",
            "2*Delta(f,L) < Delta(g,m)",
            given=("Delta(f,L) <= 0", "Delta(g,m) > 0"),
            arms="f, g",
        ),
    ),
    finding="T is a time and L_i a count; the sentence is true for the first T with N_i(T) = L_i.",
    printed=r"for some $T \le L_i$, $\Delta_i(N_i(T)) < \frac{\Delta}{2}$",
    corrected=(
        r"For the first $T$ with $N_i(T) = L_i$, $\Delta_i(N_i(T)) = 0 < "
        r"\frac{\Delta}{2}$."
    ),
)

ENTRIES = (LATE_STEP, OPEN_INTERVAL, TIME_FOR_COUNT)
