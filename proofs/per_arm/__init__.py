"""The per-arm lemma: if N_1 <= T/2 then OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2 for every arm i.

As stated it is false, at every T >= 2: an arm that pays nothing is pulled twice in the
initialisation and perhaps never again, so Rew_i(N_i) = 0 while OPT(T) > 0. It is true for every arm
with N_i >= 3, for every T and without N_1 <= T/2, with a better constant:

    N^2 OPT(T) <= T(T+1) Rew(f,N).

Let M be the largest count before the last pull of f and a = N-1. The estimate of f was the largest,
P(f,a,M) >= P(g,B,M) >= Rew(g,M) for all arms g; then N^2 P(f,a,M) <= M(M+1) Rew(f,N) and
M(M+1) Rew(g,T) <= T(T+1) Rew(g,M), which are claims about one arm each.

The printed proof
-----------------
It distinguishes whether arm i is the first to cross N_i - 1 pulls (case 1) or not (case 2). In both
it uses that arm i was chosen for its estimate, which is so for N_i >= 3 only. With this added, all
of its steps hold, and its constants are 32, 100 and 200. Its names are kept here:

    n = N_i,  q = N'_l = N - 1,  a = N_i - 1,  b = N'_l - N_i + 2 = N - a,

where N is the largest count at the step t of the last pull of arm i, and l the first arm that had N
pulls. X = OPT(N'_l) is Rew(g,q) for an arm g that is optimal at q.
"""
