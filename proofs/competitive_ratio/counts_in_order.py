"""D7 (lines 537, 1162): N_1 >= ... >= N_k without loss of generality.

A way to name the arms after the run. It is harmless except where the order of the initialisation
matters, that is, in statements that include its pulls.
"""

from imab_verify.ledger import Entry, Severity, Status

ENTRY = Entry(
    id="D7",
    lines="537,1162",
    slug="counts-in-order",
    severity=Severity.REMARK,
    title="Without loss of generality N_1 >= ... >= N_k",
    statement="The arms may be numbered so that N_1 >= N_2 >= ... >= N_k.",
    kind=Status.NOT_FORMAL,
    reason=(
        "This names the arms after the run and claims nothing about rewards. Ties may "
        "fall in any way in every claim here, so no claim depends on the names; the "
        "order of the initialisation does, which matters in the statements that include "
        "its pulls."
    ),
)
