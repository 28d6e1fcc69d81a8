"""F8: where the constants of the paper hold, 32k and 200k.

By F4 the ratio at T = 2k + D is at most T(T+1)/(8D+4), and by F2 at most k from T = 4k on. For
D >= 1 and T <= 4k, 32k (8D+4) >= T(T+1) holds as soon as it does at D = 1, where it says
384k >= (2k+1)(2k+2): that is k <= 94. In the same way 200k holds for k <= 598. At T = 2k + 1 the
arm n/T among arms that are 0 has the ratio T(T+1)/12, so that no larger k will do.
"""

from imab_verify.ledger import Entry, Reading, Severity, play


def up_to(c: int, k: int) -> Reading:
    """OPT <= ck ALG for at most k arms."""
    return Reading(
        f"opt_le_{c}k_alg_up_to_{k}_arms",
        f"{c}k for every T > 2k, at most {k} arms",
        f"OPT(T) <= {c}*k*ALG(T)",
        given=("T > 2*k", f"k <= {k}"),
        policy="algorithm-1",
    )


def beyond(c: int, k: int) -> Reading:
    """The claim up to k arms, where k is one too many."""
    T = 2 * k + 1
    return Reading(
        f"opt_le_{c}k_alg_up_to_{k}_arms",
        f"{c}k for every T > 2k, at most {k} arms",
        f"OPT(T) <= {c}*k*ALG(T)",
        given=("T > 2*k", f"k <= {k}"),
        policy="algorithm-1",
        tries=(play(*("0",) * (k - 1), f"min(n, {T})/{T}", T=T),),
    )


def fails_from(c: int, k: int) -> Reading:
    """ck is exceeded at T = 2k + 1 from here on."""
    return Reading(
        f"opt_gt_{c}k_alg_attained_from_{k}_arms",
        f"{c}k is exceeded at T = 2k + 1, from {k} arms on",
        f"OPT(T) > {c}*k*ALG(T)",
        given=("T == 2*k + 1", f"k >= {k}"),
        policy="some algorithm-1",
    )


OPT_LE_32K_ALG_UP_TO_94_ARMS = up_to(32, 94)
OPT_LE_200K_ALG_UP_TO_598_ARMS = up_to(200, 598)

ENTRY = Entry(
    id="F8",
    lines="beyond",
    slug="where-32k-and-200k-hold",
    severity=Severity.LEMMA,
    title="Where the constants 32k and 200k hold",
    statement=(
        "In every run of Algorithm 1 with T > 2k, OPT(T) <= 32k ALG(T) if k <= 94, and OPT(T) <= "
        "200k ALG(T) if k <= 598; for every larger k some T > 2k refutes it."
    ),
    literal=(
        OPT_LE_32K_ALG_UP_TO_94_ARMS,
        OPT_LE_200K_ALG_UP_TO_598_ARMS,
        fails_from(32, 95),
        fails_from(200, 599),
    ),
    others=(beyond(32, 95), beyond(200, 599)),
    relies_on=("F2", "F4"),
    convention="Ties may fall in any way.",
)
