"""Algorithm 1 itself: its initialisation, its estimate, and that the estimate is optimistic.

After two pulls of every arm, step t pulls an arm of maximal

    p_i(t) = Rew_i(N_i) + sum over n = 1..M-N_i of (f_i(N_i) + n Delta_i(N_i)),   M = max_j N_j(t),

ties by fewest pulls. With a = N_i this is P(f,a,M) of the claim language.

    initialisation         two pulls of every arm, in 2k steps
    estimate               the estimate in words and in the pseudocode
    optimistic_estimate    P(f,a,M) >= Rew(f,M), and by how much at most
"""
