"""C2: Round-robin theorem: 8k^2 >= CR >= k^2/2."""

from imab_verify.ledger import Entry, Reading
from proofs.round_robin.round_robin_order import A4_REPAIR_1, A4_REPAIR_2

ENTRY = Entry(
    id="C2",
    lines="409-413",
    slug="round-robin-ratio",
    title="Round-robin theorem: 8k^2 >= CR >= k^2/2",
    statement="8k^2 >= CR_RR(T) >= k^2/2.",
    literal=(
        Reading(
            name="c2_literal_1",
            says="upper bound, every T",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            policy="round-robin",
        ),
        Reading(
            name="c2_literal_2",
            says="lower bound: the line as last arm has ratio T(T+1)/(q(q+1))",
            claim="T*(T+1) >= k**2/2*q*(q+1)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    others=(
        Reading(
            name="c2_other_1",
            says="upper bound from T = k on",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            given=("T//k >= 1",),
            policy="round-robin",
        ),
    ),
    repairs=(
        Reading(
            name="c2_repair_1",
            says="every k and T: OPT <= T(T+1)/(q(q+1)) ALG, q = floor(T/k)",
            claim="(T//k)*(T//k+1)*OPT(T) <= T*(T+1)*ALG(T)",
            policy="round-robin",
        ),
        Reading(
            name="c2_repair_2",
            says="attained: q pulls of the line n/T pay at most q(q+1)/(2T), T pulls (T+1)/2",
            claim="2*T*Rew(f,q) <= q*(q+1)",
            given=("0 <= q", "q <= T", "f(1) <= 1/T"),
        ),
        Reading(
            name="c2_repair_3",
            says="the last arm of k gets (T-k+k)//k = floor(T/k) pulls",
            claim="(T-i+k)//k == T//k",
            given=("i == k",),
        ),
        A4_REPAIR_1,
        A4_REPAIR_2,
    ),
    relies_on=("C3", "C4", "C5", "C6", "C17"),
    convention="the theorem names no T; its proof begins with T >= 2k",
    finding=(
        "For T < k the last arm is never pulled and no bound holds; from T = k on the "
        "ratio is exactly T(T+1)/(q(q+1)), q = floor(T/k), which lies between k(k+1)/2 "
        "and k(2k-1)."
    ),
)
