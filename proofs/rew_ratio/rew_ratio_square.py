"""D19c: The ratio is 16 alpha^2/(25 k^2)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D19c",
    lines="1286-1287",
    slug="rew-ratio-square",
    title="The ratio is 16 alpha^2/(25 k^2)",
    statement="The two bounds give Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2).",
    literal=(
        Reading(
            name="d19c_literal_1",
            says="the constants",
            claim="alpha**2*T**2/(2*k**2)*(32/(25*T**2)) == 16*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            name="d19c_literal_2",
            says="the two bounds give it",
            claim="Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) >= m**2/2*(f(m)/m)", "Rew(f,T) <= 25*T**2/32*(f(m)/m)", "2*m <= T"),
        ),
    ),
    relies_on=("D19", "D19b"),
)
