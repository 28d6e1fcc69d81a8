"""C13: The line through B and C."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C13",
    lines="1133",
    slug="round-robin-line",
    title="The line through B and C",
    statement=(
        "y = k(f(T/k) - f(0))x/T + f(0) is the line through B = (0, f(0)) and C, and E is on it."
    ),
    literal=(
        Reading(
            name="c13_literal_1",
            says="at x = 0 and at x = m = T/k",
            claim="k*(f(m)-f(0))*0/T + f(0) == f(0) and k*(f(m)-f(0))*m/T + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
)
