"""B8: Some arm is pulled at most T/k times."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_LITERAL_2

ENTRY = Entry(
    id="B8",
    lines="971",
    slug="some-arm-at-most-share",
    title="Some arm is pulled at most T/k times",
    statement="After T steps there is an arm l with N_l <= T/k.",
    literal=(
        Reading(
            name="b8_literal_1",
            says="if all k arms have c pulls or more, so kc <= T, then c <= T/k",
            claim="c <= T/k",
            given=("0 <= c", "k*c <= T"),
        ),
        B1_LITERAL_2,
    ),
    prose=("counting: k counts of c or more add up to T, so k*c <= T",),
    convention="c is the least of the counts",
)
