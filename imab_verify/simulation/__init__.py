"""Exact runs of policies.

stepwise     the definition, pull by pull
leaping      the same result in leaps, at a cost that does not grow with the horizon
profile      the ratio OPT/ALG at every horizon up to T
expectation  randomised policies: exact, or estimated with a confidence interval
"""
