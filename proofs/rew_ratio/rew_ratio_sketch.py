"""D44: The sketch's bounds 5T/4 and 25T^2/32."""

from imab_verify.ledger import Entry
from proofs.rew_ratio.rew_below_five_quarters import D13_LITERAL_1, D13_REPAIR_1, D13_REPAIR_4
from proofs.rew_ratio.rew_below_slope import D19B_LITERAL_1

ENTRY = Entry(
    id="D44",
    lines="572,577",
    slug="rew-ratio-sketch",
    title="The sketch's bounds 5T/4 and 25T^2/32",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2, and Rew(T) <= (25T^2/32) m_OE.",
    literal=(D13_LITERAL_1, D19B_LITERAL_1),
    repairs=(D13_REPAIR_1, D13_REPAIR_4),
    relies_on=("D13", "D19b"),
    finding="The first bound is false at T = 2, alpha = 1/2; the second is true.",
)
