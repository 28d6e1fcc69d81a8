"""Claims about arms: a proof for all parameters, or a counterexample.

proofs           every goal of a claim, and every index in its domain
goals            one goal from hypotheses across arms, by guessed multipliers and by rays
positivity       the sign of a polynomial on a region, by cases; facts about floors and indices
sums             the same without cases, as one identity
counterexamples  a claim at fixed parameters; the smallest instance at which it fails
optima           the best constant at fixed parameters, and where a ratio goes when they grow
points           small parameters that satisfy the givens
hints, clock     what helps a search, and what ends it
"""
