"""D37: f(a)/a >= Delta."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D37",
    lines="1503",
    slug="slope-above-delta",
    title="f(a)/a >= Delta",
    statement="f(a)/a >= Delta_i(a), by decreasing marginal returns.",
    literal=(
        Reading(
            name="d37_literal_1",
            says="as written",
            claim="f(a)/a >= Delta(f,a)",
        ),
    ),
    others=(
        Reading(
            name="d37_other_1",
            says="f(0) is not known",
            claim="f(a)/a >= Delta(f,a)",
            given=("a >= 2",),
            arms="f: concave-from-1",
        ),
    ),
    convention="Decreasing marginal returns from n = 1 on, and f(0) >= 0.",
    finding="Uses f(0) >= 0; without f(0) only f(a)/(a-1) >= Delta holds.",
)
