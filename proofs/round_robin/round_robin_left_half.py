"""C11: FE = T/k <= T - T/k = GE."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C11",
    lines="1112",
    slug="round-robin-left-half",
    title="FE = T/k <= T - T/k = GE",
    statement="FE = T/k <= T - T/k = GE.",
    literal=(
        Reading(
            name="c11_literal_1",
            says="T/k <= T - T/k",
            claim="m <= T - m",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    others=(
        Reading(
            name="c11_other_1",
            says="GE = T - T/k where the figure ends at x = T + 1",
            claim="T - m == T + 1 - m",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    repairs=(
        Reading(
            name="c11_repair_1",
            says="k >= 2",
            claim="m <= T - m",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    finding=(
        "For k = 1 it says T <= 0; for k >= 2 it holds, and more so for the true length "
        "GE = T + 1 - T/k."
    ),
)
