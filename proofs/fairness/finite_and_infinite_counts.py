"""E4, E7, E9 (lines 676, 1591-1593, 1609-1610, 1617): what the counts L_i and the steps T_i are.

E4  Some L_i is infinite: k counts of at most L add up to at most kL pulls, and every step pulls, so
    that T <= kL at every T; at T = kL + 1 this is false.
E7  T_i = argmax_t N_i(t) is the step of the L_i-th pull. Not so: N_i(t) does not count step t, so
    it is L_i - 1 at that step and L_i from the next one on, for ever; the argmax is no single step.
    Nothing depends on it, since T > max T_j may be chosen later.
E9  "Note that L_j if finite for all i in C-bar" repeats an assumption; i should be j.
"""

from imab_verify.ledger import Entry, Reading, Severity, Slip, Status

COUNT_BEFORE_LAST_PULL = (
    "N = N(f), M = most before the last pull of f, B = N(f) before the last pull of f"
)

SOME_INFINITE = Entry(
    id="E4",
    lines="676,1591-1593",
    slug="some-arm-for-ever",
    title="Some arm is pulled infinitely often",
    statement="If every L_i were finite there would be no pull after step sum_i L_i.",
    literal=(
        Reading(
            "horizon_le_arms_times_largest_count",
            "if no arm has more than L pulls then T <= kL, whatever the policy is",
            "T <= k*L",
            given=("H <= L", "H >= 0"),
            policy="any",
            where="H = most",
        ),
    ),
    others=(
        Reading(
            "finite_counts_add_up",
            "j arms with S <= jL pulls, and one more with n <= L: S + n <= (j+1)L",
            "S + n <= (j+1)*L",
            given=("0 <= S", "S <= j*L", "0 <= n", "n <= L", "j >= 0"),
        ),
    ),
)

LAST_PULL = Entry(
    id="E7",
    lines="1609-1610",
    slug="last-pull-step",
    severity=Severity.SLIP,
    title="T_i is the step of the L_i-th pull",
    statement=(
        "T_i = argmax_t N_i(t) is the time step at which arm i is pulled for the L_i-th time."
    ),
    literal=(
        Reading(
            "count_at_last_pull_eq_total",
            (
                "N_i(t) does not count the pull at step t: at the step of the last pull it is "
                "claimed to be L_i already"
            ),
            "B == N",
            policy="algorithm-1",
            where=COUNT_BEFORE_LAST_PULL,
        ),
    ),
    negation=(
        Reading(
            "count_at_last_pull_lt_total",
            "at the step of the last pull the count is below L_i, always",
            "B < N",
            policy="algorithm-1",
            where=COUNT_BEFORE_LAST_PULL,
        ),
    ),
    repairs=(
        Reading(
            "count_at_last_pull_eq_total_pred",
            (
                "at the step of the last pull the count is L_i - 1; it is L_i from the next step "
                "on, for ever, so the argmax is not a single step"
            ),
            "B == N - 1",
            policy="algorithm-1",
            where=COUNT_BEFORE_LAST_PULL,
        ),
    ),
    convention="N_{i,t}, which is not defined, is read as N_i(t).",
    finding=(
        "N_i(t) excludes step t, so the maximum is first attained one step later, and "
        "then at all steps; the choice T > max T_j is unaffected."
    ),
    printed=(
        r"Let $T_i = \arg\max_{t\in \mathbb{N}}\{N_{i,t}\}$ for all $i\in [k]$. Note that if "
        r"$L_i$ is finite then $T_i$ is the time step at which arm $i$ is pulled for the $L_i$-th "
        r"time."
    ),
    corrected=(
        r"$T_i$, the step at which arm $i$ is pulled for the $L_i$-th time, is the last "
        r"$t$ with $N_{i,t} < L_i$."
    ),
)

FINITE = Entry(
    id="E9",
    lines="1617",
    slug="finite-counts",
    severity=Severity.SLIP,
    title="The counts of the other arms are finite",
    statement='"Note that L_j if finite for all i in C-bar."',
    slips=(
        Slip(
            line="1617",
            printed="Note that L_j if finite for all i in C-bar.",
            meant="L_j is finite for all j in C-bar.",
        ),
    ),
    kind=Status.NOT_FORMAL,
    reason="A slip of the pen (the bound index is j, and it is the assumption itself).",
)

ENTRIES = (SOME_INFINITE, LAST_PULL, FINITE)
