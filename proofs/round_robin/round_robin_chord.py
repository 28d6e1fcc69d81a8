"""C9: Ar(OADQO) <= Ar(OBCQO)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C9",
    lines="1076-1079",
    slug="round-robin-chord",
    title="Ar(OADQO) <= Ar(OBCQO)",
    statement=(
        "The area under the tangent at E is at most the area under the chord through B "
        "and E, both up to T + 1."
    ),
    literal=(
        Reading(
            name="c9_literal_1",
            says="every k",
            claim="m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    repairs=(
        Reading(
            name="c9_repair_1",
            says="steepest tangent, k >= 2",
            claim="m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="c9_repair_2",
            says="flattest tangent, k >= 2",
            claim="m*(2*f(m) + (f(m+1)-f(m))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    relies_on=("C10", "C11", "C12"),
    finding="For k = 1 the point E lies right of the middle and the tangent has the larger area.",
)
