"""The statements of a paper: how they are written down, decided and kept on record.

    Paper, Entry, Reading, Repair, Slip, Identity     what a paper is made of
    Severity, Status                                  what hangs on an entry, what became of it
    at, play                                          instances to try first
    combine, bound, cite                              what a proof is made of

docs/papers.md says how to write a statement.
"""

from imab_verify.ledger.papers import Paper as Paper
from imab_verify.ledger.papers import load_paper as load_paper
from imab_verify.ledger.statements import Entry as Entry
from imab_verify.ledger.statements import Identity as Identity
from imab_verify.ledger.statements import Reading as Reading
from imab_verify.ledger.statements import Repair as Repair
from imab_verify.ledger.statements import Severity as Severity
from imab_verify.ledger.statements import Slip as Slip
from imab_verify.ledger.statements import Status as Status
from imab_verify.ledger.statements import at as at
from imab_verify.ledger.statements import bound as bound
from imab_verify.ledger.statements import cite as cite
from imab_verify.ledger.statements import combine as combine
from imab_verify.ledger.statements import play as play
