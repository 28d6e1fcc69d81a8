"""C8: OPT is at most the area under the tangent."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C8",
    lines="1072",
    slug="round-robin-tangent",
    title="OPT is at most the area under the tangent",
    statement="OPT(I,T) <= Ar(OADQO), the area under the tangent at E = (T/k, f(T/k)) up to T + 1.",
    literal=(
        Reading(
            name="c8_literal_1",
            says="steepest tangent",
            claim="2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="c8_literal_2",
            says="flattest tangent",
            claim="2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m+1)-f(m))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    relies_on=("A22",),
    convention="the area is affine in the slope, so the two extreme tangents stand for all",
)
