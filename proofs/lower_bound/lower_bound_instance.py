"""B2: One instance has both, regret and ratio."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B2",
    lines="359",
    slug="lower-bound-instance",
    title="One instance has both, regret and ratio",
    statement="For every algorithm and every T there is an instance on which both bounds hold.",
    literal=(
        Reading(
            name="b2_literal_1",
            says="both on the same instance of the corrected family",
            claim="T*((T+1)/2 - A) >= (T-q)*(T-q+1)/2 and T*(T+1)/2 >= k/2*(T*A)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)", "T*A <= q*T - q*(q-1)/2"),
            reals=("A",),
        ),
    ),
    prose=(
        "pigeonhole: k arms with at least q + 1 pulls each would be more than T pulls",
        (
            "indistinguishability: let all arms be capped at q and let l be an arm with N_l "
            "<= q in that run; if arm l alone goes on, the algorithm sees the same rewards "
            "and pulls the same arms"
        ),
    ),
    relies_on=("B1",),
    convention=(
        "regret and ratio are those of the instance: the defined ones are suprema over "
        "all instances, for which 'there exists an instance' says nothing"
    ),
    finding=(
        "Regret and competitive ratio are defined as suprema over instances, so the "
        "theorem's words 'there exists an instance such that Regret >= cT' bind no "
        "instance; one instance of the corrected family has both."
    ),
)
