"""The least weight V of Algorithm 1 at one k and T: its exact worst case is T(T+1)/V for T >= 2k.

A hint for engines: nothing that is judged rests on it. In a run with final counts N_i, where arm o
is optimal, T(T+1) * ALG(T) >= V * OPT(T) (F1 of the ledger) with

    V = N_o(N_o+1) + sum of (N_i^2 + N_i - 2) - max(0, max N_i - 2)

over the arms i other than o with N_i >= 3.
"""

from __future__ import annotations


def least_weight(k: int, T: int) -> int:
    """The least V over all counts N_i >= 2 with sum T.

    Say z of the arms other than o have two pulls, the other a = k-1-z of them more. The a + 1 arms
    left share S = T - 2z pulls, and V >= sum of (N^2 + N) - max N - 2a + 2 over them (without the
    last two terms if a = 0). While their counts differ by 2 or more, moving a pull from a largest
    to a least count lowers the sum by at least 2 and the maximum by at most 1. So V is least when
    the counts differ by at most 1: r of them are m + 1, the others m.
    """
    weights = []
    for z in range(k):
        arms, S = k - z, T - 2 * z
        m, r = divmod(S, arms)
        total = r * (m + 1) * (m + 2) + (arms - r) * m * (m + 1)
        if arms > 1:
            total -= m + (r > 0) + 2 * (arms - 1) - 2
        weights.append(total)
    return min(weights)
