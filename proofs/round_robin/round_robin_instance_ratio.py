"""C5: The ratio on the instance is at least k^2/2."""

from imab_verify.ledger import Entry, Reading
from proofs.round_robin.round_robin_order import A4_REPAIR_2

ENTRY = Entry(
    id="C5",
    lines="1042-1044",
    slug="round-robin-instance-ratio",
    title="The ratio on the instance is at least k^2/2",
    statement="For T >= k, OPT/RR >= (T+1)/(T+k) k^2 >= k^2/2.",
    literal=(
        Reading(
            name="c5_literal_1",
            says="c = ceil(T/k) pulls of the line: T(T+1)/(c(c+1)) >= k^2 (T+1)/(T+k)",
            claim="T*(T+k) >= k**2*c*(c+1)",
            given=("T >= k", "T <= k*c", "k*(c-1) < T"),
        ),
        Reading(
            name="c5_literal_2",
            says="(T+1)/(T+k) k^2 >= k^2/2",
            claim="(T+1)/(T+k)*k**2 >= k**2/2",
            given=("T >= k",),
        ),
    ),
    others=(
        Reading(
            name="c5_other_1",
            says="the printed instance, ratio at least k^2/2",
            claim="T*(T+1) >= k**2/2*c*(c+1)",
            given=("T >= k", "T <= k*c", "k*(c-1) < T"),
        ),
    ),
    repairs=(
        Reading(
            name="c5_repair_1",
            says="the line as last arm, q = floor(T/k) pulls",
            claim="T*(T+k) >= k**2*q*(q+1)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        A4_REPAIR_2,
        Reading(
            name="c5_repair_3",
            says="where T = kc",
            claim="k*c*(k*c+k) >= k**2*c*(c+1)",
        ),
    ),
    relies_on=("C3", "C4"),
    finding=(
        "If k does not divide T the first arm gets too many pulls and the ratio can be "
        "below k^2/2 (k = 3, T = 4: 20/6 < 9/2); with the line as last arm the bound "
        "holds for every T."
    ),
)
