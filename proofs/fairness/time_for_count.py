"""E11: A time compared with a count."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="E11",
    lines="1621",
    slug="time-for-count",
    title="A time compared with a count",
    statement=(
        "If L_i is finite and Delta_i(L_i) = 0 then Delta_i(N_i(T)) < Delta/2 for some T <= L_i."
    ),
    literal=(
        Reading(
            name="e11_literal_1",
            says=(
                "at steps T <= L_i the arm has at most L_i - 1 pulls, the increments of which "
                "are claimed to be small already"
            ),
            claim="2*Delta(f,L-1) < Delta(g,m)",
            given=("Delta(f,L) <= 0", "Delta(g,m) > 0", "L >= 2"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            name="e11_repair_1",
            says="after the L_i-th pull",
            claim="2*Delta(f,L) < Delta(g,m)",
            given=("Delta(f,L) <= 0", "Delta(g,m) > 0"),
            arms="f, g",
        ),
    ),
    finding="T is a time and L_i a count; the sentence is true for the first T with N_i(T) = L_i.",
)
