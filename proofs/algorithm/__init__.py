"""Algorithm 1 itself: its initialisation, its estimate, and that the estimate is optimistic.

After two pulls of every arm, step t pulls an arm of maximal

    p_i(t) = Rew_i(N_i) + sum over n = 1..M-N_i of (f_i(N_i) + n Delta_i(N_i)),   M = max_j N_j(t),

ties by fewest pulls. The sum is P(f,a,M) = Rew(f,a) + (M-a) f(a) + (M-a)(M-a+1)/2 Delta(f,a) with
a = N_i. It is at least Rew(f,M), because f(a+n) <= f(a) + n Delta(f,a) by decreasing marginal
returns. For a >= 2 this does not involve f(0).

The initialisation needs 2k steps; nothing is said about a horizon T < 2k, for which some arms have
fewer than two pulls when the run ends.
"""
