"""C10-C12 (lines 1084-1127): the triangles between tangent and chord, left and right of E.

In coordinates, with slopes s of the tangent and t >= s of the chord, y = f(m):

    A = (0, y-sm)  B = (0, y-tm)  C = (T+1, y+t(T+1-m))  D = (T+1, y+s(T+1-m))
    E = (m, y)     F = (0, y)     G = (T+1, y)

C10  ABE and DCE are similar, so are BEF and CEG: AB/DC = AE/DE = BE/CE = FE/GE, squared where there
     is a root.
C11  FE = T/k <= T - T/k = GE. For k = 1 that says T <= 0; k >= 2 is said only later. Two slips at
     once: the figure ends at x = T+1, so GE = T + 1 - T/k, which helps.
C12  AB <= DC, BE <= CE and AE <= DE, so Ar(ABE) <= Ar(DCE). The areas are (t-s)m^2/2 and
     (t-s)(T+1-m)^2/2. The reason given is too short: three longer sides make a larger area for
     similar triangles, not for all (sides 4, 4, 4 and 4, 4, 7).
"""

from imab_verify.ledger import Entry, Reading, at

SIMILAR = Entry(
    id="C10",
    lines="1084-1097",
    slug="round-robin-similar-triangles",
    title="ABE ~ DCE and BEF ~ CEG",
    statement="Triangles ABE and DCE are similar, so are BEF and CEG, and FE/GE = BE/CE.",
    literal=(
        Reading(
            "vertical_sides_in_ratio_of_shares",
            "AB/DC = FE/GE, each length from the coordinates of its ends",
            ("((y-s*m) - (y-t*m))*(T+1-m) == ((y+t*(T+1-m)) - (y+s*(T+1-m)))*m"),
            given=("T == k*m", "m >= 2"),
            reals=("s", "t", "y"),
        ),
        Reading(
            "tangent_sides_in_ratio_of_shares",
            "AE/DE = FE/GE, squared",
            "m**2*((T+1-m)**2 + (s*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("s",),
        ),
        Reading(
            "chord_sides_in_ratio_of_shares",
            "BE/CE = FE/GE, squared",
            "m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("t",),
        ),
    ),
    convention=(
        "Angles are read in coordinates: A = (0, y-sm), B = (0, y-tm), C = (T+1, y+t(T+1-m)), D "
        "= (T+1, y+s(T+1-m)), E = "
        "(m, y), F = (0, y), G = (T+1, y)"
    ),
)

SHARE_LE_REST_OF_TWO_ARMS = Reading(
    "share_le_rest_of_two_arms", "k >= 2", "m <= T - m", given=("T == k*m", "m >= 2", "k >= 2")
)

LEFT_HALF = Entry(
    id="C11",
    lines="1112",
    slug="round-robin-left-half",
    title="FE = T/k <= T - T/k = GE",
    statement="FE = T/k <= T - T/k = GE.",
    literal=(
        Reading("share_le_rest", "T/k <= T - T/k", "m <= T - m", given=("T == k*m", "m >= 2")),
    ),
    others=(
        Reading(
            "rest_eq_rest_of_figure",
            "GE = T - T/k where the figure ends at x = T + 1",
            "T - m == T + 1 - m",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    beyond=(SHARE_LE_REST_OF_TWO_ARMS,),
    repairs=(SHARE_LE_REST_OF_TWO_ARMS,),
    finding=(
        "For k = 1 it says T <= 0; for k >= 2 it holds, and more so for the true length "
        "GE = T + 1 - T/k."
    ),
    printed=r"$FE = \frac{T}{k} \le T - \frac{T}{k} = GE$",
    corrected=r"For $k \ge 2$, $FE = \frac{T}{k} \le T + 1 - \frac{T}{k} = GE$.",
)

AREAS = Entry(
    id="C12",
    lines="1118-1127",
    slug="round-robin-areas",
    title="AB <= DC and AE <= DE, so ABE has the smaller area",
    statement="AB <= DC, BE <= CE and AE <= DE, so Ar(ABEA) <= Ar(DCED).",
    literal=(
        Reading(
            "left_triangle_le_right_triangle",
            "areas (t-s)m^2/2 and (t-s)(T+1-m)^2/2, FE <= GE",
            "(t-s)*m**2 <= (t-s)*(T+1-m)**2 and (t-s)*m <= (t-s)*(T+1-m)",
            given=("T == k*m", "m >= 2", "m <= T + 1 - m", "t >= s"),
            reals=("s", "t"),
        ),
        Reading(
            "left_slanted_side_le_right_side",
            "AE <= DE, and BE <= CE with t for s, as squares",
            "m**2 + (s*m)**2 <= (T+1-m)**2 + (s*(T+1-m))**2",
            given=("T == k*m", "m >= 2", "m <= T + 1 - m", "s >= 0"),
            reals=("s",),
        ),
    ),
    others=(
        Reading(
            "triangle_area_le_of_sides_le",
            "for triangles that are not similar: longer sides, larger area (Heron)",
            "(a+b+c)*(b+c-a)*(a+c-b)*(a+b-c) <= (d+e+h)*(e+h-d)*(d+h-e)*(d+e-h)",
            integers=("c", "e"),
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

ENTRIES = (SIMILAR, LEFT_HALF, AREAS)
