"""A13: the order of pulls does not matter (lines 248-254).

    ALG(T) = sum_t f_{i_t}(N_{i_t}(t) + 1) = sum_i Rew_i(N_i(T+1)).

By induction on the steps: Rew(f,0) = 0, and a pull of an arm with N pulls before adds f(N+1) to
both sides, since Rew(f,N+1) = Rew(f,N) + f(N+1). The induction itself is prose.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.model.reward_functions import REW_SUCC

ENTRY = Entry(
    id="A13",
    lines="248-254",
    slug="order-of-pulls",
    severity=Severity.REMARK,
    title="The order of pulls does not matter",
    statement="ALG(T) = sum over t of f_{i_t}(N_{i_t}(t)+1) = sum over i of Rew_i(N_i(T+1)).",
    literal=(
        REW_SUCC,
        Reading("rew_zero", "before any pull the total is 0", "Rew(f,N) == 0", given=("N == 0",)),
    ),
    others=(
        Reading(
            "alg_eq_rews_of_two_arms",
            "two arms, in every run of every algorithm",
            "ALG(T) == Rew(f,N) + Rew(g,B)",
            given=("k == 2", "N >= 0", "B >= 0"),
            arms="f, g",
            policy="any",
            where="N = N(f), B = N(g), f and g are different arms",
        ),
    ),
    prose=("induction on the steps: each step adds f_i(N_i+1) to exactly one arm's total",),
)
