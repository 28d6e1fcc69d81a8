"""D15: part (a), Rew(T) is below the area under a tangent (lines 1240-1243).

Let E = (m, f(m)), m = alpha T, and BC the line through E with the slope s of f there, B at x = 0
and C at x = T+1. The slope of f at m is a number between Delta(f,m+1) and Delta(f,m), and

    Rew(T) <= area(OBCQ) = (T+1) f(m) + s (T+1)(T+1-2m)/2

for both of them, so for every s between, since the area is linear in s. Further
(T+1) f(m) <= (5T/4) f(m) for T >= 4, as is printed; at T = 3 it is false.
"""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D15",
    lines="1240-1243",
    slug="rew-below-tangent",
    title="Rew(T) <= Ar(OBCQO), and (T+1) f <= (5T/4) f",
    statement=(
        "Rew(T) is at most the area under the line through E = (alpha T, f(alpha T)) "
        "with the slope of f there, on [0, T+1]; and f(alpha T)(T+1) <= (5T/4) f(alpha "
        "T) for T >= 4."
    ),
    literal=(
        Reading(
            "rew_le_left_tangent_area_of_ge_half",
            "slope from the left",
            "Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            "rew_le_right_tangent_area_of_ge_half",
            "slope from the right",
            "Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            "horizontal_area_le_five_quarters",
            "T+1 <= 5T/4",
            "(T+1)*f(m) <= 5*T/4*f(m)",
            given=("T >= 4",),
        ),
    ),
    others=(
        Reading(
            "horizontal_area_le_five_quarters_of_horizon_ge_3",
            "T+1 <= 5T/4 for T >= 3",
            "(T+1)*f(m) <= 5*T/4*f(m)",
            given=("T >= 3",),
        ),
    ),
    relies_on=("A24",),
    convention=(
        "The slope at E is a number between Delta(f,m+1) and Delta(f,m), m = alpha T; "
        "the area is linear in it."
    ),
)
