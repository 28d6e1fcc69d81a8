"""A1: any algorithm has regret Omega(T) and competitive ratio Omega(k) (lines 111, 182, 354, 494).

Take k arms min(n,q)/T with q = floor(T/k), and let an arm that has at most q pulls go on as n/T
(proofs/lower_bound). A pull of a capped arm pays at most q/T, so ALG <= q, and OPT = (T+1)/2; the
ratio is at least (T+1)/(2q) >= k/2, because kq <= T + 1. The regret is at least
(T-q)(T-q+1)/(2T) >= T/8 for two arms or more. With one arm there is no regret at all.
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import OPT_LE_ALG_OF_ONE_ARM, REGRET_GE_EIGHTH

ENTRY = Entry(
    id="A1",
    lines="111,182,354,494",
    slug="lower-bound-summary",
    title="Any algorithm has linear regret and ratio of order k",
    statement="Any algorithm has regret Omega(T) and competitive ratio Omega(k).",
    literal=(
        Reading(
            name="arms_mul_cap_le_horizon_succ",
            says=(
                "ratio: capped arms pay at most q per pull, the one that goes on T(T+1)/2 in "
                "all; so twice the ratio is at least (T+1)/q >= k"
            ),
            claim="k*(T//k) <= T + 1",
        ),
        REGRET_GE_EIGHTH,
    ),
    others=(OPT_LE_ALG_OF_ONE_ARM,),
    prose=(
        (
            "indistinguishability: on k equal arms that are capped after q = floor(T/k) "
            "pulls some arm gets at most q pulls; letting just that arm go on changes "
            "nothing that the algorithm sees"
        ),
    ),
    relies_on=("B1",),
    convention=(
        "Algorithms are deterministic (B18 has the others); the regret is that of two arms or more."
    ),
    finding=(
        "With one arm there is no regret; the printed constant for the regret needs three arms."
    ),
)
