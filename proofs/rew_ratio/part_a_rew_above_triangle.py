"""D12: part (a), the lower bound for Rew(alpha T) (lines 1222-1225).

With m = alpha T, E = (m, f(m)) and P = (m, 0):

    Rew(m) >= area under f on [0, m] >= area(OEP) = (m/2) f(m).

The sum is above the area because f is nondecreasing, the curve above the chord OE because f is
concave and f(0) >= 0. Summing f(j) >= (j/m) f(m) instead gives the sharp bound
Rew(m) >= ((m+1)/2) f(m), with equality for f(n) = n. Where f(0) is not known the bound with m/2
still holds.
"""

from imab_verify.ledger import Entry, Identity, Reading, cite, combine

ENTRY = Entry(
    id="D12",
    lines="1222-1225",
    slug="rew-above-triangle",
    title="Rew(alpha T) >= (alpha T/2) f(alpha T)",
    statement="Rew(m) >= area under f on [0,m] >= area of the triangle OEP = (m/2) f(m).",
    literal=(
        Reading(
            "rew_ge_area_up_to_pulls",
            "the sum and the area",
            "Rew(f,m) >= Area(f,m)",
            given=("m >= 0",),
        ),
        Reading(
            "area_ge_triangle",
            "the area and the triangle",
            "Area(f,m) >= m/2*f(m)",
            given=("m >= 0",),
        ),
        Reading(
            "rew_ge_triangle",
            "both",
            "Rew(f,m) >= m/2*f(m)",
            given=("m >= 0",),
            by=(
                cite("rew_ge_area_up_to_pulls"),
                cite("area_ge_triangle"),
                combine({"rew_ge_area_up_to_pulls": "1", "area_ge_triangle": "1"}),
            ),
        ),
    ),
    others=(
        Reading(
            "rew_ge_triangle_from_1",
            "f(0) is not known",
            "Rew(f,m) >= m/2*f(m)",
            arms="f: concave-from-1",
        ),
    ),
    repairs=(Reading("rew_ge_triangle_of_succ_base", "sharp", "Rew(f,m) >= (m+1)/2*f(m)"),),
    relies_on=("A22",),
    identities=(
        Identity(
            "triangle_a_eq",
            "the triangle under the line from O to E",
            "area(f(alpha*T)/(alpha*T)*x, x, 0, alpha*T) == (alpha*T/2)*f(alpha*T)",
        ),
    ),
)
