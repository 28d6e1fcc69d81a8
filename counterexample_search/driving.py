"""One run of hypothesis as an optimiser: draw, score, let `target()` climb."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hypothesis import (
    HealthCheck,
    Phase,
    Verbosity,
    configuration,
    find,
    given,
    seed,
    settings,
    target,
)
from hypothesis.errors import HypothesisException

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

Drawn = TypeVar("Drawn")


def drive(
    strategy: SearchStrategy[Drawn],
    score: Callable[[Drawn], Mapping[str, float]],
    *,
    examples: int,
    number: int,
    database: ExampleDatabase | None = None,
) -> None:
    """Draw that many examples, and follow what raises any of the (finite) scores.

    The same number gives the same examples, if the database is the same. An exception of `score`
    that is no Exception ends the run at once and comes through.
    """

    # The order matters: a seed set after the settings would switch the database off.
    @settings(_settings(examples, (Phase.reuse, Phase.generate, Phase.target)), database=database)
    @seed(number)
    @given(strategy)
    def trial(drawn: Drawn) -> None:
        for label, value in score(drawn).items():
            target(value, label=label)

    with _leaving_no_trace():
        trial()


def shrink(
    strategy: SearchStrategy[Drawn],
    holds: Callable[[Drawn], bool],
    *,
    examples: int,
) -> Drawn | None:
    """Give the simplest example found that has the property; None if none was drawn."""
    phases = (Phase.generate, Phase.shrink)
    chosen = settings(_settings(examples, phases), database=None, derandomize=True)
    with _leaving_no_trace():
        try:
            return find(strategy, holds, settings=chosen)
        except HypothesisException:
            # NoSuchExample, or a property that is not the same when asked again.
            return None


@contextmanager
def _leaving_no_trace() -> Iterator[None]:
    """Let hypothesis keep what it knows of the code in a cache, not where the user works."""
    before = getattr(configuration, "__hypothesis_home_directory", None)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    configuration.set_hypothesis_home_dir(Path(caches) / "imab-verify" / "hypothesis")
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)


def _settings(examples: int, phases: tuple[Phase, ...]) -> settings:
    return settings(
        max_examples=examples,
        phases=phases,
        derandomize=False,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
