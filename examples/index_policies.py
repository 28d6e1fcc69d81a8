"""Three index policies of our own, with what is proved of them for all k and all T.

    HORIZON   knows T and estimates what each arm would have earned by then: P(f,a,T). For T >= 4k

                  OPT(T) <= k * T(T+1) / (T^2 + kT - 2k(k-1)) * ALG(T),

              which is less than k for k >= 2, what Algorithm 1 has; attained at k = 2, T = 8
              and T = 10.
    FAR       looks twice as far as the most pulled arm: P(f,a,2M). OPT(T) <= 2k(1+1/T) * ALG(T).
    CAREFUL   believes in half of the growth that Algorithm 1 hopes for.
              OPT(T) <= 2k(1+1/T) * ALG(T), and k is not enough.

Both of the last for T >= 4k. `imab-verify ask` gives the proofs: docs/policies.md has an example.
"""

from imab_verify.language.scored import ScoredIndex

HORIZON = ScoredIndex("horizon", "P(f,a,T)")
FAR = ScoredIndex("far", "P(f,a,2*M)")
CAREFUL = ScoredIndex("careful", "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(f,a)")
