"""B15: OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_LITERAL_6, B1_LITERAL_7

ENTRY = Entry(
    id="B15",
    lines="989-991",
    slug="regret-on-family",
    title="OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT - ALG >= (1/2-1/k)T + 1/2 >= (k-2)T/(2k).",
    literal=(
        Reading(
            name="b15_literal_1",
            says="A stands for ALG",
            claim="(T+1)/2 - A >= (1/2-1/k)*T + 1/2 and (1/2-1/k)*T + 1/2 >= (k-2)*T/(2*k)",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(B1_LITERAL_6, B1_LITERAL_7),
    relies_on=("B13", "B14"),
    finding=(
        "The steps are right but lose a constant: (k-2)/(2k) is 0 at k = 2, and the "
        "corrected family has regret (T-q)(T-q+1)/(2T), at least (k-1)^2/(2k^2) T."
    ),
)
