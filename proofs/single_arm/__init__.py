"""The single-arm proposition: at every horizon some single arm is optimal offline.

Statement. For arms f_1, ..., f_k and counts N_1 + ... + N_k = T there is an arm j, a maximiser of
Rew(f_i,T), with Rew(f_1,N_1) + ... + Rew(f_k,N_k) <= Rew(f_j,T).

What is needed of f. Only that the mean reward does not fall before T:

    T Rew(f,n) <= n Rew(f,T)   for 0 <= n <= T.                                       (mean)

Nondecreasing f have it: f(n+1), ..., f(T) are each at least the mean of f(1), ..., f(n).
Concavity, f(0), the bounds 0 and 1 play no part. From (mean) the proposition takes one line,
shorter than the exchange argument of the paper:

    T sum_i Rew(f_i,N_i) <= sum_i N_i Rew(f_i,T) <= (sum_i N_i) max_i Rew(f_i,T) = T OPT(T).

Nothing weaker will do. If T Rew(f,n) > n Rew(f,T), put a constant arm c = Rew(f,T)/T beside f: n
pulls of f and T - n of the constant pay more than T pulls of either. So for a class of arms that
contains the constants, (mean) is equivalent to the proposition for two arms. Superadditive Rew
is not enough; two falling values are already too much.

What is found in the printed proof. It is an induction over the number of pulls of the second arm
and then over the arms. Every step that is right needs nondecreasing arms only, and each is decided
here for the paper's class and for the wider one. The induction is not even needed: that the first
n + 1 pulls of arm 2 pay more than the last n + 1 of arm 1 already says f_1(T-n) < f_2(n+1).
Two steps fail as printed: f_1(T) < f_2(T), a slip for f_1(T) < f_2(1); and a strict inequality
multiplied by T - n - 1, which is 0 at n = T - 1, where the non-strict one suffices. The algorithms
ALG'_l are said to keep counts of ALG, which pulls arm 1 only; meant is ALG'. The conclusion
survives.
"""
