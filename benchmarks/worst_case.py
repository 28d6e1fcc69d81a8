"""Exact worst cases of Algorithm 1: the engines side by side, and the kernel's replay."""

from collections.abc import Sequence
from time import perf_counter

from benchmarks.table import Table
from imab_verify.engines.worst_case.solve import BRANCH, EXACT, RatioBounds, worst_case
from imab_verify.engines.z3.worst_case import smt_worst_case
from imab_verify.kernel import judge
from imab_verify.policies.algorithm_1 import Algorithm1

NAME = "worst-case"
PEER = [(2, 16), (3, 14)]
GOALS = [(2, 60), (3, 30), (4, 24), (5, 24), (6, 24)]
GROWTH = {2: (30, 60, 120), 3: (15, 30, 60), 4: (12, 24, 36)}
LONG = {5: (10**3, 10**6, 10**18), 100: (10**4, 10**6, 10**18)}
"""Runs in rounds."""
PATIENCE = 60.0
"""Seconds for z3."""


def run() -> Table:
    """Measure z3, the search and the theorem on the same sizes."""
    worst_case(Algorithm1(), 2, 8, engine=BRANCH)  # loads the solvers
    rows = []
    for k, T in PEER:
        start = perf_counter()
        answer = smt_worst_case(k, T, seconds=PATIENCE)
        peer = perf_counter() - start
        for engine in (BRANCH, EXACT):
            found, seconds = timed(k, T, engine)
            if answer.ratio not in (None, found.lower):
                raise RuntimeError(f"z3 says {answer.ratio} and {engine} says {found.lower}")
            more = "" if answer.ratio is not None else "more than "
            name = f"time, one z3 problem / engine {engine}, k = {k}, T = {T}"
            rows.append((name, f"{more}{peer / seconds:.0f}", "at least 50"))
    for k, T in GOALS:
        found, seconds = timed(k, T, BRANCH)
        size = f"k = {k}, T = {T}"
        share, theorem = replayed(found) / seconds, timed(k, T, EXACT)[1]
        rows.append((f"time, engine branch / engine exact, {size}", f"{seconds / theorem:.1f}", ""))
        rows.append((f"replay / find, engine branch, {size}", f"{share:.2f}", "at most 0.30"))
    for engine, sizes in ((BRANCH, GROWTH), (EXACT, LONG)):
        for k, horizons in sizes.items():
            times = [timed(k, T, engine)[1] for T in horizons]
            shown = ", ".join(f"{t / times[0]:.1f}" for t in times)
            name = f"time of {engine} relative to the first, k = {k}, T = {_listed(horizons)}"
            rows.append((name, shown, "flat" if engine == EXACT else ""))
    return Table(
        "Largest OPT/ALG of Algorithm 1, found with its certificate, one process. The engine exact "
        "reads the proof of a theorem about all k and T from a file.",
        ("figure", "measured", "target"),
        rows,
    )


def _listed(horizons: Sequence[int]) -> str:
    """10^6 for a long horizon."""
    powers = {10**n: f"10^{n}" for n in range(3, 19)}
    return ", ".join(powers.get(T, str(T)) for T in horizons)


def timed(k: int, T: int, engine: str) -> tuple[RatioBounds, float]:
    """The answer, and the seconds to find it and write its certificate; once theorems are known."""
    if engine == EXACT:
        worst_case(Algorithm1(), k, T)
    start = perf_counter()
    found = worst_case(Algorithm1(), k, T, engine=engine)
    seconds = perf_counter() - start
    if found.status != "exact":
        raise RuntimeError(f"k = {k}, T = {T} has only bounds")
    return found, seconds


def replayed(found: RatioBounds) -> float:
    """The seconds of the kernel alone."""
    start = perf_counter()
    judge(found.certificate)
    return perf_counter() - start
