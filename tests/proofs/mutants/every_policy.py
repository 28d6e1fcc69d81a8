"""Statements of proofs/every_policy made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "F5": (
        Reading(
            name="anytime_ratio_gt_arms",
            says="a constant above k, which Algorithm 1 refutes",
            claim="OPT(T) >= (k + 1/1000)*ALG(T)",
            given=("k >= 2", "T >= 4*k"),
            policy="every-anytime",
        ),
        Reading(
            name="anytime_ratio_ge_arms_of_cap",
            says="k itself in [kc, 2kc], for every c",
            claim="OPT(T) >= k*ALG(T)",
            given=("k >= 2", "c >= 2", "k*c <= T", "T <= 2*k*c"),
            integers=("c",),
            policy="every-anytime",
        ),
        Reading(
            name="anytime_ratio_ge_of_cap_with_horizon",
            says="the same at every T in [kc, 2kc], for policies that know it",
            claim="(c+1)*OPT(T) >= (k*c+1)*ALG(T)",
            given=("k >= 2", "c >= 1", "k*c <= T", "T <= 2*k*c"),
            integers=("c",),
            policy="every",
        ),
    ),
    "F6": (
        Reading(
            name="known_horizon_ratio_of_two_arms_ge_two",
            says="k for two arms",
            claim="OPT(T) >= 2*ALG(T)",
            given=("k == 2", "T >= 5"),
            policy="every",
        ),
        Reading(
            name="known_horizon_ratio_ge_of_one_arm",
            says="one arm",
            claim="(4*(3*k-1)*T + 9*k**2)*OPT(T) >= 9*k**2*(T+1)*ALG(T)",
            policy="every",
        ),
        Reading(
            name="known_horizon_ratio_ge_a_little_more",
            says="rho + 1/1000 in the limit",
            claim="(4*(3*k-1)*T + 9*k**2)*OPT(T) >= (9*k**2 + 1/1000)*(T+1)*ALG(T)",
            given=("k >= 2",),
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
    ),
    "F10": (
        Reading(
            name="regret_of_two_arms_ge_quarter",
            says="a quarter",
            claim="OPT(T) - ALG(T) >= T/4",
            given=("k == 2",),
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
