"""Statements of proofs/algorithm made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "D1": (
        Reading(
            name="second_increment_eq_first",
            says="the increment before",
            claim="Delta(f,2) == f(1) - f(0)",
        ),
        Reading(
            name="second_increment_eq_third",
            says="the increment after",
            claim="Delta(f,2) == f(3) - f(2)",
        ),
    ),
    "D2": (
        Reading(
            name="estimate_sum_from_zero",
            says="the sum from n = 0",
            claim="P(f,a,a+n) == P(f,a,a+n-1) + f(a) + (n-1)*Delta(f,a)",
        ),
        Reading(
            name="estimate_eq_area_of_line",
            says="the area under the line",
            claim="P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)**2/2*Delta(f,a)",
            given=("a <= M",),
        ),
    ),
    "D3": (
        Reading(
            name="estimate_ge_rew_next",
            says="one pull ahead",
            claim="P(f,a,M) >= Rew(f,M+1)",
            given=("2 <= a", "a <= M"),
        ),
        Reading(
            name="estimate_ge_rew_after_two_pulls_of_monotone",
            says="rewards that are only monotone",
            claim="P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
            arms="f: monotone",
        ),
        Reading(
            name="estimate_by_next_increment_ge_rew",
            says="with the next increment",
            claim="Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a+1) >= Rew(f,M) + f(1)",
            given=("2 <= a", "a <= M"),
        ),
    ),
}
