"""Worst cases as theorems about all k and T, each with its proof: Algorithm 1 and greedy.

The largest OPT(T)/ALG(T) of Algorithm 1 for T >= 2k is T(T+1)/V, with D = T-2k and m = floor(T/k):

    V = 6 for D = 0, 8D + 4 for D <= 4, 9D for T <= 4k, and from T = 4k on
    (m+1)(T+r) - m - 2(k-2) - [r > 0], where r = T - km and k >= 2.

That of greedy is T(T+1)/(2(T-k+2)) for T > k >= 2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.runs.crossing import crossing_lemmas, crossing_proof
from imab_verify.engines.runs.sums import sum_certificates
from imab_verify.kernel import ALGORITHM_1, INDEX, Claim, Curve, Run, RunFacts, RunPoint
from imab_verify.kernel.worst_case import LAST_REWARD, Theorem, ratio_at
from imab_verify.language.reading import read_question

FROM_4K = ("T >= 4*k", "k >= 2")
WEIGHTS = (
    ("6", "T >= 2*k"),
    ("8*(T-2*k) + 4", "T >= 2*k"),
    ("9*(T-2*k)", "T >= 2*k"),
    ("(T//k+1)*T - T//k - 2*(k-2)", *FROM_4K, "T % k == 0"),
    ("(T//k+1)*(T + T%k) - T//k - 2*(k-2) - 1", *FROM_4K, "T % k >= 1"),
)
"""V, and where it may be used."""
SECONDS = 120.0
"""Ample: each takes about a second."""


def theorem_at(k: int, T: int, init: str, ratio: Fraction) -> Theorem | None:
    """A theorem that says OPT(T) <= ratio * ALG(T) at k and T, if one of these does."""
    for number, claim in enumerate(_claims(init)):
        claimed = ratio_at(claim, k, T)
        if claimed is not None and claimed <= ratio:
            return _prove_theorem(number, init)
    return None


@cache
def _claims(init: str) -> tuple[Claim, ...]:
    run = Run(ALGORITHM_1, init=init)
    texts = ((f"({V})*OPT(T) <= T*(T+1)*ALG(T)", givens) for V, *givens in WEIGHTS)
    return tuple(read_question(text, givens, run=run).claims().claim for text, givens in texts)


@cache
def _prove_theorem(number: int, init: str) -> Theorem | None:
    claim = _claims(init)[number]
    proof = crossing_proof(claim, Clock(SECONDS))
    return None if proof is None else Theorem(claim, proof, crossing_lemmas())


@cache
def greedy_theorem() -> Theorem | None:
    """2(T-k+2)*OPT(T) <= T(T+1)*ALG(T) for T > k, in every run of greedy."""
    text, run = "2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", Run(INDEX, index=LAST_REWARD)
    claim = read_question(text, ("T > k",), run=run).claims().claim
    witness = RunPoint((Curve(((0, Fraction(0)),)),), 2)
    certificate = next(sum_certificates(claim, witness, Clock(SECONDS)), None)
    match certificate.proof if certificate else None:
        case RunFacts() as proof if certificate is not None:
            return Theorem(claim, proof, certificate.lemmas)
    return None
