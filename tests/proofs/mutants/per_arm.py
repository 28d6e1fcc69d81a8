"""Statements of proofs/per_arm made slightly too strong."""

from imab_verify.ledger import Reading, play
from proofs.runs import LAST_PULL_OF_F
from tests.proofs.mutants.first_arm import REW_GE_OF_FIRST_ONE_PULL_LATER, REW_GT_OF_FIRST

MUTANTS = {
    "D22": (
        Reading(
            name="opt_le_rew_of_two_pulls",
            says="two pulls are enough",
            claim="N*N*OPT(T) <= T*(T+1)*Rew(f,N)",
            given=("N >= 2",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", "1", T=4, f=1),),
        ),
        Reading(
            name="opt_le_rew_of_late_last_pull_and_one_more",
            says="N^2 + N - 1 in place of N^2 + N - 2",
            claim="(N*N+N-1)*OPT(T) <= T*(T+1)*Rew(f,N)",
            given=("M >= N",),
            policy="algorithm-1",
            where="N = N(f), M = most before the last pull of f",
            tries=(play("min(n, 6)/6", "min(n, 2)/6", T=6, f=2),),
        ),
        Reading(
            name="rew_at_level_le_rew_with_succ_pulls",
            says="one pull more",
            claim="(N+1)*(N+1)*Rew(g,M) <= M*(M+1)*Rew(f,N)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("min(n, 9)/9", "min(n, 9)/9", T=6, f=1, g=2),),
        ),
        Reading(
            name="rew_at_horizon_le_rew_with_succ_pulls",
            says="(N+1)^2 at T",
            claim="(N+1)*(N+1)*Rew(g,T) <= T*(T+1)*Rew(f,N)",
            given=("P(f,N-1,M) >= Rew(g,M)", "3 <= N", "N <= M+1", "M < T"),
            arms="f, g",
        ),
        Reading(
            name="estimate_one_level_up_le_rew",
            says="the optimistic estimate at one pull more",
            claim="N*N*P(f,N-1,M+1) <= M*(M+1)*Rew(f,N)",
            given=("2 <= N", "N <= M+1"),
        ),
    ),
    "D24": (
        Reading(
            name="rew_ge_opt_at_same_pulls",
            says="OPT(N_i)",
            claim="Rew(f,N) >= Rew(g,N)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1/3", "min(n, 5)/5", T=5, f=1, g=2),),
        ),
        Reading(
            name="opt_one_pull_before_ge_opt_above_half",
            says="OPT((N_i+1)/2), rounded up",
            claim="Rew(g,N-1) >= Rew(g,(N+2)//2)",
            given=("N >= 2",),
            arms="g",
        ),
    ),
    "D25": (
        Reading(
            name="pulls_before_last_ge_half_of_pulls_ge_1",
            says="N_i >= 1",
            claim="N-1 >= N/2",
            given=("N >= 1",),
        ),
        Reading(
            name="pulls_before_last_gt_half",
            says="strictly",
            claim="N-1 > N/2",
            given=("N >= 2",),
        ),
    ),
    "D26": (
        Reading(
            name="alpha_le_fifth_of_arms",
            says="alpha <= k/5",
            claim="k*N/(2*T) <= k/5",
            given=("2*N <= T",),
        ),
        Reading(
            name="alpha_le_quarter_of_arms_of_pulls_le_horizon",
            says="N_i <= T, alpha <= k/4",
            claim="k*N/(2*T) <= k/4",
            given=("N <= T",),
        ),
    ),
    "D27": (
        Reading(
            name="third_of_pulls_eq_alpha_share",
            says="N_i/3",
            claim="N/3 == k*N/(2*T)*T/k",
        ),
    ),
    "D28": (
        Reading(
            name="corollary_constant_ge_two_thirds",
            says="2/3 in place of 1/4",
            claim="16*x*x/(25*k*k) >= 2*x*x/(3*k*k)",
            reals=("x",),
        ),
        Reading(
            name="quarter_alpha_square_eq_pulls_square_15",
            says="15 in place of 16",
            claim="(k*N/(2*T))**2/(4*k**2) == N**2/(15*T**2)",
        ),
        Reading(
            name="opt_ratio_at_half_of_pulls_ge_quarter_square",
            says="N_i^2/(4T^2), rounded down",
            claim="Rew(g,N//2)/Rew(f,T) >= N*N/(4*T*T)",
            given=("Rew(f,N//2) <= Rew(g,N//2)", "N >= 2", "2*N <= T"),
            arms="f, g",
        ),
    ),
    "D29": (
        Reading(
            name="estimate_strict_max_of_not_first",
            says="strictly",
            claim="P(f,N-1,M) > P(g,B,M)",
            given=("M >= N",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "1", T=6, f=2, g=1),),
        ),
        Reading(
            name="estimate_after_pull_max_of_not_first",
            says="after the pull",
            claim="P(f,N,M) >= P(g,B,M)",
            given=("M >= N",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "min(n, 2)/2", T=6, f=2, g=1),),
        ),
    ),
    "D30": (
        Reading(
            name="gap_ge_2",
            says="b >= 2",
            claim="(q-n+2) >= 2",
            given=("q+1 >= n",),
        ),
        Reading(
            name="gap_ge_1_of_first",
            says="b >= 1 in case 1 too",
            claim="(q-n+2) >= 1",
            given=("q+1 >= n-1",),
        ),
    ),
    "D31": (
        REW_GT_OF_FIRST,
        REW_GE_OF_FIRST_ONE_PULL_LATER,
    ),
    "D32": (
        Reading(
            name="doubled_gap_ge_succ_gap_of_gap_ge_0",
            says="b >= 0",
            claim="2*b*f(a) + 2*b**2*Delta(f,a) >= (b+1)*f(a) + (b+1)**2/2*Delta(f,a)",
            given=("b >= 0",),
        ),
        Reading(
            name="estimate_le_integral_from_0",
            says="the integral over [0, b]",
            claim="P(f,a,a+b) <= Rew(f,a) + b*f(a) + b**2/2*Delta(f,a)",
        ),
        Reading(
            name="estimate_ge_rew_one_level_up",
            says="Rew_l one pull later",
            claim="P(f,N-1,M) >= Rew(g,M+1)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("1", "1", T=5, f=1, g=2),),
        ),
    ),
    "D33": (
        Reading(
            name="value_ge_missing_reward_over_3_gaps",
            says="3 in place of 4",
            claim="3*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "f(n-1) >= (q-n+2)*Delta(f,n-1)",
                "Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
        ),
        Reading(
            name="value_ge_missing_reward_in_every_case",
            says="without the case",
            claim="4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
        ),
    ),
    "D34": (
        Reading(
            name="eighth_ge_pulls_over_31_levels",
            says="31 in place of 32",
            claim="(n-1)/(8*((n-1)+(q-n+2))) >= n/(31*q)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            name="value_weight_ge_seventh",
            says="7 in place of 8",
            claim="a/(a+8*b) >= a/(7*(a+b))",
        ),
        Reading(
            name="weighted_rew_ge_opt_of_value_with_7_gaps",
            says="a+7b",
            claim="((n-1)+7*(q-n+2))*Rew(f,n-1) >= ((n-1)+1)*Rew(g,q)",
            given=("4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            arms="f, g",
        ),
    ),
    "D35": (
        Reading(
            name="level_bound_ge_pulls_square_99",
            says="99 in place of 100",
            claim="n/(50*T**2)*q >= n**2/(99*T**2)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            name="constants_of_case_2a_eq_49",
            says="49 in place of 50",
            claim="k*n/(32*alpha*T)*(16*alpha**2/(25*k**2)) == alpha*n/(49*k*T)",
            given=("alpha > 0",),
            reals=("alpha",),
        ),
    ),
    "D36": (
        Reading(
            name="increment_ge_missing_reward_over_3_squares",
            says="3 in place of 4",
            claim="3*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "f(n-1) < (q-n+2)*Delta(f,n-1)",
                "Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
        ),
        Reading(
            name="increment_ge_missing_reward_in_every_case",
            says="without the case",
            claim="4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
            given=(
                "Rew(f,n-1) + 2*(q-n+2)*f(n-1) + 2*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
        ),
    ),
    "D37": (
        Reading(
            name="longer_chord_slope_ge_increment",
            says="f(a)/(a+1)",
            claim="f(a)/(a+1) >= Delta(f,a)",
        ),
        Reading(
            name="chord_slope_ge_increment_before",
            says="the increment before",
            claim="f(a)/a >= Delta(f,a-1)",
            given=("a >= 2",),
        ),
    ),
    "D38": (
        Reading(
            name="square_before_last_ge_third_square",
            says="(N_i-1)^2 >= N_i^2/3",
            claim="(n-1)**2 >= n**2/3",
            given=("n >= 2",),
        ),
        Reading(
            name="succ_level_square_le_3_squares",
            says="(N'_l+1)^2 <= 3 N'_l^2",
            claim="(q+1)**2 <= 3*q**2",
        ),
        Reading(
            name="eighth_ge_pulls_square_over_63_levels",
            says="63 in place of 128",
            claim="(n-1)**2/(8*((n-1)**2+(q-n+2)**2)) >= n**2/(63*q**2)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            name="increment_weight_ge_seventh",
            says="7 in place of 8",
            claim="a**2/(a**2+8*b**2) >= a**2/(7*(a**2+b**2))",
        ),
    ),
    "D39": (
        Reading(
            name="constants_of_case_2b_ge_199",
            says="199 in place of 200",
            claim="k**2*n**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) >= n**2/(199*T**2)",
            given=("alpha > 0",),
            reals=("alpha",),
        ),
        Reading(
            name="rew_over_opt_ge_pulls_square_200_of_any_arm",
            says="g not optimal at N'_l",
            claim="Rew(f,n)/Rew(h,T) >= n*n/(200*T*T)",
            given=("128*q*q*Rew(f,n) >= n*n*Rew(g,q)", "n >= 2", "q >= 1", "q+1 >= n", "2*q <= T"),
            arms="f, g, h",
        ),
    ),
}
