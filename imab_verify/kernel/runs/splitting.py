"""Proofs of claims about runs by cases of k and T, and all rules about runs together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import K
from imab_verify.kernel.documents import REQUIRED, key
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import at_least, positive
from imab_verify.kernel.polynomials import ONE, Polynomial
from imab_verify.kernel.regions import check_known, parameter_region
from imab_verify.kernel.runs.counts import with_quotient
from imab_verify.kernel.runs.facts import RunFacts, check_facts
from imab_verify.kernel.runs.known import QUOTIENT


@dataclass(frozen=True, slots=True)
class RunCases:
    """Two proofs of a claim about a run, one where `split` <= 0 and one where `split` > 0."""

    split: Polynomial = field(metadata=key("case"))
    low: AnyRunProof
    high: AnyRunProof
    rule: Annotated[str, "cases"] = field(default="cases", metadata=REQUIRED)


AnyRunProof = RunFacts | RunCases


def check_run_proof(proof: AnyRunProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """A claim about a run, by any rule about runs."""
    match proof:
        case RunCases(split, low, high):
            below, above = run_branches(claim, split)
            check_run_proof(low, below, lemmas)
            check_run_proof(high, above, lemmas)
        case RunFacts():
            check_facts(proof, claim, lemmas)
        case _:
            raise RejectedError(Reason.RULE, "a claim about a run needs a rule about runs")


def run_branches(claim: Claim, split: Polynomial) -> tuple[Claim, Claim]:
    """Cases: a claim holds if it does where e <= 0 and where e > 0.

    If the split speaks of floor(T/k), the proofs may, too: a run has an arm, so k >= 1.
    """
    named = with_quotient(claim)[0] if QUOTIENT in split.names() else claim
    check_known(parameter_region(named).names, split)
    base = (*named.givens, at_least(K - ONE))
    low, high = at_least(-split), positive(split)
    return replace(named, givens=(*base, low)), replace(named, givens=(*base, high))
