"""A full disk, a reader who goes away: files first, the answer in any case, one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from counterexample_search.store import Store, StoreError
from imab_verify.cli import main

FULL = Path("/dev/full")
MAIN = "from imab_verify.cli import main; main()"
NO_SPACE = "cannot be written: No space left on device"
HUNT = ("hunt", "--policy", "algorithm-1", "-k", "3", "-T", "6", "--evaluations", "40")
FALSE = ("hunt", "--claim", "Rew(f,2*m) <= 3*Rew(f,m)", "--evaluations", "200")

needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def command(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def process(*arguments, stdout):
    return subprocess.run(
        [sys.executable, "-c", MAIN, *map(str, arguments)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.fixture
def full(tmp_path):
    """Files on a disk that is full, by any name."""

    def place(name):
        (tmp_path / name).symlink_to(FULL)
        return tmp_path / name

    return place


@needs_full
@pytest.mark.parametrize(
    ("arguments", "option", "name", "printed"),
    [
        (HUNT, "--csv", "a.csv", "judged by the kernel"),
        (HUNT, "--save", "a.json", "judged by the kernel"),
        (HUNT, "--certificate", "a.json", "judged by the kernel"),
        (HUNT, "--plot", "a.svg", "judged by the kernel"),
        (FALSE, "--certificate", "a.json", "refuted, as the kernel confirms"),
        (("ask", "f(n) >= 0"), "--certificate", "a.json", "proved"),
        (("worst-case", "--policy", "algorithm-1", "-k", 2, "-T", 8), "--csv", "a.csv", "exact"),
        (
            ("simulate", "examples/two-arms.json", "--policy", "greedy", "-T", 9),
            "--plot",
            "a.svg",
            "OPT/ALG",
        ),
        (
            ("compare", "examples/two-arms.json", "--policy", "greedy", "-T", 9),
            "--plot",
            "a.svg",
            "greedy",
        ),
    ],
)
def test_the_answer_is_printed_though_a_file_cannot_be_written(
    arguments, option, name, printed, full
):
    done = command(*arguments, option, full(name))
    assert done.exit_code == 2
    assert printed in done.stdout
    [sentence] = done.stderr.splitlines()
    assert sentence.endswith(f"{name} {NO_SPACE}")


@needs_full
def test_an_output_that_cannot_be_written_is_one_sentence():
    with FULL.open("w") as stdout:
        done = process("ask", "f(n) >= 0", stdout=stdout)
    assert done.returncode == 2
    [sentence] = done.stderr.splitlines()
    assert sentence == "imab-verify: nothing more can be written: No space left on device"


def test_the_files_are_there_though_nobody_reads_the_answer(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    files = ["--csv", "a.csv", "--save", "a.json", "--certificate", "b.json"]
    places = [word if word.startswith("--") else tmp_path / word for word in files]
    done = process(*HUNT, *places, stdout=writer)
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == ""
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "a.json", "b.json"]


def test_a_refutation_is_printed_though_its_store_is_full(tmp_path, monkeypatch):
    add_work = Store.add_work

    def full(store, key, more):
        if more.evaluations:
            raise StoreError("hunt.db: the store cannot be used: database or disk is full")
        return add_work(store, key, more)

    monkeypatch.setattr(Store, "add_work", full)
    done = command(*FALSE, "--store", tmp_path / "hunt.db", "--certificate", tmp_path / "c.json")
    assert done.exit_code == 2
    assert "refuted, as the kernel confirms" in done.stdout
    assert done.stderr.count("disk is full") == 1
    assert command("replay", tmp_path / "c.json").exit_code == 0


def test_a_directory_for_certificates_is_looked_at_before_the_work(tmp_path):
    (tmp_path / "file").write_text("")
    done = command("check", "examples/lemmas.claims.toml", "--certificates", tmp_path / "file")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "is no directory" in done.stderr
