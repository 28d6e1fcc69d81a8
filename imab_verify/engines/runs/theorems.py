"""Worst cases as theorems about all k and T, each with its proof: Algorithm 1 and greedy.

The largest OPT(T)/ALG(T) of Algorithm 1 for T >= 2k is T(T+1)/V, with D = T-2k and m = floor(T/k):

    V = 6 for D = 0, 8D + 4 for D <= 4, 9D for T <= 4k, and from T = 4k on
    (m+1)(T+r) - m - 2(k-2) - [r > 0], where r = T - km and k >= 2.

That of greedy is T(T+1)/(2(T-k+2)) for T > k >= 2. With one arm ALG = OPT for any policy.

The proofs are found once and kept with the worst cases (engines/worst_case/theorems.jsonl), which
put them into their certificates: `python tools/worst_case_theorems.py` finds them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.runs.crossing import crossing_certificates
from imab_verify.engines.runs.facts import facts_proofs
from imab_verify.engines.runs.proofs import find_run_witness
from imab_verify.engines.runs.sums import sum_proofs
from imab_verify.kernel import Claim, Proved, Run
from imab_verify.kernel.statement import ANY
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, is_algorithm_1
from imab_verify.language.reading import read_question

FROM_4K = ("T >= 4*k", "k >= 2")
BOUND, FROM = "OPT(T) <= k*ALG(T)", ("T >= 3*k + 2", "T >= 4*k")
"""The bound of Algorithm 1 that people use, and where it holds."""
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


def prove_theorems() -> Iterator[Proved | None]:
    """All of them, with their proofs; None for one that is not found."""
    for claim in theorem_claims():
        run = claim.played
        if run and run.policy == ANY:
            found = _of_one_arm(claim)
        else:
            found = _of_algorithm_1(claim) if run and is_algorithm_1(run) else _of_greedy(claim)
        yield found


def theorem_claims() -> Iterator[Claim]:
    """What they say: one arm; Algorithm 1, whose opening goes in rounds, then greedy."""
    for given in FROM:
        yield _claim(BOUND, [given], Run(ALGORITHM_1))
    yield _claim("OPT(T) <= ALG(T)", ["k == 1"], Run(ANY))
    for V, *givens in WEIGHTS:
        yield _claim(f"({V})*OPT(T) <= T*(T+1)*ALG(T)", givens, Run(ALGORITHM_1))
    yield _claim("2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", ["T > k"], Run(GREEDY))


def _claim(text: str, givens: list[str], run: Run) -> Claim:
    return read_question(text, givens, run=run).claims().claim


def _of_one_arm(claim: Claim) -> Proved | None:
    proof, witness = (
        next(facts_proofs(claim, NO_HINTS, Clock(SECONDS)), None),
        find_run_witness(claim),
    )
    if proof is None or witness is None:
        return None
    return Proved(claim, proof, witness)


def _of_algorithm_1(claim: Claim) -> Proved | None:
    return next(crossing_certificates(claim, Clock(SECONDS)), None)


def _of_greedy(claim: Claim) -> Proved | None:
    found, witness = next(sum_proofs(claim, Clock(SECONDS)), None), find_run_witness(claim)
    if found is None or witness is None:
        return None
    proof, lemmas = found
    return Proved(claim, proof, witness, lemmas)
