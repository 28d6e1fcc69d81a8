"""E5, E6 (lines 682, 1582-1583): the theorem from the lemma.

E5  If Delta(f,L) = 0 then f(L) = a, the limit: by decreasing marginal returns no later increment is
    larger, and f does not decrease, so f(n) = f(L) for all n >= L. For L >= 2 this needs no f(0).
E6  If L_i is infinite, arm i is pulled infinitely often. That is what L_i means; the lemma, which
    the paper cites for it, is not needed.
"""

from imab_verify.ledger import Entry, Reading, Severity, Status

REWARD_EQ_OF_INCREMENT_NONPOS = Reading(
    "reward_eq_of_increment_nonpos",
    "an arm that has stopped improving stays where it is",
    "f(n) == f(L)",
    given=("Delta(f,L) <= 0", "n >= L"),
)

FINITE = Entry(
    id="E5",
    lines="682,1582",
    slug="no-increment-no-growth",
    title="No increment means the potential is reached",
    statement="Delta_i(L_i) = 0 implies f_i(L_i) = a_i.",
    literal=(REWARD_EQ_OF_INCREMENT_NONPOS,),
    others=(
        Reading(
            "reward_eq_of_increment_nonpos_from_1",
            "without f(0), from the second pull on",
            "f(n) == f(L)",
            given=("Delta(f,L) <= 0", "n >= L", "L >= 2"),
            arms="f: concave-from-1",
        ),
    ),
)

INFINITE = Entry(
    id="E6",
    lines="1583",
    slug="infinite-count",
    severity=Severity.REMARK,
    title="L_i infinite means pulled infinitely often",
    statement="If L_i is not finite then, by the fairness lemma, arm i is pulled infinitely often.",
    kind=Status.DEFINITION,
    reason=(
        "L_i is the largest number of pulls; that it is infinite says just this. The "
        "fairness lemma is not needed."
    ),
)

ENTRIES = (FINITE, INFINITE)
