"""F11: fairness with a rate. Once the largest count is L, every arm has Delta_i(N_i) <= 2/L.

Let L >= 3 and let g be the arm that first got L pulls. With M = L-1 pulls it was the most pulled
arm, and it was chosen, so with f at B <= M pulls

    M >= Rew(g,M) >= P(f,B,M) >= M(M+1)/2 Delta(f,B) >= M(M+1)/2 Delta(f,N),

because rewards are at most 1 and f(n) >= n Delta(f,B) for n <= B. For L <= 2 it says no more than
Delta <= 1. Some arm has T/k pulls or more, so L >= T/k and Delta_i(N_i(T)) <= 2k/T: an arm whose
last increment is 1/r or more is pulled again by step 2kr + 1. This is the paper's fairness theorem
with a rate.
"""

from imab_verify.ledger import Entry, Reading, Severity, play

FINAL_COUNTS = "N = N(f), L = most"

INCREMENT_LE_OF_LARGEST_COUNT = Reading(
    "increment_le_of_largest_count",
    "an arm with N >= 1 pulls, once the largest count is L",
    "L*Delta(f,N) <= 2",
    policy="algorithm-1",
    where=FINAL_COUNTS,
)

INCREMENT_LE_OF_HORIZON = Reading(
    "increment_le_of_horizon",
    "in terms of T: an arm with increment 1/r or more is pulled again by step 2kr + 1",
    "T*Delta(f,N) <= 2*k",
    policy="algorithm-1",
    where=FINAL_COUNTS,
)

ENTRY = Entry(
    id="F11",
    lines="beyond",
    slug="increments-fall",
    severity=Severity.LEMMA,
    title="Fairness with a rate: Delta_i(N_i) <= 2/L",
    statement=(
        "In every run of Algorithm 1, once the largest count is L, Delta_i(N_i) <= 2/L for every "
        "arm that was pulled; so Delta_i(N_i(T)) <= 2k/T."
    ),
    literal=(INCREMENT_LE_OF_LARGEST_COUNT, INCREMENT_LE_OF_HORIZON),
    others=(
        Reading(
            "increment_lt_of_largest_count",
            "as a strict inequality",
            "L*Delta(f,N) < 2",
            policy="algorithm-1",
            where=FINAL_COUNTS,
            tries=(play("1", "min(n, 1)", T=3, f=2),),
        ),
    ),
    convention="An arm without pulls has no increment: N >= 1.",
)
