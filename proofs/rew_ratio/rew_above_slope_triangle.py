"""D19: Rew(alpha T/k) >= alpha^2 T^2 m_OE/(2k^2)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D19",
    lines="1271-1273",
    slug="rew-above-slope-triangle",
    title="Rew(alpha T/k) >= alpha^2 T^2 m_OE/(2k^2)",
    statement="Rew(m) >= (m^2/2)(f(m)/m) for m = alpha T/k, where f(m)/m is the slope of OE.",
    literal=(
        Reading(
            name="d19_literal_1",
            says="in m = alpha T/k",
            claim="Rew(f,m) >= m**2/2*(f(m)/m)",
        ),
        Reading(
            name="d19_literal_2",
            says="(1/2)(alpha T/k)(alpha T/k) = alpha^2 T^2/(2k^2)",
            claim="1/2*(alpha*T/k)*(alpha*T/k) == alpha**2*T**2/(2*k**2)",
            reals=("alpha",),
        ),
    ),
    repairs=(
        Reading(
            name="d19_repair_1",
            says="sharp",
            claim="Rew(f,m) >= m*(m+1)/2*(f(m)/m)",
        ),
    ),
    relies_on=("D12",),
)
