"""imab-verify compare."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from imab_verify.api.comparing import spread
from imab_verify.cli import main

TWO, SIXTEEN = "examples/two-arms.json", "examples/sixteen-arms.json"
POLICIES = ("--policy", "algorithm-1", "--policy", "explore-then-commit,explore=3")


def compare(*arguments):
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


def document(*arguments):
    done = compare(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def simulated(file, policy, T, *options):
    arguments = ["simulate", file, "--policy", policy, "-T", str(T), *options, "--json"]
    return json.loads(CliRunner().invoke(main, arguments).stdout)


def test_one_horizon_is_what_simulate_says():
    one, two = document(TWO, *POLICIES, "-T", 200)["policies"]
    assert one["name"] == "algorithm-1"
    alone = simulated(TWO, "algorithm-1", 200)
    assert [one[key] for key in ("alg", "ratio", "pulls")] == [
        alone[key] for key in ("alg", "ratio", "pulls")
    ]
    assert one["regret"] == alone["policy_regret"]
    alone = simulated(TWO, "explore-then-commit", 200, "-o", "explore=3")
    assert (two["alg"], two["ratio"]) == (alone["alg"], alone["ratio"])


def test_the_table_has_a_row_for_every_policy():
    done = compare(TWO, *POLICIES, "-T", 200)
    assert "495/329 ≈ 1.50456" in done.stdout
    assert "explore-then-commit,explore=3" in done.stdout


def test_over_several_horizons_and_instances_the_worst_is_told():
    [only] = document(TWO, SIXTEEN, "--policy", "greedy", "-T", "4..6")["policies"]
    assert [(run["instance"], run["T"]) for run in only["runs"]] == [
        (file, T) for file in (TWO, SIXTEEN) for T in (4, 5, 6)
    ]
    assert Fraction(only["ratio"]) == max(Fraction(run["ratio"]) for run in only["runs"])


def test_a_directory_is_a_family():
    assert document("examples", "--policy", "greedy", "-T", 4) == document(
        SIXTEEN, TWO, "--policy", "greedy", "-T", 4
    )


def test_estimates_are_marked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lots.py").write_text(
        "from imab_verify.policies import SingleArm\n"
        "class Any:\n"
        "    name = 'any'\n"
        "    horizon_aware = False\n"
        "    def draw(self, k, rng): return SingleArm(arm=rng.randrange(k) + 1)\n"
    )
    arms = [{"values": ["1/2"]}, {"values": ["1/4"]}]
    (tmp_path / "two.json").write_text(json.dumps({"format": "imab-instance/1", "arms": arms}))
    done = compare("two.json", "--policy", "lots:Any", "-T", 5, "--samples", 20)
    assert "estimated" in done.stdout
    assert "~" in done.stdout


@pytest.mark.parametrize("horizons", ["50", "4..50"])
def test_a_figure(tmp_path, horizons):
    file = tmp_path / "figure.svg"
    assert compare(TWO, *POLICIES, "-T", horizons, "--plot", file).exit_code == 0
    assert file.read_text().count("<svg") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((TWO, "-T", 5), "--policy"),
        ((TWO, "--policy", "gredy", "-T", 5), "did you mean greedy"),
        ((TWO, "--policy", "greedy,ties", "-T", 5), "key=value"),
        ((TWO, "--policy", "greedy", "-T", "5..3"), "ends before it starts"),
        ((TWO, "--policy", "greedy", "-T", 5, "--plot", "x.gif"), "x.gif"),
        (("docs", "--policy", "greedy", "-T", 5), "no instance"),
        (("no.json", "--policy", "greedy", "-T", 5), "no.json"),
        (
            (TWO, "--policy", "examples.index_policies:HORIZON", "-T", "1..10000000"),
            "pull by pull",
        ),
    ],
)
def test_bad_input_is_one_clear_sentence(arguments, words):
    done = compare(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    [sentence] = done.stderr.splitlines()
    assert words in sentence


@pytest.mark.parametrize("span", [range(3, 10), range(1000), range(7, 10**6), range(1, 10**400)])
def test_horizons_are_spread_over_the_range(span):
    chosen = spread(span, 20)
    assert len(chosen) <= 20
    assert (chosen[0], chosen[-1]) == (span[0], span[-1])
    assert chosen == sorted(set(chosen))
    assert all(T in span for T in chosen)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("os._exit(0)", "could not be played: ended the process it was played in"),
        ("raise KeyboardInterrupt", "raised an error at step 1: KeyboardInterrupt"),
        ("bytearray(2**43)", "raised an error at step 1: MemoryError"),
        ("return int.from_bytes(os.urandom(9)) % 2", "is not deterministic"),
    ],
)
def test_a_policy_that_ends_everything_ends_in_a_sentence(tmp_path, monkeypatch, fault, said):
    lines = ["import os", "class Bad:", "    name = 'bad'", "    horizon_aware = False"]
    lines += ["    def choose(self, seen):", f"        {fault}"]
    (tmp_path / "bad_policies.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    done = compare(TWO, "--policy", "greedy", "--policy", "bad_policies:Bad", "-T", 80)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
