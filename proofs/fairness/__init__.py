"""The fairness lemma and theorem: an improving arm is pulled again, and when.

Write L for the pulls of an arm f that Algorithm 1 neglects and suppose its last increment is
still Delta(f,L) >= 1/r. Let g be the most pulled arm, with M pulls. If g is pulled once more, its
estimate was maximal: Rew(g,M) >= P(f,L,M) >= (M-L)(M-L+1)/2 * Delta(f,L), while Rew(g,M) <= M.
So (M-L)(M-L+1) <= 2rM, which is impossible for M >= 2L + 2r. While f is neglected no arm gets
more than 2L + 2r pulls, so f is pulled again before step k(2L + 2r) + 1. This replaces the limit
argument of the paper by a number, and it needs none of its cases.

The paper's own argument compares estimates for a large level N*. Its displayed steps are entries
of their own; for its "N* large enough" 4L + 4r will do.
"""
