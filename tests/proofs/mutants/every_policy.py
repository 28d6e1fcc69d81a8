"""Statements of proofs/every_policy made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "F5": (
        Reading(
            name="anytime_ratio_gt_arms",
            says="a constant above k, late",
            claim="OPT(T) >= (k + 1/1000)*ALG(T)",
            given=("k >= 2", "T >= 4*k"),
            policy="every-anytime",
        ),
        Reading(
            name="anytime_ratio_gt_arms_of_cap",
            says="a constant above k in [kc, 2kc]",
            claim="OPT(T) >= (k + 1/1000)*ALG(T)",
            given=("k >= 2", "c >= 4", "k*c <= T", "T <= 2*k*c"),
            integers=("c",),
            policy="every-anytime",
        ),
        Reading(
            name="anytime_ratio_ge_twice_arms",
            says="2k",
            claim="OPT(T) >= 2*k*ALG(T)",
            given=("k >= 2", "T >= 4*k"),
            policy="every-anytime",
        ),
    ),
    "F6": (
        Reading(
            name="known_horizon_ratio_of_two_arms_gt_two",
            says="more than k for two arms",
            claim="OPT(T) >= (2 + 1/1000)*ALG(T)",
            given=("k == 2", "T >= 7"),
            policy="every",
        ),
        Reading(
            name="known_horizon_ratio_ge_of_one_arm",
            says="one arm",
            claim="(4*(3*k-1)*T + 9*k**2)*OPT(T) >= 9*k**2*(T+1)*ALG(T)",
            policy="every",
        ),
        Reading(
            name="known_horizon_ratio_ge_three_halves",
            says="twice as much",
            claim="OPT(T) >= 3*k/2*ALG(T)",
            given=("k >= 2", "4*T >= 9*k**2"),
            policy="every",
        ),
    ),
    "F7": (
        Reading(
            name="short_horizon_ratio_ge_beyond",
            says="one step beyond 2k",
            claim="(4*(T-k)+2)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("k <= T", "T <= 2*k+1"),
            policy="every",
        ),
        Reading(
            name="short_horizon_ratio_ge_less_paid",
            says="at most 2(T-k) paid",
            claim="4*(T-k)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("k <= T", "T <= 2*k"),
            policy="every",
        ),
        Reading(
            name="ratio_ge_of_all_horizons_from_k_less",
            says="one factor smaller by 1",
            claim="(T-k+1)*(T-k+1)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= k",),
            policy="every",
        ),
    ),
    "F10": (
        Reading(
            name="regret_of_two_arms_gt_half",
            says="more than half of the time",
            claim="OPT(T) - ALG(T) >= (1/2 + 1/1000)*T",
            given=("k == 2", "T >= 7"),
            policy="every",
        ),
        Reading(
            name="regret_ge_two_ninths_of_one_arm",
            says="one arm",
            claim="OPT(T) - ALG(T) >= 2/9*T",
            policy="every",
        ),
    ),
}
