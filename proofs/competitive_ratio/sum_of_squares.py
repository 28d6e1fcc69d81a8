"""D42: Sum of squared counts."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D42",
    lines="656,1558-1568",
    slug="sum-of-squares",
    title="Sum of squared counts",
    statement="If N_1 + ... + N_k = T then N_1^2 + ... + N_k^2 >= T^2/k.",
    literal=(
        Reading(
            name="d42_literal_1",
            says="each count, by its tangent",
            claim="k*k*N*N - (2*k*T*N - T*T) == (k*N-T)**2 and k*(k*N-T)**2 >= 0",
            given=("N >= 0", "T >= 0"),
        ),
        Reading(
            name="d42_literal_2",
            says="the k tangents sum up",
            claim="2*k*T*T - k*T*T == k*k*(T*T/k)",
            given=("T >= 0",),
        ),
    ),
    others=(
        Reading(
            name="d42_other_1",
            says="k = 2",
            claim="A*A + B*B >= T*T/2",
            given=("A + B == T", "A >= 0", "B >= 0"),
        ),
    ),
    prose=("the k inequalities, one per arm, are added, using N_1 + ... + N_k = T",),
)
