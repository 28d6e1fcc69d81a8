"""The largest OPT(T)/ALG(T) of a policy at one k and T: what there is to propose to the kernel.

solve          the questions: what is the supremum, is it at most a bound? and which search fits
theorems       theorems about all k and T, from the file that keeps their proofs
proofs         upper bounds as proofs, at one size and over ranges
witness        an instance with its run
family         instances of Algorithm 1 that attain the bound of its theorem
index_search   index policies: best-first search over sequences of decisions
"""
