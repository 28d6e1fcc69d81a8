"""Results in a file of JSON lines, one per searcher, cell and seed: a long run can be resumed.

A result belongs to the sources that were measured: the hunt is its searching in one cell, and what
all searchers share is the evaluation, how a sketch is played, with the simulator.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import counterexample_search
from counterexample_search.problem import Problem, Score
from imab_verify import simulation
from imab_verify.files import cache_directory, write_file
from imab_verify.model.rationals import show_rational

Key = tuple[str, str, str, str, int, float]
"""The searcher, its settings, the evaluation, the cell, the seed and the seconds."""


def default_file() -> Path:
    """Where results are kept unless somebody says otherwise: not in the project."""
    return cache_directory() / "benchmarks" / "hunt.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """What a searcher reached."""

    score: Score
    evaluations: int


def key(
    searcher: str, settings: str, evaluation: str, problem: Problem, seed: int, seconds: float
) -> Key:
    """What a result is about; other settings, versions or sources are another thing."""
    return searcher, settings, evaluation, problem.key, seed, seconds


class Results:
    """All results of a file, which is written anew with each that is kept."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known = _read_file(file)

    def keep(self, at: Key, result: Result) -> None:
        """Remember a result."""
        self.known[at] = result
        lines = [json.dumps(_written(*item)) for item in self.known.items()]
        write_file(self.file, "\n".join(lines) + "\n", parents=True)


NAMES = ("searcher", "settings", "evaluation", "cell", "seed", "seconds")


def _written(at: Key, result: Result) -> dict[str, Any]:
    value = result.score.value
    ratio = "inf" if value is None else show_rational(value)
    return dict(zip(NAMES, at, strict=True)) | {
        "ratio": ratio,
        "evaluations": result.evaluations,
    }


def _read_file(file: Path) -> dict[Key, Result]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return dict(_read(json.loads(line)) for line in lines)


def _read(line: dict[str, Any]) -> tuple[Key, Result]:
    """Read one result; in older files it does not say which evaluation was used."""
    searcher, settings, evaluation, cell = (str(line.get(name, "")) for name in NAMES[:4])
    value = None if line["ratio"] == "inf" else Fraction(line["ratio"])
    at = searcher, settings, evaluation, cell, int(line["seed"]), float(line["seconds"])
    return at, Result(Score(value), int(line["evaluations"]))


# --- sources -------------------------------------------------------------------------------------

AROUND = "campaign", "claims", "run_claims", "store"
"""What keeps and shares out the searches of a campaign; none of it is measured here."""
EVALUATION = "budget", "problem", "sketches"


@cache
def sources_of_hunt() -> str:
    """The digest of the search in one cell."""
    return _digest(file for file in _files(counterexample_search) if file.stem not in AROUND)


@cache
def sources_of_evaluation() -> str:
    """The digest of what plays a sketch."""
    scoring = [file for file in _files(counterexample_search) if file.stem in EVALUATION]
    return _digest([*scoring, *_files(simulation)])


def _files(package: object) -> list[Path]:
    directories: Iterable[str] = getattr(package, "__path__", ())
    return sorted(file for directory in directories for file in Path(directory).glob("*.py"))


def _digest(files: Iterable[Path]) -> str:
    digest = blake2b(digest_size=4)
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()
