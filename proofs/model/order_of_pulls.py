"""A13: The order of pulls does not matter."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A13",
    lines="248-254",
    slug="order-of-pulls",
    title="The order of pulls does not matter",
    statement="ALG(T) = sum over t of f_{i_t}(N_{i_t}(t)+1) = sum over i of Rew_i(N_i(T+1)).",
    literal=(
        Reading(
            name="a13_literal_1",
            says="a pull adds the next reward to the total of its arm",
            claim="Rew(f,N+1) - Rew(f,N) == f(N+1)",
            given=("N >= 0",),
        ),
        Reading(
            name="a13_literal_2",
            says="before any pull the total is 0",
            claim="Rew(f,N) == 0",
            given=("N == 0",),
        ),
    ),
    prose=("induction on the steps: each step adds f_i(N_i+1) to exactly one arm's total",),
)
