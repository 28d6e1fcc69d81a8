"""Exact worst cases of Algorithm 1, beside the same question as one z3 problem."""

from collections.abc import Sequence
from time import perf_counter

from benchmarks.table import Table
from benchmarks.z3_worst_case import smt_worst_case
from imab_verify.deciding.worst import RatioBounds, worst_case
from imab_verify.policies.builtin import Algorithm1

NAME = "worst-case"
PEER = [(2, 16), (3, 14)]
LONG = {5: (10**3, 10**6, 10**18), 100: (10**4, 10**6, 10**18)}
"""Runs in rounds."""
PATIENCE = 60.0
"""Seconds for z3."""


def run() -> Table:
    """Measure z3 and the theorem on the same sizes, and the theorem on long runs."""
    rows = []
    for k, T in PEER:
        start = perf_counter()
        answer = smt_worst_case(k, T, seconds=PATIENCE)
        peer = perf_counter() - start
        found, seconds = timed(k, T)
        if answer.ratio not in (None, found.lower):
            raise RuntimeError(f"z3 says {answer.ratio} and the theorem says {found.lower}")
        more = "" if answer.ratio is not None else "more than "
        name = f"time, one z3 problem / the theorem, k = {k}, T = {T}"
        rows.append((name, f"{more}{peer / seconds:.0f}", "at least 50"))
    for k, horizons in LONG.items():
        times = [timed(k, T)[1] for T in horizons]
        shown = ", ".join(f"{t / times[0]:.1f}" for t in times)
        name = f"time relative to the first, k = {k}, T = {_listed(horizons)}"
        rows.append((name, shown, "flat"))
    return Table(
        "Largest OPT/ALG of Algorithm 1, found with its certificate, one process. The proof of a "
        "theorem about all k and T is read from a file.",
        ("figure", "measured", "target"),
        rows,
    )


def _listed(horizons: Sequence[int]) -> str:
    """10^6 for a long horizon."""
    powers = {10**n: f"10^{n}" for n in range(3, 19)}
    return ", ".join(powers.get(T, str(T)) for T in horizons)


def timed(k: int, T: int) -> tuple[RatioBounds, float]:
    """The answer, and the seconds to find it and have it judged; once theorems are known."""
    worst_case(Algorithm1(), k, T)
    start = perf_counter()
    found = worst_case(Algorithm1(), k, T)
    seconds = perf_counter() - start
    if found.status != "exact":
        raise RuntimeError(f"k = {k}, T = {T} has only bounds")
    return found, seconds
