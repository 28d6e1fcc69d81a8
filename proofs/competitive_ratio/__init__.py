"""The competitive-ratio theorem: OPT(T) <= 32k ALG(T) as stated, 200k as derived, "for any T".

Write s = T - 2k for the pulls after the initialisation.

Where it is false
-----------------
T < k: an arm is never pulled, and ALG(T) = 0 < OPT(T) is possible.
k <= T < 2k: an arm may have one pull, and Rew(f,T) <= T(T+1)/2 Rew(f,1) is attained by f(n) = n/T.
T = 2k: every arm has two pulls, and Rew(f,T) <= T(T+1)/6 Rew(f,2), so the exact competitive ratio
is k(2k+1)/3, attained by n/T among arms that stay at 0. It exceeds 32k from k = 48 on and 200k from
k = 300 on.
T = 2k+1: the same arms give T(T+1)/12, above 32k from k = 95 on and above 200k from k = 599 on.

What is true instead
--------------------
Let arm f have N >= 3 pulls in the end, a = N-1 before its last pull, and let M be the largest count
at that moment. Its estimate was the largest, and estimates are optimistic, so for the arm g that is
optimal at T

    P(f,a,M) >= P(g,B,M) >= Rew(g,M)                      the last pull
    N^2 P(f,a,M) <= M(M+1) Rew(f,N)                        an estimate is not too optimistic
    M(M+1) Rew(g,T) <= T(T+1) Rew(g,M)                     the sharp Rew-ratio
    =>  N^2 OPT(T) <= T(T+1) Rew(f,N).                     the per-arm bound

The parabola N^2 lies above its tangent at T/k, N^2 >= (2kTN - T^2)/k^2, and for T >= 4k the tangent
is <= 0 at N = 2, so it also serves the arms with two pulls. Summed over arms, with sum N_i = T:

    T OPT(T) <= k(T+1) ALG(T)          for T >= 4k,
    8(T-2k) OPT(T) <= T(T+1) ALG(T)    for T > 2k, by the line N^2 >= 8(N-2).

So 32k holds for T >= 4k, and for 2k < T < 4k wherever 62(T-2k) >= k; in particular for every T > 2k
if k <= 62. The same with 397 for 200k. How far is this from the truth? Arms c min(n,3) with c a
little above 1 lure the algorithm into two pulls each after the initialisation, at a price of 9c/2
per pull, so T(T+1)/(6+9(T-2k)) is approached and 32k fails for large k if 77(T-2k) <= k.

Lower bound
-----------
k-1 arms min(n,q)/T and one arm n/T, with q = floor(T/k) >= 2 and r = T - kq. All estimates are
equal as long as no arm has bent, so Algorithm 1 plays in turn; the r pulls that are left go to bent
arms if these come first. Hence ALG = (k q(q+1)/2 + rq)/T, OPT = (T+1)/2, and

    OPT/ALG = T(T+1) / (q(T+k+r)),     which is k(T+1)/(T+k) if k divides T.

Between this and k(1+1/T) there is a factor (T+k)/T <= 5/4.
"""
