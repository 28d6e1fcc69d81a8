"""Worst cases as theorems about all k and T: find their proofs, and write the file that keeps them.

    python tools/worst_case_theorems.py

The largest OPT(T)/ALG(T) of Algorithm 1 for T >= 2k is T(T+1)/V, with D = T-2k and m = floor(T/k):

    V = 6 for D = 0, 8D + 4 for D <= 4, 9D for T <= 4k, and from T = 4k on
    (m+1)(T+r) - m - 2(k-2) - [r > 0], where r = T - km and k >= 2.

That of greedy is T(T+1)/(2(T-k+2)) for T > k >= 2. With one arm ALG = OPT for any policy.

It takes a few seconds, and writes what was there unless an engine, a rule or a theorem changed.
"""

import json
from collections.abc import Iterator
from itertools import chain

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.runs.crossing import crossing_certificates
from imab_verify.engines.runs.proofs import run_certificates
from imab_verify.engines.worst_case.theorems import FILE
from imab_verify.files import write_file
from imab_verify.kernel import Claim, Run
from imab_verify.kernel.statement import ANY
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY
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


BOUND, FROM = "OPT(T) <= k*ALG(T)", ("T >= 3*k + 2", "T >= 4*k")
"""The bound of Algorithm 1 that people use, and where it holds."""
SECONDS = 120.0
"""Ample: each takes about a second."""


def theorems() -> Iterator[Claim]:
    """The bound that most claims follow from; one arm; Algorithm 1, opening in rounds; greedy."""
    for given in FROM:
        yield _claim(BOUND, [given], Run(ALGORITHM_1))
    yield _claim("OPT(T) <= ALG(T)", ["k == 1"], Run(ANY))
    for V, *givens in WEIGHTS:
        yield _claim(f"({V})*OPT(T) <= T*(T+1)*ALG(T)", givens, Run(ALGORITHM_1))
    yield _claim("2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", ["T > k"], Run(GREEDY))


def _claim(text: str, givens: list[str], run: Run) -> Claim:
    return read_question(text, givens, run=run).claims().claim


def file_text() -> str:
    """One theorem in each line, with the first proof that is found."""
    lines = []
    for claim in theorems():
        clock = Clock(SECONDS)
        ways = (crossing_certificates(claim, clock), run_certificates(claim, NO_HINTS, clock))
        found = next(chain.from_iterable(ways), None)
        if found is None:
            raise SystemExit("no proof was found for one of the theorems: nothing is written")
        lines.append(json.dumps(json.loads(dumps(found))) + "\n")
    return "".join(lines)


if __name__ == "__main__":
    write_file(str(FILE), file_text().encode())
