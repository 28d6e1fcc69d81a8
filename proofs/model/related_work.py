"""A5, A7: what is said of other papers (lines 206, 215-217).

A footnote explains the words "asymptotically sublinear", Regret(T)/T -> 0; and the single-peaked
arms of another paper are compared with the increasing concave ones. Neither is a claim about arms.
"""

from imab_verify.ledger import Entry, Severity, Status

SUBLINEAR = Entry(
    id="A5",
    lines="206",
    slug="sublinear",
    severity=Severity.REMARK,
    title="Asymptotically sublinear regret",
    statement="Asymptotically sublinear regret means that regret divided by T tends to 0.",
    kind=Status.DEFINITION,
    reason="This is what the words mean.",
)

SINGLE_PEAKED = Entry(
    id="A7",
    lines="215-217",
    slug="single-peaked",
    severity=Severity.REMARK,
    title="Single-peaked rewards",
    statement="The single-peaked class contains the increasing concave one; results agree there.",
    kind=Status.NOT_FORMAL,
    reason="A comparison with another paper.",
)

ENTRIES = (SUBLINEAR, SINGLE_PEAKED)
