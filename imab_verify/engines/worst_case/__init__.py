"""The largest OPT(T)/ALG(T) of a policy at one k and T, with its certificate.

solve          the questions: what is the supremum, is it at most a bound?
sizes          the same at many sizes, in turn or in processes
tasks          which search fits a policy, and the certificate
theorems       theorems about all k and T, from the file that keeps their proofs
witness        an instance with its run
family         instances of Algorithm 1 that attain the bound of its theorem
index_search   index policies: best-first search over sequences of decisions
documents      certificates as text
resume         going on from an earlier certificate
journal        the file that keeps certificates between runs
"""
