"""The single-arm proposition: at every horizon some single arm is optimal offline.

    single_arm_optimal.py             the proposition (A14)
    best_arm_depends_on_horizon.py    which arm it is depends on T (A15)
    two_arms_single_best.py           the claim for two arms (B19), by induction:
    base_case.py                      one pull of arm 2 (B20-B22)
    induction_hypothesis.py           n pulls, and what one more changes (B23, B24)
    induction_step.py                 the chain to Rew_1(T) < Rew_2(T) (B25-B28)
    exchange_two_arms.py              more arms: the pulls of two arms are merged (B29)
    exchange_chain.py                 again and again, until two arms are left (B30, B31)
    exchange_final_cases.py           the last merge (B32)

The proposition is true, and needs nondecreasing arms only. Summing T Rew(f,n) <= n Rew(f,T) over
the arms proves it in one line; the citations here go that way. The printed proof has two steps that
fail as written, a slip in the base case (B21) and a strict inequality multiplied by 0 (B25), and
the algorithms ALG'_l are defined by the counts of the wrong algorithm (B30). The conclusion
survives.
"""
