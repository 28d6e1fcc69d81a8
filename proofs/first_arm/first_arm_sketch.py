"""D43: First-arm lemma, as announced."""

from imab_verify.ledger import Entry
from proofs.first_arm.first_arm import FIRST_FROM_ONE_PULL, FIRST_FROM_TWO_PULLS

ENTRY = Entry(
    id="D43",
    lines="538",
    slug="first-arm-sketch",
    title="First-arm lemma, as announced",
    statement="The first arm to cross N pulls has to be the optimal arm for the time horizon N.",
    literal=(FIRST_FROM_ONE_PULL,),
    repairs=(FIRST_FROM_TWO_PULLS,),
    relies_on=("D8",),
    finding="As the lemma: true from N = 2 on.",
)
