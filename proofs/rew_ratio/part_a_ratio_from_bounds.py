"""D14: part (a), the ratio from the two bounds (lines 1235-1237).

    Rew(m)/Rew(T) >= ((m/2) f(m))/((5T/4) f(m)) = 2m/(5T) >= 1/5    for m = alpha T >= T/2.

The step is right and so is what it says, although the bound in the denominator (D13) is false at
T = 2. For m <= T the sharp form gives m/(2T) in place of 2m/(5T).
"""

from imab_verify.ledger import Entry, Identity, Reading, cite, combine
from proofs.rew_ratio.rew_ratio_lemma_a import REW_RATIO_GE_PULLS_RATIO

ENTRY = Entry(
    id="D14",
    lines="1235-1237",
    slug="rew-ratio-linear",
    title="Rew(alpha T)/Rew(T) >= 2 alpha/5 >= 1/5",
    statement="Rew(m)/Rew(T) >= 2m/(5T) >= 1/5 for m = alpha T >= T/2.",
    literal=(
        Reading(
            "rew_ratio_ge_two_fifths_share",
            "the ratio",
            "Rew(f,m)/Rew(f,T) >= 2*m/(5*T)",
            given=("2*m >= T",),
        ),
        Reading(
            "two_fifths_share_ge_fifth", "2 alpha/5 >= 1/5", "2*m/(5*T) >= 1/5", given=("2*m >= T",)
        ),
        Reading(
            "rew_ratio_ge_two_fifths_share_of_bounds",
            "the two bounds give it",
            "Rew(f,m)/Rew(f,T) >= 2*m/(5*T)",
            given=("Rew(f,m) >= m/2*f(m)", "Rew(f,T) <= 5*T/4*f(m)", "2*m >= T"),
            by=(combine({"given 1": "5*T", "given 2": "2*m"}, scale="5"),),
        ),
    ),
    repairs=(
        REW_RATIO_GE_PULLS_RATIO,
        Reading(
            "rew_ratio_ge_half_share",
            "m/(2T)",
            "Rew(f,m)/Rew(f,T) >= m/(2*T)",
            given=("2*m >= T", "m <= T"),
            by=(
                cite("rew_ratio_ge_pulls_ratio"),
                combine({"rew_ratio_ge_pulls_ratio": "1"}, scale="2*(m+1)"),
            ),
        ),
    ),
    relies_on=("D12", "D13"),
    finding="The step is right although the claim it cites is false at T = 2.",
    identities=(
        Identity(
            "ratio_a_eq",
            "the two bounds divided",
            "(alpha*T/2)*f(alpha*T)/((5*T/4)*f(alpha*T)) == 2*alpha/5",
        ),
    ),
)
