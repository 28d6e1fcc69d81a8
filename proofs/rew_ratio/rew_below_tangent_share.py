"""D19d: Rew(T) <= Ar(OADQO); Ar(OCQO) <= (T+1)^2 m/2 <= 25T^2 m/32."""

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
            name="d19d_literal_1",
            says="slope from the left",
            claim="Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m)",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19d_literal_2",
            says="slope from the right",
            claim="Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1)",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19d_literal_3",
            says="the triangle OCQ with base T+1 and height (T+1) f(m)/m",
            claim="(T+1)/2*((T+1)*f(m)/m) == (T+1)**2/2*(f(m)/m)",
        ),
        Reading(
            name="d19d_literal_4",
            says="the constant",
            claim="(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("T >= 4",),
        ),
    ),
    others=(
        Reading(
            name="d19d_other_1",
            says="the constant for any T",
            claim="(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
        ),
    ),
    relies_on=("A24",),
    finding="The constant 25/32 needs T >= 4, which the lemma does not assume.",
)
