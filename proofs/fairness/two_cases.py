"""E12: The two cases of the contradiction."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E12",
    lines="1625-1628",
    slug="two-cases",
    title="The two cases of the contradiction",
    statement="Either p_m > p_j for all j in C-bar other than m, or p_m < p_j for some j in C.",
    literal=(
        Reading(
            name="e12_literal_1",
            says=(
                "f is arm m, g another arm of C-bar, h one of C: where (a) fails for g, (b) is "
                "claimed for h, although p_m > p_i for all i in C"
            ),
            claim="P(f,a,M) < P(h,c,M)",
            given=(
                "P(h,c,M) < P(f,a,M)",
                "P(f,a,M) <= P(g,b,M)",
                "2 <= a",
                "a <= M",
                "2 <= b",
                "b <= M",
                "2 <= c",
                "c <= M",
            ),
            arms="f, g, h",
        ),
    ),
    repairs=(
        Reading(
            name="e12_repair_1",
            says="where (a) fails for g, ties included, g is above every arm of C as well",
            claim="P(h,c,M) < P(g,b,M)",
            given=(
                "P(h,c,M) < P(f,a,M)",
                "P(f,a,M) <= P(g,b,M)",
                "2 <= a",
                "a <= M",
                "2 <= b",
                "b <= M",
                "2 <= c",
                "c <= M",
            ),
            arms="f, g, h",
        ),
    ),
    finding=(
        "Case (b) must read C-bar for C, and ties must be added; in every case an arm of "
        "C-bar is pulled."
    ),
)
