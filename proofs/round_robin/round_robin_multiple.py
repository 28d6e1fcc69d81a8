"""C6: T is a multiple of k for simplicity."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C6",
    lines="1047",
    slug="round-robin-multiple",
    title="T is a multiple of k for simplicity",
    statement=(
        "That T is a multiple of k is assumed for simplicity only: the upper bound holds "
        "for an arbitrary T."
    ),
    literal=(
        Reading(
            name="c6_literal_1",
            says="T >= 2k, as the proof says",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            given=("T >= 2*k",),
            policy="round-robin",
        ),
    ),
    others=(
        Reading(
            name="c6_other_1",
            says="an arbitrary T",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            policy="round-robin",
        ),
    ),
    repairs=(
        Reading(
            name="c6_repair_1",
            says="T >= 2k, the exact ratio T(T+1)/(q(q+1)) is at most k(3k-1)/2",
            claim="2*T*(T+1) <= k*(3*k-1)*q*(q+1)",
            given=("q >= 2", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    finding=(
        "Harmless from T = k on; where k divides T the ratio is below k^2, otherwise it "
        "can reach k(3k-1)/2 (T = 3k-1) and, below 2k, k(2k-1)."
    ),
)
