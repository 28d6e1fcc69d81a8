"""The example of the appendix that separates policy regret from external regret (lines 770-774).

Two arms, f_1(n) = n/10 and f_2(n) = 1/10 for n > 1; the first leaves [0,1], and f_2(1) is not
given. With f_1 capped at 1 and f_2 constant it shows what it should.

    policy_and_external_regret    the instance, both regrets, and the optimum
"""
