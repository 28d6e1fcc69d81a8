"""Statements of proofs/riemann made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A20": (
        Reading(
            name="a20_mutant_1",
            says="the integral to T from above",
            claim="Rew(f,T) <= Area(f,T)",
        ),
        Reading(
            name="a20_mutant_2",
            says="the integral to T + 1 from below",
            claim="Area(f,T+1) <= Rew(f,T)",
        ),
    ),
    "A22": (
        Reading(
            name="a22_mutant_1",
            says="the upper bound without the extra unit",
            claim="Rew(f,T) <= Area(f,T)",
        ),
        Reading(
            name="a22_mutant_2",
            says="the lower bound slightly larger",
            claim="1001*Area(f,T) <= 1000*Rew(f,T)",
        ),
    ),
    "A23": (
        Reading(
            name="a23_mutant_1",
            says="left sum one term longer",
            claim="Rew(f,T) + f(0) <= Area(f,T)",
        ),
        Reading(
            name="a23_mutant_2",
            says="strictly",
            claim="Rew(f,T-1) + f(0) < Area(f,T)",
        ),
    ),
}
