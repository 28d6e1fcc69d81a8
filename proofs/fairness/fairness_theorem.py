"""E1: Fairness theorem."""

from imab_verify.ledger import Entry, Reading, bound, combine
from proofs.runs import LAST_PULL_OF_G

E1_LITERAL_1 = Reading(
    name="e1_literal_1",
    says=(
        "the most pulled arm, at M pulls, is not pulled again while f waits with L pulls "
        "and Delta(f,L) >= 1/r, unless M < 2L + 2r"
    ),
    claim="M < 2*L + 2*r",
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

E1_LITERAL_2 = Reading(
    name="e1_literal_2",
    says="an arm that has stopped improving stays where it is",
    claim="f(n) == f(L)",
    given=("Delta(f,L) <= 0", "n >= L"),
)

ENTRY = Entry(
    id="E1",
    lines="512-518",
    slug="fairness-theorem",
    title="Fairness theorem",
    statement="For every arm i and eps in (0, a_i] there is a T with a_i - f_i(N_i(T)) <= eps.",
    literal=(E1_LITERAL_1, E1_LITERAL_2),
    prose=(
        (
            "counting: if no arm has more than M pulls then at most k*M pulls have been "
            "made, so an arm that may not be passed by any level M is pulled again by step "
            "k*M + 1"
        ),
        (
            "a limit: an arm that is pulled for ever takes the values f(n) for all n, which "
            "tend to a_i"
        ),
    ),
    relies_on=("E3", "E5", "E6"),
    finding=(
        "The statement gives no horizon; an arm with L pulls and increment at least 1/r "
        "is pulled again by step k(2L + 2r) + 1."
    ),
)
