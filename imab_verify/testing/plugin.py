"""The pytest plugin: a test for every statement of a claim file or module, and a fixture.

Light, since it is loaded with every pytest: what decides is imported when something is decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from imab_verify.ledger.cache import Cache
    from imab_verify.ledger.check import Ledger
    from imab_verify.ledger.papers import Paper
    from imab_verify.ledger.statements import Entry
    from imab_verify.testing.imab import Imab

CLAIMS = ".claims.toml"
MARK = "imab"
CERTIFICATES = "imab-verify-certificates"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the configuration say how long a claim may take."""
    parser.addini("imab_seconds", "The hard time limit for one claim, in seconds.", default="40")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that all statements have."""
    config.addinivalue_line("markers", f"{MARK}: a statement that imab-verify decides")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Take claim files, and modules that assign ENTRY or ENTRIES."""
    if file_path.name.endswith(CLAIMS):
        return StatementFile.from_parent(parent, path=file_path)
    if file_path.suffix == ".py":
        from imab_verify.modules import has_statements

        if has_statements(file_path):
            return StatementFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def imab(request: pytest.FixtureRequest) -> Imab:
    """Claims, worst cases and hunts: prove, refute, worst_case, hunt."""
    from imab_verify.testing.imab import Imab

    return Imab(request.path, _seconds(request.config), _cache(request.config))


class StatementFile(pytest.File):
    """A file with statements."""

    def collect(self) -> Iterator[StatementItem]:
        """A test for every statement in it."""
        from imab_verify.errors import InputError
        from imab_verify.ledger.papers import paper_around

        try:
            paper, entries = paper_around(self.path)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        for entry, line in zip(entries, _lines(self.path, entries), strict=True):
            item = StatementItem.from_parent(
                self, name=entry.id, paper=paper, entry=entry, line=line
            )
            for mark in (MARK, *entry.marks):
                item.add_marker(mark)
            yield item


class StatementItem(pytest.Item):
    """One statement with its readings and repairs."""

    def __init__(self, *, paper: Paper, entry: Entry, line: int | None, **more: Any) -> None:
        super().__init__(**more)
        self.paper = paper
        self.entry = entry
        self.line = line
        self.extra_keyword_matches.update(
            {entry.slug, *entry.severity.split(), *entry.title.split()}
        )

    def runtest(self) -> None:
        """Decide it; a verdict that is not expected fails."""
        from imab_verify.ledger.check import check

        ledger = check(
            self.paper,
            [self.entry],
            workers=1,
            seconds=_seconds(self.config),
            cache=_cache(self.config),
        )
        if ledger.interrupted:
            raise KeyboardInterrupt
        [checked] = ledger.asked
        self.user_properties.append(("verdict", checked.verdict.value))
        sentences = _disappointments(ledger)
        if sentences:
            pytest.fail("\n".join(_report(sentences, ledger)), pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file and line that pytest shows, and the heading of a failure."""
        return self.path, self.line, f"{self.entry.id}: {self.entry.title}"


def _disappointments(ledger: Ledger) -> list[str]:
    """Why a statement is not as expected."""
    from imab_verify.ledger.record import differences, is_undecided

    sentences = differences(ledger)
    if is_undecided(ledger) and not sentences:
        [checked] = ledger.asked
        sentences = [f'{checked.entry.id}: unknown, and nothing says expect = "unknown"']
    return sentences


def _report(sentences: Sequence[str], ledger: Ledger) -> Iterator[str]:
    """Lines of a failure: what was expected, what was found, and the numbers."""
    from imab_verify.report.ledger_tables import checked_lines

    [checked] = ledger.asked
    yield from sentences
    yield ""
    yield from checked_lines(checked)


def _lines(path: Path, entries: Sequence[Entry]) -> list[int | None]:
    """The lines, from 0, where the statements of a claim file stand."""
    if not path.name.endswith(CLAIMS):
        return [None] * len(entries)
    from imab_verify.ledger.toml_places import Places

    places = Places(path.read_text(encoding="utf-8"))
    return [places.of("claim", number).line - 1 for number in range(len(entries))]


def _seconds(config: pytest.Config) -> int:
    from imab_verify.model.rationals import parse_least

    return parse_least(str(config.getini("imab_seconds")), 1, "imab_seconds")


def _cache(config: pytest.Config) -> Cache | None:
    """Certificates are kept in pytest's cache, if there is one; the kernel judges them again.

    So is what was left unknown, which is not tried again on the same day with as much time.
    """
    from imab_verify.ledger.cache import Cache

    if not hasattr(config, "cache") or config.cache is None:
        return None
    return Cache.at(config.cache.mkdir(CERTIFICATES), showing=True)
