"""F7: horizons from k to 2k.

Let e = T - k. The first max(0, k-1-e) different arms that are pulled pay nothing. Every other arm
pays 1, and stays at 1 when it is pulled a second time, unless all others are decided by then: the
last one goes on with n. For T <= 2k - 1 it cannot be pulled twice in time, and k-1-e pulls pay
nothing: ALG <= 2e + 1. For T = 2k the last arm may have two pulls and pay 3: ALG <= 2k + 1. So

    OPT/ALG >= T(T+1)/(4(T-k)+2),

which is k at T = 2k - 1 and at T = 2k, and k(k+1)/2 at T = k.
"""

from imab_verify.ledger import Entry, Reading, Severity

ENTRY = Entry(
    id="F7",
    lines="beyond",
    slug="short-horizon",
    severity=Severity.LEMMA,
    title="From T = k to T = 2k the ratio is at least T(T+1)/(4(T-k)+2)",
    statement=(
        "For every deterministic policy and k <= T <= 2k there is an instance with ALG(T) at most "
        "2(T-k)+1 and OPT(T) at least T(T+1)/2, up to a common factor."
    ),
    literal=(
        Reading(
            "short_horizon_ratio_ge",
            "arms that pay nothing at first, then 1, and the last one goes on",
            "(4*(T-k)+2)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("k <= T", "T <= 2*k"),
            policy="every",
        ),
        Reading(
            "short_horizon_alg_le",
            "the same instance scaled by 1/T: both rewards",
            "ALG(T) <= (2*(T-k)+1)/T and OPT(T) >= (T+1)/2",
            given=("k <= T", "T <= 2*k"),
            policy="every",
        ),
    ),
    others=(
        Reading(
            "ratio_ge_of_all_horizons_from_k",
            "one formula for all T >= k; equal at T = k and T = k + 1, then weaker",
            "(T-k+1)*(T-k+2)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= k",),
            policy="every",
        ),
        Reading(
            "short_horizon_ratio_ge_arms",
            "so the ratio is at least k for all T <= 2k",
            "OPT(T) >= k*ALG(T)",
            given=("T <= 2*k",),
            policy="every",
        ),
    ),
    convention=(
        "The policy may know k and T; the instance is chosen after it, with OPT(T) > 0. In the "
        "second reading the rewards are scaled by 1/T. OPT(T) is exactly T(T+1)/2 on the instance; "
        "a lower bound has inequalities only."
    ),
)
