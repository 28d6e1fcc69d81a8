"""Which hunt was measured, and which evaluation: digests of their sources.

They are taken once, when the sources are loaded. A result of other sources is another result. The
evaluation is what all searchers share: how a sketch is played, and the simulator. The hunt is that,
and its searching in one cell.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

import counterexample_search
from imab_verify import simulation

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
