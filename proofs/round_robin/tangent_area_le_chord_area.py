"""C9 (lines 1076-1079): Ar(OADQO) <= Ar(OBCQO), the tangent at E against the chord through E.

Both areas are those of trapezia of width T+1 and depend on the slope x as
(T+1)(2 f(m) + x (T+1-2m))/2. The chord is at least as steep as any tangent, s <= (f(m) - f(0))/m,
so the claim is true if 2m <= T+1, that is for k >= 2. For k = 1 the point E is at x = T, right of
the middle, and the inequality turns round.
"""

from imab_verify.ledger import Entry, Reading, Severity

OF_TWO_ARMS = Reading(
    "steep_tangent_area_le_chord_area_of_two_arms",
    "steepest tangent, k >= 2",
    "m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
    given=("T == k*m", "m >= 2", "k >= 2"),
)

ENTRY = Entry(
    id="C9",
    lines="1076-1079",
    number="Claim 2",
    slug="round-robin-chord",
    severity=Severity.LEMMA,
    title="Ar(OADQO) <= Ar(OBCQO)",
    statement=(
        "The area under the tangent at E is at most the area under the chord through B "
        "and E, both up to T + 1."
    ),
    literal=(
        Reading(
            "steep_tangent_area_le_chord_area",
            "every k",
            "m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    beyond=(OF_TWO_ARMS,),
    repairs=(
        OF_TWO_ARMS,
        Reading(
            "flat_tangent_area_le_chord_area_of_two_arms",
            "flattest tangent, k >= 2",
            "m*(2*f(m) + (f(m+1)-f(m))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    relies_on=("C10", "C11", "C12"),
    finding="For k = 1 the point E lies right of the middle and the tangent has the larger area.",
    printed=r"$\mathrm{Ar}(OADQO) \le \mathrm{Ar}(OBCQO)$",
    corrected=r"For $k \ge 2$, $\mathrm{Ar}(OADQO) \le \mathrm{Ar}(OBCQO)$.",
)
