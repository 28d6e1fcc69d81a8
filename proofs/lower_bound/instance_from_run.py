"""B9: The instance is chosen from the run."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B9",
    lines="971-973",
    slug="instance-from-run",
    title="The instance is chosen from the run",
    statement=(
        "An arm l with N_l <= T/k is taken from the algorithm's run, and on I_l arm l "
        "then has at most N pulls."
    ),
    literal=(
        Reading(
            name="b9_literal_1",
            says=(
                "run on I_1 of the algorithm that probes arms 1, 2, ... for N + 1 pulls and "
                "stays where rewards go on: N_2 = 0; on I_2 it pulls arm 2 T - (N+1) times"
            ),
            claim="T - (N+1) <= N",
            given=("k >= 2", "T <= k*N", "k*(N-1) < T", "N + 1 <= T"),
        ),
    ),
    repairs=(
        Reading(
            name="b9_repair_1",
            says="run on I_0, all arms capped at floor(T/k): some arm stays at the cap or below",
            claim="k*(T//k + 1) > T",
        ),
        Reading(
            name="b9_repair_2",
            says="up to q = floor(T/k) pulls I_0 and I_l pay the same: n/T = min(n,q)/T",
            claim="n/T <= q/T",
            given=("n <= q",),
        ),
    ),
    relies_on=("B8",),
    convention="the run is one on an instance of the printed family: no other is defined",
    finding=(
        "The run depends on the instance: an arm l with few pulls on I_1 can have more "
        "than N pulls on I_l (k = 4, T = 4); l has to be taken from the run on the "
        "instance in which every arm is capped."
    ),
)
