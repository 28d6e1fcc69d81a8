"""Worst cases of a policy at one k and T: the names that engines use, as of a seam of their own."""

from imab_verify.kernel.worst_case.bounds import Theorem, ratio_at
from imab_verify.kernel.worst_case.document import (
    CLAIM,
    COUNTS,
    FORMAT,
    GREEDY,
    MAX_HORIZON,
    MAX_IN_ROUNDS,
    MAX_SIZE,
    TABLE,
    TREE,
    Lower,
    Supremum,
    lines_of,
)
from imab_verify.kernel.worst_case.index import (
    LAST_REWARD,
    Compared,
    DecisionTree,
    IndexPolicy,
    Next,
    PathCase,
    PathContradiction,
    PathDual,
    coefficients_of,
    counts_of,
    optimal_arms,
)
from imab_verify.kernel.worst_case.rounds import Rounds
