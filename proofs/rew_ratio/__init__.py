"""The Rew-ratio lemma and its corollary: how much of Rew(T) the first m pulls of an arm give.

All of it follows from one inequality, sharp for every m <= T (equality for f(n) = n):

    m(m+1) Rew(f,T) <= T(T+1) Rew(f,m).

    rew_ratio_lemma_a      D11a: Rew(m)/Rew(T) >= 1/5 for m >= T/2
    rew_ratio_lemma_b      D11b: Rew(m)/Rew(T) >= 16 m^2/(25 T^2) for m <= T/2
    opt_ratio_corollary    D21: the same for OPT
    sketch_bounds          D44: the bounds that the proof sketch announces

    part_a_...             D12-D18: the printed proof of (a); it fails at alpha = 1/2
    part_b_...             D19-D19f: the printed proof of (b); it holds for T >= 4
"""
