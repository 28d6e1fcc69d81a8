"""B16: the constant of the regret (line 992).

(k-2)/(2k) T >= T/6 for k > 2, as 3(k-2) >= k from k = 3 on. At k = 2 the left side is 0 and nothing
is said. Caps one after the other (F10) give 2/9 for two arms, 49/162 for three, and 1/2 in the
limit. The best constant for two arms is not known to us.
"""

from imab_verify.ledger import Entry, Reading
from proofs.every_policy.regret_of_two_arms import REGRET_GE_OF_KNOWN_HORIZON, REGRET_GE_TWO_NINTHS

ENTRY = Entry(
    id="B16",
    lines="992",
    slug="regret-constant",
    title="(k-2)/(2k) T >= T/6 for k > 2",
    statement="(k-2)/(2k) T >= T/6 for k > 2.",
    literal=(
        Reading(
            "regret_constant_ge_sixth_of_three_arms",
            "k > 2",
            "(k-2)/(2*k)*T >= T/6",
            given=("k > 2",),
        ),
    ),
    others=(
        Reading(
            "regret_constant_ge_sixth_of_two_arms",
            "k = 2 included",
            "(k-2)/(2*k)*T >= T/6",
            given=("k >= 2",),
        ),
    ),
    repairs=(REGRET_GE_TWO_NINTHS, REGRET_GE_OF_KNOWN_HORIZON),
    relies_on=("B15",),
    finding=(
        "Nothing is said for k = 2, where (k-2)/(2k) = 0: there the regret is at least 2T/9, and "
        "at least (T/2)(1 - 2/(3k))^2 for k arms."
    ),
)
