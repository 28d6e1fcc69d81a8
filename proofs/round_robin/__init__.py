"""Round robin: the competitive ratio for every k and T, and what the printed bounds miss.

Statement. 8k^2 >= CR_RR(T) >= k^2/2. The proof considers T >= 2k, and T a multiple of k for the
upper bound.

What is found. Let q = floor(T/k). The competitive ratio is

    CR_RR(T) = T(T+1)/(q(q+1)),   infinite where T < k.

Upper bound: every arm gets q pulls or more, the best one too, and a concave arm has
q(q+1) Rew(f,T) <= T(T+1) Rew(f,q). Lower bound: the line n/T as the last arm, zeros before it; the
last arm gets exactly q pulls, and for the line the inequality is an equality. So 8k^2 is missed
for every T < k, where the last arm is never pulled, and only there: from T = k on

    k(k+1)/2 <= CR_RR(T) <= k(2k-1),     with equality at T = k and at T = 2k-1.

The printed instance puts the line first, where it gets ceil(T/k) pulls: if k does not divide T the
reward is not (T+k)/(2k^2), and the ratio can be below k^2/2 (k = 3, T = 4).

The printed proof of the upper bound. E = (T/k, f(T/k)) is a point of the curve; A and D are where
the tangent at E meets x = 0 and x = T+1; B and C where the chord from (0, f(0)) through E meets
them; F and G are at the height of E there. All its steps become claims about these coordinates,
with m = T/k, tangent slope s between f(m+1) - f(m) and f(m) - f(m-1), and chord slope
t = (f(m) - f(0))/m. For k = 1 three of them fail; k >= 2 is said only later. Two slips are
harmless: GE is T + 1 - T/k, and f(1) stands for f(0) in the last display.
"""
