"""D19b: part (b), the claim about Rew(T) (lines 1277-1279).

    Rew(T) <= (25 T^2/32) f(m)/m    for m = alpha T/k, 0 < alpha <= k/2.

True for every integer m with 1 <= m <= T/2. The printed proof needs T >= 4, which the claim does
not say; in truth only T >= 2 is needed, which 1 <= m <= T/2 gives: the sharp bound is

    Rew(T) <= (T(T+1)/2) f(m)/m    for m <= (T+1)/2,

and T(T+1)/2 <= 25 T^2/32 for T >= 2. Where f(0) is not known the claim is false.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine

REW_LE_25_32_CHORD_SLOPE = Reading(
    "rew_le_25_32_chord_slope",
    "m is an integer",
    "Rew(f,T) <= 25*T**2/32*(f(m)/m)",
    given=("2*m <= T",),
    by=(cite("rew_le_chord_slope_sum"), combine({"rew_le_chord_slope_sum": "1"})),
)

ENTRY = Entry(
    id="D19b",
    lines="1277-1279",
    number="Claim 4",
    slug="rew-below-slope",
    severity=Severity.LEMMA,
    title="Claim: Rew(T) <= (25T^2/32) m_OE",
    statement="Rew(T) <= (25 T^2/32) f(m)/m for m = alpha T/k, 0 < alpha <= k/2.",
    literal=(REW_LE_25_32_CHORD_SLOPE,),
    others=(
        Reading(
            "rew_le_25_32_chord_slope_from_1",
            "f(0) is not known",
            "Rew(f,T) <= 25*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
            arms="f: concave-from-1",
        ),
    ),
    repairs=(
        Reading(
            "rew_le_chord_slope_sum",
            "sharp, up to (T+1)/2",
            "Rew(f,T) <= T*(T+1)/2*(f(m)/m)",
            given=("2*m <= T+1",),
        ),
    ),
    relies_on=("D19d", "D19f"),
    finding=(
        "The printed proof uses T >= 4, which the claim does not say; it is true for all "
        "T, since 1 <= m <= T/2 leaves only T >= 2."
    ),
)
