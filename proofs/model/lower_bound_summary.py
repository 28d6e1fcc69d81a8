"""A1: any algorithm has regret Omega(T) and competitive ratio Omega(k) (lines 111, 182, 354, 494).

Take k arms min(n,q)/T with q = floor(T/k), and let an arm that has at most q pulls go on as n/T
(proofs/lower_bound). A pull of a capped arm pays at most q/T, so ALG <= q, and OPT = (T+1)/2; the
ratio is at least (T+1)/(2q) >= k/2, because kq <= T + 1. The regret is at least
(T-q)(T-q+1)/(2T) >= T/8 for two arms or more. With one arm there is no regret at all.
"""

from imab_verify.ledger import Entry, Severity
from proofs.lower_bound.lower_bound import (
    LOWER_BOUND_OF_TWO_ARMS,
    OPT_LE_ALG_OF_ONE_ARM,
    SHARPER_LOWER_BOUND,
)

ENTRY = Entry(
    id="A1",
    lines="111,182,354,494",
    slug="lower-bound-summary",
    severity=Severity.MAIN,
    title="Any algorithm has linear regret and ratio of order k",
    statement="Any algorithm has regret Omega(T) and competitive ratio Omega(k).",
    negation=(OPT_LE_ALG_OF_ONE_ARM,),
    repairs=(LOWER_BOUND_OF_TWO_ARMS, SHARPER_LOWER_BOUND),
    printed=(
        r"Any algorithm for the IMAB problem, no matter how utilitarian, must suffer $\Omega(T)$ "
        r"policy regret and $\Omega(k)$ competitive ratio."
    ),
    corrected=(
        r"Any deterministic algorithm on $k \ge 2$ arms suffers policy regret at least $T/8$ and "
        r"competitive ratio at least $k/2$."
    ),
    relies_on=("B1",),
    convention="With one arm all algorithms are the same.",
    finding=(
        "With one arm there is no regret, and the printed constant for the regret needs three "
        'arms. "Any algorithm" includes randomised ones, for which the argument does not give '
        "order k (B18); for deterministic ones on two arms or more both bounds hold."
    ),
)
