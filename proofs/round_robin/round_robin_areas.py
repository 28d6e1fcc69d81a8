"""C12: AB <= DC and AE <= DE, so ABE has the smaller area."""

from imab_verify.ledger import Entry, Reading, at

ENTRY = Entry(
    id="C12",
    lines="1118-1127",
    slug="round-robin-areas",
    title="AB <= DC and AE <= DE, so ABE has the smaller area",
    statement="AB <= DC, BE <= CE and AE <= DE, so Ar(ABEA) <= Ar(DCED).",
    literal=(
        Reading(
            name="c12_literal_1",
            says="areas (t-s)m^2/2 and (t-s)(T+1-m)^2/2, FE <= GE",
            claim="(t-s)*m**2 <= (t-s)*(T+1-m)**2 and (t-s)*m <= (t-s)*(T+1-m)",
            given=("T == k*m", "m >= 2", "m <= T + 1 - m", "t >= s"),
            reals=("s", "t"),
        ),
    ),
    others=(
        Reading(
            name="c12_other_1",
            says="for triangles that are not similar: longer sides, larger area (Heron)",
            claim="(a+b+c)*(b+c-a)*(a+c-b)*(a+b-c) <= (d+e+h)*(e+h-d)*(d+h-e)*(d+e-h)",
            given=(
                "a <= d",
                "b <= e",
                "c <= h",
                "a < b + c",
                "b < a + c",
                "c < a + b",
                "d < e + h",
                "e < d + h",
                "h < d + e",
            ),
            tries=(at(a=4, b=4, c=4, d=4, e=4, h=7),),
        ),
    ),
    relies_on=("C10", "C11"),
    finding=(
        "Longer sides give a larger area because the triangles are similar; for "
        "triangles in general they do not."
    ),
)
