"""E7: T_i is the step of the L_i-th pull."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E7",
    lines="1609-1610",
    slug="last-pull-step",
    title="T_i is the step of the L_i-th pull",
    statement=(
        "T_i = argmax_t N_i(t) is the time step at which arm i is pulled for the L_i-th time."
    ),
    literal=(
        Reading(
            name="e7_literal_1",
            says=(
                "N_i(t) does not count the pull at step t: at the step of the last pull it is "
                "claimed to be L_i already"
            ),
            claim="B == N",
            policy="algorithm-1",
            where=(
                "N = N(f), M = most before the last pull of f, B = N(f) before the last pull of f"
            ),
        ),
    ),
    repairs=(
        Reading(
            name="e7_repair_1",
            says=(
                "at the step of the last pull the count is L_i - 1; it is L_i from the next step "
                "on, for ever, so the argmax is not a single step"
            ),
            claim="B == N - 1",
            policy="algorithm-1",
            where=(
                "N = N(f), M = most before the last pull of f, B = N(f) before the last pull of f"
            ),
        ),
    ),
    convention="N_{i,t}, which is not defined, is read as N_i(t).",
    finding=(
        "N_i(t) excludes step t, so the maximum is first attained one step later, and "
        "then at all steps; the choice T > max T_j is unaffected."
    ),
)
