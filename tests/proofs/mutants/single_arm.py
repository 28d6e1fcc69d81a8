"""Statements of proofs/single_arm made slightly too strong."""

from imab_verify.ledger import Reading, play

MUTANTS = {
    "A14": (
        Reading(
            name="alg_lt_opt_of_any_policy",
            says="a thousandth less than OPT",
            claim="1001*ALG(T) <= 1000*OPT(T)",
            policy="any",
        ),
        Reading(
            name="mixture_le_any_arm",
            says="the other arm is the better one",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="mixture_of_one_pull_more_le_better",
            says="one pull too many",
            claim="Rew(f,n) + Rew(g,T-n+1) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="mean_rew_le_of_one_pull_less",
            says="a mean that grows",
            claim="T*Rew(f,n) <= (n-1)*Rew(f,T)",
            given=("n <= T",),
        ),
        Reading(
            name="mixture_lt_better",
            says="strictly",
            claim="Rew(f,n) + Rew(g,T-n) < Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T - 1"),
            arms="f, g",
        ),
    ),
    "A15": (
        Reading(
            name="constant_better_at_1_line_better_at_horizon_1",
            says="T = 1 included",
            claim="Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=(
                "f(0) == (T+3)/(4*T)",
                "f(T) == (T+3)/(4*T)",
                "g(0) == 0",
                "g(1) == 1/T",
                "g(T) == 1",
            ),
            arms="f, g",
        ),
        Reading(
            name="low_constant_better_at_1_line_better_at_horizon",
            says="a constant of 1/T",
            claim="Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=("T >= 2", "f(0) == 1/T", "f(T) == 1/T", "g(0) == 0", "g(1) == 1/T", "g(T) == 1"),
            arms="f, g",
        ),
    ),
    "B19": (
        Reading(
            name="mixture_le_better_one_step_before",
            says="best one step earlier",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T-1) <= Rew(f,T-1)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="mixture_and_reward_at_zero_le_better",
            says="one pull for free",
            claim="Rew(f,n) + Rew(g,T-n) + f(0) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T - 1"),
            arms="f, g",
        ),
    ),
    "B20": (
        Reading(
            name="one_pull_difference_eq_by_second_reward",
            says="g(2)",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(2)",
            arms="f, g",
        ),
        Reading(
            name="one_pull_difference_eq_by_reward_before_last",
            says="f(T-1)",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T-1) - g(1)",
            arms="f, g",
        ),
    ),
    "B22": (
        Reading(
            name="rew_lt_alg_of_last_lt_second",
            says="in the run, from f(T) < g(2)",
            claim="Rew(f,T) < ALG(T)",
            given=("f(T) < g(2)", "N == T"),
            arms="f, g",
            policy="any",
            where="N = N(g), f and g are different arms",
            tries=(play("min(n, 2)/2", "1/2", T=1, f=2, g=1),),
        ),
        Reading(
            name="rew_lt_rew_of_last_lt_second",
            says="from f(T) < g(2)",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(2)",),
            arms="f, g",
        ),
        Reading(
            name="reward_le_last_one_too_far",
            says="r one too far",
            claim="f(r) <= f(T)",
            given=("r <= T + 1",),
        ),
    ),
    "B23": (
        Reading(
            name="last_rewards_ge_one_more_first_reward_of_better",
            says="n + 1 rewards of g",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n+1) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="last_rewards_ge_first_rewards_of_any",
            says="without the better arm",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("n <= T",),
            arms="f, g",
        ),
    ),
    "B24": (
        Reading(
            name="reward_lt_of_difference_succ_nonpos",
            says="A <= 0",
            claim="f(T-n) < g(n+1)",
            given=("n <= T - 1", "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) <= 0"),
            arms="f, g",
        ),
        Reading(
            name="reward_lt_reward_before_of_difference_succ_neg",
            says="one pull earlier",
            claim="f(T-n) < g(n)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    "B25": (
        Reading(
            name="multiple_le_of_reward_lt_up_to_horizon",
            says="with <= and n <= T",
            claim="(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)",
            given=("n <= T", "f(T-n) < g(n+1)"),
            arms="f, g",
        ),
    ),
    "B26": (
        Reading(
            name="raised_rew_lt_lowered_rew_of_difference_succ_nonpos",
            says="A <= 0",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) <= 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
        Reading(
            name="raised_rew_lt_lower_rew_of_difference_succ_neg",
            says="f_2(n) for f_2(n+1)",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    "B27": (
        Reading(
            name="rew_le_first_rewards_raised_too_little",
            says="f(T-n-1)",
            claim="Rew(f,T-n) <= (T-n)*f(T-n-1)",
            given=("n <= T - 1",),
        ),
        Reading(
            name="rew_le_one_first_reward_less_raised",
            says="one term less",
            claim="Rew(f,T-n) <= (T-n-1)*f(T-n)",
            given=("n <= T",),
        ),
    ),
    "B28": (
        Reading(
            name="last_rewards_lowered_too_little_le_rew",
            says="f(n+2)",
            claim="Rew(f,n) + (T-n)*f(n+2) <= Rew(f,T)",
            given=("n <= T",),
        ),
        Reading(
            name="last_rewards_lowered_and_one_more_le_rew",
            says="one term more",
            claim="Rew(f,n) + (T-n+1)*f(n+1) <= Rew(f,T)",
            given=("n <= T",),
        ),
    ),
    "B29": (
        Reading(
            name="merge_into_worse_ge_parts",
            says="into the worse arm",
            claim="Rew(f,M) + Rew(g,N) <= Rew(g,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
        Reading(
            name="merge_ge_parts_of_better_before",
            says="best at M only",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("Rew(g,M) <= Rew(f,M)",),
            arms="f, g",
        ),
    ),
    "B30": (
        Reading(
            name="arm_pred_exists_from_1",
            says="l >= 1",
            claim="1 <= l - 1 and l - 1 <= k",
            given=("l <= k",),
        ),
    ),
    "B31": (
        Reading(
            name="merge_of_one_pull_less_ge_parts",
            says="a merge that pays less",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N-1)",
            given=("1 <= M", "1 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
        Reading(
            name="merge_into_any_ge_parts",
            says="no better arm",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N"),
            arms="f, g",
        ),
    ),
    "B32": (
        Reading(
            name="mixture_le_worse",
            says="merged into a worse arm 2",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(g,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="mixture_le_first_of_second_better",
            says="arm 2 is best",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) >= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
    ),
}
