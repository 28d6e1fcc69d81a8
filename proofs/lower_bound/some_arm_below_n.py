"""B7: Some arm is pulled fewer than N times."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B7",
    lines="392,973",
    slug="some-arm-below-n",
    title="Some arm is pulled fewer than N times",
    statement="With N = ceil(T/k), any algorithm pulls at least one arm fewer than N times.",
    literal=(
        Reading(
            name="b7_literal_1",
            says="N pulls of all k arms are more than T",
            claim="k*N > T",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
    others=(
        Reading(
            name="b7_other_1",
            says="for two arms or more",
            claim="k*N > T",
            given=("T <= k*N", "k*(N-1) < T", "k >= 2"),
        ),
    ),
    repairs=(
        Reading(
            name="b7_repair_1",
            says="some arm is pulled at most N times",
            claim="k*(N+1) > T",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
        Reading(
            name="b7_repair_2",
            says="some arm is pulled at most floor(T/k) times",
            claim="k*(T//k + 1) > T",
        ),
        Reading(
            name="b7_repair_3",
            says="fewer than N times, where k does not divide T",
            claim="k*N > T",
            given=("N >= 1", "k*(N-1) < T", "T < k*N"),
        ),
    ),
    convention="all arms can have c pulls exactly if kc <= T",
    finding=(
        "If k divides T every arm can be pulled exactly N = T/k times, as round robin "
        "does; 'at most N' is true and is what the proof needs."
    ),
)
