"""D9: First-arm lemma for any N between 1 and T."""

from imab_verify.ledger import Entry, Reading, play
from proofs.first_arm.first_arm import FIRST_FROM_TWO_PULLS
from proofs.runs import ANY_LAST_PULL_OF_F

ENTRY = Entry(
    id="D9",
    lines="549",
    slug="first-arm-range",
    title="First-arm lemma for any N between 1 and T",
    statement="If the algorithm runs for T steps, the first-arm lemma holds for any N in 1..T.",
    literal=(
        Reading(
            name="d9_literal_1",
            says="1 <= N <= T",
            claim="Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "1 <= M", "M <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=ANY_LAST_PULL_OF_F,
            tries=(play("0", "1", T=3, f=1, g=2),),
        ),
    ),
    repairs=(FIRST_FROM_TWO_PULLS,),
    relies_on=("D8",),
    convention="For an N that no arm crosses within T steps the lemma says nothing.",
    finding="The range must begin at N = 2.",
)
