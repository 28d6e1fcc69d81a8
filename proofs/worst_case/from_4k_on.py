"""F2: OPT(T) <= k ALG(T) from T = 4k on, and the exact ratio.

Let m = floor(T/k) and r = T - km. In units of OPT/(T(T+1)) the shares of F1 are parabolas in N, and
each lies above its chord over two neighbouring integers:

    r = 0:  N(N+1) >= (2m+1)N - m^2,          N^2 >= (2m+1)N - m(m+1),
    r > 0:  N(N+1) >= (2m+2)N - m(m+1),       N^2 >= (2m+2)N - (m+1)^2,

the second of each for the arm that crossed last. From m = 4 on these lines are <= 0 at N = 2, less
the 2 of other arms than the optimal one. Summed over the arms, with N_1 + ... + N_k = T,

    T(T+1) ALG(T) >= ((m+1)(T+r) - m - 2(k-2) - [r > 0]) OPT(T).

For r = 0 and r > 0, k times the bracket exceeds T(T+1) by (k-2)(T-2k) and (k-2)(T-2k) + (r-1)(k-r).

Attained. Let N be m if r = 0, and m + 1 otherwise. One arm is constant N/2 and has N pulls in the
end, the others with N_i pulls are min(n, N_i - 1), and the optimal arm is n with m pulls (all over
T). At the level M the estimate of the constant is MN/2, and that of arms that look like n
M(M+1)/2: so the constant leads up to N - 1 pulls. There all are equal, and the others come up to
N - 1 pulls, where those with N_i = N - 1 have bent; the constant gets its last pull, and at the
level N the others with N_i = N theirs. The optimal arm is last at every tie.
"""

from imab_verify.ledger import Entry, Reading, Severity, play

FROM_4K = ("T >= 4*k", "k >= 2")

ENTRY = Entry(
    id="F2",
    lines="beyond",
    slug="ratio-k-from-4k-on",
    severity=Severity.MAIN,
    title="Algorithm 1 has the ratio k from T = 4k on",
    statement=(
        "For k >= 2 and T >= 4k, OPT(T) <= k ALG(T) in every run of Algorithm 1. With m = "
        "floor(T/k), r = T - km even ((m+1)(T+r) - m - 2(k-2) - [r > 0]) OPT(T) <= T(T+1) ALG(T), "
        "and this is attained for all k and T."
    ),
    literal=(
        Reading(
            "opt_le_k_alg_from_4k",
            "the ratio is at most k",
            "OPT(T) <= k*ALG(T)",
            given=FROM_4K,
            policy="algorithm-1",
        ),
        Reading(
            "opt_le_exact_ratio_from_4k_of_dvd",
            "the exact ratio where k divides T",
            "((T//k+1)*T - T//k - 2*(k-2))*OPT(T) <= T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k == 0"),
            policy="algorithm-1",
        ),
        Reading(
            "opt_le_exact_ratio_from_4k_of_not_dvd",
            "the exact ratio where k does not divide T",
            "((T//k+1)*(T + T%k) - T//k - 2*(k-2) - 1)*OPT(T) <= T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k >= 1"),
            policy="algorithm-1",
        ),
        Reading(
            "exact_ratio_from_4k_attained_of_dvd",
            "it is attained where k divides T",
            "((T//k+1)*T - T//k - 2*(k-2))*OPT(T) >= T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k == 0"),
            policy="some algorithm-1",
        ),
        Reading(
            "exact_ratio_from_4k_attained_of_not_dvd",
            "it is attained where k does not divide T",
            "((T//k+1)*(T + T%k) - T//k - 2*(k-2) - 1)*OPT(T) >= T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k >= 1"),
            policy="some algorithm-1",
        ),
    ),
    others=(
        Reading(
            "opt_lt_exact_ratio_from_4k_of_dvd",
            "as a strict inequality, where k divides T",
            "((T//k+1)*T - T//k - 2*(k-2))*OPT(T) < T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k == 0", "OPT(T) > 0"),
            policy="algorithm-1",
            tries=(play("2/12", "min(n, 3)/12", "min(n, 12)/12", T=12),),
        ),
        Reading(
            "opt_lt_exact_ratio_from_4k_of_not_dvd",
            "as a strict inequality, where k does not divide T",
            "((T//k+1)*(T + T%k) - T//k - 2*(k-2) - 1)*OPT(T) < T*(T+1)*ALG(T)",
            given=(*FROM_4K, "T % k >= 1", "OPT(T) > 0"),
            policy="algorithm-1",
            tries=(play("5/26", "min(n, 3)/13", "min(n, 13)/13", T=13),),
        ),
    ),
    relies_on=("F1",),
    convention="Ties may fall in any way.",
)
