"""E15: Lower bound of the estimate of arm m."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E15",
    lines="1646",
    slug="estimate-lower-bound",
    title="Lower bound of the estimate of arm m",
    statement="p_m(T') >= Rew_m(L) + (N*-L) f_m(L) + (N*-L)^2 Delta/2.",
    literal=(
        Reading(
            name="e15_literal_1",
            says="as written",
            claim="P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L)",
            given=("2 <= L", "L <= M"),
        ),
    ),
)
