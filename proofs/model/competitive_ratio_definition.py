"""A17: Competitive ratio."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A17",
    lines="313-320",
    slug="competitive-ratio-definition",
    title="Competitive ratio",
    statement="CR(T) is the infimum of the alpha with alpha ALG(I,T) >= OPT(I,T) for all I.",
    kind=Verdict.DEFINITION,
    reason=(
        "A definition. The infimum is over the empty set, hence infinite, if some "
        "instance has ALG = 0 < OPT."
    ),
)
