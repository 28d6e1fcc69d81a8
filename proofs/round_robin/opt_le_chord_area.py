"""C13-C15 (lines 1133-1145): OPT against the area under the chord, in numbers.

C13  y = k(f(m) - f(0))x/T + f(0) is the line through B = (0, f(0)) and E = (m, f(m)), m = T/k.
C14  OPT <= Ar(OBCQO) = (k/2T)(T+1)^2 [f(m) - f(0)] + f(0)(T+1). The area is right; the bound is the
     tangent (C8) and then the chord (C9), so it needs k >= 2. For k = 1 it fails from T = 3 on.
C15  ... <= k(T+1)^2 f(m)/(2T), since (T+1) - k(T+1)^2/(2T), the coefficient of f(0), is <= 0 for
     k >= 2. Here the paper says k >= 2; for k = 1 it is (T+1)(T-1)/(2T) > 0.
"""

from imab_verify.ledger import Entry, Identity, Reading, cite, combine

LINE = Entry(
    id="C13",
    lines="1133",
    slug="round-robin-line",
    title="The line through B and C",
    statement=(
        "y = k(f(T/k) - f(0))x/T + f(0) is the line through B = (0, f(0)) and C, and E is on it."
    ),
    literal=(
        Reading(
            "chord_through_start_and_share",
            "at x = 0 and at x = m = T/k",
            "k*(f(m)-f(0))*0/T + f(0) == f(0) and k*(f(m)-f(0))*m/T + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
)

REW_LE_CHORD_AREA_OF_TWO_ARMS = Reading(
    "rew_le_chord_area_of_two_arms",
    "the bound, k >= 2",
    "2*T*Rew(f,T) <= k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
    given=("T == k*m", "m >= 2", "k >= 2"),
    by=(
        cite("rew_le_steep_tangent_area"),
        cite("steep_tangent_area_le_chord_area_of_two_arms"),
        cite("chord_area_eq"),
        combine(
            {
                "rew_le_steep_tangent_area": "T",
                "steep_tangent_area_le_chord_area_of_two_arms": "k*(T+1)",
                "chord_area_eq": "-1",
            }
        ),
    ),
)

AREA = Entry(
    id="C14",
    lines="1139-1141",
    slug="round-robin-opt-bound",
    title="OPT <= (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1)",
    statement="OPT(I,T) <= Ar(OBCQO) = (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1).",
    literal=(
        Reading(
            "rew_le_chord_area",
            "the bound, every k",
            "2*T*Rew(f,T) <= k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            "chord_area_by_height_eq",
            "its middle form, with the length CH = k(f(m) - f(0))(T+1)/T",
            (
                "1/2*(T+1)*(k*(f(m)-f(0))*(T+1)/T) + f(0)*(T+1) == k/(2*T)*(T+1)**2*(f(m)-f(0)) + "
                "f(0)*(T+1)"
            ),
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            "chord_area_eq",
            "the area under the chord",
            (
                "k*(T+1)*(2*m*f(m) + (f(m)-f(0))*(T+1-2*m)) == k*(T+1)**2*(f(m)-f(0)) + "
                "2*T*(T+1)*f(0)"
            ),
            given=("T == k*m", "m >= 2"),
        ),
    ),
    beyond=(REW_LE_CHORD_AREA_OF_TWO_ARMS,),
    repairs=(REW_LE_CHORD_AREA_OF_TWO_ARMS,),
    relies_on=("C8", "C9", "C13"),
    finding="For k = 1 it fails from T = 3 on, with the chord (C9).",
    identities=(
        Identity(
            "chord_area_eq",
            "the area under the line BC up to T+1",
            (
                "area(k*(f(T/k) - f(0))/T*x + f(0), x, 0, T+1) "
                "== k/(2*T)*(T+1)**2*(f(T/k) - f(0)) + f(0)*(T+1)"
            ),
        ),
    ),
    printed=r"$\mathrm{OPT}(I,T) \le \frac{k}{2T}(T+1)^2\,[f(T/k) - f(0)] + f(0)(T+1)$",
    corrected=(
        r"For $k \ge 2$, $\mathrm{OPT}(I,T) \le \frac{k}{2T}(T+1)^2\,[f(T/k) - f(0)] + "
        r"f(0)(T+1)$."
    ),
)

DROP_START = Entry(
    id="C15",
    lines="1143-1145",
    slug="round-robin-drop-start",
    title="... <= k(T+1)^2 f(T/k)/(2T)",
    statement=(
        "Since k >= 2 gives (T+1) - k(T+1)^2/(2T) <= 0, the bound is at most k(T+1)^2 f(T/k)/(2T)."
    ),
    literal=(
        Reading(
            "chord_area_le_without_start_of_two_arms",
            "k >= 2, as said there",
            "k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            "coefficient_of_start_nonpos_of_two_arms",
            "the reason",
            "2*T*(T+1) - k*(T+1)**2 <= 0",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    others=(
        Reading(
            "coefficient_of_start_nonpos",
            "k = 1 included",
            "2*T*(T+1) - k*(T+1)**2 <= 0",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    relies_on=("C14",),
)

ENTRIES = (LINE, AREA, DROP_START)
