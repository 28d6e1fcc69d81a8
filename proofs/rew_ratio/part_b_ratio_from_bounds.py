"""D19c: part (b), the ratio from the two bounds (lines 1286-1287).

    Rew(m)/Rew(T) >= (alpha^2 T^2/(2k^2)) (32/(25 T^2)) = 16 alpha^2/(25 k^2)

from Rew(m) >= (m^2/2) f(m)/m (D19) and Rew(T) <= (25 T^2/32) f(m)/m (D19b), m = alpha T/k; the
slope f(m)/m cancels.
"""

from imab_verify.ledger import Entry, Identity, Reading, combine

ENTRY = Entry(
    id="D19c",
    lines="1286-1287",
    slug="rew-ratio-square",
    title="The ratio is 16 alpha^2/(25 k^2)",
    statement="The two bounds give Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2).",
    literal=(
        Reading(
            "bounds_quotient_eq_16_25",
            "the constants",
            "alpha**2*T**2/(2*k**2)*(32/(25*T**2)) == 16*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            "rew_ratio_ge_16_25_square_of_bounds",
            "the two bounds give it",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) >= m**2/2*(f(m)/m)", "Rew(f,T) <= 25*T**2/32*(f(m)/m)", "2*m <= T"),
            by=(combine({"given 1": "25*T*T", "given 2": "16*m*m"}, scale="25*m"),),
        ),
    ),
    relies_on=("D19", "D19b"),
    identities=(
        Identity(
            "ratio_b_eq",
            "the two bounds divided",
            "alpha**2*T**2*s/(2*k**2)*(32/(25*T**2*s)) == 16*alpha**2/(25*k**2)",
        ),
    ),
)
