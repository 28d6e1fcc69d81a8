"""Statements of proofs/fairness made slightly too strong."""

from imab_verify.ledger import Reading, bound, combine, play
from proofs.runs import LAST_PULL_OF_G

LEVELS_TOO_LOW = (
    Reading(
        name="level_lt_with_one_r_while_arm_waits",
        says="one increment too small: 2r replaced by r",
        claim="M < 2*L + r",
        given=("M == N - 1", "r*Delta(f,L) >= 1"),
        arms="f, g",
        policy="algorithm-1",
        where=LAST_PULL_OF_G,
        tries=(play("1", "min(n, 10)/10", T=17, g=1, f=2, r=10),),
    ),
    Reading(
        name="level_lt_while_any_arm_waits",
        says="without the increment",
        claim="M < 2*L + 2*r",
        given=("M == N - 1", "Delta(f,L) >= 0"),
        arms="f, g",
        policy="algorithm-1",
        where=LAST_PULL_OF_G,
        tries=(play("1", "0", T=10, g=1, f=2, r=1),),
    ),
)

INCREMENTS_TOO_SMALL = (
    Reading(
        name="increment_le_of_largest_count_less_a_thousandth",
        says="a thousandth less than 2/L",
        claim="1001*L*Delta(f,N) <= 2000",
        policy="algorithm-1",
        where="N = N(f), L = most",
        tries=(play("1", "min(n, 1)", T=3, f=2),),
    ),
    Reading(
        name="increment_le_of_next_count",
        says="2/(L+1)",
        claim="(L+1)*Delta(f,N) <= 2",
        policy="algorithm-1",
        where="N = N(f), L = most",
        tries=(play("1", "min(n, 1)", T=3, f=2),),
    ),
    Reading(
        name="increment_le_of_horizon_and_half_the_arms",
        says="k/T",
        claim="T*Delta(f,N) <= k",
        policy="algorithm-1",
        where="N = N(f), L = most",
        tries=(play("1", "min(n, 1)", T=3, f=2),),
    ),
)

