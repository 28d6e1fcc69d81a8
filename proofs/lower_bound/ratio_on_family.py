"""B17: OPT/ALG >= (k/2)(T+1)/T >= k/2."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_REPAIR_2

ENTRY = Entry(
    id="B17",
    lines="996-997",
    slug="ratio-on-family",
    title="OPT/ALG >= (k/2)(T+1)/T >= k/2",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT/ALG >= (k/2)(T+1)/T >= k/2.",
    literal=(
        Reading(
            name="b17_literal_1",
            says="A stands for ALG",
            claim="(T+1)/2 >= k/2*(T+1)/T*A and k/2*(T+1)/T >= k/2",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(B1_REPAIR_2,),
    relies_on=("B13", "B14"),
)
