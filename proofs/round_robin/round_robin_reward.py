"""C4: RR(I,T) = (T+k)/(2k^2)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C4",
    lines="1039",
    slug="round-robin-reward",
    title="RR(I,T) = (T+k)/(2k^2)",
    statement="On the instance RR(I,T) = sum_{n=1}^{T/k} n/T = (T+k)/(2k^2).",
    literal=(
        Reading(
            name="c4_literal_1",
            says="the first arm gets c = ceil(T/k) pulls, which pay c(c+1)/(2T)",
            claim="c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            given=("T <= k*c", "k*(c-1) < T"),
        ),
    ),
    others=(
        Reading(
            name="c4_other_1",
            says="T >= 2k, as the proof says",
            claim="c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            given=("T <= k*c", "k*(c-1) < T", "T >= 2*k"),
        ),
    ),
    repairs=(
        Reading(
            name="c4_repair_1",
            says="where k divides T, times 2Tk^2",
            claim="k**2*c*(c+1) == T*(T+k)",
            given=("T == k*c",),
        ),
        Reading(
            name="c4_repair_2",
            says="the line as last arm: q = floor(T/k) pulls pay at most that",
            claim="2*k**2*q*(q+1) <= 2*T*(T+k)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    relies_on=("C1",),
    finding=(
        "The line is the first arm, which is pulled ceil(T/k) times, so the value holds "
        "only where k divides T; that T is a multiple of k is said later, for the upper "
        "bound."
    ),
)
