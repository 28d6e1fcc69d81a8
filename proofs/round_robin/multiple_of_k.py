"""C6 (line 1047): T is a multiple of k for simplicity.

The upper bound 8k^2 does hold without it, from T = k on and so for T >= 2k, as the proof assumes.
But the assumption changes the constant: where k divides T the exact ratio T(T+1)/(q(q+1)) is at
most k^2, otherwise it can reach k(3k-1)/2 (T = 3k-1), and k(2k-1) below 2k. For an arbitrary T the
bound is false.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.round_robin.round_robin_theorem import ROUND_ROBIN_OPT_LE_8_SQ

ENTRY = Entry(
    id="C6",
    lines="1047",
    slug="round-robin-multiple",
    severity=Severity.REMARK,
    title="T is a multiple of k for simplicity",
    statement=(
        "That T is a multiple of k is assumed for simplicity only: the upper bound holds "
        "for an arbitrary T."
    ),
    literal=(
        Reading(
            "round_robin_opt_le_8_sq_from_2k",
            "T >= 2k, as the proof says",
            "OPT(T) <= 8*k**2*ALG(T)",
            given=("T >= 2*k",),
            policy="round-robin",
        ),
    ),
    others=(ROUND_ROBIN_OPT_LE_8_SQ,),
    repairs=(
        Reading(
            "exact_ratio_le_from_2k",
            "T >= 2k, the exact ratio T(T+1)/(q(q+1)) is at most k(3k-1)/2",
            "2*T*(T+1) <= k*(3*k-1)*q*(q+1)",
            given=("q >= 2", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    finding=(
        "Harmless from T = k on; where k divides T the ratio is below k^2, otherwise it "
        "can reach k(3k-1)/2 (T = 3k-1) and, below 2k, k(2k-1)."
    ),
)
