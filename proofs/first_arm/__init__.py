"""The first-arm lemma: the first arm to cross N pulls is optimal for the horizon N.

Let arm f be the first that is pulled for the (N+1)-th time, at step t. No arm has more than N pulls
then, so p_f(t) = P(f,N,N) = Rew(f,N), and the algorithm chose f for its estimate:

    Rew(f,N) = p_f(t) >= p_g(t) = P(g,B,N) >= Rew(g,N)    for every other arm g, with B pulls.

The middle step needs a step t > 2k. In the initialisation the order of the pulls is fixed: the
first arm to be pulled a second time is arm 1, whatever it pays, so the lemma is false for N = 1. It
is true for every N >= 2, because the third pull of an arm always comes after the initialisation.

In the claims N is the number of pulls of f at the horizon T, so its last pull is the one that
crosses N-1 pulls. Every pull of a run is the last one of its arm at some horizon, and the algorithm
does not know T, so this is no restriction. M is the largest count before that pull; f is the first
to cross it exactly if M = N-1.
"""
