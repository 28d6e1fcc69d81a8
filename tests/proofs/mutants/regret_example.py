"""Statements of proofs/regret_example made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A25c": (
        Reading(
            name="rew_of_tenths_gt_rew_of_constant",
            says="strictly",
            claim="T*(T+1)/20 > T/10",
        ),
        Reading(
            name="rew_of_tenths_ge_rew_of_larger_constant",
            says="a larger constant",
            claim="T*(T+1)/20 >= 11*T/100",
        ),
    ),
    "A25d": (
        Reading(
            name="policy_regret_ge_linear_from_one",
            says="from T = 1 on",
            claim="T*(T+1)/20 - T/10 >= T/20",
        ),
        Reading(
            name="policy_regret_ge_tenth",
            says="T/10 from T = 2 on",
            claim="T*(T+1)/20 - T/10 >= T/10",
            given=("T >= 2",),
        ),
        Reading(
            name="policy_regret_ge_nine_tenths",
            says="capped: 9T/10",
            claim="9*T/10 <= T - 9/2 - T/10",
            given=("T >= 10",),
        ),
        Reading(
            name="policy_regret_linear_from_nine",
            says="capped: from T = 9 on",
            claim="9*T/20 <= T - 9/2 - T/10",
            given=("T >= 9",),
        ),
    ),
}
