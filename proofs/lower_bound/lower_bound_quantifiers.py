"""B3: An instance that is bad for every algorithm."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_LITERAL_6, B1_REPAIR_1

ENTRY = Entry(
    id="B3",
    lines="338",
    slug="lower-bound-quantifiers",
    title="An instance that is bad for every algorithm",
    statement="For any T there is an instance such that any algorithm suffers linear regret.",
    literal=(
        Reading(
            name="b3_literal_1",
            says="regret, on any instance with best arm f, of the algorithm that always pulls f",
            claim="Rew(f,T) - Rew(f,T) >= c*T",
            given=("c > 0",),
            reals=("c",),
        ),
    ),
    others=(
        Reading(
            name="b3_other_1",
            says="that algorithm has less than any linear regret, whatever the instance",
            claim="Rew(f,T) - Rew(f,T) < c*T",
            given=("c > 0",),
            reals=("c",),
        ),
    ),
    repairs=(B1_LITERAL_6, B1_REPAIR_1),
    relies_on=("B1",),
    convention="the regret is the one on that instance; B1 has the order that the theorem states",
    finding=(
        "The order of the quantifiers matters: for a fixed instance the algorithm that "
        "always pulls its best arm has no regret; the instance has to be chosen after "
        "the algorithm."
    ),
)
