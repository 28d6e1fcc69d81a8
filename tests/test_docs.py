"""The pages of the documentation: their examples print what they show, their links lead somewhere.

In a fenced block marked `console`, a line `$ imab-verify ...` is run from the root of the project
(a backslash at its end continues it), and the lines up to the next `$` are what it must print,
on either stream. A line `...` stands for any number of lines. Blanks at the end of a line do not
count. Other blocks, and lines `$ ` of other programs, are not run.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).with_name("imab-verify")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
CONTINUED = re.compile(r"\s*\\\n\s*")
ANY_LINES = r"(?:.*\n)*?"


class Example(NamedTuple):
    """A command as a page shows it, and what it prints there."""

    page: str
    command: str
    expected: tuple[str, ...]


def examples_of(name, text):
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", CONTINUED.sub(" ", block), flags=re.MULTILINE)[1:]:
            command, *expected = part.splitlines()
            if command.startswith("imab-verify"):
                yield Example(name, command, tuple(expected))


def agrees(expected, output):
    pattern = "".join(
        ANY_LINES if line == "..." else re.escape(line.rstrip()) + "\n" for line in expected
    )
    printed = "".join(line.rstrip() + "\n" for line in output.splitlines())
    return re.fullmatch(pattern, printed) is not None


EXAMPLES = [example for page in PAGES for example in examples_of(page.name, page.read_text())]


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, marks=[] if example.page == "README.md" else [pytest.mark.slow])
        for example in EXAMPLES
    ],
    ids=lambda e: f"{e.page}: {e.command}"[:90],
)
def test_the_page_shows_what_the_program_prints(example):
    environment = {name: text for name, text in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        [PROGRAM, *shlex.split(example.command)[1:]],
        cwd=ROOT,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    assert agrees(example.expected, done.stdout), done.stdout


def test_the_readme_has_examples():
    assert "README.md" in {example.page for example in EXAMPLES}


def test_examples_are_found_and_compared():
    page = "```console\n$ imab-verify a \\\n    b\none\n...\nfour\n$ ls\nx\n$ imab-verify c\n```\n"
    first, second = examples_of("page", page)
    assert (first.command, first.expected) == ("imab-verify a b", ("one", "...", "four"))
    assert (second.command, second.expected) == ("imab-verify c", ())
    assert agrees(first.expected, "one  \ntwo\nthree\nfour\n")
    assert agrees(first.expected, "one\nfour\n")
    assert not agrees(first.expected, "one\ntwo\n")
    assert not agrees(first.expected, "zero\none\nfour\n")
    assert agrees(second.expected, "")
    assert not agrees(second.expected, "x\n")


def test_links_to_files_of_the_project_lead_somewhere():
    pages = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    links = [(page, *link) for page in pages for link in re.findall(LINK, page.read_text())]
    local = [(page, link, place) for page, link, place in links if "://" not in link]
    assert local
    for page, link, place in local:
        target = page.parent / link if link else page
        assert target.exists(), f"{page.name} links to {link}"
        assert not place or place in headings(target), f"{page.name} links to {link}#{place}"


def headings(page):
    """The names that GitHub gives to the headings of a page."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), flags=re.MULTILINE):
        yield re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in PYTHON.findall(page.read_text()):
        if "import " in block:
            exec(compile(block, page.name, "exec"), {"__name__": "page"})  # noqa: S102  our own page


# --- the page for developers --------------------------------------------------------------------

DEVELOPING = (ROOT / "docs" / "developing.md").read_text()
PLACES = (ROOT, ROOT / "imab_verify", ROOT / "imab_verify" / "engines")


def test_the_files_and_rooms_for_developers_are_there():
    rooms = re.findall(r"^(?: {2})?([\w/]+/)", DEVELOPING, flags=re.MULTILINE)
    named = {*rooms, *re.findall(r"`([\w./]+(?:\.(?:py|md|toml)|/))`", DEVELOPING)}
    assert len(named) > 20
    assert [n for n in sorted(named) if not any((place / n).exists() for place in PLACES)] == []


def test_the_road_of_a_claim_goes_through_the_rooms_that_it_names():
    told = re.search(r"(?sm)^Take `(imab-verify [^`]*)`\.(.*?)\n\n", DEVELOPING)
    rooms = dict.fromkeys(
        re.findall(r"`(\w+)`", told[2].replace("`ask`", "").replace("`claim`", ""))
    )
    assert list(rooms) == ["cli", "api", "language", "deciding", "engines", "kernel", "report"]
    entered = {}

    def note(frame, event, _):
        if event == "call":
            entered[Path(frame.f_code.co_filename)] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        done = CliRunner().invoke(main, shlex.split(told[1])[1:])
    finally:
        sys.setprofile(before)
    assert done.stdout.startswith("proved")
    library = ROOT / "imab_verify"
    visited = [f.relative_to(library).parts[0] for f in entered if f.is_relative_to(library)]
    assert set(rooms) <= set(visited)


def test_the_table_of_engines_has_every_engine():
    table = DEVELOPING.partition("## Engines")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`(?:, `.*?`)*) \|", table, flags=re.MULTILINE)
    engines = (ROOT / "imab_verify" / "engines").iterdir()
    there = {file.stem for file in engines if not file.name.startswith("_")}
    assert {name for row in rows for name in re.findall(r"`(.*?)`", row)} == there
