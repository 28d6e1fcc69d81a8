"""Worst cases of a policy at one k and T: the third layer of the kernel."""

from imab_verify.kernel.worst_case.boxes import (
    Box,
    Contradiction,
    Crossing,
    Decision,
    Dual,
    Split,
    Tree,
    cases,
    check_tree,
    crossings,
    decision_is_strict,
    estimate_on_rays,
    ray_rew,
    ray_value,
    rew_on_rays,
    split,
    weight,
    whole,
)
from imab_verify.kernel.worst_case.document import (
    COUNTS,
    FORMAT,
    GREEDY,
    MAX_HORIZON,
    MAX_SIZE,
    TABLE,
    TREE,
    BoxCase,
    Lower,
    PathCase,
    WorstCase,
    lines_of,
)
from imab_verify.kernel.worst_case.index import (
    Compared,
    DecisionTree,
    IndexPolicy,
    Next,
    PathContradiction,
    PathDual,
    counts_of,
    greedy,
    optimal_arms,
)
from imab_verify.kernel.worst_case.theorems import FINAL_COUNTS, least_weight
