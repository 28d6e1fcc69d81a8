"""D11b: Rew-ratio lemma (b)."""

from imab_verify.ledger import Entry, Reading, at

ENTRY = Entry(
    id="D11b",
    lines="565(b)",
    slug="rew-ratio-share",
    title="Rew-ratio lemma (b)",
    statement="Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2) for 0 <= alpha <= k/2.",
    literal=(
        Reading(
            name="d11b_literal_1",
            says="alpha T/k = m is an integer",
            claim="Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("m >= 0", "2*m <= T"),
        ),
    ),
    others=(
        Reading(
            name="d11b_other_1",
            says="x = alpha T/k rounded down to m",
            claim="Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            given=("m >= 0", "m <= x", "x < m+1", "2*x <= T"),
            reals=("x",),
            tries=(at(m=0, T=2, x="1/2", f="min(n, 2)/2"),),
        ),
        Reading(
            name="d11b_other_2",
            says="x = alpha T/k rounded up to m",
            claim="Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            given=("0 <= x", "x <= m", "2*x <= T", "m <= T"),
            reals=("x",),
        ),
        Reading(
            name="d11b_other_3",
            says="f(0) is not known",
            claim="Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("2*m <= T",),
            arms="f: concave-from-1",
            tries=(at(m=1, T=2, f="min(n-1, 2)/2"),),
        ),
    ),
    repairs=(
        Reading(
            name="d11b_repair_1",
            says="1 in place of 16/25, up to T",
            claim="Rew(f,m)/Rew(f,T) >= m*m/(T*T)",
            given=("m <= T",),
        ),
        Reading(
            name="d11b_repair_2",
            says="the sharp form",
            claim="m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            given=("m <= T",),
        ),
        Reading(
            name="d11b_repair_3",
            says="rounded down, from m = 3 on",
            claim="Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            given=("m >= 3", "2*m <= T"),
        ),
    ),
    relies_on=("D19", "D19b", "D19c"),
    convention="alpha T/k must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T/k, with 1 in place of 16/25 and for all alpha <= "
        "k. If alpha T/k is rounded down it fails for small values."
    ),
)
