"""C10: ABE ~ DCE and BEF ~ CEG."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C10",
    lines="1084-1097",
    slug="round-robin-similar-triangles",
    title="ABE ~ DCE and BEF ~ CEG",
    statement="Triangles ABE and DCE are similar, so are BEF and CEG, and FE/GE = BE/CE.",
    literal=(
        Reading(
            name="c10_literal_1",
            says="AB/DC = FE/GE, with AB = (t-s)m, DC = (t-s)(T+1-m)",
            claim="(t-s)*m*(T+1-m) == (t-s)*(T+1-m)*m",
            given=("T == k*m", "m >= 2"),
            reals=("s", "t"),
        ),
        Reading(
            name="c10_literal_2",
            says="AE/DE = FE/GE, squared",
            claim="m**2*((T+1-m)**2 + (s*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("s",),
        ),
        Reading(
            name="c10_literal_3",
            says="BE/CE = FE/GE, squared",
            claim="m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("t",),
        ),
    ),
    convention=(
        "A = (0, y-sm), B = (0, y-tm), C = (T+1, y+t(T+1-m)), D = (T+1, y+s(T+1-m)), E = "
        "(m, y), F = (0, y), G = (T+1, y)"
    ),
)
