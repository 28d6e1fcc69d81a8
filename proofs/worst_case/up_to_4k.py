"""F4: the exact ratio of Algorithm 1 from T = 2k to T = 4k.

Let D = T - 2k. At T = 2k every arm has two pulls, and 6 OPT <= T(T+1) ALG. For more pulls take the
lines 8N - 16 and 9N - 18, which are 0 at N = 2, for arms that are neither optimal nor crossed last:

    N(N+1) >= 8N - 12,   N^2 + N - 2 >= 8N - 16,   N^2 >= 8N - 16:    V = 8D + 4,
    N(N+1) >= 9N - 16,   N^2 + N - 2 >= 9N - 18,   N^2 >= 9N - 20:    V = 9D,

for integers N. The first is larger for D < 4: 12, 20, 28. Both hold for all T > 2k, but from T = 4k
on F2 says more.

Attained. For D <= 2 the optimal arm n/T gets all D pulls and the others are 0. From D = 3 on let
some of the k arms share the pulls, D/2 of them with four pulls (one with five, if D is odd): the
family of F2, with arms that are 0 beside it.
"""

from imab_verify.ledger import Entry, Reading, Severity, play


def at_excess(D: int, V: int) -> Reading:
    """The bound at T = 2k + D."""
    return Reading(
        f"opt_le_exact_ratio_at_2k_plus_{D}",
        f"T = 2k + {D}",
        f"{V}*OPT(T) <= T*(T+1)*ALG(T)",
        given=(f"T == 2*k + {D}",),
        policy="algorithm-1",
    )


def attained_at_excess(D: int, V: int) -> Reading:
    """The bound at T = 2k + D is attained."""
    return Reading(
        f"exact_ratio_attained_at_2k_plus_{D}",
        f"it is attained at T = 2k + {D}",
        f"{V}*OPT(T) >= T*(T+1)*ALG(T)",
        given=(f"T == 2*k + {D}", "T <= 4*k"),
        policy="some algorithm-1",
    )


def not_strict(D: int, V: int, *arms: str) -> Reading:
    """The bound as a strict inequality, with an instance that attains it."""
    T = 2 * len(arms) + D
    return Reading(
        f"opt_lt_exact_ratio_at_2k_plus_{D}",
        f"T = 2k + {D}, as a strict inequality",
        f"{V}*OPT(T) < T*(T+1)*ALG(T)",
        given=(f"T == 2*k + {D}", "OPT(T) > 0"),
        policy="algorithm-1",
        tries=(play(*arms, T=T),),
    )


ENTRY = Entry(
    id="F4",
    lines="beyond",
    slug="exact-ratio-up-to-4k",
    severity=Severity.LEMMA,
    title="The exact ratio from T = 2k to T = 4k",
    statement=(
        "In every run of Algorithm 1 with 2k <= T <= 4k and D = T - 2k, V OPT(T) <= T(T+1) ALG(T) "
        "for V = 6, 12, 20, 28 where D = 0, 1, 2, 3, and V = 9D where D >= 4, and this is attained."
    ),
    literal=(
        at_excess(0, 6),
        at_excess(1, 12),
        at_excess(2, 20),
        at_excess(3, 28),
        Reading(
            "opt_le_exact_ratio_up_to_4k",
            "T >= 2k + 4, up to 4k and beyond",
            "9*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 2*k + 4",),
            policy="algorithm-1",
        ),
        attained_at_excess(0, 6),
        attained_at_excess(1, 12),
        attained_at_excess(2, 20),
        attained_at_excess(3, 28),
        Reading(
            "exact_ratio_attained_up_to_4k",
            "it is attained from T = 2k + 4 to T = 4k",
            "9*(T-2*k)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= 2*k + 4", "T <= 4*k"),
            policy="some algorithm-1",
        ),
    ),
    others=(
        not_strict(0, 6, "min(n, 6)/6", "0", "0"),
        not_strict(1, 12, "min(n, 7)/7", "0", "0"),
        not_strict(2, 20, "min(n, 8)/8", "0", "0"),
        not_strict(3, 28, "2/9", "min(n, 9)/9", "0"),
        not_strict(4, 36, "2/12", "min(n, 12)/12", "0", "0"),
        not_strict(5, 45, "5/26", "min(n, 13)/13", "0", "0"),
    ),
    relies_on=("F1",),
    convention="Ties may fall in any way.",
)
