"""Claim files, the fixture `imab` and the decorator `plays` under pytest."""

import json
import re
from pathlib import Path

import pytest

from imab_verify.ledger import check
from imab_verify.processes import Cause, Failure
from imab_verify.testing.imab import Imab

pytest_plugins = ["pytester"]

CLAIMS = """
format = "imab-claims/1"

[[claim]]
id = "lem:ratio"
title = "The ratio lemma"
severity = "main"
claim = "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"
given = ["m <= T"]

[[claim]]
id = "lem:half"
claim = "Rew(f,T) <= 3*Rew(f,m)"
given = ["m <= T", "T <= 2*m"]
expect = "%s"
marks = ["boundary"]
"""

INI = """
[pytest]
addopts = -p imab_verify.testing.plugin --strict-markers
markers = boundary: at the edge
filterwarnings = ignore::pytest.PytestAssertRewriteWarning
"""
"""The plugin is there already if the tests are run in this process; pytest 8.0 warns of that."""

MODULE = """
from imab_verify.ledger import Entry, Reading, Status

GROWS = Reading(name="value_le_next", says="values grow", claim="f(n) <= f(n+1)")
ENTRIES = (
    Entry("M1", "", "m1", "Values grow", "f(n) <= f(n+1)", literal=(GROWS,)),
    Entry("M2", "", "m2", "A limit", "in the limit", reason="a limit", relies_on=("%s",)),
)
"""

POLICY = """
from fractions import Fraction
from imab_verify.policies.linear_index import LinearIndex

class Mean(LinearIndex):
    name = "mean"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}
"""


@pytest.fixture
def project(pytester):
    pytester.makefile(".ini", pytest=INI)
    return pytester


@pytest.fixture
def claims(project):
    def write(expect="refuted", name="my.claims.toml"):
        return (project.path / name).write_text(CLAIMS % expect)

    return write


def test_every_statement_is_a_test(project, claims):
    claims()
    done = project.runpytest_inprocess("-v")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["my.claims.toml::lem:ratio PASSED*"])


def test_a_failure_shows_both_verdicts_and_the_numbers_and_no_stack_trace(project, claims):
    claims(expect="proved")
    done = project.runpytest_inprocess("my.claims.toml")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        [
            "*lem:half: Rew(f,T) <= 3*Rew(f,m)*",
            "lem:half: refuted, expected is proved",
            "*T = 4, m = 2*",
            "*f(n) = min(n, 4)/4*",
            "*Rew(f,T) = 5/2 > 3*Rew(f,m) = 9/4*",
            "FAILED my.claims.toml::lem:half - *refuted, expected is proved",
        ]
    )
    shown = done.stdout.str()
    assert "Traceback" not in shown
    assert ".py:" not in shown


@pytest.mark.slow
def test_statements_are_chosen_by_name_word_and_mark(project, claims):
    claims()
    for args, passed in (
        (["-k", "half"], 1),
        (["-k", "lemma and main"], 1),
        (["-m", "boundary"], 1),
        (["-m", "imab"], 2),
        (["-m", "imab and not boundary"], 1),
        (["my.claims.toml::lem:half"], 1),
    ):
        outcomes = project.runpytest_inprocess(*args).parseoutcomes()
        assert outcomes["passed"] == passed, args


@pytest.mark.slow
def test_certificates_are_kept_in_the_cache_of_pytest(project, claims):
    claims()
    project.runpytest_inprocess("-k", "ratio").assert_outcomes(passed=1, deselected=1)
    [kept] = project.path.glob(".pytest_cache/d/imab-verify-certificates/*.json")
    assert json.loads(kept.read_text())["format"] == "imab-certificate/2"
    kept.write_text("{}")  # judged again, so this costs time and nothing else
    project.runpytest_inprocess("-k", "ratio").assert_outcomes(passed=1, deselected=1)
    done = project.runpytest_inprocess("-k", "ratio", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1, deselected=1)


