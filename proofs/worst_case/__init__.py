"""Beyond the paper: the exact worst case of Algorithm 1, for all k and T >= 2k.

    final_counts.py        what the final counts of a run say about OPT/ALG (F1)
    from_4k_on.py          OPT <= k ALG, and the exact ratio from T = 4k on (F2)
    two_arms.py            two arms: exactly 2 from T = 7 on (F3)
    up_to_4k.py            the exact ratio from T = 2k to T = 4k (F4)
    paper_constants.py     where 32k and 200k hold (F8)

The upper bounds are proved by crossing sums, and that they are attained by schedules;
docs/worst-cases.md tells the mathematics.
"""
