"""Statements of proofs/model made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A2": (
        Reading(
            name="opt_gt_constant_times_k_alg_attained_up_to_equality",
            says="OPT > C k ALG is attained at T = 2k where 2k + 1 = 3C as well",
            claim="OPT(T) > C*k*ALG(T)",
            integers=("C",),
            given=("T == 2*k", "2*k+1 >= 3*C"),
            policy="some algorithm-1",
        ),
    ),
    "A1": (
        Reading(
            name="arms_succ_mul_cap_le_horizon_succ",
            says="ratio at least (k+1)/2",
            claim="(k+1)*(T//k) <= T + 1",
            given=("T >= 1",),
        ),
        Reading(
            name="regret_ge_sixth_of_two_arms",
            says="the regret constant 1/6 for two arms",
            claim="(T-q)*(T-q+1)/2 >= T*T/6",
            given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    "A11": (
        Reading(
            name="chord_le_reward_of_monotone",
            says="for monotone arms",
            claim="(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
            arms="f: monotone",
        ),
        Reading(
            name="raised_chord_le_reward",
            says="with a little more on the right",
            claim="(c-a)*f(b) >= (c-b)*f(a) + 1001*(b-a)/1000*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
        ),
    ),
    "A12": (
        Reading(
            name="reward_le_less_than_one",
            says="bounded by less",
            claim="f(n) <= 999/1000",
            given=("n >= 0",),
        ),
        Reading(
            name="reward_doubles",
            says="doubling",
            claim="2*f(n) <= f(n+1)",
            given=("n >= 0",),
        ),
    ),
    "A13": (
        Reading(
            name="rew_succ_by_reward_before",
            says="the reward before",
            claim="Rew(f,N+1) - Rew(f,N) == f(N)",
            given=("N >= 0",),
        ),
        Reading(
            name="rew_one_eq_zero",
            says="after one pull",
            claim="Rew(f,N) == 0",
            given=("N == 1",),
        ),
        Reading(
            name="alg_eq_rews_of_two_of_three_arms",
            says="two arms of three",
            claim="ALG(T) == Rew(f,N) + Rew(g,B)",
            given=("k == 3", "N >= 0", "B >= 0"),
            arms="f, g",
            policy="any",
            where="N = N(f), B = N(g), f and g are different arms",
        ),
    ),
    "A18": (
        Reading(
            name="ratio_gt_of_instance",
            says="more than the ratio",
            claim="c >= a + 1/100",
            given=("c*x >= y", "q*x == y", "q >= a", "x > 0"),
            reals=("a", "c", "q", "x", "y"),
        ),
        Reading(
            name="ratio_ge_without_instance",
            says="without an instance",
            claim="c >= a",
            given=("c*x >= y", "q*x == y", "x > 0"),
            reals=("a", "c", "q", "x", "y"),
        ),
    ),
    "A19": (
        Reading(
            name="ratio_lt_of_all_instances",
            says="less than the bound",
            claim="(a-1)*x >= y",
            given=("q*x == y", "q <= a", "x >= 0"),
            reals=("a", "q", "x", "y"),
        ),
        Reading(
            name="ratio_le_without_bound",
            says="without the bound",
            claim="a*x >= y",
            given=("q*x == y", "x >= 0"),
            reals=("a", "q", "x", "y"),
        ),
    ),
    "A21": (
        Reading(
            name="offered_reward_le_reward_one_step_before",
            says="one step earlier",
            claim="f(N+1) <= f(t-1)",
            given=("0 <= N", "N <= t - 1", "t >= 2"),
        ),
        Reading(
            name="next_offered_reward_le_reward_in_own_time",
            says="one pull more",
            claim="f(N+2) <= f(t)",
            given=("0 <= N", "N <= t - 1"),
        ),
    ),
}
