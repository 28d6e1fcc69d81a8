"""D28: Case 1: alpha^2/(4k^2) = N_i^2/(16T^2) >= N_i^2/(32T^2)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D28",
    lines="1429-1431",
    slug="case-1-bound",
    title="Case 1: alpha^2/(4k^2) = N_i^2/(16T^2) >= N_i^2/(32T^2)",
    statement=(
        "OPT(alpha T/k)/OPT(T) >= alpha^2/(4k^2), said to be the corollary, = "
        "N_i^2/(16T^2) >= N_i^2/(32T^2) for alpha = k N_i/(2T)."
    ),
    literal=(
        Reading(
            name="d28_literal_1",
            says="the corollary's constant is larger",
            claim="16*x*x/(25*k*k) >= x*x/(4*k*k)",
            reals=("x",),
        ),
        Reading(
            name="d28_literal_2",
            says="alpha^2/(4k^2) = N_i^2/(16T^2)",
            claim="(k*N/(2*T))**2/(4*k**2) == N**2/(16*T**2)",
        ),
        Reading(
            name="d28_literal_3",
            says="N_i^2/(16T^2) >= N_i^2/(32T^2)",
            claim="N**2/(16*T**2) >= N**2/(32*T**2)",
        ),
        Reading(
            name="d28_literal_4",
            says="OPT(N_i/2), rounded down: f optimal at T, g at N_i/2",
            claim="Rew(g,N//2)/Rew(f,T) >= N*N/(16*T*T)",
            given=("Rew(f,N//2) <= Rew(g,N//2)", "N >= 2", "2*N <= T"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="d28_repair_1",
            says="the corollary gives 4 N_i^2/(25T^2), which is more than N_i^2/(16T^2)",
            claim=(
                "16*(k*N/(2*T))**2/(25*k**2) >= 4*N**2/(25*T**2) and 4*N**2/(25*T**2) > "
                "N**2/(16*T**2)"
            ),
        ),
    ),
    relies_on=("D21", "D27"),
    convention="x is alpha.",
    finding=(
        "The corollary gives 16 alpha^2/(25 k^2), which is more than the alpha^2/(4k^2) "
        "that is cited; the display is right, and weaker than it could be."
    ),
)
