"""Bad input to imab-verify simulate: exit code 2, one sentence, and nothing else."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

TWO_ARMS = str(Path(__file__).parents[2] / "examples" / "two-arms.json")
FORMAT = "imab-instance/1"
RUN = ("--policy", "algorithm-1", "-T", "10")
FLAT = {"values": ["1/2"]}

POLICIES = """
import os


class Base:
    name = "mine"
    horizon_aware = False


class EndsAll(Base):
    def choose(self, seen):
        os._exit(0)


class DrawsLots(Base):
    def choose(self, seen):
        return int.from_bytes(os.urandom(9)) % 2


class Hangs(Base):
    def choose(self, seen):
        while True:
            pass


class Slow(Base):
    def draw(self, k, rng):
        raise RuntimeError("no luck")
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """An empty current directory, apart from a user's modules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # for processes that play apart
    (tmp_path / "faulty_policies.py").write_text(POLICIES)
    return tmp_path


def refused(*args):
    """The sentence with which the command is refused; nothing is printed or written."""
    before = sorted(Path().rglob("*"))
    for extra in ([], ["--json"], ["--plot", "run.svg"]):
        done = CliRunner().invoke(main, ["simulate", *map(str, args), *extra])
        assert done.exit_code == 2
        assert done.stdout == ""
        assert done.stderr.startswith("imab-verify: ")
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith("\n")
        assert "Traceback" not in done.stderr
    assert sorted(Path().rglob("*")) == before
    return done.stderr.removeprefix("imab-verify: ").removesuffix("\n")


def written(document):
    text = document if isinstance(document, str) else json.dumps(document)
    Path("bad.json").write_text(text)
    return "bad.json"


def arms(*objects):
    return {"format": FORMAT, "arms": list(objects)}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (
            arms(FLAT, {"values": ["0", "1/10", "3/10"]}),
            "arm 2 is not concave at pull 2: it rises by 1/5 there and by only 1/10 at pull 1",
        ),
        (
            arms(FLAT, {"values": ["0", 0.5]}),
            "arm 2, pull 1: the reward is 0.5, which is not an exact rational",
        ),
        ("not json", "is not JSON: "),
    ],
)
def test_a_bad_instance_is_named_by_file_arm_and_pull(document, sentence):
    assert refused(written(document), *RUN).startswith(f"bad.json: {sentence}")


def test_a_missing_file():
    assert refused("missing.json", *RUN) == (
        "missing.json: cannot be read: No such file or directory"
    )
    assert refused(".", *RUN).startswith(".: cannot be read: ")


@pytest.mark.parametrize("T", ["-1", "2.5", "ten", "", "1/2", "9" * 5000])
def test_a_bad_horizon(T):
    assert refused(TWO_ARMS, "--policy", "greedy", "-T", T).startswith("-T must be ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("algoritm-1", "unknown policy algoritm-1: did you mean algorithm-1?"),
        ("no_such_module:Policy", "policy no_such_module:Policy cannot be imported: Module"),
        (
            "faulty_policies:EndsAll",
            "policy faulty_policies:EndsAll could not be played: ended the process",
        ),
        ("faulty_policies:DrawsLots", "policy mine is not deterministic: it played the same"),
        ("faulty_policies:Slow", "policy mine raised an error in draw: RuntimeError: no luck"),
    ],
)
def test_a_bad_policy(policy, sentence):
    assert refused(TWO_ARMS, "--policy", policy, "-T", 80).startswith(sentence)


def test_a_policy_that_hangs():
    policy = ("--policy", "faulty_policies:Hangs", "-T", 10)
    assert refused(TWO_ARMS, *policy, "--time-limit", "0.2") == (
        "policy faulty_policies:Hangs could not be played: did not finish within 0.2 seconds, give "
        "more with --time-limit"
    )


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (
            ("--policy", "faulty_policies:DrawsLots", "-T", 10**7),
            "policy mine is played pull by pull, at most 1000000 of them: give a smaller -T",
        ),
        (
            ("--policy", "faulty_policies:Slow", "-T", 10**5),
            "policy mine is played pull by pull, and 1000 samples of T = 100000 pulls are more",
        ),
        (
            ("--policy", "elimination", "-T", 10, "--profile"),
            "policy elimination knows the horizon, so every horizon is another run",
        ),
        (("--policy", "random-probe", "-T", 10, "--profile"), "policy random-probe is randomised"),
        (("--policy", "greedy", "-T", 0, "--profile"), "a profile needs a horizon -T of at least"),
        (("--policy", "random-probe", "-T", 9, "--samples", 0), "--samples must be at least 1"),
        (("--policy", "random-probe", "-T", 9, "--seed", "x"), "--seed must be an integer, not x"),
    ],
)
def test_what_cannot_be_computed_is_said_before_it_is_tried(run, sentence):
    assert refused(TWO_ARMS, *run).startswith(sentence)


@pytest.mark.parametrize(
    ("plot", "sentence"),
    [
        ("run.gif", "run.gif: a figure is written to a file that ends in .svg, .png, .pdf"),
        ("run", "run: a figure is written to a file that ends in .svg, .png, .pdf"),
        ("missing/run.svg", "missing/run.svg cannot be written: its directory does not exist"),
        ("faulty_policies.py/run.svg", "faulty_policies.py/run.svg cannot be written: "),
    ],
)
def test_a_plot_that_cannot_be_written_leaves_nothing_behind(plot, sentence):
    done = CliRunner().invoke(main, ["simulate", TWO_ARMS, *RUN, "--plot", plot])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"imab-verify: {sentence}")
    assert done.stderr.count("\n") == 1
    assert not [file for file in Path().rglob("*") if "run" in file.name]


def test_a_plot_of_an_endless_horizon_is_refused_and_the_run_is_told():
    done = CliRunner().invoke(
        main,
        ["simulate", TWO_ARMS, "--policy", "greedy", "-T", str(10**201), "--plot", "run.svg"],
    )
    assert done.exit_code == 2
    assert "greedy" in done.stdout
    assert done.stderr == "imab-verify: a figure needs a horizon -T of at most 10^200\n"
    assert not Path("run.svg").exists()
