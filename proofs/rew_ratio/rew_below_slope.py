"""D19b: Claim: Rew(T) <= (25T^2/32) m_OE."""

from imab_verify.ledger import Entry, Reading

D19B_LITERAL_1 = Reading(
    name="d19b_literal_1",
    says="m is an integer",
    claim="Rew(f,T) <= 25*T**2/32*(f(m)/m)",
    given=("2*m <= T",),
)

ENTRY = Entry(
    id="D19b",
    lines="1277-1279",
    slug="rew-below-slope",
    title="Claim: Rew(T) <= (25T^2/32) m_OE",
    statement="Rew(T) <= (25 T^2/32) f(m)/m for m = alpha T/k, 0 < alpha <= k/2.",
    literal=(D19B_LITERAL_1,),
    others=(
        Reading(
            name="d19b_other_1",
            says="f(0) is not known",
            claim="Rew(f,T) <= 25*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
            arms="f: concave-from-1",
        ),
    ),
    repairs=(
        Reading(
            name="d19b_repair_1",
            says="sharp, up to (T+1)/2",
            claim="Rew(f,T) <= T*(T+1)/2*(f(m)/m)",
            given=("2*m <= T+1",),
        ),
    ),
    relies_on=("D19d", "D19f"),
    finding=(
        "The printed proof uses T >= 4, which the claim does not say; it is true for all "
        "T, since 1 <= m <= T/2 leaves only T >= 2."
    ),
)
