"""F1: what the final counts of a run of Algorithm 1 say about OPT/ALG.

Let o be an arm with OPT(T) = Rew(f_o,T), and N_i the final counts, T >= 2k. Then

    T(T+1) ALG(T) >= V OPT(T),
    V = N_o(N_o+1) + sum of (N_i^2 + N_i - 2) - max(0, max N_i - 2),

with the sum over the other arms with N_i >= 3, and the maximum over the other arms. With S for the
sum of the squares of all counts, and z for the number of other arms with two pulls, each of which
has 4 in N_i^2 + N_i - 2, this is

    V = S + T - 2(k-1) - 4z - max(0, L-2),    L the largest count of the other arms;

the claim has any d >= 0 with d >= L-2 in the place of the maximum. The level of a pull is the
largest count M before it, and an arm crosses the level if it has M pulls itself. If the last pull
of f has a level M >= N, its share is N^2 + N - 2. Otherwise f crossed the level b = N - 1 with it.
Every level is crossed once; when f crosses b its estimate Rew(f,b) is maximal, so that
Rew(f,b) >= Rew(h,b) for every arm h. Let f_1, ..., f_s be these arms, b_1 < ... < b_s their levels,
and t_m = T(T+1) Rew(f_m,b_m). With OPT = 1,

    T(T+1) f_1(N_1) >= N_1,
    t_(m-1) + T(T+1) f_m(N_m) >= N_(m-1)^2 - 1 + N_m,
    t_s >= N_s^2 - N_s,

and the sum of these is the sum of N_m^2 + N_m - 1, without the last N_s - 1. The kernel adds them
up by its rule about crossings, with the parabola N^2 + N - 2 for an arm with N pulls; the steps
stand below as claims of their own.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine
from proofs.runs import at_last_pull_of_f

ESTIMATE_AT_LATE_PULL = Reading(
    "late_estimate_le_rew",
    "the estimate at a late last pull and what the arm pays in all",
    "(N-1)*(N+2)*P(f,N-1,M) <= M*(M+1)*Rew(f,N)",
    given=("N >= 3", "M >= N"),
)

ENTRY = Entry(
    id="F1",
    lines="beyond",
    slug="final-counts",
    severity=Severity.LEMMA,
    title="What the final counts say about the ratio",
    statement=(
        "In every run of Algorithm 1 with T >= 2k and final counts N_i, T(T+1) ALG(T) >= V OPT(T), "
        "where V = N_o(N_o+1) + sum of (N_i^2 + N_i - 2) - max(0, max N_i - 2); o is an arm with "
        "OPT(T) = Rew(f_o,T), the sum is over the other arms with three pulls or more, and the "
        "maximum over the other arms."
    ),
    literal=(
        Reading(
            "alg_ge_weight_of_final_counts",
            "V by the sum S of all squares, z other arms with two pulls, d >= max(0, L-2)",
            "T*(T+1)*ALG(T) >= (S + T - 2*(k-1) - 4*z - d)*OPT(T)",
            given=("T >= 2*k", "Rew(o,T) >= OPT(T)", "z >= 0", "L >= 0", "d >= 0", "d >= L - 2"),
            arms="o",
            policy="algorithm-1",
            where="S = squares, z = idle arms other than o, L = most other than o",
        ),
    ),
    others=(
        ESTIMATE_AT_LATE_PULL,
        Reading(
            "rew_of_optimal_arm_ge",
            "the optimal arm",
            "T*(T+1)*Rew(g,N) >= N*(N+1)*Rew(g,T)",
            given=("N <= T",),
            arms="g",
        ),
        at_last_pull_of_f(
            "rew_at_late_last_pull_ge",
            "an arm whose last pull came at a level M >= N",
            "T*(T+1)*Rew(f,N) >= (N-1)*(N+2)*Rew(g,T)",
            given=("M >= N",),
            by=(
                cite("late_estimate_le_rew"),
                cite("estimate_ge_rew", f="g", B="B", N="M"),
                cite("rew_ratio_ge_pulls_ratio", f="g", m="M"),
                combine(
                    {
                        "late_estimate_le_rew": "T*(T+1)",
                        "P(f,N-1,M) >= P(g,B,M)": "T*(T+1)*(N-1)*(N+2)",
                        "estimate_ge_rew": "T*(T+1)*(N-1)*(N+2)",
                        "rew_ratio_ge_pulls_ratio": "(N-1)*(N+2)",
                    },
                    scale="M*(M+1)",
                ),
            ),
        ),
        Reading(
            "reward_after_first_crossing_ge",
            "the first arm that crossed a level b with its last pull",
            "T*(T+1)*f(b+1) >= (b+1)*Rew(g,T)",
            given=("Rew(f,b) >= Rew(g,b)", "b <= T"),
            arms="f, g",
        ),
        Reading(
            "reward_after_next_crossing_ge",
            "the next one, which crossed d > b",
            "T*(T+1)*(Rew(f,b) + h(d+1)) >= ((b+1)**2 - 1 + d + 1)*Rew(g,T)",
            given=(
                "Rew(f,b) >= Rew(g,b)",
                "Rew(f,b) >= Rew(h,b)",
                "Rew(h,d) >= Rew(g,d)",
                "b < d",
                "d <= T",
            ),
            arms="f, g, h",
        ),
        Reading(
            "rew_before_last_crossing_ge",
            "the last one, before its last pull",
            "T*(T+1)*Rew(f,b) >= b*(b+1)*Rew(g,T)",
            given=("Rew(f,b) >= Rew(g,b)", "b <= T"),
            arms="f, g",
        ),
        Reading(
            "shares_of_crossing_arms_eq",
            "the shares of two neighbours in the chain",
            "N + (N**2 - 1 + L) + (L**2 - L) == (N**2 + N - 1) + L**2",
        ),
    ),
    relies_on=("D11a", "D21"),
    convention="Ties may fall in any way.",
)
