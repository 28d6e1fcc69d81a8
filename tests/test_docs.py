"""The examples in the documentation: what the pages show is what the program prints.

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
    links = [
        (page, link) for page in pages for link in re.findall(r"\]\(([^)#\s]+)", page.read_text())
    ]
    local = [(page, link) for page, link in links if "://" not in link]
    assert local
    for page, link in local:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


# --- CONTRIBUTING -------------------------------------------------------------------------------

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
PLACES = (ROOT, ROOT / "imab_verify", ROOT / "imab_verify" / "policies")


def test_the_files_and_rooms_that_contributing_names_are_there():
    named = set(re.findall(r"`([\w./]+(?:\.(?:py|md|toml)|/))`", CONTRIBUTING))
    assert len(named) > 40
    assert [n for n in sorted(named) if not any((place / n).exists() for place in PLACES)] == []


def test_the_walk_goes_through_the_files_that_it_names():
    walk = CONTRIBUTING.partition("## One claim")[2].partition("`check` and `hunt")[0]
    command = shlex.split(re.search(r"`(imab-verify .*)`", walk)[1])
    named = set(re.findall(r"`([\w/]+\.py)`", walk))
    entered = set()

    def note(frame, event, _):
        if event == "call":
            entered.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        done = CliRunner().invoke(main, command[1:])
    finally:
        sys.setprofile(before)
    assert done.stdout.startswith("proved")
    assert len(re.findall(r"^\d+\. ", walk, flags=re.MULTILINE)) == 10
    assert {n for n in named if str(ROOT / "imab_verify" / n) not in entered} == set()
