"""D21: the corollary to the Rew-ratio lemma (lines 600-606, proof in 1380-1402).

    OPT(m)/OPT(T) >= 1/5                 for m = alpha T, 1/2 <= alpha <= 1,
    OPT(m)/OPT(T) >= 16 m^2/(25 T^2)     for m = alpha T/k, 0 < alpha <= k/2.

Let f be optimal at T and g at m. Then OPT(m) = Rew(g,m) >= Rew(f,m), and the lemma for f gives both
parts, and with the sharp form m(m+1) OPT(T) <= T(T+1) OPT(m) for every m <= T. Like part (a) of the
lemma the first part fails at T = 3 if alpha T is rounded down.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine

ENTRY = Entry(
    id="D21",
    lines="600-606,1380-1402",
    slug="opt-ratio",
    severity=Severity.LEMMA,
    title="Rew-ratio corollary",
    statement=(
        "OPT(alpha T)/OPT(T) >= 1/5 for 1/2 <= alpha <= 1, and OPT(alpha T/k)/OPT(T) >= "
        "16 alpha^2/(25 k^2) for 0 < alpha <= k/2."
    ),
    literal=(
        Reading(
            "opt_ratio_ge_fifth",
            "(a) f optimal at T, g optimal at m = alpha T",
            "Rew(g,m)/Rew(f,T) >= 1/5",
            given=("Rew(f,m) <= Rew(g,m)", "2*m >= T", "m <= T"),
            arms="f, g",
            by=(cite("rew_ratio_ge_fifth"), combine({"given 1": "1", "rew_ratio_ge_fifth": "1"})),
        ),
        Reading(
            "opt_ratio_ge_16_25_square",
            "(b) f optimal at T, g optimal at m = alpha T/k",
            "Rew(g,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) <= Rew(g,m)", "2*m <= T"),
            arms="f, g",
            by=(
                cite("rew_ratio_ge_16_25_square"),
                combine({"given 1": "T*T", "rew_ratio_ge_16_25_square": "1"}),
            ),
        ),
    ),
    others=(
        Reading(
            "opt_ratio_ge_fifth_at_floor",
            "(a) alpha T rounded down",
            "Rew(g,T//2)/Rew(f,T) >= 1/5",
            given=("Rew(f,T//2) <= Rew(g,T//2)", "T >= 2"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "opt_ratio_ge_pulls_ratio",
            "sharp, for all m <= T",
            "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(g,m)",
            given=("Rew(f,m) <= Rew(g,m)", "m <= T"),
            arms="f, g",
            by=(
                cite("rew_ratio_ge_pulls_ratio"),
                combine({"given 1": "T*(T+1)", "rew_ratio_ge_pulls_ratio": "1"}),
            ),
        ),
    ),
    relies_on=("A14", "D11a", "D11b"),
    convention="OPT at two horizons: f is an optimal arm at T, g at m, so Rew(f,m) <= Rew(g,m).",
)
