"""A6: The results hold for any finite horizon."""

from imab_verify.ledger import Entry, Reading
from proofs.model.upper_bound_summary import A2_REPAIR_1, A2_REPAIR_2

ENTRY = Entry(
    id="A6",
    lines="207",
    slug="any-horizon",
    title="The results hold for any finite horizon",
    statement="The results hold for any finite time horizon T.",
    literal=(
        Reading(
            name="a6_literal_1",
            says="the competitive ratio, as stated",
            claim="OPT(T) <= 32*k*ALG(T)",
            policy="algorithm-1",
        ),
    ),
    repairs=(A2_REPAIR_1, A2_REPAIR_2),
    relies_on=("D5",),
    finding=(
        "The bound on the ratio fails for T < k, and for many arms also from T = k to T "
        "= 2k and a little beyond."
    ),
)
