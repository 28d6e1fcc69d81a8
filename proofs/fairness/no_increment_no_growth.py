"""E5: No increment means the potential is reached."""

from imab_verify.ledger import Entry, Reading
from proofs.fairness.fairness_theorem import E1_LITERAL_2

ENTRY = Entry(
    id="E5",
    lines="682,1582",
    slug="no-increment-no-growth",
    title="No increment means the potential is reached",
    statement="Delta_i(L_i) = 0 implies f_i(L_i) = a_i.",
    literal=(E1_LITERAL_2,),
    others=(
        Reading(
            name="e5_other_1",
            says="without f(0), from the second pull on",
            claim="f(n) == f(L)",
            given=("Delta(f,L) <= 0", "n >= L", "L >= 2"),
            arms="f: concave-from-1",
        ),
    ),
)
