"""A16: Policy regret."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A16",
    lines="296-305",
    slug="policy-regret",
    title="Policy regret",
    statement="The policy regret is the supremum over instances of OPT minus the expected ALG.",
    kind=Verdict.DEFINITION,
    reason="A definition.",
)
