"""E6: L_i infinite means pulled infinitely often."""

from imab_verify.ledger import Entry, Verdict

ENTRY = Entry(
    id="E6",
    lines="1583",
    slug="infinite-count",
    title="L_i infinite means pulled infinitely often",
    statement="If L_i is not finite then, by the fairness lemma, arm i is pulled infinitely often.",
    kind=Verdict.DEFINITION,
    reason=(
        "L_i is the largest number of pulls; that it is infinite says just this. The "
        "fairness lemma is not needed."
    ),
)
