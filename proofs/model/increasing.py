"""A10: Monotonically increasing."""

from imab_verify.ledger import Entry, Reading, Verdict

ENTRY = Entry(
    id="A10",
    lines="178,232",
    slug="increasing",
    title="Monotonically increasing",
    statement="f is monotonically increasing.",
    others=(
        Reading(
            name="a10_other_1",
            says="nondecreasing",
            claim="f(n) <= f(n+1)",
            given=("n >= 0",),
        ),
        Reading(
            name="a10_other_2",
            says="strictly increasing",
            claim="f(n) < f(n+1)",
            given=("n >= 0",),
        ),
    ),
    kind=Verdict.DEFINITION,
    reason=(
        "An assumption; the paper's own instances have constant arms, so it must be read "
        "as nondecreasing. The readings show what each version says of the class."
    ),
)
