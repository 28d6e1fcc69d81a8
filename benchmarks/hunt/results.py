"""Results in a file of JSON lines, one per searcher, cell and seed: a long run can be resumed."""

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from counterexample_search.objective import Score
from counterexample_search.problem import Problem
from imab_verify.files import cache_directory, write_file
from imab_verify.model.rationals import show_rational

Key = tuple[str, str, str, int, float]
"""The searcher, its settings, the cell, the seed and the seconds."""


def default_file() -> Path:
    """Where results are kept unless somebody says otherwise: not in the project."""
    return cache_directory() / "benchmarks" / "hunt.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """What a searcher reached."""

    score: Score
    evaluations: int


def key(searcher: str, settings: str, problem: Problem, seed: int, seconds: float) -> Key:
    """What a result is about; other settings or another version are another thing."""
    return searcher, settings, problem.key, seed, seconds


class Results:
    """All results of a file, which is written anew with each that is kept."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[Key, Result] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                at, result = _read(json.loads(line))
                self.known[at] = result

    def keep(self, at: Key, result: Result) -> None:
        """Remember a result."""
        self.known[at] = result
        lines = [json.dumps(_written(*item)) for item in self.known.items()]
        write_file(self.file, "\n".join(lines) + "\n", parents=True)


NAMES = ("searcher", "settings", "cell", "seed", "seconds")


def _written(at: Key, result: Result) -> dict[str, Any]:
    value = result.score.value
    ratio = "inf" if value is None else show_rational(value)
    return dict(zip(NAMES, at, strict=True)) | {
        "ratio": ratio,
        "evaluations": result.evaluations,
    }


def _read(line: dict[str, Any]) -> tuple[Key, Result]:
    searcher, settings, cell, seed, seconds = (line[name] for name in NAMES)
    value = None if line["ratio"] == "inf" else Fraction(line["ratio"])
    at = str(searcher), str(settings), str(cell), int(seed), float(seconds)
    return at, Result(Score(value), int(line["evaluations"]))
