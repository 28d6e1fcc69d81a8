"""D13: Claim: Rew(T) <= (5T/4) f(alpha T)."""

from imab_verify.ledger import Entry, Reading

D13_LITERAL_1 = Reading(
    name="d13_literal_1",
    says="alpha T = m is an integer",
    claim="Rew(f,T) <= 5*T/4*f(m)",
    given=("2*m >= T",),
)

D13_REPAIR_1 = Reading(
    name="d13_repair_1",
    says="integers, T >= 3",
    claim="Rew(f,T) <= 5*T/4*f(m)",
    given=("2*m >= T", "T >= 3"),
)

D13_REPAIR_4 = Reading(
    name="d13_repair_4",
    says="T+1 in place of 5T/4, all T",
    claim="Rew(f,T) <= (T+1)*f(m)",
    given=("2*m >= T",),
)

ENTRY = Entry(
    id="D13",
    lines="1229-1232",
    slug="rew-below-five-quarters",
    title="Claim: Rew(T) <= (5T/4) f(alpha T)",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2.",
    literal=(D13_LITERAL_1,),
    others=(
        Reading(
            name="d13_other_1",
            says="rounded down, T >= 6",
            claim="Rew(f,T) <= 5*T/4*f(T//2)",
            given=("T >= 6",),
        ),
        Reading(
            name="d13_other_2",
            says="f(0) is not known",
            claim="Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T",),
            arms="f: concave-from-1",
        ),
    ),
    repairs=(
        D13_REPAIR_1,
        Reading(
            name="d13_repair_2",
            says="T = 1",
            claim="Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T", "T == 1"),
        ),
        Reading(
            name="d13_repair_3",
            says="T = 2, m >= 2",
            claim="Rew(f,T) <= 5*T/4*f(m)",
            given=("m >= 2", "T == 2"),
        ),
        D13_REPAIR_4,
        Reading(
            name="d13_repair_5",
            says="rounded down, odd T >= 9",
            claim="Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            given=("m >= 4",),
        ),
    ),
    relies_on=("D15", "D17"),
    convention="m = alpha T.",
    finding=(
        "False at T = 2, alpha = 1/2 (f(n) = n: 3 > 5/2); true for every other integer "
        "alpha T, and T+1 in place of 5T/4 is always enough."
    ),
)
