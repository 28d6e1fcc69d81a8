"""D11b: the Rew-ratio lemma, part (b) (line 565).

    Rew(m)/Rew(T) >= 16 m^2/(25 T^2)    for m = alpha T/k pulls, 0 <= alpha <= k/2,

where 16 m^2/(25 T^2) = 16 alpha^2/(25 k^2). It is true for every integer m <= T/2, and with 1 in
place of 16/25 for every m <= T, by the sharp form m(m+1) Rew(T) <= T(T+1) Rew(m):

    m^2 Rew(T) <= m/(m+1) T(T+1) Rew(m) <= T^2 Rew(m),    since m(T+1) <= T(m+1).

If alpha T/k = x is no integer and is rounded down to m, the lemma fails for small m: x = 1/2 leaves
no pull at all. Rounded down it holds from m = 3 on, rounded up always. Where f(0) is not known it
fails at m = 1 and m = 2.
"""

from imab_verify.ledger import Entry, Reading, Severity, at, cite, combine
from proofs.rew_ratio.rew_ratio_lemma_a import REW_RATIO_GE_PULLS_RATIO

ENTRY = Entry(
    id="D11b",
    lines="565(b)",
    number="Lemma 6(b)",
    slug="rew-ratio-share",
    severity=Severity.LEMMA,
    title="Rew-ratio lemma (b)",
    statement="Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2) for 0 <= alpha <= k/2.",
    literal=(
        Reading(
            "rew_ratio_ge_16_25_square",
            "alpha T/k = m is an integer",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("m >= 0", "2*m <= T"),
        ),
    ),
    others=(
        Reading(
            "rew_ratio_ge_16_25_square_at_floor",
            "x = alpha T/k rounded down to m",
            "Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            given=("m >= 0", "m <= x", "x < m+1", "2*x <= T"),
            reals=("x",),
            tries=(at(m=0, T=2, x="1/2", f="min(n, 2)/2"),),
        ),
        Reading(
            "rew_ratio_ge_16_25_square_at_ceil",
            "x = alpha T/k rounded up to m",
            "Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            given=("0 <= x", "x <= m", "2*x <= T", "m <= T"),
            reals=("x",),
            by=(
                cite("rew_ratio_ge_pulls_ratio"),
                combine({"rew_ratio_ge_pulls_ratio": "16*x*x"}, scale="25*m*(m+1)"),
            ),
        ),
        Reading(
            "rew_ratio_ge_16_25_square_from_1",
            "f(0) is not known",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("2*m <= T",),
            arms="f: concave-from-1",
            tries=(at(m=1, T=2, f="min(n-1, 2)/2"),),
        ),
    ),
    repairs=(
        Reading(
            "rew_ratio_ge_square",
            "1 in place of 16/25, up to T",
            "Rew(f,m)/Rew(f,T) >= m*m/(T*T)",
            given=("m <= T",),
            by=(
                cite("rew_ratio_ge_pulls_ratio"),
                combine({"rew_ratio_ge_pulls_ratio": "m"}, scale="m+1"),
            ),
        ),
        REW_RATIO_GE_PULLS_RATIO,
        Reading(
            "rew_ratio_ge_16_25_square_at_floor_of_pulls_ge_3",
            "rounded down, from m = 3 on",
            "Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            given=("m >= 3", "2*m <= T"),
            by=(
                cite("rew_ratio_ge_pulls_ratio"),
                combine({"rew_ratio_ge_pulls_ratio": "16*(m+1)"}, scale="25*m"),
            ),
        ),
    ),
    relies_on=("D19", "D19b", "D19c"),
    convention="alpha T/k must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T/k, with 1 in place of 16/25 and for all alpha <= "
        "k. If alpha T/k is rounded down it fails for small values."
    ),
)
