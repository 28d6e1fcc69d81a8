"""The Rew-ratio lemma and its corollary: how much of Rew(T) the first m pulls of an arm give.

For m = alpha T pulls with alpha >= 1/2 the paper shows Rew(m)/Rew(T) >= 1/5, for m = alpha T/k with
0 <= alpha <= k/2 it shows Rew(m)/Rew(T) >= 16 alpha^2/(25 k^2) = 16 m^2/(25 T^2).

Both follow from one inequality, sharp for every m <= T (equality for f(n) = n):

    m(m+1) Rew(f,T) <= T(T+1) Rew(f,m).

So (a) holds for every integer m >= T/2, with 1/4 in place of 1/5, and (b) for every m <= T, with 1
in place of 16/25. If alpha T is no integer and is rounded down, (a) fails at T = 1 and T = 3 and
(b) for small m; rounded up both are as good as for integers. Without f(0) the arm 0, c, 2c, ...
loses a pull: (a) fails at T = 2 and T = 4, m = T/2, and (b) at m = 1 and m = 2.

The printed proof
-----------------
Its claims compare Rew(T) with areas under a line. For (a): E = (m, f(m)), the line BC through E
with the slope s of f there, B at x = 0, C at x = T+1, and the horizontal line AD through E. With
the slope s between Delta(f,m+1) and Delta(f,m),

    area(OBCQ) = (T+1) f(m) + s (T+1)(T+1-2m)/2,      area(OADQ) = (T+1) f(m).

The proof takes AE = alpha(T+1), but E is at x = alpha T. At alpha = 1/2 the length AE = T/2 is less
than DE = T/2 + 1, and area(OBCQ) <= area(OADQ) is false for every arm that still grows. The claim
Rew(T) <= (5T/4) f(alpha T) is false at T = 2, m = 1 and true for all other integers; with alpha T
rounded down it also fails at T = 1, 3, 5 and 7.

For (b): O is the origin, E = (m, f(m)), the slope of OE is f(m)/m, C and D are on x = T+1, C on OE,
D and A on the line through E with slope s, A at x = 0; F and H are the feet of E on x = 0 and on
x = T+1. Here everything holds; the constant 25/32 needs T >= 4 in the printed proof and T >= 2 in
truth, which m <= T/2 gives.
"""
