"""B5: The main-text family is an IMAB instance."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B5",
    lines="374-389",
    slug="main-family-valid",
    title="The main-text family is an IMAB instance",
    statement=(
        "With N = ceil(T/k), n/(kN) up to N then 1/k, and n/(kN) up to kN then 1, are "
        "reward functions for all k and T."
    ),
    literal=(
        Reading(
            name="b5_literal_1",
            says="values on the lines are in [0,1]",
            claim="0 <= n/(k*N) and n/(k*N) <= 1",
            given=("T <= k*N", "k*(N-1) < T", "0 <= n", "n <= k*N"),
        ),
        Reading(
            name="b5_literal_2",
            says="at n = N + 1 the capped arm grows by no less than 0 and no more than before",
            claim="0 <= 1/k - N/(k*N) and 1/k - N/(k*N) <= 1/(k*N) and 1/k <= 1",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
        Reading(
            name="b5_literal_3",
            says="at n = kN + 1 so does the arm that goes on",
            claim="0 <= 1 - k*N/(k*N) and 1 - k*N/(k*N) <= 1/(k*N)",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
)
