"""D19e and D19f: part (b), the comparison of areas by similar triangles (lines 1309-1362).

O is the origin, E = (m, f(m)), m = alpha T/k; C and D are on x = T+1, C on the line OE, D and A on
the line through E with the slope s of f there, A at x = 0; F and H are the feet of E on x = 0 and
on x = T+1. The proof says

    D19e    OE/CE = AE/DE = AO/DC and FE/HE = OE/CE = FO/HC, by similar triangles,
    D19f    m <= T/2 gives FE <= HE, so AO <= DC, area(AOE) <= area(DCE), area(OADQ) <= area(OCQ).

Everything holds: FE = m and HE = T+1-m, AO = f(m) - ms >= 0 as f is concave, and the areas are
those of D19d. (In part (a) the lengths are the other way round, and the same step fails.)
"""

from imab_verify.ledger import Entry, Reading

SIMILAR_TRIANGLES = Entry(
    id="D19e",
    lines="1309-1326",
    number="Observations 1 and 2",
    slug="similar-triangles-share",
    title="Triangles AOE ~ DCE and EFO ~ EHC",
    statement="OE/CE = AE/DE = AO/DC and FE/HE = OE/CE = FO/HC.",
    literal=(
        Reading(
            "aoe_dce_verticals_in_proportion",
            "AO HE = DC FE, each length from the coordinates of its ends",
            "(y-m*s)*(X-m) == (y*X/m - (y+(X-m)*s))*m",
            given=("m < X",),
            reals=("y", "s"),
        ),
        Reading(
            "aoe_dce_slants_in_proportion",
            "AE^2 HE^2 = DE^2 FE^2",
            "(m**2 + (m*s)**2)*(X-m)**2 == ((X-m)**2 + ((X-m)*s)**2)*m**2",
            given=("m < X",),
            reals=("s",),
        ),
        Reading(
            "efo_ehc_in_proportion",
            "OE^2 HE^2 = CE^2 FE^2 and FE HC = HE FO",
            (
                "(m**2 + y**2)*(X-m)**2 == ((X-m)**2 + (y*X/m - y)**2)*m**2 and m*(y*X/m - y) == "
                "(X-m)*y"
            ),
            given=("m < X",),
            reals=("y",),
        ),
    ),
    convention=(
        "Angles are read in coordinates: O = (0,0), E = (m,y), A = (0,y-ms), D = (X,y+(X-m)s), C "
        "= (X,yX/m), F = (0,y), "
        "H = (X,y), X = T+1; slanted lengths as squares."
    ),
)

TANGENT_BELOW_CHORD = Entry(
    id="D19f",
    lines="1330-1362",
    slug="areas-share",
    title="alpha T/k <= T/2 gives FE <= HE and Ar(AOEA) <= Ar(DCED)",
    statement=(
        "If m = alpha T/k <= T/2 then FE <= HE, hence AO <= DC, the triangle AOE is at "
        "most the triangle DCE, and the area under AD at most the triangle OCQ."
    ),
    literal=(
        Reading("length_fe_le_he", "FE <= HE", "m <= T+1-m", given=("2*m <= T",)),
        Reading(
            "length_oe_le_ce",
            "OE <= CE, as squares, times m^2",
            "m**2*(m**2 + y**2) <= (T+1-m)**2*(m**2 + y**2)",
            given=("2*m <= T", "y >= 0"),
            reals=("y",),
        ),
        Reading(
            "length_fo_le_hc",
            "FO <= HC = (T+1) f(m)/m - f(m)",
            "f(m) <= (T+1)*f(m)/m - f(m)",
            given=("2*m <= T",),
        ),
        Reading(
            "length_ae_le_de",
            "AE <= DE, as squares",
            "m**2 + (m*s)**2 <= (T+1-m)**2 + ((T+1-m)*s)**2",
            given=("2*m <= T", "s >= 0"),
            reals=("s",),
        ),
        Reading(
            "length_ao_le_dc",
            "AO <= DC",
            "m*(f(m)-m*Delta(f,m)) <= (T+1-m)*(f(m)-m*Delta(f,m))",
            given=("2*m <= T",),
        ),
        Reading(
            "triangle_aoe_le_dce",
            "2m area(AOE) <= 2m area(DCE)",
            "m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            given=("2*m <= T",),
        ),
        Reading(
            "left_tangent_area_le_triangle_ocq",
            "so for the areas up to T+1",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)**2/2*(f(m)/m)",
            given=("2*m <= T",),
        ),
    ),
    relies_on=("D19e",),
)

ENTRIES = (SIMILAR_TRIANGLES, TANGENT_BELOW_CHORD)
