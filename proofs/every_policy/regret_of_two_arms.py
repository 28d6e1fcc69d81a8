"""F10: the regret of two arms.

The instances of F6 have OPT = (T+1)/2 and ALG <= T/(2 rho) + 1/2 with rewards in [0,1], that is
OPT - ALG >= (T/2)(1 - 2/(3k))^2: 2T/9 for two arms, 49T/162 for three, T/2 in the limit. The paper
has (k-2)/(2k) T, which is 0 for two arms; equal caps give T/8 (B1).
"""

from imab_verify.ledger import Entry, Reading, Severity

REGRET_GE_TWO_NINTHS = Reading(
    "regret_ge_two_ninths_of_two_arms",
    "two arms: every algorithm has an instance with regret at least 2T/9",
    "OPT(T) - ALG(T) >= 2/9*T",
    given=("k == 2",),
    policy="every",
)

REGRET_GE_OF_KNOWN_HORIZON = Reading(
    "regret_ge_of_known_horizon",
    "k arms: at least (T/2)(1 - 2/(3k))^2",
    "OPT(T) - ALG(T) >= T/2*(1 - 2/(3*k))**2",
    given=("k >= 2",),
    policy="every",
)

ENTRY = Entry(
    id="F10",
    lines="beyond",
    slug="regret-of-two-arms",
    severity=Severity.LEMMA,
    title="The regret of two arms is at least 2T/9",
    statement=(
        "For every deterministic policy on two arms and every T there is an instance with "
        "OPT(T) - ALG(T) >= 2T/9."
    ),
    literal=(REGRET_GE_TWO_NINTHS,),
    others=(
        REGRET_GE_OF_KNOWN_HORIZON,
        Reading(
            "regret_ge_of_three_arms",
            "three arms",
            "OPT(T) - ALG(T) >= 49/162*T",
            given=("k == 3",),
            policy="every",
        ),
    ),
    convention="Rewards are in [0,1]; the instance is chosen after the policy, with OPT(T) > 0.",
)
