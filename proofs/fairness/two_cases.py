"""E12 (lines 1625-1628): which arm is pulled where p_m is above all estimates of C.

The paper has two cases: (a) p_m > p_j for all other j in C-bar, and arm m is pulled; (b) p_m < p_j
for some j in C. Case (b) contradicts what is supposed, p_m > p_i for all i in C; it must read
C-bar, and ties p_m = p_j must be added. Then, f being arm m, g the other arm of C-bar and h one of
C, P(h,c,M) < P(f,a,M) <= P(g,b,M): in every case an arm of C-bar is pulled, as concluded.
"""

from imab_verify.ledger import Entry, Reading, Severity

ABOVE_C_AND_NOT_A = (
    "P(h,c,M) < P(f,a,M)",
    "P(f,a,M) <= P(g,b,M)",
    "2 <= a",
    "a <= M",
    "2 <= b",
    "b <= M",
    "2 <= c",
    "c <= M",
)

ENTRY = Entry(
    id="E12",
    lines="1625-1628",
    slug="two-cases",
    severity=Severity.SLIP,
    title="The two cases of the contradiction",
    statement="Either p_m > p_j for all j in C-bar other than m, or p_m < p_j for some j in C.",
    literal=(
        Reading(
            "estimate_lt_estimate_in_c_of_not_first_case",
            (
                "f is arm m, g another arm of C-bar, h one of C: where (a) fails for g, (b) is "
                "claimed for h, although p_m > p_i for all i in C"
            ),
            "P(f,a,M) < P(h,c,M)",
            given=ABOVE_C_AND_NOT_A,
            arms="f, g, h",
        ),
    ),
    beyond=(
        Reading(
            "estimate_lt_estimate_in_c_of_many_pulls",
            "the same for arms with many pulls",
            "P(f,a,M) < P(h,c,M)",
            given=(*ABOVE_C_AND_NOT_A, "a >= 5", "b >= 5", "c >= 5"),
            arms="f, g, h",
        ),
    ),
    repairs=(
        Reading(
            "estimate_gt_estimate_in_c_of_not_first_case",
            "where (a) fails for g, ties included, g is above every arm of C as well",
            "P(h,c,M) < P(g,b,M)",
            given=ABOVE_C_AND_NOT_A,
            arms="f, g, h",
        ),
    ),
    finding=(
        "Case (b) must read C-bar for C, and ties must be added; in every case an arm of "
        "C-bar is pulled."
    ),
    printed=r"b) if there exists $j \in C$ such that $p_m(T') < p_j(T')$",
    corrected=(
        r"b) if there exists $j \in \overline{C}\setminus\{m\}$ such that $p_m(T') \le "
        r"p_j(T')$"
    ),
)
