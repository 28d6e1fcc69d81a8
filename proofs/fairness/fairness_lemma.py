"""E3, E2, E18 (lines 671-674; 520, 555, 688; 1596-1604, 1665): the fairness lemma.

E3   If L_i = max_t N_i(t) is finite then Delta_i(L_i) = 0.
E2   Announced before: the algorithm keeps pulling an arm as long as it improves. With a rate (F11):
     T Delta_i(N_i(T)) <= 2k at every T.
E18  How the paper proves it: the lemma cannot hold for exactly l arms, 1 <= l < k.

Let f wait with L pulls and Delta(f,L) >= 1/r, and let g be the most pulled arm, with M pulls. If g
is pulled once more, its estimate was maximal, and rewards are at most 1:

    (M-L)(M-L+1)/2 Delta(f,L) <= P(f,L,M) <= P(g,M,M) = Rew(g,M) <= M,

so (M-L)(M-L+1) <= 2rM, which is false from M = 2L + 2r on. While f waits no arm gets more than
2L + 2r pulls, and after k(2L + 2r) + 1 steps one would have. No induction on arms is needed.
"""

from imab_verify.ledger import Entry, Reading, Severity, bound, combine
from proofs.fairness.increments_fall import INCREMENT_LE_OF_HORIZON
from proofs.runs import LAST_PULL_OF_G

COUNTING = (
    "counting: if no arm has more than M pulls then at most k*M pulls have been "
    "made, so an arm that may not be passed by any level M is pulled again by step "
    "k*M + 1"
)

ARCHIMEDES = (
    "a limit: while arm i waits with L_i pulls, T*Delta_i(L_i) <= 2k at every T, and a number "
    "x >= 0 with T*x <= 2k for all T is 0"
)

ESTIMATES_COMPARED = (
    combine(
        {"given 2": "(M-L)*(M-L+1)", "P(g,N-1,M) >= P(f,L,M)": "2*r"},
        bounds=[bound("g", at="M", times="2*r*M")],
    ),
    combine(),
)

LEVEL_LT_WHILE_ARM_WAITS = Reading(
    "level_lt_while_arm_waits",
    (
        "the most pulled arm, at M pulls, is not pulled again while f waits with L pulls "
        "and Delta(f,L) >= 1/r, unless M < 2L + 2r"
    ),
    "M < 2*L + 2*r",
    given=("M == N - 1", "r*Delta(f,L) >= 1"),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_G,
    by=ESTIMATES_COMPARED,
)

LEVEL_QUADRATIC_WHILE_ARM_WAITS = Reading(
    "level_quadratic_while_arm_waits",
    "the level M at which an arm may still wait satisfies (M-L)(M-L+1) <= 2rM",
    "(M-L)*(M-L+1) <= 2*r*M",
    given=("M == N - 1", "r*Delta(f,L) >= 1"),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_G,
    by=ESTIMATES_COMPARED,
)

LEMMA = Entry(
    id="E3",
    lines="671-674",
    slug="fairness-lemma",
    severity=Severity.LEMMA,
    title="Fairness lemma",
    statement="If L_i = max_t N_i(t) is finite then Delta_i(L_i) = 0.",
    literal=(INCREMENT_LE_OF_HORIZON,),
    others=(LEVEL_LT_WHILE_ARM_WAITS, LEVEL_QUADRATIC_WHILE_ARM_WAITS),
    prose=(ARCHIMEDES,),
    relies_on=("E4", "E8", "E12", "E13", "E14", "E15", "E16", "E17", "E18"),
    finding=(
        "An arm with increment at least 1/r is pulled again by step 2kr + 1, and before any arm "
        "gets more than 2L + 2r pulls if it has L."
    ),
)

ANNOUNCED = Entry(
    id="E2",
    lines="520,555,688",
    slug="arms-keep-improving",
    severity=Severity.REMARK,
    title="All arms are pulled until they reach their potential",
    statement="The algorithm keeps pulling an arm as long as it is improving.",
    literal=(INCREMENT_LE_OF_HORIZON,),
    others=(LEVEL_LT_WHILE_ARM_WAITS, LEVEL_QUADRATIC_WHILE_ARM_WAITS),
    prose=(ARCHIMEDES,),
    relies_on=("E3",),
    convention=(
        '"Reach" is read as "come arbitrarily close": a strictly increasing arm never '
        "attains its limit (E1). An arm improves as long as its last increment is not 0."
    ),
)

INDUCTION = Entry(
    id="E18",
    lines="1596-1604,1665",
    slug="induction-on-arms",
    title="The contradiction holds for every number of arms in C",
    statement="The lemma cannot hold for exactly l arms, 1 <= l < k; hence it holds for all.",
    literal=(
        Reading(
            "estimate_gt_estimate_of_c_at_large_level",
            (
                "at every level M >= 4L + 4r the estimate of arm m, which waits with L pulls and "
                "Delta >= 1/r, is above that of every arm g of C, 2 Delta(g,a) < Delta"
            ),
            "P(f,L,M) > P(g,a,M)",
            given=(
                "2*Delta(g,a) < Delta(f,L)",
                "r*Delta(f,L) >= 1",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "M >= 4*L + 4*r",
            ),
            arms="f, g",
            by=(
                combine(
                    {"given 1": "r*(M-a)*(M-a+1)", "given 2": "2*(M-L)*(M-L+1) - (M-a)*(M-a+1)"},
                    scale="4*r",
                    bounds=[bound("g", at="a", times="4*r*M")],
                ),
            ),
        ),
    ),
    prose=(
        COUNTING,
        "so at such a level an arm of C-bar is pulled after its last pull, whatever l is",
    ),
    relies_on=("E4", "E12", "E17"),
)

ENTRIES = (LEMMA, ANNOUNCED, INDUCTION)
