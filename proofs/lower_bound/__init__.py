"""The lower-bound theorem: linear regret and competitive ratio k/2 for every algorithm.

Statement. For every algorithm and every T there is an instance of k arms with regret at least cT
and ratio at least k/2. The paper gives two families I_1, ..., I_k with N = ceil(T/k): all arms
grow alike for N pulls, then all but arm m stay at 1/k; the main text with slope 1/(kN), the
appendix with slope 1/T.

What is found. The appendix family is not an IMAB instance unless k divides T: f(N) = N/T > 1/k =
f(N+1). The main-text family is one for all k and T, but where k divides neither T nor T + 1 it may
not give k/2 (k = 3, T = 4: the algorithm that stays with one arm has ratio 10/7 on it). Where k
divides T the two are the same. Also "some arm is pulled fewer than N times" fails when k divides T.

The corrected family, for all k and T. Let q = floor(T/k), f_i(n) = min(n,q)/T for i != m, and
f_m(n) = min(n,T)/T. Run the algorithm on I_0, where all arms are capped at q. Some arm l gets
N_l <= q pulls. On I_l the algorithm sees the same rewards, so it pulls the same arms, and

    ALG(T) = sum_i Rew(f_0,N_i) <= Rew(f_0,T) = q(2T-q+1)/(2T),      OPT(T) = (T+1)/2,
    OPT - ALG >= (T-q)(T-q+1)/(2T) >= (k-1)^2/(2k^2) T,
    OPT/ALG >= T(T+1)/(q(2T-q+1)) >= k(T+1)/(2T) > k/2        (ALG = 0 < OPT where T < k).

The smallest repair of the printed proof is floor for ceil in the appendix family, 1/k kept: it is
then valid for all k and T, and with N_k <= N for N_k < N, and l taken from the run on I_0, every
display of the proof is right as printed.

The regret constant. The paper's (k-2)/(2k) is 0 at k = 2. The bound above gives 1/8 there, 2/9 for
three arms and tends to 1/2. Two slopes do better for two arms: let 8 divide T, f_0 with slope
8/(5T) up to T/4, 4/(5T) up to T/2, then constant 3/5; the arm with n <= T/2 pulls goes on with the
slope it has shown last, up to the value 1. The regret is at least T/5. The best constant for k = 2
is not known to us; the trivial upper bound is 1.

Randomised algorithms. "A distribution over deterministic algorithms" does not carry the bound
over: l depends on the run, and one instance has to be bad for most runs at once. Probing the arms
in random order, and leaving an arm at its first reward below n/T, has on the paper's own family
(k divides T, T/k >= k-1) the same expectation on every I_m, and that is at least OPT/3. What does
hold follows from Markov's inequality with the longer cap h = floor(T/s), s^2 <= k: some arm has
E[N_l] <= T/k, so it passes h with probability at most 1/s, and OPT/E[ALG] >= s/3. So the ratio is
of order sqrt(k), which is nearly what randomised algorithms attain (Blum and Ravichandran, 2024:
O(sqrt(k) log k)). Linear regret survives: at least T/96 for two arms or more, where 4 divides T.
"""
