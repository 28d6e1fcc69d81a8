"""A9: Bounded rewards with decreasing marginal returns."""

from imab_verify.ledger import Entry, Reading, Verdict

ENTRY = Entry(
    id="A9",
    lines="230,237",
    slug="rewards",
    title="Bounded rewards with decreasing marginal returns",
    statement="f: N -> [0,1] and f(n+1) - f(n) <= f(n) - f(n-1) for all n >= 1.",
    others=(
        Reading(
            name="a9_other_1",
            says="increments at n",
            claim="Delta(f,n+1) <= Delta(f,n)",
        ),
        Reading(
            name="a9_other_2",
            says="without f(0), from n = 2 on",
            claim="Delta(f,n+1) <= Delta(f,n)",
            given=("n >= 2",),
            arms="f: concave-from-1",
        ),
    ),
    kind=Verdict.DEFINITION,
    reason=(
        "The class `concave`. The condition at n = 1 uses f(0), so 0 is in N here; the "
        "class `concave-from-1` leaves f(0) out."
    ),
)
