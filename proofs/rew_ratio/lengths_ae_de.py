"""D16: AE = alpha(T+1) >= (1-alpha)(T+1) = DE."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D16",
    lines="1257",
    slug="lengths-ae-de",
    title="AE = alpha(T+1) >= (1-alpha)(T+1) = DE",
    statement=(
        "With A = (0, f(m)), E = (m, f(m)), D = (T+1, f(m)) and m = alpha T: AE = "
        "alpha(T+1), DE = (1-alpha)(T+1) and AE >= DE."
    ),
    literal=(
        Reading(
            name="d16_literal_1",
            says="AE = alpha(T+1)",
            claim="m == m/T*(T+1)",
            given=("2*m >= T",),
        ),
        Reading(
            name="d16_literal_2",
            says="AE >= DE",
            claim="m >= T+1-m",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    others=(
        Reading(
            name="d16_other_1",
            says="the printed lengths compared with each other",
            claim="m/T*(T+1) >= (1-m/T)*(T+1)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    repairs=(
        Reading(
            name="d16_repair_1",
            says="AE >= DE if alpha T >= (T+1)/2",
            claim="m >= T+1-m",
            given=("2*m >= T+1", "m <= T"),
        ),
        Reading(
            name="d16_repair_2",
            says="AE >= DE - 1",
            claim="m >= T-m",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    convention="Q, C and D lie on x = T+1, as area(OADQ) = (T+1) f(alpha T) says.",
    finding=(
        "E lies at x = alpha T, so AE = alpha T and DE = T+1-alpha T, and at alpha = 1/2 AE < DE."
    ),
)
