"""Statements of proofs/competitive_ratio made slightly too strong."""

from imab_verify.ledger import Reading, play

MUTANTS = {
    "D4": (
        Reading(
            name="operations_of_step_of_8_arms_less_one",
            says="one operation less",
            claim="44 <= 6*k - 5",
            given=("k == 8",),
        ),
        Reading(
            name="operations_of_step_le_5_k_log_k",
            says="fewer than 6k - 4",
            claim="6*k - 4 <= 5*k*l",
            given=("l >= 1", "k >= 2"),
        ),
    ),
    "D5": (
        Reading(
            name="opt_le_k_alg_from_3k_add_1",
            says="k from T = 3k + 1 on",
            claim="OPT(T) <= k*ALG(T)",
            given=("T >= 3*k + 1",),
            policy="algorithm-1",
            tries=(play("5/26", "min(n, 13)/13", "0", "0", T=13),),
        ),
        Reading(
            name="opt_le_smaller_ratio_of_bent_lines_of_dvd",
            says="k(T+1)/(T+k+1) if k divides T",
            claim="(T+k+1)*OPT(T) <= k*(T+1)*ALG(T)",
            given=("T == k*q", "q >= 4"),
            policy="algorithm-1",
            tries=(play("min(n, 4)/8", "min(n, 8)/8", T=8, q=4),),
        ),
        Reading(
            name="opt_le_alg_by_10_excess",
            says="10 in place of 9",
            claim="10*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T > 2*k",),
            policy="algorithm-1",
            tries=(play("1/286", "min(n, 572)/572", *("0",) * 282, T=572),),
        ),
        Reading(
            name="opt_le_32k_alg_at_2k_up_to_48_arms",
            says="32k at T = 2k, for k <= 48",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T == 2*k", "k <= 48"),
            policy="algorithm-1",
            tries=(play(*("0",) * 47, "min(n, 96)/96", T=96),),
        ),
        Reading(
            name="opt_le_32k_alg_of_71_excess",
            says="71 in place of 70",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T > 2*k", "71*(T-2*k) >= k"),
            policy="algorithm-1",
            tries=(play("1/286", "min(n, 572)/572", *("0",) * 282, T=572),),
        ),
        Reading(
            name="opt_lt_exact_ratio_at_2k",
            says="the exact ratio at T = 2k is below k(2k+1)/3 for k >= 2",
            claim="3*OPT(T) < k*(2*k+1)*ALG(T)",
            given=("T == 2*k", "k >= 2"),
            policy="algorithm-1",
            tries=(play("0", "min(n, 4)/4", T=4),),
        ),
        Reading(
            name="opt_lt_ratio_of_bent_lines_of_dvd",
            says="where k divides T the ratio stays below k(T+1)/(T+k)",
            claim="(T+k)*OPT(T) < k*(T+1)*ALG(T)",
            given=("T == k*q", "q >= 4", "k >= 2"),
            policy="algorithm-1",
            tries=(play("min(n, 4)/12", "min(n, 4)/12", "min(n, 12)/12", T=12, q=4),),
        ),
    ),
    "D6": (
        Reading(
            name="opt_le_200k_alg_at_2k_up_to_300_arms",
            says="200k at T = 2k, for k <= 300",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T == 2*k", "k <= 300"),
            policy="algorithm-1",
            tries=(play(*("0",) * 299, "min(n, 600)/600", T=600),),
        ),
        Reading(
            name="opt_le_200k_alg_of_449_excess",
            says="449 in place of 448",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T > 2*k", "T <= 4*k", "449*(T-2*k) >= k"),
            policy="algorithm-1",
            tries=(play("1/1798", "min(n, 3596)/3596", *("0",) * 1794, T=3596),),
        ),
    ),
    "D40": (
        Reading(
            name="rew_le_4_rew_of_any_pulls",
            says="4 without N_1 > T/2",
            claim="Rew(g,T) <= 4*Rew(f,N)",
            given=("N <= T", "N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)"),
            arms="f, g",
        ),
        Reading(
            name="rew_le_3_rew_of_half_of_pulls",
            says="3 in place of 4",
            claim="Rew(g,T) <= 3*Rew(f,N)",
            given=("2*N > T", "N <= T", "N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)"),
            arms="f, g",
        ),
        Reading(
            name="rew_le_5_rew_of_rew_ge_at_half_horizon_from_3",
            says="floor(T/2) pulls, T >= 3",
            claim="Rew(g,T) <= 5*Rew(f,T//2)",
            given=("Rew(f,T//2) >= Rew(g,T//2)", "T >= 3"),
            arms="f, g",
        ),
    ),
    "D41": (
        Reading(
            name="tangent_at_two_pulls_nonpos_from_4k_pred",
            says="two pulls, T >= 4k-1",
            claim="2*k*T*2 - T*T <= 0",
            given=("T >= 4*k - 1",),
        ),
        Reading(
            name="square_ge_steeper_line_through_two_pulls",
            says="9(N-2)",
            claim="N*N >= 9*(N-2)",
        ),
        Reading(
            name="square_gt_tangent",
            says="a steeper line",
            claim="k*k*N*N >= 2*k*T*N - T*T + 1",
        ),
    ),
    "D42": (
        Reading(
            name="sum_of_squares_of_counts_gt_mean_square",
            says="the sum of the squares is larger",
            claim="squares > T**2/k",
            policy="any",
        ),
        Reading(
            name="count_sq_gt_tangent",
            says="the tangent raised",
            claim="k*k*N*N >= 2*k*T*N - T*T + 1",
            given=("N >= 0", "T >= 0"),
        ),
        Reading(
            name="sum_of_two_squares_ge_three_fifths",
            says="k = 2 with 3/5",
            claim="A*A + B*B >= 3/5*T*T",
            given=("A + B == T", "A >= 0", "B >= 0"),
        ),
        Reading(
            name="sum_of_tangents_gt_mean_square",
            says="the sum raised",
            claim="2*k*T*T - k*T*T >= k*k*(T*T/k) + 1",
            given=("T >= 0",),
        ),
    ),
}
