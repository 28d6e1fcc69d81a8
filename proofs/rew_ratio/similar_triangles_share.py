"""D19e: Triangles AOE ~ DCE and EFO ~ EHC."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D19e",
    lines="1309-1326",
    slug="similar-triangles-share",
    title="Triangles AOE ~ DCE and EFO ~ EHC",
    statement="OE/CE = AE/DE = AO/DC and FE/HE = OE/CE = FO/HC.",
    literal=(
        Reading(
            name="d19e_literal_1",
            says="AO HE = DC FE",
            claim="(y-m*s)*(X-m) == (y*X/m - y - (X-m)*s)*m",
            given=("m < X",),
            reals=("y", "s"),
        ),
        Reading(
            name="d19e_literal_2",
            says="AE^2 HE^2 = DE^2 FE^2",
            claim="(m**2 + (m*s)**2)*(X-m)**2 == ((X-m)**2 + ((X-m)*s)**2)*m**2",
            given=("m < X",),
            reals=("s",),
        ),
        Reading(
            name="d19e_literal_3",
            says="OE^2 HE^2 = CE^2 FE^2 and FE HC = HE FO",
            claim=(
                "(m**2 + y**2)*(X-m)**2 == ((X-m)**2 + (y*X/m - y)**2)*m**2 and m*(y*X/m - y) == "
                "(X-m)*y"
            ),
            given=("m < X",),
            reals=("y",),
        ),
    ),
    convention=(
        "O = (0,0), E = (m,y), A = (0,y-ms), D = (X,y+(X-m)s), C = (X,yX/m), F = (0,y), "
        "H = (X,y), X = T+1; slanted lengths as squares."
    ),
)
