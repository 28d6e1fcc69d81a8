"""E8: A step after which the increments of C are small."""

from imab_verify.ledger import Entry, Reading, bound, combine

ENTRY = Entry(
    id="E8",
    lines="1611-1615",
    slug="a-late-step",
    title="A step after which the increments of C are small",
    statement="There is a T with T > max_j T_j and Delta_i(N_i(T)) < Delta/2 for all i in C.",
    literal=(
        Reading(
            name="e8_literal_1",
            says=(
                "after n > 2r pulls the increment of any arm is below half of one that is at "
                "least 1/r"
            ),
            claim="2*Delta(f,n) < Delta(g,L)",
            given=("r*Delta(g,L) >= 1", "n >= 2*r + 1"),
            arms="f, g",
            by=(combine({"given 1": "n"}, scale="n*r", bounds=[bound("f", at="n", times="2*r")]),),
        ),
    ),
    prose=("an arm of C is pulled for ever or has increment 0, so N_i(T) passes 2r or is L_i",),
    relies_on=("E7", "E10", "E11"),
    finding=(
        "The step can be named: every arm with more than 2r pulls has an increment below 1/(2r)."
    ),
)
