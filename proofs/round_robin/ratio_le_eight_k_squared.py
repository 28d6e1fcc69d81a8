"""C16, C17 (lines 1147-1151): the final display of the upper bound.

C16  OPT/RR <= [k(T+1)^2 f(m)/(2T)] [2k/(T(f(1) + f(m)))], m = T/k. The numerator is C14 and C15;
     the denominator has f(1) where the bound shown for RR has f(0). Since f(1) >= f(0) this is
     more than was shown; it is true all the same, by the trapezia from 1 on.
C17  ... <= k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2. Where T = km the exact ratio is k^2(T+1)/(T+k) <= k^2,
     so the argument loses a factor of 8.
"""

from imab_verify.ledger import Entry, Identity, Reading, Slip, cite, combine

QUOTIENT = Entry(
    id="C16",
    lines="1147-1148",
    slug="round-robin-ratio-step",
    title="OPT/RR <= [k(T+1)^2 f(T/k)/(2T)] [2k/(T(f(1) + f(T/k)))]",
    statement="From the two bounds, OPT/RR <= k(T+1)^2 f(T/k)/(2T) * 2k/(T(f(1) + f(T/k))).",
    literal=(
        Reading(
            "rew_le_reward_at_share_of_two_arms",
            "the numerator, k >= 2",
            "2*T*Rew(f,T) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
            by=(
                cite("rew_le_chord_area_of_two_arms"),
                cite("chord_area_le_without_start_of_two_arms"),
                combine(
                    {
                        "rew_le_chord_area_of_two_arms": "1",
                        "chord_area_le_without_start_of_two_arms": "1",
                    }
                ),
            ),
        ),
        Reading(
            "rew_at_share_ge_first_add_last",
            "the denominator with f(1)",
            "2*k*Rew(f,m) >= T*(f(1)+f(m))",
            given=("T == k*m", "m >= 2", "k >= 2"),
            by=(
                cite("rew_ge_trapezium_from_first"),
                combine({"rew_ge_trapezium_from_first": "2*k"}),
            ),
        ),
    ),
    others=(
        Reading(
            "start_add_last_ge_first_add_last",
            "the denominator with f(1) from the displayed one with f(0)",
            "f(0) + f(m) >= f(1) + f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    slips=(
        Slip(
            line="1147",
            printed="2k/(T(f(1) + f(T/k))).",
            meant="2k/(T(f(0) + f(T/k))), which is what was shown for RR.",
        ),
    ),
    relies_on=("C7", "C15"),
    convention="k >= 2, as is said for the bound on OPT (line 1145), and T = km as in C6.",
    finding=(
        "The display has f(1) where the bound shown for RR has f(0); f(1) >= f(0) makes "
        "it a stronger claim, which is true but does not follow from that bound."
    ),
    identities=(
        Identity(
            "ratio_of_bounds_eq",
            "the two bounds divided",
            (
                "k*(T+1)**2*f(T/k)/(2*T)*((2*k)/(T*(f(1) + f(T/k)))) "
                "== k**2*(T+1)**2/T**2*(f(T/k)/(f(1) + f(T/k)))"
            ),
        ),
    ),
)

NUMBERS = Entry(
    id="C17",
    lines="1149-1151",
    slug="round-robin-final-steps",
    title="... <= k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2",
    statement=(
        "f(T/k)/(f(1) + f(T/k)) <= 1, so the ratio is at most k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2."
    ),
    literal=(
        Reading("last_le_first_add_last", "f(m) <= f(1) + f(m)", "f(m) <= f(1) + f(m)"),
        Reading(
            "next_horizon_sq_le_8_sq",
            "the numbers",
            "k**2*(T+1)**2/T**2 <= 4*k**2 and 4*k**2 <= 8*k**2",
        ),
    ),
    repairs=(
        Reading(
            "exact_ratio_le_sq_of_dvd",
            "T = km: the exact ratio T(T+1)/(m(m+1)) is k^2 (T+1)/(T+k), at most k^2",
            "k*m*(k*m+1)*(k*m+k) == k**2*(k*m+1)*m*(m+1) and k**2*(k*m+1) <= k**2*(k*m+k)",
        ),
    ),
    relies_on=("C16",),
)

ENTRIES = (QUOTIENT, NUMBERS)
