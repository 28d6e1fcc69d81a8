"""E4: Some arm is pulled infinitely often."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E4",
    lines="676,1591-1593",
    slug="some-arm-for-ever",
    title="Some arm is pulled infinitely often",
    statement="If every L_i were finite there would be no pull after step sum_i L_i.",
    literal=(
        Reading(
            name="e4_literal_1",
            says="k counts of at most L cannot add up to more than k*L pulls",
            claim="T > k*L",
            given=("T >= k*L + 1",),
        ),
    ),
    prose=("pigeonhole: the k counts add up to the number of steps made",),
)