@pytest.mark.slow
def test_statements_are_spread_over_processes(project, claims):
    claims()
    project.runpytest_subprocess("-n", "2").assert_outcomes(passed=2)


def test_a_file_that_cannot_be_read_is_one_sentence(project):
    (project.path / "my.claims.toml").write_text(CLAIMS % "perhaps")
    done = project.runpytest_inprocess()
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["my.claims.toml:15:1: claim lem:half: expect must be one of *"])
    assert "Traceback" not in done.stdout.str()


def test_what_is_open_fails_unless_that_is_expected(project):
    text = 'format = "imab-claims/1"\n[[claim]]\nid = "a"\nreason = "It is about a limit."\n'
    (project.path / "a.claims.toml").write_text(text)
    (project.path / "b.claims.toml").write_text(text + 'expect = "unknown"\n')
    done = project.runpytest_inprocess()
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ['a: unknown, and nothing says expect = "unknown"', "*It is about a limit.*"]
    )


def test_what_is_left_unknown_is_not_searched_anew(project, monkeypatch):
    searches = []

    def run_all(task, items, **how):
        searches.append(len(items))
        return ((item, Failure(Cause.TIME, "timed out after 40 s")) for item in items)

    monkeypatch.setattr(check, "run_all", run_all)
    claim = 'id = "open"\nclaim = "f(n+1) >= f(n)"\nexpect = "unknown"'
    text = f'format = "imab-claims/1"\n[[claim]]\n{claim}\n'
    (project.path / "my.claims.toml").write_text(text)
    for _ in range(2):
        project.runpytest().assert_outcomes(passed=1)
    assert searches == [1, 0]


def test_modules_with_statements_are_collected_with_the_record_of_their_folder(project, claims):
    claims()
    project.makepyfile(lemmas=MODULE % "lem:ratio", unrelated="ENTRY = 1/0\n")
    project.makepyfile(test_other=f"{MODULE % 'nothing'}\ndef test_nothing(): pass\n")
    recorded = {"M1": "proved", "M2": "unknown", "lem:ratio": "proved", "lem:half": "refuted"}
    rows = {
        id_: {"verdict": verdict, "literal": [] if id_ == "M2" else [verdict], "repairs": []}
        for id_, verdict in recorded.items()
    }
    (project.path / "expected.json").write_text(json.dumps(rows))
    done = project.runpytest_inprocess("-v")
    done.assert_outcomes(passed=5)
    rows["M2"]["verdict"] = "proved"
    (project.path / "expected.json").write_text(json.dumps(rows))
    done = project.runpytest_inprocess("lemmas.py")
    done.stdout.fnmatch_lines(["M2: unknown, on record is proved"])


# --- the fixture -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_fixture_proves_and_refutes(project):
    project.makepyfile(
        """
        def test_ratio(imab):
            imab.prove("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])

        def test_sharp(imab):
            wrong = imab.refute("Rew(f,T) <= 3*Rew(f,m)", given=["m <= T", "T <= 2*m"])
            assert wrong.parameters == {"T": 4, "m": 2}

        def test_round_robin(imab):
            imab.refute("OPT(T) <= 8*k**2*ALG(T)", policy="round-robin", k="2..3", T=1)

        def test_not_proved(imab):
            imab.prove("Rew(f,T) <= 3*Rew(f,m)", given=["m <= T", "T <= 2*m"])

        def test_not_refuted(imab):
            imab.refute("f(n) >= 0")

        def test_no_claim(imab):
            imab.prove("f(n) >=")
        """
    )
    done = project.runpytest_inprocess()
    done.assert_outcomes(passed=3, failed=3)
    done.stdout.fnmatch_lines(
        [
            "refuted, expected is proved",
            "*Rew(f,T) = 5/2 > 3*Rew(f,m) = 9/4*",
            "proved, expected is refuted",
            "*the text ends where *",
        ]
    )


