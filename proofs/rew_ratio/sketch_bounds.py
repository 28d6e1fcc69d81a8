"""D44: the two bounds of the proof sketch (lines 572 and 577).

    Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2,    Rew(T) <= (25 T^2/32) f(m)/m for m <= T/2.

They are the claims D13 and D19b of the appendix: the first is false at T = 2, alpha = 1/2, and true
for T >= 3 or with T+1 in place of 5T/4; the second is true.
"""

from imab_verify.ledger import Entry, Severity
from proofs.rew_ratio.part_a_rew_below_five_quarters import (
    REW_LE_FIVE_QUARTERS,
    REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3,
    REW_LE_HORIZONTAL_AREA,
)
from proofs.rew_ratio.part_b_rew_below_slope import REW_LE_25_32_CHORD_SLOPE

ENTRY = Entry(
    id="D44",
    lines="572,577",
    slug="rew-ratio-sketch",
    severity=Severity.REMARK,
    title="The sketch's bounds 5T/4 and 25T^2/32",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2, and Rew(T) <= (25T^2/32) m_OE.",
    literal=(REW_LE_FIVE_QUARTERS, REW_LE_25_32_CHORD_SLOPE),
    beyond=(REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3,),
    repairs=(REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_3, REW_LE_HORIZONTAL_AREA),
    relies_on=("D13", "D19b"),
    finding="The first bound is false at T = 2, alpha = 1/2; the second is true.",
    printed=(
        r"Further, for $\alpha\ge 1/2$ we show that $\mathrm{Rew}_i(T) \le "
        r"\frac{5T}{4}f_i(\alpha T)$"
    ),
    corrected=r"For $\alpha \ge 1/2$, $\mathrm{Rew}_i(T) \le (T+1)\,f_i(\alpha T)$.",
)
