"""E3: Fairness lemma."""

from imab_verify.ledger import Entry
from proofs.fairness.arms_keep_improving import E2_OTHER_1
from proofs.fairness.fairness_theorem import E1_LITERAL_1

ENTRY = Entry(
    id="E3",
    lines="671-674",
    slug="fairness-lemma",
    title="Fairness lemma",
    statement="If L_i = max_t N_i(t) is finite then Delta_i(L_i) = 0.",
    literal=(E1_LITERAL_1,),
    others=(E2_OTHER_1,),
    prose=(
        (
            "counting: if no arm has more than M pulls then at most k*M pulls have been "
            "made, so an arm that may not be passed by any level M is pulled again by step "
            "k*M + 1"
        ),
    ),
    relies_on=("E4", "E8", "E12", "E13", "E14", "E15", "E16", "E17", "E18"),
    finding=(
        "A neglected arm with L pulls and increment at least 1/r is pulled again before "
        "any arm gets more than 2L + 2r pulls."
    ),
)
