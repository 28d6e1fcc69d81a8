"""Untrusted engines: they look for witnesses, the kernel judges them.

positivity       p >= 0 on a region, as a sum of products of the constraints
rays             functionals of arms, through their values on the extreme rays
multipliers      hypotheses across arms
counterexamples  the smallest instance at which a claim fails
runs             claims about algorithm-1 and round robin for all k and T
run_search       claims about runs: instances that refute them, and the whole decision
run_cells        claims about runs over ranges of k and T, by exact worst cases
decide           a question in, a verdict with its certificate out
sharpen          the best constant of a family of claims
smt              z3, as an independent cross-check and finder of countermodels
identities       the closed forms used here, derived with sympy
exact_lp         linear programs solved exactly
worst_case       the largest OPT/ALG of a policy at one k and T, with its certificate
linear_index     how to write an index policy that worst_case decides
"""
