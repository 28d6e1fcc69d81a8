"""imab-verify simulate: what it answers."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import main
from imab_verify.kernel import ArmClass
from imab_verify.model.files import read_instance, write_instance
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import make_policy
from imab_verify.simulation import play, stepwise

EXAMPLES = Path(__file__).parents[2] / "examples"
TWO_ARMS = str(EXAMPLES / "two-arms.json")
SIXTEEN_ARMS = str(EXAMPLES / "sixteen-arms.json")

POLICIES = """
from fractions import Fraction

from imab_verify.policies import SingleArm


class Last:
    name = "last"
    horizon_aware = False

    def choose(self, seen):
        print("thinking aloud")
        return seen.k - 1


class AnyArm:
    name = "any-arm"
    horizon_aware = False

    def draw(self, k, rng):
        return SingleArm(arm=rng.randrange(k) + 1)
"""


@pytest.fixture
def my_policies(tmp_path, monkeypatch):
    """A user's own module in the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_simulated_policies.py").write_text(POLICIES)
    return "my_simulated_policies"


def simulate(*args):
    return CliRunner().invoke(main, ["simulate", *map(str, args)])


def answer(*args):
    """The JSON document of a run that succeeds."""
    done = simulate(*args, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def instance_file(tmp_path, *arms):
    path = tmp_path / "instance.json"
    write_instance(path, Instance.of(arms))
    return path


def test_the_document_of_a_run():
    assert answer(TWO_ARMS, "--policy", "algorithm-1", "-T", 200) == {
        "instance": TWO_ARMS,
        "k": 2,
        "policy": "algorithm-1",
        "T": 200,
        "opt": "297/2",
        "opt_arm": 2,
        "ratio": "495/329",
        "policy_regret": "249/5",
        "exact": True,
        "method": "leaping",
        "pulls": [101, 99],
        "alg": "987/10",
        "external_regret": "17/20",
        "gaps": ["0", "21/200"],
    }


@pytest.mark.parametrize("policy", ["algorithm-1", "round-robin", "greedy", "elimination"])
@pytest.mark.parametrize("T", [0, 1, 17, 300])
def test_the_document_agrees_with_the_definition(policy, T):
    instance = read_instance(SIXTEEN_ARMS)
    run = stepwise.run(instance, make_policy(policy, {}), T)
    regret = stepwise.external_regret(
        instance, stepwise.sequence(instance, make_policy(policy, {}), T)
    )
    found = answer(SIXTEEN_ARMS, "--policy", policy, "-T", T)
    assert tuple(found["pulls"]) == run.pulls
    assert Fraction(found["alg"]) == run.alg
    assert Fraction(found["opt"]) == run.opt
    assert found["opt_arm"] == run.opt_arm + 1
    assert Fraction(found["ratio"]) == run.ratio
    assert Fraction(found["external_regret"]) == regret
    assert [Fraction(gap) for gap in found["gaps"]] == list(run.gaps)


def test_the_ratio_is_inf_where_alg_is_0(tmp_path):
    file = instance_file(tmp_path, Reward.from_values([0]), Reward.from_values([0, 1]))
    found = answer(file, "--policy", "single-arm", "-T", 5)
    assert (found["alg"], found["opt"], found["opt_arm"], found["ratio"]) == ("0", "5", 2, "inf")
    shown = simulate(file, "--policy", "single-arm", "-T", 5, "--profile").stdout
    assert "OPT/ALG           inf" in shown
    assert "worst OPT/ALG   inf, at horizon 1" in shown


def test_options_reach_the_policy(tmp_path):
    arm = Reward.from_values(["1/2"])
    file = instance_file(tmp_path, arm, arm)
    run = ("--policy", "greedy", "-T", 3)
    assert answer(file, *run)["pulls"] == [2, 1]
    assert answer(file, *run, "-o", "ties=highest-index")["pulls"] == [1, 2]


def test_what_a_policy_prints_stays_out_of_the_document(my_policies, capfd):
    done = simulate(TWO_ARMS, "--policy", f"{my_policies}:Last", "-T", 3, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["pulls"] == [0, 3]
    assert capfd.readouterr().err == 3 * "thinking aloud\n"


def test_an_external_regret_that_takes_too_long_is_null_with_a_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(play, "MOST_OFFERS", 10)
    falling = Reward.from_values([1, "1/2"], ArmClass.ROTTING)  # played pull by pull
    write_instance(tmp_path / "falling.json", Instance.of([falling, falling]))
    run = (str(tmp_path / "falling.json"), "--policy", "greedy", "-T", 6)
    found = answer(*run)
    assert found["external_regret"] is None
    assert found["external_regret_reason"] == "k T is over 10"
    assert "external regret   - (k T is over 10)" in simulate(*run).stdout


def test_a_randomised_policy_has_an_exact_expectation():
    found = answer(TWO_ARMS, "--policy", "random-probe", "-T", 200)
    assert found["exact"] is True
    assert found["alg"] == "618/5"
    assert found["alg_interval"] == ["618/5", "618/5"]
    assert (found["pulls"], found["gaps"], found["samples"]) == (None, None, None)
    assert "E[ALG(T)]       618/5 = 123.6, exact" in simulate(
        TWO_ARMS, "--policy", "random-probe", "-T", 200
    ).stdout  # fmt: skip


def test_an_estimate_is_labelled_and_has_its_interval(my_policies):
    run = (TWO_ARMS, "--policy", f"{my_policies}:AnyArm", "-T", 20, "--samples", 50)
    found = answer(*run, "--seed", 7)
    assert (found["exact"], found["method"]) == (False, "monte-carlo")
    assert (found["samples"], found["seed"], found["confidence"]) == (50, 7, "19/20")
    low, high = map(Fraction, found["alg_interval"])
    assert low < Fraction(found["alg"]) < high
    assert answer(*run, "--seed", 7) == found
    assert answer(*run, "--seed", 8)["alg"] != found["alg"]
    shown = simulate(*run, "--seed", 7).stdout
    assert "an estimate: Monte Carlo" in shown
    assert "50 runs with seed 7" in shown


def test_the_profile_tells_who_was_optimal_when():
    instance = read_instance(SIXTEEN_ARMS)
    T = 1300
    spans = answer(SIXTEEN_ARMS, "--policy", "greedy", "-T", T, "--profile")["profile"]["optimal"]
    told = [span["arm"] for span in spans for _ in range(span["from"], span["to"] + 1)]
    assert told == [instance.opt_arm(t) + 1 for t in range(1, T + 1)]
    assert [span["from"] for span in spans[1:]] == [span["to"] + 1 for span in spans[:-1]]


@pytest.mark.parametrize("T", [5000, 10**12 + 1, 10**18, 10**50])
def test_the_table_fits_and_says_what_the_document_says(T):
    run = (SIXTEEN_ARMS, "--policy", "algorithm-1", "-T", T)
    found = answer(*run)
    lines = [line.rstrip() for line in simulate(*run, "--profile").stdout.splitlines()]
    assert max(map(len, lines)) <= 100
    rows = [line.split() for line in lines]
    assert f"k = 16, T = {T}, played in leaps" in " ".join(sum(rows, []))  # noqa: RUF017  short
    for i, n in enumerate(found["pulls"], 1):
        (row,) = [row for row in rows if row[:1] == [str(i)]]
        assert str(n) in row or n >= 10**19
    (opt,) = [line for line in lines if line.startswith("OPT(T)")]
    assert opt.endswith(f", arm {found['opt_arm']}")
    assert found["opt"] in opt or len(found["opt"]) > 56


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
@pytest.mark.parametrize("policy", ["algorithm-1", "elimination", "random-probe"])
def test_the_plot_is_written_and_the_answer_is_the_same(tmp_path, suffix, policy):
    file = tmp_path / f"run.{suffix}"
    run = (TWO_ARMS, "--policy", policy, "-T", 40)
    assert answer(*run, "--plot", file) == answer(*run)
    head = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix]
    assert file.read_bytes().startswith(head)
    assert list(tmp_path.iterdir()) == [file]
