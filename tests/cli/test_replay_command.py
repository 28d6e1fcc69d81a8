"""imab-verify replay."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import imab_verify as iv
from imab_verify.cli import main
from imab_verify.kernel import judge, rule_text
from imab_verify.language.writing import show_claim

SITE = "site-packages"
VALID = Path(__file__).parents[1] / "certificates" / "valid"
PROVED, REFUTED, OF_A_RUN, WORST_CASE = (
    (VALID / f"{name}.json").read_text()
    for name in (
        "proved--integer-case",
        "refuted--rew-ratio-too-large",
        "proved--facts-opening",
        "proved--worst-case-of-one-arm",
    )
)
TAMPERED = PROVED.replace('"c1^2"', '"2*c1^2"')


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A directory with certificates at two levels, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good" / "deep").mkdir(parents=True)
    (tmp_path / "good" / "proved.json").write_text(PROVED)
    (tmp_path / "good" / "deep" / "refuted.json").write_text(REFUTED)
    (tmp_path / "good" / "notes.txt").write_text("not a certificate, and not asked")
    (tmp_path / "tampered.json").write_text(TAMPERED)
    (tmp_path / "malformed.json").write_text('{"format": "imab-certificate/2"}')
    return tmp_path


def replay(*args):
    return CliRunner().invoke(main, ["replay", *args])


def test_a_directory_stands_for_all_certificates_below_it(house):
    done = replay("good", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "accepted": [
            {
                "file": "good/deep/refuted.json",
                "verdict": "refuted",
                "claim": show_claim(judge(REFUTED).claim),
                "rests_on": [],
                "rules": ["point"],
                "sides": [],
                "beside": [],
            },
            {
                "file": "good/proved.json",
                "verdict": "proved",
                "claim": "for all integers n: n**2 >= n",
                "rests_on": [],
                "rules": ["case", "combine", "sum"],
                "sides": [],
                "beside": [],
            },
        ],
        "rejected": [],
        "others": [],
    }


def test_a_false_proof_is_rejected_with_exit_code_1(house):
    done = replay("tampered.json", "good/proved.json", "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    answer = json.loads(done.stdout)
    assert [entry["file"] for entry in answer["accepted"]] == ["good/proved.json"]
    reason = "identity: the products do not add up to n**2 - n (at proof.goals.0.rest.low)"
    refused = {"file": "tampered.json", "kind": "rejected", "reason": reason}
    assert answer["rejected"] == [refused]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"format": "imab-certificate/2"}', b"[" * 10**5],
)
def test_a_file_that_is_no_certificate_is_malformed_with_exit_code_2(house, content):
    (house / "malformed.json").write_bytes(content)
    done = replay(".", "--json")
    assert done.exit_code == 2
    assert done.stderr == "imab-verify: not every file could be read as a certificate\n"
    answer = json.loads(done.stdout)
    assert len(answer["accepted"]) == 2
    kinds = {entry["file"]: entry["kind"] for entry in answer["rejected"]}
    assert kinds == {"malformed.json": "malformed", "tampered.json": "rejected"}


def test_the_table_tells_the_same(house):
    done = replay(".")
    assert done.exit_code == 2
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["proved", "good/proved.json"] in [row[:2] for row in rows]
    assert ["malformed", "malformed.json"] in [row[:2] for row in rows]
    assert done.stdout.endswith("2 accepted, 1 malformed, 1 rejected\n")
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_rules_are_told_once_with_what_the_kernel_says_of_them(house):
    (house / "good" / "run.json").write_text(OF_A_RUN)
    done = replay("good", "--rules")
    assert done.exit_code == 0
    table, told = done.stdout.split("3 accepted\n")
    assert replay("good").stdout == f"{table}3 accepted\n"
    rules, facts = (part.splitlines() for part in told.split("facts about runs"))
    names = [line.strip() for line in rules if line.startswith("  ") and line[2] != " "]
    assert names == ["sum", "case", "combine", "point"]
    names = [line.strip() for line in facts if line.startswith("  ") and line[2] != " "]
    assert names == ["opening"]
    text = " ".join(told.split())
    for word in ("sum", "case", "combine", "point", "fact opening"):
        assert " ".join(rule_text(word).split()) in text
    assert max(map(len, told.splitlines())) <= 80


def test_a_file_named_twice_is_judged_once(house):
    answer = json.loads(replay("good", "good/proved.json", "--json").stdout)
    assert len(answer["accepted"]) == 2


def test_a_directory_is_searched_by_what_its_files_say(house):
    there = house / "mixed"
    there.mkdir()
    (there / "no-suffix").write_text(PROVED)
    (there / "other").write_text(WORST_CASE)
    (there / "last.json").write_text(json.dumps(dict(reversed(json.loads(PROVED).items()))))
    (there / "arms.json").write_text('{"format": "imab-instance/1", "arms": []}')
    (there / "journal").write_text('{"format": "imab-worst-case-journal/1"}')
    (there / "notes.txt").write_text("nothing of ours")
    done = replay("mixed", "--json")
    answer = json.loads(done.stdout)
    assert done.exit_code == 0
    names = ["mixed/last.json", "mixed/no-suffix", "mixed/other"]
    assert [one["file"] for one in answer["accepted"]] == names
    others = [
        ("mixed/arms.json", "imab-instance/1"),
        ("mixed/journal", "imab-worst-case-journal/1"),
    ]
    assert [(one["file"], one["format"]) for one in answer["others"]] == others
    assert "not a certificate: mixed/arms.json (imab-instance/1)" in replay("mixed").stdout


def test_a_file_that_is_named_is_judged_whatever_it_says(house):
    (house / "arms.json").write_text('{"format": "imab-instance/1", "arms": []}')
    done = replay("arms.json")
    assert (done.exit_code, "it is an instance, not a certificate" in done.stdout) == (2, True)
    (house / "other").mkdir()
    (house / "other" / "unknown.json").write_text('{"arms": []}')
    assert replay("other").exit_code == 2


def test_many_files_are_all_judged(house):
    for i in range(30):
        (house / "good" / f"copy-{i}.json").write_text(PROVED)
    assert len(json.loads(replay("good", "--json").stdout)["accepted"]) == 32


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("missing", "missing: there is no such file or directory"),
        ("empty", "empty: there is no certificate in here"),
        ("a\0b", "'a\\x00b': there is no such file or directory"),
    ],
)
@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_nothing_to_judge_is_bad_input(house, path, sentence, extra):
    (house / "empty").mkdir()
    done = replay(path, *extra)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"imab-verify: {sentence}\n")


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_no_third_party_module_is_loaded_but_click_and_rich(house, extra):
    script = (
        "import sys\n"
        "from imab_verify.cli import main\n"
        "try: main(['replay', 'good', *sys.argv[1:]])\n"
        "except SystemExit as leave: assert leave.code == 0\n"
        "files = {m: getattr(sys.modules[m], '__file__', None) or '' for m in sys.modules}\n"
        f"print(*{{m.partition('.')[0] for m in files if {SITE!r} in files[m]}}, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *extra], capture_output=True, check=True, encoding="utf-8"
    )
    # The installer's own hooks run in every process; what they import is not ours.
    hooks = {
        name
        for name in done.stderr.split()
        if name.startswith(("__editable__", "_distutils", "coverage"))
    }
    # Early versions of rich import attrs where it is installed, as it is beside jsonschema.
    assert set(done.stderr.split()) - hooks <= {"attr", "click", "rich"}
    assert "accepted" in done.stdout


def test_what_the_other_commands_write_is_found_and_told_in_full(house):
    """Worst cases, sides and cells: with the theorem and the conditions that a verdict needs."""
    made = CliRunner().invoke(
        main,
        ["worst-case", "--policy", "algorithm-1", "-k", "2", "-T", "6..7", "--certificate", "wc"],
    )
    assert made.exit_code == 0
    made = CliRunner().invoke(
        main, ["ask", "Rew(f,m)/(T-m) >= 0", "--given", "m < T", "--certificate", "wc/side.json"]
    )
    assert made.exit_code == 0
    done = replay("wc", "--json")
    assert done.exit_code == 0
    by_file = {entry["file"]: entry for entry in json.loads(done.stdout)["accepted"]}
    assert set(by_file) == {"wc/k2-T6.json", "wc/k2-T7.json", "wc/side.json"}
    assert by_file["wc/side.json"]["sides"] == [
        "for all integers m, T, given T > m and m >= 1 and T >= 1: T > m"
    ]
    assert by_file["wc/k2-T6.json"]["rests_on"] == []
    shown = replay("wc").stdout
    assert "proved with it: for all integers m, T" in shown
    assert "3 accepted" in shown


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among the files")
def test_what_is_no_regular_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    done = CliRunner().invoke(main, ["replay", "--json", str(tmp_path)])
    assert done.exit_code == 2
    [refused] = json.loads(done.stdout)["rejected"]
    assert (refused["kind"], refused["reason"]) == ("unreadable", "it is not a regular file")


def run(*args):
    return CliRunner().invoke(main, args)


def test_ask_says_the_rules_that_replay_says(house):
    question = ("ask", "f(n) <= f(n+1)", "--certificate", "grows.json")
    document = json.loads(run(*question, "--json").stdout)
    [accepted] = json.loads(replay("grows.json", "--json").stdout)["accepted"]
    assert document["rules"] == accepted["rules"] == ["case", "combine", "rays", "sum"]
    told = run(*question, "--rules").stdout.splitlines()
    assert [line.split(maxsplit=1)[1].strip() for line in told if line.startswith("rules")] == [
        "sum, case, combine, rays"
    ]
    assert "rules" not in run(*question).stdout
    assert iv.ask("f(n) <= f(n+1)").rules == tuple(document["rules"])


@pytest.mark.parametrize(
    ("question", "rules", "line"),
    [
        (["f(n) >= 1/2"], ["point"], "point"),
        (["n >= 2", "--given", "n >= 1", "--given", "n <= 0"], [], "none, since nothing was "),
        (["ALG(T) <= OPT(T)", "--policy", "any"], None, "shares"),
        (["N <= T", "--policy", "any", "--where", "N = N(f)"], None, "; facts: count"),
        (["f(n) <= c*f(n+1)", "--sharpen", "c"], None, "sum, "),
    ],
)
def test_ask_says_the_rules_of_every_answer(question, rules, line):
    document = json.loads(run("ask", *question, "--json").stdout)
    assert rules is None or document["rules"] == rules
    told = run("ask", *question, "--rules").stdout
    assert line in told[told.rindex("\nrules") :]


PAPER = """format = "imab-claims/1"
[[claim]]
id = "a"
claim = "f(n) <= f(n+1)"
[[claim]]
id = "b"
claim = "f(n) >= 1/2"
[[claim.repair]]
statement = "With 0 it is true."
claim = "f(n) >= 0"
"""


def test_check_and_show_say_the_rules_of_every_claim(house):
    (house / "own.claims.toml").write_text(PAPER)
    first, second = json.loads(run("check", "own.claims.toml", "--json").stdout)["claims"]
    assert first["rules"] == first["literal"][0]["rules"] == ["case", "combine", "rays", "sum"]
    assert second["literal"][0]["rules"] == ["point"]
    [repair] = second["repairs"]
    assert repair["rules"] == repair["obligations"][0]["rules"]
    shown = json.loads(run("show", "own.claims.toml", "b", "--json").stdout)
    assert shown["rules"] == second["rules"]
    assert set(shown["rules"]) == {"point", *repair["rules"]}
