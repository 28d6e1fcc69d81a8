"""B29: the exchange: merging the pulls of two arms does not lose (lines 880-900).

Rew(f,M) + Rew(g,N) <= Rew(f,M+N) if f is the better arm at the horizon M + N. This is the claim for
two arms at T = M + N; nondecreasing arms are enough, and M = N = 0 is included.
"""

from imab_verify.ledger import Entry, Reading, Slip

ENTRY = Entry(
    id="B29",
    lines="880-900",
    slug="exchange-two-arms",
    title="Exchange: merging the pulls of two arms does not lose",
    statement=(
        "If arm k-1 is the better one of arms k-1 and k at M_{k-1} + M_k then "
        "Rew_{k-1}(M_{k-1}) + Rew_k(M_k) <= Rew_{k-1}(M_{k-1} + M_k), so ALG'(T) <= "
        "ALG'_k(T)."
    ),
    literal=(
        Reading(
            "merge_ge_parts",
            "M and N pulls merged",
            "Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "merge_ge_parts_of_monotone",
            "M and N pulls merged, for every nondecreasing arm",
            "Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f: monotone, g: monotone",
        ),
    ),
    slips=(
        Slip(
            line="891",
            printed="Assume, without loss of generality, that i*_{k-1} = k-1.",
            meant="i*_k = k-1: the arm defined in the line before is i*_k.",
        ),
    ),
    relies_on=("B19",),
)
