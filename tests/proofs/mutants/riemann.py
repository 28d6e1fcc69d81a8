"""Statements of proofs/riemann made slightly too strong."""

from imab_verify.ledger import Reading

REW_LE_AREA = Reading(
    name="rew_le_area",
    says="the integral to T from above",
    claim="Rew(f,T) <= Area(f,T)",
)

MUTANTS = {
    "A20": (
        REW_LE_AREA,
        Reading(
            name="area_next_le_rew",
            says="the integral to T + 1 from below",
            claim="Area(f,T+1) <= Rew(f,T)",
        ),
    ),
    "A22": (
        REW_LE_AREA,
        Reading(
            name="area_le_rew_less_a_thousandth",
            says="the lower bound slightly larger",
            claim="1001*Area(f,T) <= 1000*Rew(f,T)",
        ),
    ),
    "A23": (
        Reading(
            name="longer_left_sum_le_area",
            says="left sum one term longer",
            claim="Rew(f,T) + f(0) <= Area(f,T)",
        ),
        Reading(
            name="left_sum_lt_area",
            says="strictly",
            claim="Rew(f,T-1) + f(0) < Area(f,T)",
        ),
    ),
}
