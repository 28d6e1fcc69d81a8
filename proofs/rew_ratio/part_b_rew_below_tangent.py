"""D19d: part (b), Rew(T) below the area under a tangent, and the triangle OCQ (lines 1295-1296).

Let E = (m, f(m)), m = alpha T/k <= T/2; A and D on the line through E with the slope s of f there,
A at x = 0, D at x = T+1; C on the line OE at x = T+1, Q = (T+1, 0). Then

    Rew(T) <= area(OADQ) = (T+1) f(m) + s (T+1)(T+1-2m)/2,
    area(OCQ) = ((T+1)^2/2) f(m)/m <= (25 T^2/32) f(m)/m    for T >= 4.

The first holds for s = Delta(f,m) and s = Delta(f,m+1), so for every slope between. The constant in
the second does need T >= 4, which neither the claim nor the lemma assumes.
"""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D19d",
    lines="1295-1296",
    slug="rew-below-tangent-share",
    title="Rew(T) <= Ar(OADQO); Ar(OCQO) <= (T+1)^2 m/2 <= 25T^2 m/32",
    statement=(
        "Rew(T) is at most the area under the line AD through E with the slope of f "
        "there, on [0, T+1]; the triangle OCQ has area (T+1)^2/2 f(m)/m, at most "
        "25T^2/32 f(m)/m for T >= 4."
    ),
    literal=(
        Reading(
            "rew_le_left_tangent_area_of_le_half",
            "slope from the left",
            "Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m)",
            given=("2*m <= T",),
        ),
        Reading(
            "rew_le_right_tangent_area_of_le_half",
            "slope from the right",
            "Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1)",
            given=("2*m <= T",),
        ),
        Reading(
            "triangle_ocq_area_eq_chord_slope",
            "the triangle OCQ with base T+1 and height (T+1) f(m)/m",
            "(T+1)/2*((T+1)*f(m)/m) == (T+1)**2/2*(f(m)/m)",
        ),
        Reading(
            "triangle_ocq_area_le_25_32",
            "the constant",
            "(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("T >= 4",),
        ),
    ),
    others=(
        Reading(
            "triangle_ocq_area_le_25_32_of_le_half",
            "the constant for any T",
            "(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
        ),
    ),
    relies_on=("A24",),
    finding="The constant 25/32 needs T >= 4, which the lemma does not assume.",
)
