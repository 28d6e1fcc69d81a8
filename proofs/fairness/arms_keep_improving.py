"""E2: All arms are pulled until they reach their potential."""

from imab_verify.ledger import Entry, Reading, bound, combine
from proofs.fairness.fairness_theorem import E1_LITERAL_1
from proofs.runs import LAST_PULL_OF_G

E2_OTHER_1 = Reading(
    name="e2_other_1",
    says="the level M at which an arm may still wait satisfies (M-L)(M-L+1) <= 2rM",
    claim="(M-L)*(M-L+1) <= 2*r*M",
    given=("M == N - 1", "r*Delta(f,L) >= 1"),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_G,
    by=(
        combine(
            {"given 2": "(M-L)*(M-L+1)", "P(g,N-1,M) >= P(f,L,M)": "2*r"},
            bounds=[bound("g", at="M", times="2*r*M")],
        ),
        combine(),
    ),
)

ENTRY = Entry(
    id="E2",
    lines="520,555,688",
    slug="arms-keep-improving",
    title="All arms are pulled until they reach their potential",
    statement="The algorithm keeps pulling an arm as long as it is improving.",
    literal=(E1_LITERAL_1,),
    others=(E2_OTHER_1,),
    prose=(
        (
            "counting: if no arm has more than M pulls then at most k*M pulls have been "
            "made, so an arm that may not be passed by any level M is pulled again by step "
            "k*M + 1"
        ),
    ),
    relies_on=("E3",),
    convention=(
        '"Reach" is read as "come arbitrarily close": a strictly increasing arm never '
        "attains its limit."
    ),
)
