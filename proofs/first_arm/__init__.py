"""The first-arm lemma: the first arm to cross N pulls is optimal for the horizon N.

first_arm             D8: the lemma; false for N = 1, true for every N >= 2
first_arm_proof       D10: the chain of its proof
first_arm_restated    D9, D43: what the text says about it
"""