MUTANTS = {
    "E1": LEVELS_TOO_LOW,
    "E2": LEVELS_TOO_LOW,
    "E3": LEVELS_TOO_LOW,
    "E4": (
        Reading(
            name="horizon_le_one_arm_fewer_times_largest_count",
            says="one arm fewer",
            claim="T <= (k-1)*H",
            given=("k >= 2", "H >= 0"),
            policy="any",
            where="H = most",
        ),
        Reading(
            name="finite_counts_add_up_to_less",
            says="one pull fewer",
            claim="S + n <= (j+1)*L - 1",
            given=("0 <= S", "S <= j*L", "0 <= n", "n <= L", "j >= 0"),
        ),
        Reading(
            name="finite_counts_add_up_of_count_above",
            says="a count above L",
            claim="S + n <= (j+1)*L",
            given=("0 <= S", "S <= j*L", "0 <= n", "n <= L + 1", "j >= 0"),
        ),
    ),
    "E5": (
        Reading(
            name="reward_eq_before_increment_nonpos",
            says="before L as well",
            claim="f(n) == f(L)",
            given=("Delta(f,L) <= 0", "n >= 1"),
        ),
        Reading(
            name="reward_eq_one_pull_earlier",
            says="from one pull earlier",
            claim="f(n) == f(L-1)",
            given=("Delta(f,L+1) <= 0", "n >= L"),
        ),
    ),
    "E8": (
        Reading(
            name="increment_lt_half_after_2r_pulls",
            says="a step earlier",
            claim="2*Delta(f,n) < Delta(g,L)",
            given=("r*Delta(g,L) >= 1", "n >= 2*r"),
            arms="f, g",
        ),
        Reading(
            name="increment_lt_third_after_many_pulls",
            says="a third instead of a half",
            claim="3*Delta(f,n) < Delta(g,L)",
            given=("r*Delta(g,L) >= 1", "n >= 2*r + 1"),
            arms="f, g",
        ),
    ),
    "E13": (
        Reading(
            name="estimate_strictly_antitone",
            says="strictly",
            claim="P(f,b,M) < P(f,a,M)",
            given=("2 <= a", "a < b", "b <= M"),
        ),
        Reading(
            name="estimate_antitone_of_monotone",
            says="for monotone arms",
            claim="P(f,b,M) <= P(f,a,M)",
            given=("2 <= a", "a <= b", "b <= M"),
            arms="f: monotone",
        ),
    ),
    "E14": (
        Reading(
            name="estimate_le_with_eighth",
            says="an eighth instead of a quarter",
            claim="P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/8*Delta(g,m)",
            given=("2*Delta(f,a) < Delta(g,m)", "2 <= a", "a <= M", "m >= 2"),
            arms="f, g",
        ),
        Reading(
            name="estimate_le_of_any_increment",
            says="without the small increment",
            claim="P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(g,m)",
            given=("2 <= a", "a <= M", "m >= 2"),
            arms="f, g",
        ),
    ),
    "E15": (
        Reading(
            name="estimate_ge_next_square_times_increment",
            says="with the square of N*-L+1",
            claim="P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + (M-L+1)**2/2*Delta(f,L)",
            given=("2 <= L", "L <= M"),
        ),
        Reading(
            name="estimate_ge_larger_square_times_increment",
            says="a slightly larger factor",
            claim="P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + 501*(M-L)**2/1000*Delta(f,L)",
            given=("2 <= L", "L <= M"),
        ),
    ),
    "E16": (
        Reading(
            name="estimate_gt_of_gt_with_eighth",
            says="an eighth",
            claim="P(f,L,M) > P(g,a,M)",
            given=(
                "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/8*Delta(f,L)",
                "2*Delta(g,a) < Delta(f,L)",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "L <= M",
            ),
            arms="f, g",
        ),
        Reading(
            name="estimate_gt_of_any_increment",
            says="without the small increment",
            claim="P(f,L,M) > P(g,a,M)",
            given=(
                "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/2*Delta(f,L)",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "L <= M",
            ),
            arms="f, g",
        ),
    ),
    "E17": (
        Reading(
            name="lower_bound_gt_upper_bound_at_half_level",
            says="already at 2L + 2r",
            claim=(
                "Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L) > Rew(g,a) + (M-a)*g(a) + "
                "(M-a+1)**2/4*Delta(f,L)"
            ),
            given=("r*Delta(f,L) >= 1", "a >= 2", "a <= M", "L >= 2", "M >= 2*L + 2*r"),
            arms="f, g",
            by=(
                combine(
                    {"given 1": "2*(M-L)**2 - (M-a+1)**2"},
                    scale="4*r",
                    bounds=[bound("g", at="a", times="4*r*M")],
                ),
            ),
        ),
        Reading(
            name="lower_bound_gt_upper_bound_of_any_increment",
            says="without an increment",
            claim=(
                "Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L) > Rew(g,a) + (M-a)*g(a) + "
                "(M-a+1)**2/4*Delta(f,L)"
            ),
            given=("a >= 2", "a <= M", "L >= 2", "M >= 4*L + 4*r"),
            arms="f, g",
        ),
    ),
    "E18": (
        Reading(
            name="estimate_gt_estimate_of_c_at_own_count",
            says="from the level M = L on",
            claim="P(f,L,M) > P(g,a,M)",
            given=(
                "2*Delta(g,a) < Delta(f,L)",
                "r*Delta(f,L) >= 1",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "M >= L",
            ),
            arms="f, g",
        ),
        Reading(
            name="estimate_gt_estimate_of_steep_arm",
            says="for arms with twice the increment",
            claim="P(f,L,M) > P(g,a,M)",
            given=("Delta(g,a) < 2*Delta(f,L)", "2 <= a", "a <= M", "2 <= L", "M >= 4*L + 4"),
            arms="f, g",
        ),
    ),
    "F11": INCREMENTS_TOO_SMALL,
}
