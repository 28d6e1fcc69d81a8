"""D19: part (b), the lower bound for Rew(alpha T/k) (lines 1271-1273).

With m = alpha T/k and the slope f(m)/m of OE, E = (m, f(m)):

    Rew(m) >= (m^2/2) f(m)/m = (alpha^2 T^2/(2k^2)) f(m)/m,

which is D12 with the slope in place of the value. The sharp form has m(m+1)/2 in place of m^2/2.
"""

from imab_verify.ledger import Entry, Identity, Reading, cite, combine

ENTRY = Entry(
    id="D19",
    lines="1271-1273",
    slug="rew-above-slope-triangle",
    title="Rew(alpha T/k) >= alpha^2 T^2 m_OE/(2k^2)",
    statement="Rew(m) >= (m^2/2)(f(m)/m) for m = alpha T/k, where f(m)/m is the slope of OE.",
    literal=(
        Reading(
            "rew_ge_chord_triangle",
            "in m = alpha T/k",
            "Rew(f,m) >= m**2/2*(f(m)/m)",
            by=(cite("rew_ge_triangle"), combine({"rew_ge_triangle": "m"})),
        ),
        Reading(
            "chord_triangle_eq_alpha_square",
            "(1/2)(alpha T/k)(alpha T/k) = alpha^2 T^2/(2k^2)",
            "1/2*(alpha*T/k)*(alpha*T/k) == alpha**2*T**2/(2*k**2)",
            reals=("alpha",),
        ),
    ),
    repairs=(
        Reading(
            "rew_ge_chord_triangle_of_succ_base",
            "sharp",
            "Rew(f,m) >= m*(m+1)/2*(f(m)/m)",
            by=(
                cite("rew_ge_triangle_of_succ_base"),
                combine({"rew_ge_triangle_of_succ_base": "m"}),
            ),
        ),
    ),
    relies_on=("D12",),
    identities=(
        Identity(
            "triangle_b_eq",
            "the triangle of slope s up to alpha T/k",
            (
                "area(s*x, x, 0, alpha*T/k) "
                "== 1/2*(alpha*T/k)*((alpha*T/k)*s) "
                "== alpha**2*T**2*s/(2*k**2)"
            ),
        ),
    ),
)
