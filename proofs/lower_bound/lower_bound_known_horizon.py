"""B4: The bound holds even if T is known."""

from imab_verify.ledger import Entry
from proofs.lower_bound.lower_bound import B1_LITERAL_2, B1_LITERAL_6, B1_LITERAL_7

ENTRY = Entry(
    id="B4",
    lines="365",
    slug="lower-bound-known-horizon",
    title="The bound holds even if T is known",
    statement="Sublinear regret is impossible also for algorithms that know T.",
    literal=(B1_LITERAL_6, B1_LITERAL_7, B1_LITERAL_2),
    prose=(
        (
            "indistinguishability: let all arms be capped at q and let l be an arm with N_l "
            "<= q in that run; if arm l alone goes on, the algorithm sees the same rewards "
            "and pulls the same arms; the pulls may depend on T in any way"
        ),
    ),
    relies_on=("B1",),
)
