"""A11: Decreasing marginal returns mean concave."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A11",
    lines="232",
    slug="concave",
    title="Decreasing marginal returns mean concave",
    statement="For continuous f, increasing with decreasing marginal returns implies concave.",
    literal=(
        Reading(
            name="a11_literal_1",
            says="the curve lies above its chords",
            claim="(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
        ),
    ),
    convention=(
        "f is read as a continuous curve by joining its values with straight lines; a "
        "curve that is only known at the integers need not be concave between them."
    ),
)
