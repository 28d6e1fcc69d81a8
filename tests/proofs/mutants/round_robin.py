"""Statements of proofs/round_robin made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A4": (
        Reading(
            name="round_robin_opt_le_one_less_from_k",
            says="k(2k-1) - 1",
            claim="OPT(T) <= (k*(2*k-1)-1)*ALG(T)",
            given=("T//k >= 1", "k >= 2"),
            policy="round-robin",
        ),
        Reading(
            name="round_robin_opt_le_from_k_pred",
            says="T = k - 1 included",
            claim="OPT(T) <= k*(2*k-1)*ALG(T)",
            given=("T >= k - 1",),
            policy="round-robin",
        ),
    ),
    "C1": (
        Reading(
            name="ceil_share_le_pulls_of_run",
            says="ceil(T/k) times, in the run itself",
            claim="N >= ceil(T/k)",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
        Reading(
            name="share_lt_pulls_of_run",
            says="one time more, in the run itself",
            claim="N >= T//k + 1",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
        Reading(
            name="ceil_share_le_pulls_of_arm",
            says="ceil(T/k) times",
            claim="(T-i+k)//k >= (T+k-1)//k",
            given=("1 <= i", "i <= k"),
        ),
        Reading(
            name="share_le_pulls_of_arm_beyond_last",
            says="an arm k + 1",
            claim="(T-i+k)//k >= T//k",
            given=("1 <= i", "i <= k + 1"),
        ),
    ),
    "C2": (
        Reading(
            name="round_robin_opt_le_exact_ratio_less",
            says="the exact ratio less 1/(q(q+1))",
            claim="(T//k)*(T//k+1)*OPT(T) <= (T*(T+1)-1)*ALG(T)",
            given=("T >= k",),
            policy="round-robin",
        ),
        Reading(
            name="round_robin_opt_le_ratio_of_next_share",
            says="one pull more for every arm",
            claim="(T//k+1)*(T//k+2)*OPT(T) <= T*(T+1)*ALG(T)",
            policy="round-robin",
        ),
        Reading(
            name="round_robin_opt_ge_two_thirds_sq_attained",
            says="lower bound 2k^2/3, at T = k",
            claim="OPT(T) >= 2*k**2/3*ALG(T)",
            given=("T == k",),
            policy="some round-robin",
        ),
        Reading(
            name="least_pulls_eq_ceil_share",
            says="the fewest pulls, rounded up",
            claim="q == ceil(T/k)",
            given=("q >= 0",),
            policy="round-robin",
            where="q = least",
        ),
    ),
    "C3": (
        Reading(
            name="rew_of_line_eq_half_horizon",
            says="OPT = T/2",
            claim="Rew(f,T) == T/2",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
        Reading(
            name="rew_eq_of_last_eq_one",
            says="1 from T - 1 on",
            claim="Rew(f,T) == (T+1)/2",
            given=("f(0) == 0", "f(T) == 1"),
        ),
    ),
    "C4": (
        Reading(
            name="reward_of_first_line_le",
            says="the first arm pays at most that",
            claim="k**2*c*(c+1) <= T*(T+k)",
            integers=("c",),
            given=("T <= k*c", "k*(c-1) < T"),
        ),
    ),
    "C5": (
        Reading(
            name="printed_ratio_ge_two_thirds_sq",
            says="the line as last arm, 2k^2/3",
            claim="(T+1)/(T+k)*k**2 >= 2*k**2/3",
            given=("T >= k",),
        ),
        Reading(
            name="printed_ratio_ge_half_sq_from_k_less_3",
            says="T >= k - 3",
            claim="(T+1)/(T+k)*k**2 >= k**2/2",
            given=("T >= k - 3",),
        ),
    ),
    "C6": (
        Reading(
            name="round_robin_opt_le_8_sq_from_k_pred",
            says="T >= k - 1",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            given=("T >= k - 1",),
            policy="round-robin",
        ),
        Reading(
            name="round_robin_opt_le_sq_from_2k",
            says="k^2, as where k divides T",
            claim="OPT(T) <= k**2*ALG(T)",
            given=("T >= 2*k",),
            policy="round-robin",
        ),
    ),
    "C7": (
        Reading(
            name="rew_ge_rectangle",
            says="f(m) for f(0)",
            claim="Rew(f,m) >= m/2*(f(m)+f(m))",
        ),
        Reading(
            name="rew_pred_ge_trapezium",
            says="one term less",
            claim="Rew(f,m-1) >= m/2*(f(0)+f(m))",
        ),
        Reading(
            name="pulls_of_run_gt_share",
            says="one pull more than floor(T/k)",
            claim="ALG(T) >= Rew(f,N) and N > T//k",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
    ),
    "C8": (
        Reading(
            name="rew_le_tangent_area_to_horizon",
            says="up to x = T only",
            claim="2*Rew(f,T) <= T*(2*f(m) + (f(m)-f(m-1))*(T-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="rew_le_next_tangent_area",
            says="a tangent one step later",
            claim="2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m+2)-f(m+1))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C9": (
        Reading(
            name="steep_tangent_area_le_chord_area_anywhere",
            says="m up to T",
            claim="m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("m <= T",),
        ),
    ),
    "C10": (
        Reading(
            name="chord_sides_in_ratio_at_horizon",
            says="C at x = T",
            claim="m**2*((T-m)**2 + (t*(T-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("t",),
        ),
        Reading(
            name="tangent_and_chord_sides_in_ratio",
            says="tangent and chord exchanged",
            claim="m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("s", "t"),
        ),
    ),
    "C11": (
        Reading(
            name="share_lt_rest_of_two_arms",
            says="k >= 2, strictly",
            claim="m < T - m",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C12": (
        Reading(
            name="left_triangle_le_right_triangle_anywhere",
            says="without FE <= GE",
            claim="(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            given=("T == k*m", "m >= 2", "t >= s"),
            reals=("s", "t"),
        ),
        Reading(
            name="left_triangle_le_right_triangle_of_any_slopes",
            says="tangent steeper than the chord",
            claim="(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            given=("T == k*m", "m >= 2", "m <= T + 1 - m"),
            reals=("s", "t"),
        ),
        Reading(
            name="left_slanted_side_le_right_side_anywhere",
            says="without FE <= GE",
            claim="m**2 + (s*m)**2 <= (T+1-m)**2 + (s*(T+1-m))**2",
            given=("T == k*m", "m >= 2", "s >= 0"),
            reals=("s",),
        ),
    ),
    "C13": (
        Reading(
            name="chord_from_first_through_share",
            says="f(1) for f(0)",
            claim="k*(f(m)-f(1))*m/T + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="chord_to_next_horizon_through_share",
            says="T + 1 for T",
            claim="k*(f(m)-f(0))*m/(T+1) + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C14": (
        Reading(
            name="rew_le_smaller_chord_area",
            says="k >= 2, with (T-1)^2 for (T+1)^2",
            claim="2*T*Rew(f,T) <= k*(T-1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="chord_area_eq_add_start",
            says="another area",
            claim=(
                "k*(T+1)*(2*m*f(m) + (f(m)-f(0))*(T+1-2*m)) == k*(T+1)**2*(f(m)-f(0)) + "
                "2*T*(T+1)*f(0) + f(0)"
            ),
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C15": (
        Reading(
            name="chord_area_le_without_start",
            says="k = 1 included",
            claim="k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="chord_area_le_less_last",
            says="less f(m)",
            claim="k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m) - f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C16": (
        Reading(
            name="rew_at_share_ge_second_add_last",
            says="the denominator with f(2)",
            claim="2*k*Rew(f,m) >= T*(f(2)+f(m))",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="rew_le_reward_at_share_with_horizon_sq",
            says="the numerator with T^2",
            claim="2*T*Rew(f,T) <= k*T**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C17": (
        Reading(
            name="next_horizon_sq_le_3_sq",
            says="3k^2",
            claim="k**2*(T+1)**2/T**2 <= 3*k**2",
        ),
        Reading(
            name="next_horizon_sq_le_4_sq_from_zero",
            says="T = 0 included",
            claim="k**2*(T+1)**2 <= 4*k**2*T**2",
            given=("T >= 0",),
        ),
    ),
    "F9": (
        Reading(
            name="round_robin_opt_le_exact_ratio_less_a_thousandth",
            says="a thousandth less",
            claim="1001*(T//k)*(T//k+1)*OPT(T) <= 1000*T*(T+1)*ALG(T)",
            given=("T >= k",),
            policy="round-robin",
        ),
        Reading(
            name="round_robin_best_arm_has_next_share",
            says="one pull more",
            claim="(T//k+1)*(T//k+2)*Rew(f,T) <= T*(T+1)*Rew(f,N)",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
        Reading(
            name="round_robin_ratio_with_one_less_attained",
            says="the ratio with q(q+1) - 1 is attained",
            claim="((T//k)*(T//k+1) - 1)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= k",),
            policy="some round-robin",
        ),
    ),
}
