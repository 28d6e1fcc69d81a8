"""D14: Rew(alpha T)/Rew(T) >= 2 alpha/5 >= 1/5."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="D14",
    lines="1235-1237",
    slug="rew-ratio-linear",
    title="Rew(alpha T)/Rew(T) >= 2 alpha/5 >= 1/5",
    statement="Rew(m)/Rew(T) >= 2m/(5T) >= 1/5 for m = alpha T >= T/2.",
    literal=(
        Reading(
            name="d14_literal_1",
            says="the ratio",
            claim="Rew(f,m)/Rew(f,T) >= 2*m/(5*T)",
            given=("2*m >= T",),
        ),
        Reading(
            name="d14_literal_2",
            says="2 alpha/5 >= 1/5",
            claim="2*m/(5*T) >= 1/5",
            given=("2*m >= T",),
        ),
        Reading(
            name="d14_literal_3",
            says="the two bounds give it",
            claim="Rew(f,m)/Rew(f,T) >= 2*m/(5*T)",
            given=("Rew(f,m) >= m/2*f(m)", "Rew(f,T) <= 5*T/4*f(m)", "2*m >= T"),
            by=(combine({"given 1": "5*T", "given 2": "2*m"}, scale="5"),),
        ),
    ),
    repairs=(
        Reading(
            name="d14_repair_1",
            says="sharp for m <= T",
            claim="m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            given=("m <= T",),
        ),
        Reading(
            name="d14_repair_2",
            says="m/(2T)",
            claim="Rew(f,m)/Rew(f,T) >= m/(2*T)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    relies_on=("D12", "D13"),
    finding="The step is right although the claim it cites is false at T = 2.",
)
