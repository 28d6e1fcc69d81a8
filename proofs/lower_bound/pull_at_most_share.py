"""B12: On I_k every pull pays at most 1/k."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B12",
    lines="975-976",
    slug="pull-at-most-share",
    title="On I_k every pull pays at most 1/k",
    statement=(
        "No pull of the algorithm on I_k gives more than 1/k, since arm k is not pulled "
        "more than N times."
    ),
    literal=(
        Reading(
            name="b12_literal_1",
            says="pull n <= N of any arm pays n/T <= 1/k",
            claim="k*n <= T",
            given=("T <= k*N", "k*(N-1) < T", "n <= N"),
        ),
    ),
    repairs=(
        Reading(
            name="b12_repair_1",
            says="N = floor(T/k)",
            claim="k*n <= T",
            given=("k*N <= T", "n <= N"),
        ),
        Reading(
            name="b12_repair_2",
            says="N = ceil(T/k), where k divides T = kN",
            claim="k*n <= k*N",
            given=("n <= N",),
        ),
    ),
    relies_on=("B7", "B9"),
    finding="If k does not divide T, pull N = ceil(T/k) of any arm pays N/T > 1/k.",
)
