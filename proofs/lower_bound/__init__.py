"""The lower-bound theorem: linear regret and competitive ratio k/2 for every algorithm.

    lower_bound.py               the theorem, by a corrected family (B1)
    lower_bound_quantifiers.py   which instance, which algorithm, T known (B2-B4)
    main_family_valid.py         the family of the main text is one of instances (B5)
    appendix_family_valid.py     the family of the appendix (B10)
    main_family_guarantee.py     what the family of the main text gives (B11)
    indistinguishable_arms.py    what an algorithm can see of I_m (B6)
    rarely_pulled_arm.py         pigeonhole: some arm has few pulls (B7, B8)
    instance_from_run.py         the instance is chosen from the run (B9)
    reward_on_family.py          a pull pays at most 1/k, the algorithm gets at most T/k (B12, B13)
    regret_and_ratio.py          OPT, the regret and the ratio that follow (B14, B15, B17)
    regret_constant.py           the constant of the regret (B16)
    randomised_lower_bound.py    randomised algorithms (B18)

The paper has two families I_1, ..., I_k with N = ceil(T/k): all arms grow alike for N pulls, then
all but arm m stay at 1/k; the slope is 1/(kN) in the main text and 1/T in the appendix. Neither
proves the theorem for all T: the second is not one of instances unless k divides T, the first may
give less than k/2 where k divides neither T nor T + 1. The theorem is true all the same.

The smallest repair of the printed proof is floor for ceil in the appendix, with 1/k kept: the
family is then valid for all k and T, and with N_k <= N for N_k < N, and l taken from the run in
which every arm is capped, each display of the proof is right as printed.
"""
