"""F6: a deterministic policy that knows the horizon has a ratio of about 3k/4 at least.

Let w = T. While m >= 2 arms are open, the first of them with more than c = 2w/(3m) pulls is capped
at c for ever, and w becomes w - c; the last open arm is never capped. With j arms capped at
c_1 <= ... <= c_j, and w_j left, the policy has at most T/2 + c_j w_j + (c_1^2 + ... + c_j^2)/2,
which does not grow with j, because (3m-1)(3m+1) <= 9m^2. For j = 1 this is T/2 + T^2/(2 rho) with

    rho = 9k^2/(4(3k-1)) > (3k+1)/4,    OPT = T(T+1)/2,    so OPT/ALG >= rho(T+1)/(T+rho).

For two arms that is 9/5 in the limit. The paper has k/2, which also follows from equal caps at
floor(T/k) (B1); these even give k^2/(2k-1), for all k and T.
"""

from imab_verify.ledger import Entry, Reading, Severity

RATIO_GE_OF_EQUAL_CAPS = Reading(
    "known_horizon_ratio_ge_of_equal_caps",
    "equal caps at floor(T/k): every algorithm has an instance with ratio k^2/(2k-1)",
    "OPT(T) >= k**2/(2*k-1)*ALG(T)",
    policy="every",
)

ENTRY = Entry(
    id="F6",
    lines="beyond",
    slug="known-horizon-ratio",
    severity=Severity.MAIN,
    title="With the horizon the ratio is still at least about 3k/4",
    statement=(
        "For every deterministic policy and all k >= 2 and T >= 1 there is an instance with "
        "(T + rho) OPT(T) >= rho (T+1) ALG(T), where rho = 9k^2/(4(3k-1))."
    ),
    literal=(
        Reading(
            "known_horizon_ratio_ge",
            "caps at 2/(3m) of what is left, where m arms are open",
            "(4*(3*k-1)*T + 9*k**2)*OPT(T) >= 9*k**2*(T+1)*ALG(T)",
            given=("k >= 2",),
            policy="every",
        ),
    ),
    others=(
        Reading(
            "known_horizon_ratio_ge_three_quarters",
            "3k/4 as soon as 4T >= 9k^2",
            "OPT(T) >= 3*k/4*ALG(T)",
            given=("k >= 2", "4*T >= 9*k**2"),
            policy="every",
        ),
        RATIO_GE_OF_EQUAL_CAPS,
        Reading(
            "known_horizon_ratio_of_two_arms_ge",
            "two arms: 9/5 in the limit",
            "OPT(T) >= 9/5*(T+1)/(T+9/5)*ALG(T)",
            given=("k == 2",),
            policy="every",
        ),
    ),
    convention="The policy may know k and T; the instance is chosen after it, with OPT(T) > 0.",
)
