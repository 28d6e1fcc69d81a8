"""A1: Any algorithm has linear regret and ratio of order k."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A1",
    lines="111,182,354,494",
    slug="lower-bound-summary",
    title="Any algorithm has linear regret and ratio of order k",
    statement="Any algorithm has regret Omega(T) and competitive ratio Omega(k).",
    literal=(
        Reading(
            name="a1_literal_1",
            says=(
                "ratio: capped arms pay at most q per pull, the one that goes on T(T+1)/2 in "
                "all; so twice the ratio is at least (T+1)/q >= k"
            ),
            claim="k*(T//k) <= T + 1",
        ),
        Reading(
            name="a1_literal_2",
            says=(
                "regret with constant 1/8: OPT - ALG is at least (T-q)(T-q+1)/(2T), q = floor(T/k)"
            ),
            claim="(T-q)*(T-q+1)/2 >= T*T/8",
            given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    others=(
        Reading(
            name="a1_other_1",
            says="with one arm there is no regret at all",
            claim="OPT(T) <= ALG(T)",
            given=("k == 1",),
            policy="round-robin",
        ),
    ),
    prose=(
        (
            "indistinguishability: on k equal arms that are capped after q = floor(T/k) "
            "pulls some arm gets at most q pulls; letting just that arm go on changes "
            "nothing that the algorithm sees"
        ),
    ),
    relies_on=("B1",),
    convention=(
        "Algorithms are deterministic (B18 has the others); the regret is that of two arms or more."
    ),
    finding=(
        "With one arm there is no regret; the printed constant for the regret needs three arms."
    ),
)
