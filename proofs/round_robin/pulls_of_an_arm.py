"""C1 (line 402): round robin pulls each arm at least floor(T/k) times.

Arm i is pulled at the steps i, i+k, i+2k, ... up to T, so n = floor((T-i+k)/k) times: the n-th of
these steps is at most T and the next one is not. For i <= k this is floor(T/k) or one more, and the
kernel knows that of every run.
"""

from imab_verify.ledger import Entry, Reading

SHARE_LE_PULLS_OF_RUN = Reading(
    "share_le_pulls_of_run",
    "in the run itself",
    "N >= T//k",
    given=("N >= 0", "T >= 0"),
    policy="round-robin",
    where="N = N(f)",
)

ENTRY = Entry(
    id="C1",
    lines="402",
    slug="round-robin-pulls",
    title="Round robin pulls each arm at least floor(T/k) times",
    statement="After T rounds each arm has been pulled at least floor(T/k) times.",
    literal=(SHARE_LE_PULLS_OF_RUN,),
    others=(
        Reading(
            "pulls_of_run_le_ceil_share",
            "and at most ceil(T/k) times",
            "N <= ceil(T/k)",
            given=("N >= 0", "T >= 0"),
            policy="round-robin",
            where="N = N(f)",
        ),
        Reading(
            "share_le_pulls_of_arm",
            "arm i is pulled at steps i, i+k, ..., (T-i+k)//k times in all",
            "(T-i+k)//k >= T//k",
            given=("1 <= i", "i <= k"),
        ),
        Reading(
            "last_step_of_arm_le_horizon_lt_next",
            "the last of these steps is at most T, the next one after T",
            "i + (n-1)*k <= T and T < i + n*k",
            given=("1 <= i", "i <= k", "0 <= n", "n == (T-i+k)//k"),
        ),
        Reading(
            "pulls_of_arm_le_share_succ",
            "and at most one time more",
            "(T-i+k)//k <= T//k + 1",
            given=("1 <= i", "i <= k"),
        ),
    ),
)
