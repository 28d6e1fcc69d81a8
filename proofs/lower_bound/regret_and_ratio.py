"""B14, B15, B17: the optimum, the regret and the ratio on I_k (lines 984-997).

OPT(T) = 1/T + ... + T/T = (T+1)/2, by the arm that goes on; a capped arm does not pay more. From
that and A = ALG(T) <= T/k the paper concludes

    OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T,
    OPT/ALG   >= (k/2)(T+1)/T >= k/2.

These steps are right for every A <= T/k; that ALG(T) <= T/k is another matter (B13). The regret
loses a constant on the way: the corrected family has (T-q)(T-q+1)/(2T) >= (k-1)^2/(2k^2) T.
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import (
    LINE_REW_EQ,
    RATIO_GE_OF_CAPPED_REW,
    REGRET_GE_LINEAR,
    REGRET_GE_OF_CAPPED_REW_LE,
)
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

OPTIMUM = Entry(
    id="B14",
    lines="984-985",
    slug="optimum-on-family",
    title="OPT(T) = (T+1)/2 on I_k",
    statement="The best policy always pulls arm k and gets sum n/T = (T+1)/2.",
    literal=(
        LINE_REW_EQ,
        Reading(
            name="capped_arm_rew_le_line_rew",
            says="no other arm pays more",
            claim="N*(N+1)/(2*T) + (T-N)/k <= (T+1)/2",
            given=CEIL_OF_SHARE,
        ),
    ),
    relies_on=("A14",),
)

REGRET = Entry(
    id="B15",
    lines="989-991",
    slug="regret-on-family",
    title="OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT - ALG >= (1/2-1/k)T + 1/2 >= (k-2)T/(2k).",
    literal=(
        Reading(
            name="regret_ge_of_alg_le_share",
            says="A stands for ALG",
            claim="(T+1)/2 - A >= (1/2-1/k)*T + 1/2 and (1/2-1/k)*T + 1/2 >= (k-2)*T/(2*k)",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(REGRET_GE_OF_CAPPED_REW_LE, REGRET_GE_LINEAR),
    relies_on=("B13", "B14"),
    finding=(
        "The steps are right but lose a constant: (k-2)/(2k) is 0 at k = 2, and the "
        "corrected family has regret (T-q)(T-q+1)/(2T), at least (k-1)^2/(2k^2) T."
    ),
)

RATIO = Entry(
    id="B17",
    lines="996-997",
    slug="ratio-on-family",
    title="OPT/ALG >= (k/2)(T+1)/T >= k/2",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT/ALG >= (k/2)(T+1)/T >= k/2.",
    literal=(
        Reading(
            name="ratio_ge_of_alg_le_share",
            says="A stands for ALG",
            claim="(T+1)/2 >= k/2*(T+1)/T*A and k/2*(T+1)/T >= k/2",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    repairs=(RATIO_GE_OF_CAPPED_REW,),
    relies_on=("B13", "B14"),
)

ENTRIES = (OPTIMUM, REGRET, RATIO)
