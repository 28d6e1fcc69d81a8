"""The competitive-ratio theorem: OPT(T) <= 32k ALG(T) as stated, 200k as derived, "for any T".

It is false for small T: an arm without pulls, with one or with two pulls from the initialisation
can hide the optimum. From T = 3k + 2 on the truth is better than stated, OPT(T) <= k ALG(T).

    competitive_ratio_32k        the theorem as stated; where it is false, and what is true instead
    competitive_ratio_200k       the theorem as its proof has it
    case_1_half_of_the_pulls     its proof where an arm has more than T/2 pulls
    case_2_sum_over_arms         its proof where none has: the per-arm bound, summed
    sum_of_squares_of_counts     N_1^2 + ... + N_k^2 >= T^2/k
    counts_in_order              N_1 >= ... >= N_k without loss of generality
    time_per_step                O(k log k) per step, counted by step_cost
"""
