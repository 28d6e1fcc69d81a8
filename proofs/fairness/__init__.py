"""The fairness lemma and theorem: an improving arm is pulled again, and when.

An arm f that waits with L pulls and increment Delta(f,L) >= 1/r is pulled again before any arm has
more than 2L + 2r pulls, so by step k(2L + 2r) + 1. This replaces the limit argument of the paper by
a number, and it needs none of its cases (fairness_lemma). The paper's own argument compares
estimates at a large level N*; its steps stand below it, and for "N* large enough" 4L + 4r will do.

    fairness_theorem               every arm comes arbitrarily close to its potential
    potential_reached              the theorem from the lemma: L_i finite, L_i infinite
    fairness_lemma                 an arm that is left alone has stopped improving
    finite_and_infinite_counts     the lemma's proof: what L_i and T_i are
    late_step                      the lemma's proof: a step after which increments are small
    two_cases                      the lemma's proof: which arm is pulled then
    bounds_of_estimates            the lemma's proof: the estimates at the level N*
    large_level                    the lemma's proof: N* large enough
"""
