"""A4: The competitive ratio of round robin is of order k^2."""

from imab_verify.ledger import Entry, Reading

A4_REPAIR_1 = Reading(
    name="a4_repair_1",
    says="from T = k on at most k(2k-1)",
    claim="OPT(T) <= k*(2*k-1)*ALG(T)",
    given=("T//k >= 1",),
    policy="round-robin",
)

A4_REPAIR_2 = Reading(
    name="a4_repair_2",
    says="from T = k on at least k(k+1)/2",
    claim="2*T*(T+1) >= k*(k+1)*q*(q+1)",
    given=("T >= k", "0 <= q", "k*q <= T", "T < k*(q+1)"),
)

ENTRY = Entry(
    id="A4",
    lines="196,343",
    slug="round-robin-order",
    title="The competitive ratio of round robin is of order k^2",
    statement="CR_RR(T) = Theta(k^2).",
    literal=(
        Reading(
            name="a4_literal_1",
            says="some constant: ALG = 0 only where OPT = 0",
            claim="OPT(T) <= 0",
            given=("ALG(T) == 0",),
            policy="round-robin",
        ),
    ),
    repairs=(A4_REPAIR_1, A4_REPAIR_2),
    relies_on=("C2",),
    finding=(
        "True from T = k on, where the ratio lies between k(k+1)/2 and k(2k-1); for T < "
        "k the last arm is never pulled and the ratio is infinite."
    ),
)
