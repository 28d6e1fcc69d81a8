"""Statements of proofs/regret_example made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A25c": (
        Reading(
            name="rew_of_tenths_gt_rew_of_constant",
            says="strictly",
            claim="T*(T+1)/20 > T/10",
            given=("T <= 10",),
        ),
        Reading(
            name="rew_of_tenths_ge_rew_of_larger_constant",
            says="against rewards 11/100",
            claim="T*(T+1)/20 >= 11*T/100",
            given=("T <= 10",),
        ),
    ),
    "A25d": (
        Reading(
            name="policy_regret_ge_nine_tenths",
            says="with constant 9/10",
            claim="9*T/10 <= T - 9/2 - T/10",
            given=("T >= 10",),
        ),
        Reading(
            name="policy_regret_linear_from_nine",
            says="from T = 9 on",
            claim="9*T/20 <= T - 9/2 - T/10",
            given=("T >= 9",),
        ),
    ),
}
