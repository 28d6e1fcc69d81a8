"""D21: Rew-ratio corollary."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D21",
    lines="600-606,1380-1402",
    slug="opt-ratio",
    title="Rew-ratio corollary",
    statement=(
        "OPT(alpha T)/OPT(T) >= 1/5 for 1/2 <= alpha <= 1, and OPT(alpha T/k)/OPT(T) >= "
        "16 alpha^2/(25 k^2) for 0 < alpha <= k/2."
    ),
    literal=(
        Reading(
            name="d21_literal_1",
            says="(a) f optimal at T, g optimal at m = alpha T",
            claim="Rew(g,m)/Rew(f,T) >= 1/5",
            given=("Rew(f,m) <= Rew(g,m)", "2*m >= T", "m <= T"),
            arms="f, g",
        ),
        Reading(
            name="d21_literal_2",
            says="(b) f optimal at T, g optimal at m = alpha T/k",
            claim="Rew(g,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) <= Rew(g,m)", "2*m <= T"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="d21_other_1",
            says="(a) alpha T rounded down",
            claim="Rew(g,T//2)/Rew(f,T) >= 1/5",
            given=("Rew(f,T//2) <= Rew(g,T//2)", "T >= 2"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="d21_repair_1",
            says="sharp, for all m <= T",
            claim="m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(g,m)",
            given=("Rew(f,m) <= Rew(g,m)", "m <= T"),
            arms="f, g",
        ),
    ),
    relies_on=("A14", "D11a", "D11b"),
    convention="OPT at two horizons: f is an optimal arm at T, g at m, so Rew(f,m) <= Rew(g,m).",
)
