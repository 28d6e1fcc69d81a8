"""D18: Triangles ABE and DCE are similar."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D18",
    lines="1249-1252,1260",
    slug="similar-triangles-half",
    title="Triangles ABE and DCE are similar",
    statement="AE/DE = BE/CE = AB/DC.",
    literal=(
        Reading(
            name="d18_literal_1",
            says="AE DC = DE AB",
            claim="m*((T+1-m)*Delta(f,m)) == (T+1-m)*(m*Delta(f,m))",
            given=("m <= T",),
        ),
        Reading(
            name="d18_literal_2",
            says="AE^2 CE^2 = DE^2 BE^2",
            claim="m**2*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)**2*(m**2 + (m*s)**2)",
            given=("m <= T",),
            reals=("s",),
        ),
    ),
    convention=(
        "A = (0, f(m)), B = (0, f(m)-ms), E = (m, f(m)), D = (T+1, f(m)), C = (T+1, "
        "f(m)+(T+1-m)s); lengths BE and CE as squares."
    ),
)
