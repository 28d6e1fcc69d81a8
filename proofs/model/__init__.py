"""The model, its definitions, and what the front matter says about the results.

    reward_functions.py       Rew, the class of arms, concavity, the potential (A8-A12)
    order_of_pulls.py         the reward of an algorithm depends on its counts only (A13)
    performance_metrics.py    policy regret, competitive ratio, and how a ratio is bounded
                              (A3, A16-A19, A21)
    lower_bound_summary.py    any algorithm has regret Omega(T) and ratio Omega(k) (A1)
    upper_bound_summary.py    Algorithm 1 has ratio O(k), for any finite horizon (A2, A6)
    related_work.py           what is said of other papers (A5, A7)

Most entries are definitions. Where a definition is used as a statement the arithmetic behind it is
a claim.
"""
