"""A3, A16-A19, A21: policy regret and competitive ratio (lines 183, 290-327).

    Regret(T) = sup_I [OPT(I,T) - E ALG(I,T)]
    CR(T)     = inf {alpha : alpha ALG(I,T) >= OPT(I,T) for all I}

Let y = OPT and x = ALG on an instance. If y >= a x and x > 0, every alpha = c of the definition has
c x >= y >= a x, so c >= a: one instance bounds the ratio from below. With x = y = 0 that fails, so
x > 0 is needed. If y <= a x on every instance then alpha = a is one of the numbers, so the ratio
is at most a.
"""

from imab_verify.ledger import Entry, Reading, Verdict

RATIO_INFORMALLY = Entry(
    id="A3",
    lines="183",
    slug="ratio-informally",
    title="The competitive ratio, informally",
    statement=(
        "The competitive ratio is the worst-case ratio of the algorithm's reward to the optimum."
    ),
    kind=Verdict.DEFINITION,
    reason="The later definition has the ratio the other way round: OPT to ALG.",
)

POLICY_REGRET = Entry(
    id="A16",
    lines="296-305",
    slug="policy-regret",
    title="Policy regret",
    statement="The policy regret is the supremum over instances of OPT minus the expected ALG.",
    kind=Verdict.DEFINITION,
    reason="A definition.",
)

COMPETITIVE_RATIO = Entry(
    id="A17",
    lines="313-320",
    slug="competitive-ratio-definition",
    title="Competitive ratio",
    statement="CR(T) is the infimum of the alpha with alpha ALG(I,T) >= OPT(I,T) for all I.",
    kind=Verdict.DEFINITION,
    reason=(
        "A definition. The infimum is over the empty set, hence infinite, if some "
        "instance has ALG = 0 < OPT."
    ),
)

BELOW_BY_INSTANCES = Entry(
    id="A18",
    lines="326",
    slug="lower-bounds-by-instances",
    title="An instance bounds the ratio from below",
    statement="An instance with OPT/ALG >= a shows that the competitive ratio is at least a.",
    literal=(
        Reading(
            name="ratio_ge_of_instance",
            says="with x = ALG > 0 and y = OPT, after clearing denominators",
            claim="c >= a",
            integers=("c",),
            given=("c*x >= y", "y >= a*x", "x >= 1"),
        ),
    ),
    others=(
        Reading(
            name="ratio_ge_of_instance_with_alg_ge_zero",
            says="OPT/ALG >= a read as OPT >= a ALG, with ALG = 0 allowed",
            claim="c >= a",
            integers=("c",),
            given=("c*x >= y", "y >= a*x", "x >= 0", "y >= 0"),
        ),
    ),
    relies_on=("A17",),
    convention="Rewards are rational, so ALG, OPT and the ratios can be scaled to integers.",
)

ABOVE_FOR_ALL = Entry(
    id="A19",
    lines="327",
    slug="upper-bounds-for-all",
    title="A bound for all instances bounds the ratio from above",
    statement="If OPT/ALG <= a for all instances then the competitive ratio is at most a.",
    literal=(
        Reading(
            name="ratio_le_of_all_instances",
            says="then alpha = a is one of the numbers in the definition",
            claim="a*x >= y",
            given=("y <= a*x", "x >= 0"),
        ),
    ),
    relies_on=("A17",),
)

STRONGER_NOTION = Entry(
    id="A21",
    lines="290",
    slug="stronger-notion",
    title="Policy regret is the stronger notion",
    statement="Policy regret is a stronger notion of regret than external regret.",
    kind=Verdict.NOT_FORMAL,
    reason="A comparison of notions; the example of the appendix (A25) shows the difference.",
)

ENTRIES = (
    RATIO_INFORMALLY,
    POLICY_REGRET,
    COMPETITIVE_RATIO,
    BELOW_BY_INSTANCES,
    ABOVE_FOR_ALL,
    STRONGER_NOTION,
)
