"""Statements of proofs/lower_bound made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "B1": (
        Reading(
            name="regret_ge_eighth_of_one_arm",
            says="one arm, c > 0",
            claim="(T-q)*(T-q+1)/2 >= T*T/8",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        Reading(
            name="ratio_ge_half_k_succ_of_capped_rew",
            says="ratio (k+1)/2 from q <= T/k",
            claim="T*(T+1)/2 >= (k+1)/2*(q*T - q*(q-1)/2)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        Reading(
            name="all_at_floor_exceed_horizon",
            says="pigeonhole with floor(T/k) - 1",
            claim="k*(T//k) > T",
        ),
    ),
    "B2": (
        Reading(
            name="ratio_ge_half_k_of_rew_le_cap_succ",
            says="with A <= (q+1) only",
            claim="T*(T+1)/2 >= k/2*(T*A)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)", "A <= q + 1"),
            reals=("A",),
        ),
        Reading(
            name="regret_ge_half_horizon_of_capped_rew_le",
            says="c = 1/2",
            claim="(T+1)/2 - A >= T/2",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)", "T*A <= q*T - q*(q-1)/2"),
            reals=("A",),
        ),
    ),
    "B4": (
        Reading(
            name="regret_ge_quarter_of_two_arms",
            says="c = 1/4 by this family",
            claim="(T-q)*(T-q+1)/2 >= T*T/4",
            given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        Reading(
            name="regret_ge_eighth_of_any_arms",
            says="one arm",
            claim="(T-q)*(T-q+1)/2 >= T*T/8",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    "B5": (
        Reading(
            name="main_step_between_zero_and_slope_of_appendix",
            says="slope 1/T",
            claim="0 <= 1/k - N/T and 1/k - N/T <= 1/T",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
        Reading(
            name="main_line_le_one_beyond_its_end",
            says="values up to n = kN + 1",
            claim="n/(k*N) <= 1",
            given=("T <= k*N", "k*(N-1) < T", "n <= k*N + 1"),
        ),
    ),
    "B6": (
        Reading(
            name="line_le_cap_up_to_ceil_succ",
            says="up to N + 1 pulls",
            claim="n/(k*N) <= 1/k",
            given=("T <= k*N", "k*(N-1) < T", "n <= N + 1"),
        ),
    ),
    "B7": (
        Reading(
            name="all_at_ceil_exceed_horizon_from_k",
            says="at most N - 1 times",
            claim="k*N > T",
            given=("T <= k*N", "k*(N-1) < T", "T >= k"),
        ),
    ),
    "B8": (
        Reading(
            name="least_pulls_lt_share",
            says="below T/k",
            claim="k*n < T",
            given=("n >= 0",),
            policy="any",
            where="n = least",
        ),
        Reading(
            name="most_pulls_le_share",
            says="the most pulls of an arm",
            claim="k*n <= T",
            given=("n >= 0",),
            policy="any",
            where="n = most",
        ),
    ),
    "B9": (
        Reading(
            name="line_le_cap_up_to_floor_succ",
            says="one pull more",
            claim="n/T <= q/T",
            given=("n <= q + 1",),
        ),
    ),
    "B10": (
        Reading(
            name="floor_succ_step_ge_zero",
            says="floor(T/k) + 1",
            claim="N/T <= 1/k",
            given=("N == T//k + 1",),
        ),
    ),
    "B11": (
        Reading(
            name="main_ratio_ge_half_k_of_ceil_mul_le_horizon_add_two",
            says="kN <= T + 2",
            claim="T*(T+1) >= k*N*T",
            given=("T <= k*N", "k*(N-1) < T", "k*N <= T + 2"),
        ),
        Reading(
            name="families_eq",
            says="always the same",
            claim="k*N == T",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
    "B12": (
        Reading(
            name="line_le_share_up_to_floor_succ",
            says="N = floor(T/k), one pull more",
            claim="k*n <= T",
            given=("0 <= N", "k*N <= T", "T < k*(N+1)", "n <= N + 1"),
        ),
    ),
    "B13": (
        Reading(
            name="rew_le_pulls_pred_div_arms_of_reward_le_share",
            says="one pull less",
            claim="Rew(f,n) <= (n-1)/k",
            given=("f(n) <= 1/k",),
            arms="f: monotone",
        ),
        Reading(
            name="capped_rew_le_by_lower_cap",
            says="a cap of (q-1)/T",
            claim="T*Rew(f,T) <= (q-1)*T - q*(q-1)/2",
            given=("0 <= q", "q <= T", "f(1) <= 1/T", "f(T) <= q/T"),
        ),
    ),
    "B14": (
        Reading(
            name="line_rew_eq_half_horizon",
            says="T/2",
            claim="Rew(f,T) == T/2",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
        Reading(
            name="concave_rew_eq_line_rew",
            says="any concave arm with f(T) = 1",
            claim="Rew(f,T) == (T+1)/2",
            given=("f(0) == 0", "f(T) == 1"),
        ),
    ),
    "B15": (
        Reading(
            name="regret_constant_ge_of_one_less",
            says="(k-1)/(2k)",
            claim="(1/2-1/k)*T + 1/2 >= (k-1)*T/(2*k)",
        ),
        Reading(
            name="regret_ge_of_alg_le_share_by_one",
            says="+ 1",
            claim="(T+1)/2 - A >= (1/2-1/k)*T + 1",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    "B16": (
        Reading(
            name="regret_constant_ge_fifth_of_three_arms",
            says="T/5",
            claim="(k-2)/(2*k)*T >= T/5",
            given=("k > 2",),
        ),
        Reading(
            name="regret_ge_seventh_of_two_arms",
            says="1/7 for two arms by equal caps",
            claim="(T-q)*(T-q+1)/2 >= T*T/7",
            given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        Reading(
            name="regret_gt_fifth_of_pulls_le_half",
            says="two slopes, n <= T/2 pulls: more than T/5",
            claim="2*p*(2*p+1)/(10*p) + 6*p*(2/5) + 6*p*(6*p+1)/(20*p) - A > 8*p/5",
            given=("A <= 2*(2*p*(2*p+1)/(10*p)) + 2*p*(2/5) + 2*p*(2*p+1)/(20*p) + 2*p*(3/5)",),
            reals=("A",),
        ),
    ),
    "B17": (
        Reading(
            name="ratio_ge_half_k_succ_of_alg_le_share",
            says="(k+1)/2",
            claim="(T+1)/2 >= (k+1)/2*A",
            given=("A <= T/k",),
            reals=("A",),
        ),
        Reading(
            name="ratio_ge_of_alg_le_share_by_more",
            says="(k/2)(T+2)/T",
            claim="(T+1)/2 >= k/2*(T+2)/T*A",
            given=("A <= T/k",),
            reals=("A",),
        ),
    ),
    "B18": (
        Reading(
            name="random_probe_ratio_le_two",
            says="half of OPT",
            claim=(
                "k*N*(k*N+1)/2 <= 2*((k-1)*N*(N+3)/4 + (k*N*(k*N+1) - (2*k*N+1)*(N+1)*(k-1)/2 + "
                "(N+1)**2*(k-1)*(2*k-1)/6)/2)"
            ),
            given=("N >= k - 1",),
        ),
        Reading(
            name="randomised_ratio_ge_half_root_of_passing_probability_le",
            says="OPT >= (s/2) E[ALG] by Markov",
            claim="2*((T+1)/2) >= F",
            given=("0 <= h", "s*h <= T", "T < s*(h+1)", "y <= 1", "F <= s*h + y*(T+1)/2"),
            reals=("y", "F"),
        ),
    ),
}
