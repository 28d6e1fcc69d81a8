"""B6: The arms of I_m cannot be told apart until arm m has N pulls."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B6",
    lines="392",
    slug="arms-alike-until-n",
    title="The arms of I_m cannot be told apart until arm m has N pulls",
    statement=(
        "An algorithm cannot differentiate between the arms in I_m until arm m has been "
        "pulled at least N times."
    ),
    literal=(
        Reading(
            name="b6_literal_1",
            says=(
                "arm m not pulled: another arm still pays n/(kN), as arm m would, at its pull n > N"
            ),
            claim="1/k == n/(k*N)",
            given=("T <= k*N", "k*(N-1) < T", "N + 1 <= n", "n <= T"),
        ),
    ),
    repairs=(
        Reading(
            name="b6_repair_1",
            says="up to N pulls of each arm, capped or not is the same",
            claim="n/(k*N) <= 1/k",
            given=("T <= k*N", "k*(N-1) < T", "n <= N"),
        ),
        Reading(
            name="b6_repair_2",
            says="arm m itself shows that it goes on at pull N + 1",
            claim="(N+1)/(k*N) > 1/k",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
    finding=(
        "Pull N + 1 of another arm shows that it is not arm m, also if arm m has not "
        "been pulled at all (k = 2, T = 2); what the proof needs is that up to N pulls "
        "of arm m the rewards are those of the instance in which every arm is capped."
    ),
)
