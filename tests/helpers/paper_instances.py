"""The paper's own instances, as they are printed, and the corrected family.

Nothing here decides whether an instance is valid: `Reward` and `Instance` judge the points. N is
ceil(T/k), and m counts from 1.
"""

from fractions import Fraction

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward


def lower_bound_main(k, T, m):
    """n/(kN) up to N, then 1/k; arm m: n/(kN) up to kN, then 1."""
    N = -(-T // k)
    capped = [(0, 0), (N, Fraction(1, k))]
    return _one_of_its_own(k, m, capped, [(0, 0), (k * N, 1)])


def lower_bound_appendix(k, T, m):
    """n/T up to N, then 1/k; arm m: n/T up to T, then 1. Arms fall at N + 1 unless k divides T."""
    N = -(-T // k)
    capped = [(0, 0), (N, Fraction(N, T)), (N + 1, Fraction(1, k))]
    return _one_of_its_own(k, m, capped, [(0, 0), (T, 1)])


def capped_linear(k, T, m=None):
    """The repair: min(n, N)/T; arm m (the last, unless given): min(n, T)/T."""
    N = -(-T // k)
    return _one_of_its_own(k, m or k, [(0, 0), (N, Fraction(N, T))], [(0, 0), (T, 1)])


def round_robin_worst(k, T):
    """Arm 1: n/T up to T, then 1; the others 0."""
    return _one_of_its_own(k, 1, [(0, 0)], [(0, 0), (T, 1)])


def _one_of_its_own(k, m, others, own):
    return Instance.of(
        Reward.from_points(own if i == m else others, name=f"arm {i}") for i in range(1, k + 1)
    )
