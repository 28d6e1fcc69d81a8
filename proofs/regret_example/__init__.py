"""The example that separates policy regret from external regret.

Two arms, f_1(n) = n/10 and f_2(n) = 1/10 for n > 1. The first leaves [0,1] after ten pulls; the
value f_2(1) is not given. With f_1 capped at 1 and f_2 constant, always pulling arm 2 has external
regret 0, while its policy regret is T(T-1)/20 up to T = 10 and 9T/10 - 9/2 from there on.
"""
