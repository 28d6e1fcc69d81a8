"""C8 (line 1072): OPT <= Ar(OADQO), the area under the tangent at E up to x = T + 1.

A concave curve lies below its tangents. With slope s at E = (m, f(m)), m = T/k, the area up to T+1
is (T+1)(2 f(m) + s (T+1-2m))/2, so for the steepest and for the flattest tangent

    2 Rew(f,T) <= (T+1)(2 f(m) + s (T+1-2m)),    s = f(m) - f(m-1) or f(m+1) - f(m).
"""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C8",
    lines="1072",
    slug="round-robin-tangent",
    title="OPT is at most the area under the tangent",
    statement="OPT(I,T) <= Ar(OADQO), the area under the tangent at E = (T/k, f(T/k)) up to T + 1.",
    literal=(
        Reading(
            "rew_le_steep_tangent_area",
            "steepest tangent",
            "2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            "rew_le_flat_tangent_area",
            "flattest tangent",
            "2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m+1)-f(m))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    relies_on=("A22",),
    convention="the area is affine in the slope, so the two extreme tangents stand for all",
)
