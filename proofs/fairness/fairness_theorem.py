"""E1 (lines 512-518): the fairness theorem.

For every arm i and every eps in (0, a_i], a_i = lim f_i(n), there is a T with
a_i - f_i(N_i(T)) <= eps. Either arm i is pulled for ever, and f_i(N_i(T)) tends to a_i; or it is
left alone with L pulls, and then it has stopped improving (fairness_lemma), so f_i(L) = a_i. The
theorem gives no T; with Delta(f,L) >= 1/r the next pull comes by step 2kr + 1 (F11).
"""

from imab_verify.ledger import Entry, Severity
from proofs.fairness.fairness_lemma import ARCHIMEDES, LEVEL_LT_WHILE_ARM_WAITS
from proofs.fairness.increments_fall import INCREMENT_LE_OF_HORIZON
from proofs.fairness.potential_reached import REWARD_EQ_OF_INCREMENT_NONPOS

ENTRY = Entry(
    id="E1",
    lines="512-518",
    number="Theorem 4",
    slug="fairness-theorem",
    severity=Severity.MAIN,
    title="Fairness theorem",
    statement="For every arm i and eps in (0, a_i] there is a T with a_i - f_i(N_i(T)) <= eps.",
    literal=(INCREMENT_LE_OF_HORIZON, REWARD_EQ_OF_INCREMENT_NONPOS),
    others=(LEVEL_LT_WHILE_ARM_WAITS,),
    prose=(
        ARCHIMEDES,
        (
            "a limit: an arm that is pulled for ever takes the values f(n) for all n, which "
            "tend to a_i"
        ),
    ),
    relies_on=("E3", "E5", "E6"),
    finding=(
        "The statement gives no horizon; an arm with L pulls and increment at least 1/r "
        "is pulled again by step 2kr + 1, whatever L is."
    ),
)
