"""Results in a file of JSON lines, one per searcher, cell and seed: a long run can be resumed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from counterexample_search.problem import Problem, Score
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
    """All results of a file, which is written anew with each that is kept.

    Those of other files are known too, so that several processes can share the work: each writes
    its own file.
    """

    def __init__(self, file: Path, others: Iterable[Path] = ()) -> None:
        self.file = file
        self._mine = _read_file(file)
        self.known = {at: r for other in others for at, r in _read_file(other).items()} | self._mine

    def keep(self, at: Key, result: Result) -> None:
        """Remember a result."""
        self.known[at] = self._mine[at] = result
        lines = [json.dumps(_written(*item)) for item in self._mine.items()]
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
