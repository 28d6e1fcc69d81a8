"""B29: Exchange: merging the pulls of two arms does not lose."""

from imab_verify.ledger import Entry, Reading

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
            name="b29_literal_1",
            says="M and N pulls merged",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            name="b29_other_1",
            says="M and N pulls merged, for every nondecreasing arm",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f: monotone, g: monotone",
        ),
    ),
    relies_on=("B19",),
)
