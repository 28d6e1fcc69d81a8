"""Worst cases of Algorithm 1 from final counts alone, for every k and T >= 2k.

Theorem. T(T+1) * ALG(T) >= V * OPT(T) in every run with final counts N_i, where o is an arm with
OPT(T) = Rew(f_o,T) and, with the sum over the arms i other than o with N_i >= 3,

    V = N_o(N_o+1) + sum of (N_i^2 + N_i - 2) - max(0, max N_i - 2).

Proof. Let q = 2 OPT/(T(T+1)), so that Rew(f_o,n) >= q n(n+1)/2 for n <= T. The level of a pull is
the largest count M just before it; the pulled arm has a maximal estimate, at least
P(f_o,b,M) >= Rew(f_o,M) >= q M(M+1)/2. Let f be an arm other than o with N >= 3 pulls.

(1) If the last pull of f has a level M >= N, then 2 Rew(f,N) >= q (N^2+N-2), because
    M(M+1) Rew(f,N) >= (N-1)(N+2) P(f,N-1,M). On rays: for min(n,j) with j >= N-1 both estimates
    are M(M+1)/2 and Rew(f,N) is (N-1)(N+2)/2 or N(N+1)/2; for the constant, (M+1)N >= N^2+N; for
    j <= N-2 it says M(M+1)(2N-j+1) >= (N-1)(N+2)(2M-j+1), whose difference falls in j and is not
    negative at j = N-2: at M = N it is 2(N+3), and it grows with M.
(2) Otherwise that pull has level N-1: f crosses it. Every level is crossed once, so the arms of
    this kind have different counts N_1 < ... < N_s. Let b_m = N_m - 1, t_m = Rew(f_m,b_m) the
    estimate when f_m crosses, and b_0 = t_0 = 0. When f_(m-1) crosses, f_m has at most b_(m-1)
    pulls, so t_(m-1) >= Rew(f_m,b_(m-1)). As f_m is nondecreasing, f_m(N_m) is at least its mean
    over b_(m-1) < n <= b_m, hence at least (t_m - t_(m-1))/(b_m - b_(m-1)). In the sum over m of
    2 Rew(f_m,N_m) >= 2 t_m + 2 (t_m - t_(m-1))/(b_m - b_(m-1)) the coefficient of every t_m is not
    negative, since b_(m+1) - b_m >= 1. So t_m may be replaced by q b_m(b_m+1)/2, which gives
    q times the sum of N_m^2 + b_(m-1): less than the sum of N_m^2 + N_m - 2 by N_s - 1 - s.

With 2 Rew(f_o,N_o) >= q N_o(N_o+1) and s >= 1 this adds up to 2 ALG >= q V.
"""

from __future__ import annotations

from imab_verify.kernel.limits import spend

FINAL_COUNTS = "final-counts theorem"
"""T(T+1) * ALG(T) >= V * OPT(T), as above: taken on the word of its author."""


def least_weight(k: int, T: int) -> int:
    """A lower bound for V over all counts N_i >= 2 with sum T, so T(T+1) ALG >= it * OPT.

    Say z of the arms other than o have two pulls, the other a = k-1-z of them more. The a + 1 arms
    left share S = T - 2z pulls, and V >= sum of (N^2 + N) - max N - 2a + 2 over them (without the
    last two terms if a = 0). While their counts differ by 2 or more, moving a pull from a largest
    to a least count lowers the sum by at least 2 and the maximum by at most 1. So V is least when
    the counts differ by at most 1: r of them are m + 1, the others m.
    """
    spend(4 * k)
    weights = []
    for z in range(k):
        arms, S = k - z, T - 2 * z
        m, r = divmod(S, arms)
        total = r * (m + 1) * (m + 2) + (arms - r) * m * (m + 1)
        if arms > 1:
            total -= m + (r > 0) + 2 * (arms - 1) - 2
        weights.append(total)
    return min(weights)
