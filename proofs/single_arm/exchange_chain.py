"""B30, B31: the algorithms ALG'_l and their chain (lines 904-911).

ALG'_l keeps the first l - 2 arms as they are and gives all pulls of the arms l-1, ..., k to arm
l - 1, the better one of each pair that is merged. One merge, with an arm e that is not touched:

    Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)    if f is the better arm at M + N.

Repeated, ALG' <= ALG'_k <= ... <= ALG'_3, and ALG'_3 has two arms left, with M_1 and T - M_1 pulls.

The printed definition has l in {1, ..., k} and the counts "of ALG". For l = 1 there is no arm l -
1, and ALG pulls arm 1 at all T steps, to which nothing can be added. Meant are l >= 2 and the
counts of ALG'. Nondecreasing arms are enough.
"""

from imab_verify.ledger import Entry, Reading, Severity

MERGE_BESIDE_OF_MONOTONE = Reading(
    "merge_ge_parts_beside_third_of_monotone",
    "one merge, e for the arms that are not touched, nondecreasing arms",
    "Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)",
    given=("0 <= l", "0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
    arms="e: monotone, f: monotone, g: monotone",
)

SEQUENCE = Entry(
    id="B30",
    lines="904",
    slug="exchange-sequence",
    severity=Severity.SLIP,
    title="The algorithms ALG'_l",
    statement=(
        "For l in {1, ..., k}, ALG'_l pulls arms 1 to l-2 as often as ALG, arm l-1 for "
        "M_{l-1} + ... + M_k steps, and no other arm."
    ),
    literal=(
        Reading("arm_pred_exists", "arm l - 1 exists", "l - 1 >= 1", given=("l <= k",)),
        Reading(
            "horizon_add_merged_pulls_eq_horizon",
            (
                "l >= 3: the arms 1 to l-2 with the counts T, 0, ... of ALG and arm l-1 with S = "
                "M_{l-1} + ... + M_k have T pulls, where those of ALG' are M_1 + R + S = T"
            ),
            "T + S == M1 + R + S",
            given=("M1 + R + S == T", "R >= 0", "M1 >= 0"),
        ),
    ),
    beyond=(
        Reading(
            "horizon_add_merged_pulls_eq_horizon_of_all_pulled",
            "the same where ALG' pulls every arm",
            "T + S == M1 + R + S",
            given=("M1 + R + S == T", "R >= 5", "M1 >= 5", "S >= 5"),
        ),
    ),
    repairs=(MERGE_BESIDE_OF_MONOTONE,),
    relies_on=("B29",),
    finding=(
        "Meant are l in {2, ..., k} and the counts of ALG', not of ALG: ALG pulls arm 1 "
        "at all T steps, and nothing can be added to that."
    ),
    printed=(
        r"for any $\ell \in \{1,2,\ldots,k\}$, we can define an algorithm $\mathtt{ALG'}_\ell$ "
        r"that pulls arms $1$ to $\ell-2$ for the same number of rounds as $\mathtt{ALG}$"
    ),
    corrected=(
        r"For any $\ell \in \{2,\ldots,k\}$, $\mathrm{ALG}'_\ell$ pulls arms $1$ to "
        r"$\ell-2$ as often as $\mathrm{ALG}'$."
    ),
)

CHAIN = Entry(
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
            "merge_ge_parts_beside_third",
            "one merge",
            "Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)",
            given=("0 <= l", "0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="e, f, g",
        ),
        Reading(
            "merged_pulls_eq_rest",
            "the pulls of ALG'_3: arm 2 has S = M_2 + R, with R = M_3 + ... + M_k",
            "S == T - M1",
            given=("M1 + M2 + R == T", "S == M2 + R", "M1 >= 0", "M2 >= 0", "R >= 0"),
        ),
    ),
    others=(MERGE_BESIDE_OF_MONOTONE,),
    prose=("repeat the merge for l = k, k-1, ..., 3, naming the better arm of l-1, l again l-1",),
    relies_on=("B29", "B30"),
    convention=(
        "ALG < ALG' is the assumption that is to be contradicted; for k <= 2 the chain "
        "is empty and ALG'_3 is ALG'"
    ),
)

ENTRIES = (SEQUENCE, CHAIN)
