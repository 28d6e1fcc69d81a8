"""A3, A16-A19, A21: policy regret and competitive ratio (lines 183, 290-327).

    Regret(T) = sup_I [OPT(I,T) - E ALG(I,T)]
    CR(T)     = inf {alpha : alpha ALG(I,T) >= OPT(I,T) for all I}

Let y = OPT and x = ALG on an instance. If y >= a x and x > 0, every c < a has c x < a x <= y and is
no alpha of the definition: one instance bounds the ratio from below. With x = y = 0 that fails, so
x > 0 is needed. If y <= a x on every instance then alpha = a is one of the numbers, so the ratio
is at most a. Policy regret is the stronger notion: f(N+1) <= f(t) for N < t, so what an arm offers
along a run adds up to at most Rew(f,T).
"""

from imab_verify.ledger import Entry, Reading, Severity, Slip, Status

RATIO_INFORMALLY = Entry(
    id="A3",
    lines="183",
    slug="ratio-informally",
    severity=Severity.SLIP,
    title="The competitive ratio, informally",
    statement=(
        "The competitive ratio is the worst-case ratio of the algorithm's reward to the optimum."
    ),
    slips=(
        Slip(
            line="183",
            printed="the worst-case ratio of its reward to that of the offline optimal.",
            meant="of the offline optimal's reward to its own.",
        ),
    ),
    literal=(
        Reading(
            "ratio_of_reward_eq_ratio_of_optimum",
            "x = ALG, y = OPT: the ratio of the footnote is that of the definition",
            "x/y == y/x",
            given=("x > 0", "y > 0", "y >= x"),
            reals=("x", "y"),
        ),
    ),
    negation=(
        Reading(
            "ratio_of_reward_lt_ratio_of_optimum",
            "wherever OPT > ALG the one is below 1 and the other above",
            "x/y < y/x",
            given=("x > 0", "y > 0", "y > x"),
            reals=("x", "y"),
        ),
    ),
    finding="The definition has the ratio the other way round: OPT to ALG.",
    printed=(
        r"Informally, the competitive ratio of an algorithm is the worst-case ratio of its reward "
        r"to that of the offline optimal."
    ),
    corrected=(
        r"Informally, the competitive ratio of an algorithm is the worst-case ratio of the reward "
        r"of the offline optimal to its own."
    ),
)

POLICY_REGRET = Entry(
    id="A16",
    lines="296-305",
    slug="policy-regret",
    severity=Severity.REMARK,
    title="Policy regret",
    statement="The policy regret is the supremum over instances of OPT minus the expected ALG.",
    kind=Status.DEFINITION,
    reason="A definition.",
)

COMPETITIVE_RATIO = Entry(
    id="A17",
    lines="313-320",
    slug="competitive-ratio-definition",
    severity=Severity.REMARK,
    title="Competitive ratio",
    statement="CR(T) is the infimum of the alpha with alpha ALG(I,T) >= OPT(I,T) for all I.",
    kind=Status.DEFINITION,
    reason=(
        "A definition. The infimum is over the empty set, hence infinite, if some "
        "instance has ALG = 0 < OPT."
    ),
)

BELOW_BY_INSTANCES = Entry(
    id="A18",
    lines="326",
    slug="lower-bounds-by-instances",
    severity=Severity.REMARK,
    title="An instance bounds the ratio from below",
    statement="An instance with OPT/ALG >= a shows that the competitive ratio is at least a.",
    literal=(
        Reading(
            "ratio_ge_of_instance",
            (
                "x = ALG > 0, y = OPT and q = OPT/ALG on the instance: no c < a is one of the "
                "numbers in the definition"
            ),
            "c*x < y",
            given=("q*x == y", "q >= a", "c < a", "x > 0"),
            reals=("a", "c", "q", "x", "y"),
        ),
    ),
    others=(
        Reading(
            "ratio_ge_of_instance_with_alg_ge_zero",
            "OPT/ALG >= a read as OPT >= a ALG, with ALG = 0 allowed",
            "c >= a",
            integers=("c",),
            given=("c*x >= y", "y >= a*x", "x >= 0", "y >= 0"),
        ),
    ),
    relies_on=("A17",),
    convention="OPT/ALG is a number, so ALG > 0; where ALG = 0 < OPT no alpha serves at all.",
)

ABOVE_FOR_ALL = Entry(
    id="A19",
    lines="327",
    slug="upper-bounds-for-all",
    severity=Severity.REMARK,
    title="A bound for all instances bounds the ratio from above",
    statement="If OPT/ALG <= a for all instances then the competitive ratio is at most a.",
    literal=(
        Reading(
            "ratio_le_of_all_instances",
            ("q = OPT/ALG <= a on an instance: alpha = a is one of the numbers in the definition"),
            "a*x >= y",
            given=("q*x == y", "q <= a", "x >= 0"),
            reals=("a", "q", "x", "y"),
        ),
    ),
    relies_on=("A17",),
)

STRONGER_NOTION = Entry(
    id="A21",
    lines="290",
    slug="stronger-notion",
    severity=Severity.REMARK,
    title="Policy regret is the stronger notion",
    statement="Policy regret is a stronger notion of regret than external regret.",
    literal=(
        Reading(
            "offered_reward_le_reward_in_own_time",
            (
                "what arm f offers at step t of a run, with N <= t - 1 pulls so far, is at most "
                "what "
                "it pays at step t if it is always pulled"
            ),
            "f(N+1) <= f(t)",
            given=("0 <= N", "N <= t - 1"),
        ),
    ),
    prose=(
        (
            "summed over the steps, the best arm of the run's own rewards is at most OPT: external "
            "regret is at most policy regret"
        ),
    ),
    convention=(
        '"Stronger" is read as "at least as large on every run"; the example of the appendix (A25) '
        "shows that it can be larger."
    ),
)

ENTRIES = (
    RATIO_INFORMALLY,
    POLICY_REGRET,
    COMPETITIVE_RATIO,
    BELOW_BY_INSTANCES,
    ABOVE_FOR_ALL,
    STRONGER_NOTION,
)
