"""Round robin: the competitive ratio for every k and T, and what the printed bounds miss.

The theorem says 8k^2 >= CR_RR(T) >= k^2/2. With q = floor(T/k) the ratio is exactly

    CR_RR(T) = T(T+1)/(q(q+1)),   infinite where T < k.

    round_robin_theorem            the theorem, the exact ratio, and the bounds from T = k on
    round_robin_order              the same as announced: Theta(k^2)
    pulls_of_an_arm                every arm gets floor(T/k) pulls or one more
    instance_with_a_line           lower bound: the printed instance, its reward, its ratio
    multiple_of_k                  upper bound: what is lost by assuming that k divides T
    reward_ge_trapezium            upper bound: what round robin gets at least
    opt_le_tangent_area            upper bound: OPT against the tangent at (T/k, f(T/k))
    tangent_area_le_chord_area     upper bound: the tangent against the chord
    triangles_of_tangent_and_chord     the similar triangles of that claim
    opt_le_chord_area              upper bound: OPT against the chord, in numbers
    ratio_le_eight_k_squared       upper bound: the final display

The figure of the upper bound. With m = T/k, E = (m, f(m)) is a point of the curve; A and D are
where the tangent at E meets x = 0 and x = T+1; B and C where the chord from (0, f(0)) through E
meets them; F and G are at the height of E there. A curve through integer points has many tangents
at E, with slopes s between f(m+1) - f(m) and f(m) - f(m-1); what is said about the area is affine
in s, so these two stand for all. The chord has the slope t = (f(m) - f(0))/m >= s.
"""
