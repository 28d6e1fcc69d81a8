"""Sums and integrals: the Riemann lemma of the appendix.

The paper works with f on the real line; here the curve runs straight between integers, so the area
under it is a sum of trapezia and the error of the integral is known exactly:

    Rew(f,T) - Area(f,T) = (f(T) - f(0))/2.

    riemann_lemma          Area(f,T) <= Rew(f,T) <= Area(f,T+1)
    left_and_right_sums    its proof from below: L <= Area(f,T) <= R
    rew_le_area            its proof from above, where one step has a wrong index
    sum_for_integral       what it means that integrals stand for sums elsewhere in the paper
"""
