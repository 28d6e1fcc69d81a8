"""C2 (lines 409-413): the round-robin theorem, 8k^2 >= CR_RR(T) >= k^2/2.

Let q = floor(T/k). Every arm gets q pulls or more, the best one too, and a concave arm has
q(q+1) Rew(f,T) <= T(T+1) Rew(f,q), so

    q(q+1) OPT(T) <= T(T+1) ALG(T).

The line n/T as the last arm, zeros before it, gets exactly q pulls, and for the line this is an
equality: CR_RR(T) = T(T+1)/(q(q+1)). Where T < k that is infinite, since the last arm is never
pulled; so 8k^2 fails for every T < k, and only there. From T = k on

    k(k+1)/2 <= CR_RR(T) <= k(2k-1),    with equality at T = k and at T = 2k-1.
"""

from imab_verify.ledger import Entry, Reading, Severity

ROUND_ROBIN_OPT_LE_8_SQ = Reading(
    "round_robin_opt_le_8_sq",
    "upper bound, every T",
    "OPT(T) <= 8*k**2*ALG(T)",
    policy="round-robin",
)

ROUND_ROBIN_OPT_LE_FROM_K = Reading(
    "round_robin_opt_le_from_k",
    "from T = k on at most k(2k-1)",
    "OPT(T) <= k*(2*k-1)*ALG(T)",
    given=("T//k >= 1",),
    policy="round-robin",
)

EXACT_RATIO_GE_FROM_K = Reading(
    "exact_ratio_ge_from_k",
    "from T = k on at least k(k+1)/2, where the line n/T has the fewest pulls, q",
    "2*T*(T+1) >= k*(k+1)*q*(q+1)",
    given=("T >= k", "0 <= q"),
    policy="round-robin",
    where="q = least",
)

EXACT_RATIO_ATTAINED = Reading(
    "round_robin_exact_ratio_attained",
    "T(T+1)/(q(q+1)) is attained",
    "OPT(T) >= T*(T+1)/((T//k)*(T//k+1))*ALG(T)",
    given=("T//k >= 1",),
    policy="some round-robin",
)

ROUND_ROBIN_OPT_GE_ATTAINED = Reading(
    "round_robin_opt_ge_attained",
    "at least k(k+1)/2 is attained, at every T",
    "OPT(T) >= k*(k+1)/2*ALG(T)",
    policy="some round-robin",
)

ENTRY = Entry(
    id="C2",
    lines="409-413",
    number="Theorem 2",
    slug="round-robin-ratio",
    severity=Severity.MAIN,
    title="Round-robin theorem: 8k^2 >= CR >= k^2/2",
    statement="8k^2 >= CR_RR(T) >= k^2/2.",
    literal=(
        ROUND_ROBIN_OPT_LE_8_SQ,
        Reading(
            "round_robin_opt_ge_half_sq_attained",
            "lower bound: k^2/2 is attained, at every T",
            "OPT(T) >= k**2/2*ALG(T)",
            policy="some round-robin",
        ),
    ),
    beyond=(
        Reading(
            "round_robin_opt_le_8_sq_from_k",
            "upper bound from T = k on",
            "OPT(T) <= 8*k**2*ALG(T)",
            given=("T//k >= 1",),
            policy="round-robin",
        ),
    ),
    repairs=(
        Reading(
            "round_robin_opt_le_exact_ratio",
            "every k and T: OPT <= T(T+1)/(q(q+1)) ALG, q = floor(T/k)",
            "(T//k)*(T//k+1)*OPT(T) <= T*(T+1)*ALG(T)",
            policy="round-robin",
        ),
        ROUND_ROBIN_OPT_LE_FROM_K,
        EXACT_RATIO_ATTAINED,
        ROUND_ROBIN_OPT_GE_ATTAINED,
    ),
    printed=r"$8k^2 \ge \mathtt{CR}_{\mathtt{RR}}(T) \ge \frac{k^2}{2}$.",
    corrected=(
        r"With $q = \lfloor T/k \rfloor$, $\mathtt{CR}_{\mathtt{RR}}(T) = "
        r"\frac{T(T+1)}{q(q+1)}$; from $T = k$ on it lies between $k(k+1)/2$ and $k(2k-1)$, and "
        r"for "
        r"$T < k$ it is infinite."
    ),
    relies_on=("C3", "C4", "C5", "C6", "C17"),
    convention="the theorem names no T; its proof begins with T >= 2k",
    finding=(
        "For T < k the last arm is never pulled and no bound holds; from T = k on the "
        "ratio is exactly T(T+1)/(q(q+1)), q = floor(T/k), which lies between k(k+1)/2 "
        "and k(2k-1)."
    ),
)
