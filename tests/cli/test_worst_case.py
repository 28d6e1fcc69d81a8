"""imab-verify worst-case: answers, tables, files, exit codes."""

import csv
import json
import os
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from imab_verify.cli import main
from imab_verify.deciding.worst import worst_case
from imab_verify.kernel import judge
from imab_verify.policies.builtin import Greedy
from imab_verify.report.worst_cases import WorstCase, WorstCases


def run(*arguments):
    return CliRunner().invoke(main, ["worst-case", *map(str, arguments)])


def answer(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_one_size_as_json():
    found = answer("--policy", "algorithm-1", "-k", 3, "-T", 11)
    assert found["status"] == "exact"
    assert found["ratio"] == found["lower"] == found["upper"] == found["instance_ratio"] == "44/15"
    assert found["attained"] is True
    assert sum(found["pulls"]) == 11
    assert [found["sequence"].count(i) for i in (1, 2, 3)] == found["pulls"]
    assert found["instance"]["format"] == "imab-instance/1"


def test_one_size_for_people():
    result = run("--policy", "algorithm-1", "-k", 3, "-T", 11)
    assert result.exit_code == 0
    assert "44/15" in result.stdout
    assert "attained" in result.stdout


def test_the_instance_can_be_simulated(tmp_path):
    found = answer("--policy", "algorithm-1", "-k", 4, "-T", 16, "--ties", "lowest-index")
    file = tmp_path / "worst.json"
    file.write_text(json.dumps(found["instance"]))
    arguments = ["simulate", str(file), "--policy", "algorithm-1", "-T", "16", "--json"]
    played = json.loads(CliRunner().invoke(main, arguments).stdout)
    assert played["ratio"] == found["ratio"]
    assert played["pulls"] == found["pulls"]


def test_an_infinite_ratio():
    found = answer("--policy", "algorithm-1", "-k", 3, "-T", 2)
    assert found["ratio"] == found["upper"] == "inf"
    assert "inf" in run("--policy", "algorithm-1", "-k", 3, "-T", 2).stdout


def test_an_approached_ratio_says_so():
    found = answer("--policy", "greedy", "-k", 2, "-T", 5)
    assert found["ratio"] == "3"
    assert found["attained"] is False
    assert found["limit"] is not None
    assert found["instance_ratio"] != "3"
    assert "approached" in run("--policy", "greedy", "-k", 2, "-T", 5).stdout


def test_the_table_says_attained_of_exact_answers_only():
    cases = [worst_case(Greedy(), 2, T) for T in (3, 4)]
    cases.append(replace(cases[0], upper=cases[0].upper + 1))
    found = tuple(map(WorstCase.of, cases))
    rows = csv.DictReader(WorstCases("greedy", (), found).to_csv().splitlines())
    assert [row["attained"] for row in rows] == ["yes", "approached", ""]
    assert "bounds, the lower one is attained by this instance" in str(found[-1])


def test_a_table_of_sizes(tmp_path):
    file = tmp_path / "table.csv"
    size = ("--policy", "algorithm-1", "-k", "2..3", "-T", "6..8")
    result = run(*size, "--csv", file)
    assert result.exit_code == 0
    assert "200k" in result.stdout
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [(row["k"], row["T"], row["OPT/ALG"]) for row in rows] == [
        ("2", "6", "21/10"),
        ("2", "7", "2"),
        ("2", "8", "2"),
        ("3", "6", "7"),
        ("3", "7", "14/3"),
        ("3", "8", "18/5"),
    ]
    found = answer(*size)
    assert [one["ratio"] for one in found["results"]] == [row["OPT/ALG"] for row in rows]
    assert rows[-1]["32k"] == "96"


def test_certificates_are_accepted_by_replay(tmp_path):
    file = tmp_path / "worst.json"
    size = ("--policy", "algorithm-1", "-k", 3, "-T", 12)
    assert run(*size, "--certificate", file).exit_code == 0
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == 0
    assert "1 accepted" in result.stdout


def test_certificates_of_a_range(tmp_path):
    directory = tmp_path / "certificates"
    size = ("--policy", "round-robin", "-k", "2..3", "-T", 6, "--certificate", directory)
    assert run(*size).exit_code == 0
    for k in (2, 3):
        text = (directory / f"k{k}-T6.json").read_text()
        assert judge(text).verdict == "proved"


OWN = """
from imab_verify.policies.linear_index import LinearIndex


class First(LinearIndex):
    name = "first"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {1: 1}
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_index_policies.py").write_text(OWN)
    return "my_index_policies:First"


def test_a_policy_of_the_users_own(own):
    found = answer("--policy", own, "-k", 2, "-T", 4)
    assert found["policy"] == "first"
    # Never back to the optimal arm: (1 + 2 + 3 + 4) against 1 + 3 * 1, approached.
    assert found["ratio"] == "5/2"
    assert found["attained"] is False


def test_an_index_policy_in_words_has_a_worst_case_or_bounds():
    words = "index 2 by f(a)+(T-a)*Delta(f,a)"
    assert answer("--policy", words, "-k", 2, "-T", 8)["ratio"] == "36/19"
    result = run("--policy", words, "-k", 3, "-T", 14, "--seconds", 1, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code in (0, 3)
    lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
    assert 1 <= lower <= Fraction(49, 17) <= upper <= 14 * 15 / 2


def test_workers_know_a_policy_of_the_users_own(own):
    found = answer("--policy", own, "-k", 2, "-T", "4..5", "--workers", 2)
    assert [one["ratio"] for one in found["results"]] == ["5/2", "3"]


def test_a_worker_that_dies_is_one_sentence(tmp_path, monkeypatch):
    """The policy is asked in another process: it ends every one that is not this one."""
    monkeypatch.chdir(tmp_path)
    deadly = f"return {{1: 1}} if os.getpid() == {os.getpid()} else os._exit(9)"
    file = tmp_path / "my_deadly_policies.py"
    file.write_text("import os\n" + OWN.replace("return {1: 1}", deadly))
    done = run("--policy", "my_deadly_policies:First", "-k", 2, "-T", "4..5", "--workers", 2)
    assert done.exit_code == 2
    assert done.stderr.count("was lost twice: the process that worked on it died") == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--policy", "single-arm", "-k", 2, "-T", 5), "no exact worst case"),
        (("--policy", "algorithm-1", "-k", 0, "-T", 5), "at least 1"),
        (("--policy", "algorithm-1", "-k", 2, "-T", "9..5"), "ends before it starts"),
        (("--policy", "algorithm-1", "-k", 2, "-T", 5, "--ties", "coin"), "--ties"),
        (
            ("--policy", "algorithm-1", "-k", 2, "-T", 5, "--csv", "/dev/null/x"),
            "cannot be written",
        ),
    ],
)
def test_bad_input_is_one_sentence(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("k", "T"), [(2, 20_000), (2000, 9000)])
def test_a_size_that_the_kernel_does_not_take_is_refused_at_once(k, T):
    result = run("--policy", "round-robin", "-k", k, "-T", T)
    assert result.exit_code == 2
    assert "too large to certify" in result.stderr
    assert not result.stdout


def test_a_long_run_is_printed_in_rounds():
    result = run("--policy", "algorithm-1", "-k", 3, "-T", 3001)
    assert result.exit_code == 0
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines() if line.strip()]
    assert ["rounds", "998 times (1), 997 times (2 to 3), once (2 to 3), once (1)"] in [
        [name, *(part.strip() for part in rest)] for name, *rest in lines
    ]
    assert all(name != "sequence" for name, *_ in lines)
    found = json.loads(run("--policy", "algorithm-1", "-k", 3, "-T", 10**6, "--json").stdout)
    assert found["sequence"] is None
    assert sum(c * len(arms) for arms, c in found["rounds"]) == 10**6 - 6
