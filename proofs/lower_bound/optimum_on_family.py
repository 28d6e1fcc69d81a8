"""B14: OPT(T) = (T+1)/2 on I_k."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_LITERAL_5

ENTRY = Entry(
    id="B14",
    lines="984-985",
    slug="optimum-on-family",
    title="OPT(T) = (T+1)/2 on I_k",
    statement="The best policy always pulls arm k and gets sum n/T = (T+1)/2.",
    literal=(
        B1_LITERAL_5,
        Reading(
            name="b14_literal_2",
            says="no other arm pays more",
            claim="N*(N+1)/(2*T) + (T-N)/k <= (T+1)/2",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
    relies_on=("A14",),
)
