"""B31: ALG < ALG' <= ALG'_k <= ... <= ALG'_3."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B31",
    lines="908-911",
    slug="exchange-chain",
    title="ALG < ALG' <= ALG'_k <= ... <= ALG'_3",
    statement=(
        "Merging repeatedly gives ALG(T) < ALG'(T) <= ALG'_k <= ... <= ALG'_3, and "
        "ALG'_3 plays arm 1 for M_1 pulls and arm 2 for T - M_1."
    ),
    literal=(
        Reading(
            name="b31_literal_1",
            says="one merge",
            claim="Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)",
            given=("0 <= l", "0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="e, f, g",
        ),
        Reading(
            name="b31_literal_2",
            says="the pulls of ALG'_3",
            claim="l + (T-l) == T and T - l >= 0",
            given=("0 <= l", "l <= T"),
        ),
    ),
    others=(
        Reading(
            name="b31_other_1",
            says="one merge, nondecreasing arms",
            claim="Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)",
            given=("0 <= l", "0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="e: monotone, f: monotone, g: monotone",
        ),
    ),
    prose=("repeat the merge for l = k, k-1, ..., 3, naming the better arm of l-1, l again l-1",),
    relies_on=("B29", "B30"),
    convention=(
        "ALG < ALG' is the assumption that is to be contradicted; for k <= 2 the chain "
        "is empty and ALG'_3 is ALG'"
    ),
)
