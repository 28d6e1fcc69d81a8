"""C17: ... <= k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C17",
    lines="1149-1151",
    slug="round-robin-final-steps",
    title="... <= k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2",
    statement=(
        "f(T/k)/(f(1) + f(T/k)) <= 1, so the ratio is at most k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2."
    ),
    literal=(
        Reading(
            name="c17_literal_1",
            says="f(m) <= f(1) + f(m)",
            claim="f(m) <= f(1) + f(m)",
        ),
        Reading(
            name="c17_literal_2",
            says="the numbers",
            claim="k**2*(T+1)**2/T**2 <= 4*k**2 and 4*k**2 <= 8*k**2",
        ),
    ),
    repairs=(
        Reading(
            name="c17_repair_1",
            says="T = km: the exact ratio T(T+1)/(m(m+1)) is k^2 (T+1)/(T+k), at most k^2",
            claim="k*m*(k*m+1)*(k*m+k) == k**2*(k*m+1)*m*(m+1) and k**2*(k*m+1) <= k**2*(k*m+k)",
        ),
    ),
    relies_on=("C16",),
)
