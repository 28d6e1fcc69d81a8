"""Index policies of our own, with what is proved of them for all k >= 2 and all T >= 4k.

    HORIZON   knows T and estimates what each arm would have earned by then: P(f,a,T).

                  OPT(T) <= k * T(T+1) / (T^2 + kT - 2k(k-1)) * ALG(T),

              which is less than k, what Algorithm 1 has; attained at k = 2, T = 8 and T = 10.
    NEXT      looks one pull further than the most pulled arm: P(f,a,M+1). It does not know T, and
              has the same factor; attained at k = 2, T = 8. At T = kc this factor is
              (kc+1)/(c+1-e) with e = 2(k-1)/(kc); by F5 every policy that does not know T has a
              ratio of (kc+1)/(c+1) or more at some T from kc to 2kc.
    FAR       looks twice as far as the most pulled arm: P(f,a,2M). Twice the factor of NEXT.
    BOLD      believes in twice the growth that Algorithm 1 hopes for. OPT(T) <= 2k * ALG(T).
    CAREFUL   believes in half of it. OPT(T) <= 2k(1+1/T) * ALG(T), and k is not enough.

`imab-verify ask` gives the proofs: docs/policies.md has an example.
"""

from imab_verify.language.scored import ScoredIndex

HORIZON = ScoredIndex("horizon", "P(f,a,T)")
NEXT = ScoredIndex("next", "P(f,a,M+1)")
FAR = ScoredIndex("far", "P(f,a,2*M)")
BOLD = ScoredIndex("bold", "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)*Delta(f,a)")
CAREFUL = ScoredIndex("careful", "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(f,a)")
