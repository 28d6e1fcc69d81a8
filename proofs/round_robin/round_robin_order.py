"""A4 (lines 196, 343): the competitive ratio of round robin is Theta(k^2).

From T = k on it lies between k(k+1)/2 and k(2k-1). For T < k no constant serves: with the arms 0
and 1 and T = 1, ALG = 0 < OPT.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.round_robin.round_robin_theorem import (
    ROUND_ROBIN_OPT_GE_ATTAINED,
    ROUND_ROBIN_OPT_LE_FROM_K,
)

ENTRY = Entry(
    id="A4",
    lines="196,343",
    slug="round-robin-order",
    severity=Severity.MAIN,
    title="The competitive ratio of round robin is of order k^2",
    statement="CR_RR(T) = Theta(k^2).",
    literal=(
        Reading(
            "round_robin_opt_eq_zero_of_alg_eq_zero",
            "some constant: ALG = 0 only where OPT = 0",
            "OPT(T) <= 0",
            given=("ALG(T) == 0",),
            policy="round-robin",
        ),
    ),
    beyond=(ROUND_ROBIN_OPT_LE_FROM_K,),
    repairs=(ROUND_ROBIN_OPT_LE_FROM_K, ROUND_ROBIN_OPT_GE_ATTAINED),
    relies_on=("C2",),
    finding=(
        "True from T = k on, where the ratio lies between k(k+1)/2 and k(2k-1); for T < "
        "k the last arm is never pulled and the ratio is infinite."
    ),
    printed=(
        r"the competitive ratio of the simple round-robin algorithm ($\mathtt{RR}$) is "
        r"$\Theta(k^2)$"
    ),
    corrected=(
        r"$\frac{k(k+1)}{2} \le \mathrm{CR}_{\mathtt{RR}}(T) \le k(2k-1)$ for $T \ge k$; "
        r"for $T < k$ the ratio is infinite."
    ),
)
