"""E18: The contradiction holds for every number of arms in C."""

from imab_verify.ledger import Entry
from proofs.fairness.fairness_theorem import E1_LITERAL_1

ENTRY = Entry(
    id="E18",
    lines="1596-1604,1665",
    slug="induction-on-arms",
    title="The contradiction holds for every number of arms in C",
    statement="The lemma cannot hold for exactly l arms, 1 <= l < k; hence it holds for all.",
    literal=(E1_LITERAL_1,),
    prose=(
        (
            "counting: if no arm has more than M pulls then at most k*M pulls have been "
            "made, so an arm that may not be passed by any level M is pulled again by step "
            "k*M + 1"
        ),
    ),
    relies_on=("E3", "E4", "E12", "E17"),
)
