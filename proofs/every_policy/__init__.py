"""Beyond the paper: what no deterministic policy can do, by an adversary that knows the policy.

    anytime_optimality.py     without the horizon no constant is below k (F5)
    known_horizon.py          with it none is below about 3k/4; the paper has k/2 (F6)
    short_horizon.py          k <= T <= 2k, exactly (F7)
    regret_of_two_arms.py     the regret of two arms is at least 2T/9 (F10)

Every claim here says: for all parameters, for every deterministic policy, there is an instance with
OPT(T) > 0 (docs/worst-cases.md tells the adversaries and why they win).
"""
