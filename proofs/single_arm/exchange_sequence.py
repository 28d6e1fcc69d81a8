"""B30: The algorithms ALG'_l."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B30",
    lines="904",
    slug="exchange-sequence",
    title="The algorithms ALG'_l",
    statement=(
        "For l in {1, ..., k}, ALG'_l pulls arms 1 to l-2 as often as ALG, arm l-1 for "
        "M_{l-1} + ... + M_k steps, and no other arm."
    ),
    literal=(
        Reading(
            name="b30_literal_1",
            says="arm l - 1 exists",
            claim="l - 1 >= 1",
            given=("l <= k",),
        ),
        Reading(
            name="b30_literal_2",
            says=(
                "l >= 3: ALG pulls arm 1 T times; with S = M_{l-1} + ... + M_k more "
                "there are T pulls"
            ),
            claim="T + S == T",
            given=("S <= T",),
        ),
    ),
    repairs=(
        Reading(
            name="b30_repair_1",
            says="l >= 2: arm l - 1 exists",
            claim="1 <= l - 1 and l - 1 <= k",
            given=("2 <= l", "l <= k"),
        ),
        Reading(
            name="b30_repair_2",
            says="counts of ALG' kept: one merge, e for the arms that are not touched",
            claim="Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)",
            given=("0 <= l", "0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="e: monotone, f: monotone, g: monotone",
        ),
    ),
    relies_on=("B29",),
    finding=(
        "Meant are l in {2, ..., k} and the counts of ALG', not of ALG: ALG pulls arm 1 "
        "at all T steps, and nothing can be added to that."
    ),
)