def test_a_bad_question_is_one_sentence_at_the_line_of_the_test(project):
    project.makepyfile(
        """
        def test_syntax(imab):
            imab.prove("f(n) => 0")

        def test_policy(imab):
            imab.worst_case("gredy", 2, 3)
        """
    )
    done = project.runpytest_inprocess()
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(
        [
            '>*imab.prove("f(n) => 0")',
            "E*InputError: this is written >=, not =>",
            "E*f(n) => 0",
            "E*^",
            '>*imab.worst_case("gredy", 2, 3)',
            "E*InputError: unknown policy gredy: did you mean greedy*",
        ]
    )
    done.stdout.no_fnmatch_line("*imab_verify/*")


def test_some_run_of_a_policy_beside_the_test(tmp_path, monkeypatch):
    text = "import imab_verify as iv\nFAR = iv.ScoredIndex('far', 'f(a)')\n"
    (tmp_path / "policies.py").write_text(text)
    asked = []
    monkeypatch.setattr(check, "check_reading", lambda reading, **_: asked.append(reading))
    imab = Imab(tmp_path / "test_mine.py", 10, None)
    imab._decide("OPT(T) >= ALG(T)", (), {"policy": "some policies.py:FAR"})
    assert asked[0].policy == f"some {tmp_path.resolve()}/policies.py:FAR"


@pytest.mark.slow
def test_the_fixture_knows_worst_cases_and_hunts(project):
    project.makepyfile(policies=POLICY)
    project.makepyfile(
        """
        from fractions import Fraction

        def test_exact(imab):
            case = imab.worst_case("policies.py:Mean", 2, 4, at_most=6)
            assert case.lower == case.upper

        def test_too_good(imab):
            imab.worst_case("round-robin", 2, 4, at_most="3/2")

        def test_hunt(imab):
            hunted = imab.hunt("round-robin", 2, 6, evaluations=100)
            assert hunted.best.ratio >= 2

        def test_hunt_too_good(imab):
            imab.hunt("policies.py:Mean", 2, 6, at_most=1, evaluations=100)
        """
    )
    done = project.runpytest_inprocess()
    done.assert_outcomes(passed=2, failed=2)
    done.stdout.fnmatch_lines(
        [
            "the worst OPT/ALG of round-robin at k = 2, T = 4 is exactly *, expected is *3/2",
            "*arm 2: *",
            "policies.py:Mean has OPT/ALG = * at k = 2, T = 6, expected is at most 1",
            "*arm 1: *",
        ]
    )


@pytest.mark.slow
def test_the_examples_of_the_page_pass(project):
    page = (Path(__file__).parents[2] / "docs" / "papers.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    project.makepyfile("\n".join(block for block in blocks if "def test_" in block))
    project.runpytest_inprocess().assert_outcomes(passed=4)


# --- the decorator -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_policy_plays_against_the_strategies(project):
    project.makepyfile(policies=POLICY)
    project.makepyfile(
        """
        import pytest
        from imab_verify.policies import Greedy, RandomProbe
        from imab_verify.testing import plays
        from policies import Mean

        @plays("policies.py:Mean", k="2..3", T=8, examples=30)
        def test_every_arm_is_pulled(run):
            assert min(run.pulls) >= 1
            assert sum(run.pulls) == 8

        @plays(Mean, k=2, T="3..5", examples=30)
        def test_a_class(run):
            assert run.alg <= run.opt

        @plays(Greedy(), k=2, T=6, examples=100)
        def test_it_is_not_optimal(run):
            assert run.ratio is not None and run.ratio < 2

        def test_chance():
            with pytest.raises(ValueError, match="in one way only"):
                plays(RandomProbe(), k=2, T=6)(lambda run: None)
        """
    )
    done = project.runpytest_inprocess("-p", "no:randomly")
    done.assert_outcomes(passed=3, failed=1)
    done.stdout.fnmatch_lines(["*run=FinishedRun(instance=*"])
