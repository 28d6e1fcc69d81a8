"""Claims about arms: a proof for all parameters, or a counterexample.

proofs           every goal of a claim, and every index in its domain
goals            one goal from hypotheses across arms
hints            what helps: hypotheses, multipliers, instances, lemmas
families         where hypotheses for every integer of a range may help
multipliers      guesses for the multipliers of the hypotheses
rays             a functional of one arm, through the constant and the rays
positivity       the sign of a polynomial on a region, by cases
sums             the same without cases, as one identity
hard_sums        those that take longer to find
facts            what a region says about floors and the order of indices
flint_polynomials  polynomials in FLINT, where they must be fast
counterexamples  the smallest instance at which a claim fails; a witness that it says something
concrete         a claim at fixed parameters, and its linear program over all arms
optima           the best constant at fixed parameters
growth           where a ratio of polynomials goes when parameters grow
points           small parameters that satisfy the givens
clock            time limits
"""
