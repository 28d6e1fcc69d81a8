"""Exact runs of policies.

play         chooses how to play: in leaps or pull by pull, with a profile or an expectation
stepwise     the definition, pull by pull
leaping      the same result in leaps, at a cost that does not grow with the horizon
profile      the ratio OPT/ALG at every horizon up to T
expectation  randomised policies: exact, or estimated with a confidence interval
"""
