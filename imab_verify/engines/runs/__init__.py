"""Claims about runs of index policies and round robin, for all k and T.

proofs      all of these in turn, with a run that has the givens
facts       what is true in every run, then a proof of a claim about arms
sums        a bound for every arm, summed over all arms; pulls that every arm surely gets
crossing    crossing sums: with the arms that reached a count first
combining   goals as combinations of lemmas and hypotheses; signs of parabolas
ratios      A and R of A*ALG >= R*OPT; the exact worst case of Algorithm 1, as a hint
instances   instances on which a claim fails
"""
