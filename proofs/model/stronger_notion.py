"""A21: Policy regret is the stronger notion."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="A21",
    lines="290",
    slug="stronger-notion",
    title="Policy regret is the stronger notion",
    statement="Policy regret is a stronger notion of regret than external regret.",
    kind=Verdict.NOT_FORMAL,
    reason="A comparison of notions; the example of the appendix (A25) shows the difference.",
)
