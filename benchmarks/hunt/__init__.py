"""The hunt against other ways to search, at equal CPU time, over several seeds.

All searchers call the same evaluation, which is the hunt's own: a quick play guides, and what seems
to beat the best is played exactly and scored so. Only the searching differs. All have the seconds
of their own process, so a busy machine favours nobody. Some cells were looked at while the
searchers were configured; the others were drawn by a seed.

Every result is kept in a file as soon as it is there; the next run goes on from it. Results of
other settings, versions or sources do not count.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from statistics import median

from benchmarks.hunt.cells import TUNED, held_out, name_of, supremum
from benchmarks.hunt.results import Key, Result, Results, default_file, key, sources_of_evaluation
from benchmarks.hunt.searchers import SEARCHERS
from benchmarks.hunt.trials import Trial
from benchmarks.table import Table
from counterexample_search.budget import BudgetSpentError
from counterexample_search.problem import Problem, Score

NAME = "hunt"
SECONDS = 8.0
SEEDS = 5
NEARLY = 0.999
"""Within 0.1 % of the best counts as first."""


def run() -> Table:
    """Measure what is missing, and tell all."""
    results = Results(default_file())
    measure(results, SEARCHERS)
    return table(results, [*TUNED, *held_out()], SECONDS, SEEDS)


def measure(results: Results, names: Iterable[str]) -> None:
    """Let the searchers have the same time in every cell: seed by seed, held-out cells first."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy is not loaded yet; one core for all
    for seed, problem, name in product(range(SEEDS), [*held_out(), *TUNED], names):
        at = _key(name, problem, seed, SECONDS)
        if at not in results.known and not SEARCHERS[name].missing:
            results.keep(at, reached(name, problem, seed, SECONDS))


def reached(name: str, problem: Problem, seed: int, seconds: float) -> Result:
    """Give the best score of a searcher within the time."""
    SEARCHERS[name].load()
    trial = Trial(problem, seed, seconds)
    with contextlib.suppress(BudgetSpentError):
        SEARCHERS[name].search(trial)
    return Result(trial.best, trial.evaluations)


def _key(name: str, problem: Problem, seed: int, seconds: float) -> Key:
    settings, evaluation = SEARCHERS[name].settings, sources_of_evaluation()
    return key(name, settings, evaluation, problem, seed, seconds)


# --- the table ---------------------------------------------------------------------------------


def table(results: Results, cells: Sequence[Problem], seconds: float, seeds: int) -> Table:
    """The median of what was found, with the least and the most, as parts of the best known."""
    rows, medians, there = [], {}, 0
    for problem in cells:
        found = {
            name: [
                results.known[at].score
                for seed in range(seeds)
                if (at := _key(name, problem, seed, seconds)) in results.known
            ]
            for name in SEARCHERS
        }
        there += sum(map(len, found.values()))
        exact = supremum(problem)
        best = max([Score(Fraction(0)), *(score for row in found.values() for score in row)])
        if exact is not None:
            best = Score(exact)
        shares = {name: [share(score, best) for score in row] for name, row in found.items()}
        medians[problem] = {name: median(row) for name, row in shares.items() if row}
        shown = [spread(row, seeds) for row in shares.values()]
        rows.append([name_of(problem), f"{best.hint:.5g}{'*' if exact is None else ''}", *shown])
    measured = (
        f"Ratio found / best ratio known: the median over {seeds} seeds, and the least and the "
        f"most in brackets; {seconds:g} s of CPU time on one core per cell and seed. The best "
        "known is the exact supremum or, marked *, the best found by any of them. All have the "
        f"evaluation of the hunt, sources {sources_of_evaluation()}."
    )
    wanted = len(cells) * len(SEARCHERS) * seeds
    if there < wanted:
        measured += f" The run is not at its end: {there} of {wanted} results are there."
    about = [
        measured,
        "",
        *(f"- {name}: {searcher.settings}" for name, searcher in SEARCHERS.items()),
        "",
        *standing(medians),
    ]
    return Table("\n".join(about).rstrip(), ("cell", "best OPT/ALG", *SEARCHERS), rows)


def standing(medians: dict[Problem, dict[str, float]]) -> Iterator[str]:
    """Where the hunt is first, and where it is not, among cells in which a peer was measured."""
    for name in ("hunt", "hunt, no exact engine"):
        peers = {
            problem: others
            for problem, row in medians.items()
            if name in row
            and (others := {peer: row[peer] for peer in row if not peer.startswith("hunt")})
        }
        behind = [
            f"{name_of(problem)}: {medians[problem][name]:.4f}, {best} {row[best]:.4f}"
            for problem, row in peers.items()
            if medians[problem][name] < NEARLY * row[best := max(row, key=row.__getitem__)]
        ]
        yield (
            f"The {name} is first, or within 0.1 % of the first, in "
            f"{len(peers) - len(behind)} of {len(peers)} cells by the median."
            + (f" It is behind in {'; '.join(behind)}." if behind else "")
        )
        yield ""


def share(score: Score, best: Score) -> float:
    """Divide by the best; infinite over infinite is 1, finite over infinite 0."""
    if best.value is None:
        return float(score.value is None)
    return float(score.value / best.value) if score.value is not None else 1.0


def spread(parts: Sequence[float], seeds: int) -> str:
    """Write the median, the least and the most; and how many seeds there are, if not all."""
    if not parts:
        return "-"
    less = "" if len(parts) == seeds else f" ({len(parts)} of {seeds} seeds)"
    return f"{median(parts):.4f} [{min(parts):.4f}, {max(parts):.4f}]{less}"
