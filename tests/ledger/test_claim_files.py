"""Claim files: what they say, and what is said of those that cannot be read."""

import json
from textwrap import dedent

import pytest

from imab_verify.errors import InputError
from imab_verify.kernel import Some
from imab_verify.ledger.check import check
from imab_verify.ledger.claim_files import read_claim_file
from imab_verify.ledger.papers import is_path, load_paper, read_paper
from imab_verify.ledger.record import (
    differences,
    expected_verdicts,
    read_record,
    record,
)
from imab_verify.ledger.statements import Severity, Status
from imab_verify.modules import has_statements

HEAD = 'format = "imab-claims/1"\n'

FULL = HEAD + dedent(
    """
    [paper]
    title = "Lemmas"
    authors = ["A. Author"]
    url = "https://example.org"

    [[claim]]
    id = "lem:ratio"
    title = "Ratio"
    statement = "Rewards grow at most quadratically."
    lines = "12-14"
    severity = "main"
    claim = "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"
    given = ["m <= T"]
    expect = "proved"
    seconds = 30

    [[claim]]
    id = "lem:half"
    claim = "Rew(f,T) <= 3*Rew(f,m)"
    given = ["m <= T", "T <= 2*m"]
    relies_on = ["lem:ratio"]
    expect = "refuted"
    [[claim.repair]]
    statement = "with 4"
    claim = "Rew(f,T) <= 4*Rew(f,m)"
    [[claim.repair]]
    claim = "Rew(f,T) <= 3*Rew(f,m)"
    given = ["m == T"]

    [[claim]]
    id = "thm"
    claim = "OPT(T) <= 3*k*ALG(T)"
    policy = "algorithm-1"
    ties = "lowest-index"
    k = 2
    T = "5..6"

    [[claim]]
    id = "def"
    kind = "definition"
    reason = "What the words mean."
    """
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def writing(text, name="my.claims.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return writing


def test_a_file_says_all_that_an_entry_is(write):
    paper = read_paper(write(FULL))
    assert (paper.title, paper.authors, paper.version) == (
        "Lemmas",
        ("A. Author",),
        "https://example.org",
    )
    ratio, half, theorem, definition = paper.entries
    assert (ratio.id, ratio.slug, ratio.lines, ratio.place) == (
        "lem:ratio",
        "lem-ratio",
        "12-14",
        "line 12-14",
    )
    assert (ratio.title, ratio.severity, ratio.expect) == ("Ratio", Severity.MAIN, Status.PROVED)
    assert ratio.literal[0].name == "lem_ratio"
    assert ratio.literal[0].seconds == 30
    assert half.relies_on == ("lem:ratio",)
    four, at_equal = half.all_repairs()
    assert four.statement == "with 4"
    assert four.obligations[0].given == ("m <= T", "T <= 2*m")
    assert at_equal.obligations[0].given == ("m == T",)
    run = theorem.literal[0]
    assert run.run().ties == "lowest-index"
    assert run.scope() == (range(2, 3), range(5, 7))
    assert definition.kind is Status.DEFINITION


def test_a_file_is_decided_like_any_paper(write, tmp_path):
    paper = load_paper(str(write(FULL)))
    ledger = check(paper, workers=2)
    assert {c.entry.id: c.verdict for c in ledger.asked} == {
        "lem:ratio": Status.PROVED,
        "lem:half": Status.REFUTED,
        "thm": Status.PROVED,
        "def": Status.DEFINITION,
    }
    assert ledger.asked[1].repaired
    assert differences(ledger) == []
    assert expected_verdicts(ledger)["thm"] is None
    record(ledger)
    assert paper.record == tmp_path / "my.expected.json"
    assert read_record(paper)["thm"]["verdict"] == "proved"
    assert differences(ledger) == []


def test_a_damaged_record_is_bad_input(write):
    paper = read_paper(write(FULL))
    for text in ("{", "[]", json.dumps({"thm": 3})):
        paper.record.write_text(text)
        with pytest.raises(InputError, match="is damaged: remove it, and make it with --record"):
            read_record(paper)


CLAIM = '[[claim]]\nid = "a"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "1:1: a claim file begins with format = "),
        ('format = "imab-claims/2"', "1:1: a claim file begins with format = "),
        (HEAD + "x = \n", "2:5: this is no TOML: Invalid value"),
        (HEAD + 'x = """', "this is no TOML: "),
        (HEAD + "claims = 3", "2:1: there is no key claims (did you mean claim): write claims as "),
        (HEAD + "paper = 3", "2:1: the paper is a table: write [paper]"),
        (HEAD + "claim = 3", "2:1: claims are tables: write [[claim]]"),
        (HEAD + "[paper]\nauthors = 'me'", "3:1: the paper: authors must be a list of texts"),
        (HEAD + "[[claim]]\nclaim = 'f(n) >= 0'", "2:1: claim 1 has no id"),
        (HEAD + "[[claim]]\nid = 'a b'", "3:1: claim a b: id must be at most 40 letters"),
        (HEAD + CLAIM, '2:1: claim a has no claim = "..." and no reason = "..." why'),
        (
            HEAD + CLAIM + "claim = 'f(n) >= 0'\n" + CLAIM,
            "6:1: claim a was there before, in line 2",
        ),
        (HEAD + CLAIM + "clam = 'f(n) >= 0'", "4:1: claim a: there is no key clam (did you mean c"),
        (HEAD + CLAIM + "claim = 3", "4:1: claim a: claim must be a text"),
        (HEAD + CLAIM + "claim = '  f(n) >= '", "4:20: claim a: "),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\ngiven = ['n >= 2',\n 'm ! 2']", "6:5: claim a: "),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nexpect = 'true'", "5:1: claim a: expect must be one"),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nseverity = 'big'", "severity must be one of main"),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\narms = {f = 'convex'}", "the class of arm f is conv"),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\narms = ['f']", "5:1: claim a: arms must be a table"),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nk = 2", "5:1: claim a: k is a size of a run, so it"),
        (
            HEAD + CLAIM + "claim = 'OPT(T) >= 0'\npolicy = 'algorithm-1'\nT = '3..2'",
            "6:1: claim a: T is 3..2, a range that ends before it starts",
        ),
        (
            HEAD + CLAIM + "claim = 'OPT(T) >= 0'\npolicy = 'algoritm-1'",
            "5:1: claim a: unknown policy algoritm-1: did you mean algorithm-1?",
        ),
        (
            HEAD + CLAIM + "claim = 'OPT(T) >= 0'\npolicy = 'none.py:P'",
            "5:1: claim a: policy ",
        ),
        (
            HEAD + CLAIM + "claim = 'OPT(T) >= 0'\npolicy = 'algorithm-1'\nwhere = 'N is N(f)'",
            "6:10: claim a: a count is written",
        ),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nkind = 'definition'", "so it is no definition"),
        (HEAD + CLAIM + "reason = 'x'\ngiven = ['n >= 1']", "5:1: claim a has given, but no claim"),
        (
            HEAD + CLAIM + "claim = 'f(n) >= 0'\n[[claim.repair]]\ngiven = []",
            "5:1: claim a, repair 1 has no claim",
        ),
        (
            HEAD + CLAIM + "claim = 'f(n) >= 0'\nrepair = 3",
            "must be tables: write [[claim.repair]]",
        ),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nseconds = 0", "5:1: claim a: seconds must be an int"),
        (HEAD + CLAIM + "claim = 'f(n) >= 0'\nunbounded = 1", "unbounded must be true or false"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_column(write, text, sentence):
    with pytest.raises(InputError) as error:
        read_claim_file(write(text))
    said = str(error.value)
    assert said.startswith("my.claims.toml:") or "/my.claims.toml:" in said
    assert sentence in said
    assert "\n" not in said


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path, write):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_claim_file(tmp_path / "none.claims.toml")
    file = write("")
    file.write_bytes(b'x = 1\ny = "\xff"\n')
    with pytest.raises(InputError, match=r"my.claims.toml:2: this is no UTF-8 text"):
        read_claim_file(file)


# --- policies beside the file ------------------------------------------------------------------

POLICY = """
from helper import NAME

class Mine:
    name = NAME
    horizon_aware = False

    def choose(self, seen):
        return 0
"""


def test_a_policy_beside_the_file_is_found_from_anywhere(write, tmp_path, monkeypatch):
    write(POLICY, "policies.py")
    write("NAME = 'mine'\n", "helper.py")
    text = f"{HEAD}{CLAIM}claim = 'OPT(T) >= 0'\npolicy = 'policies.py:Mine'\n"
    file = write(text)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    paper = load_paper(str(file))
    assert paper.entries[0].literal[0].policy == f"{tmp_path}/policies.py:Mine"
    [checked] = check(paper, workers=1).asked
    assert checked.verdict is Status.UNKNOWN
    assert "the kernel does not know" in checked.results[0].outcome.reason


def test_some_run_of_a_policy_beside_the_file(write, tmp_path):
    write("import imab_verify as iv\nFAR = iv.ScoredIndex('far', 'f(a)')\n", "policies.py")
    text = f"{HEAD}{CLAIM}claim = 'OPT(T) >= 0'\npolicy = 'some policies.py:FAR'\n"
    reading = load_paper(str(write(text))).entries[0].literal[0]
    assert reading.policy == f"some {tmp_path}/policies.py:FAR"
    assert isinstance(reading.run(), Some)


# --- folders and modules -----------------------------------------------------------------------

MODULE = '''
"""A module with a statement."""
from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    "M1", "", "m1", "Values grow", "f(n) <= f(n+1)",
    literal=(Reading(name="value_le_next", says="", claim="f(n) <= f(n+1)"),),
)
'''


def test_a_folder_is_one_paper(write, tmp_path):
    write(HEAD + '[paper]\ntitle = "Two"\n' + CLAIM + "claim = 'f(n) >= 0'\n", "b.claims.toml")
    write(MODULE, "a.py")
    write("raise SystemExit('not run: it has no statements')\n", "script.py")
    paper = load_paper(str(tmp_path))
    assert [entry.id for entry in paper.entries] == ["M1", "a"]
    assert (paper.title, paper.record) == ("Two", tmp_path / "expected.json")
    ledger = check(paper, workers=2)
    assert [checked.verdict for checked in ledger.asked] == [Status.PROVED] * 2


PACKAGE = """
from pathlib import Path
from imab_verify.ledger import Paper
from my_paper_of_tests.part import ENTRY

def paper():
    return Paper(__name__, "A package", (), (ENTRY,), Path(__file__).parent / "expected.json")
"""


def test_a_package_may_give_its_paper_itself(tmp_path):
    folder = tmp_path / "my_paper_of_tests"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE)
    (folder / "part.py").write_text(MODULE)
    paper = load_paper(str(folder))
    assert paper.title == "A package"
    [checked] = check(paper, workers=1).asked
    assert checked.verdict is Status.PROVED
    module = read_paper(folder / "part.py")
    assert [entry.id for entry in module.entries] == ["M1"]


def test_the_built_in_paper_is_a_folder_like_any_other():
    import proofs

    folder = proofs.__path__[0]
    by_path, by_name = load_paper(folder), load_paper("proofs")
    assert by_path.entries == by_name.entries
    assert by_path.record == by_name.record


def test_a_package_of_another_name_is_not_taken_for_it(tmp_path):
    folder = tmp_path / "json"
    folder.mkdir()
    (folder / "__init__.py").write_text("def paper(): return None\n")
    with pytest.raises(InputError, match="another package is called json: give the folder another"):
        read_paper(folder)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "has no claim file (NAME.claims.toml) and no module with ENTRY or ENTRIES"),
        ({"in/a.claims.toml": HEAD}, "ENTRIES; its folders in do"),
        (
            {"a.py": "import imab_verify\nENTRY = 3\n"},
            "a.py: ENTRY and ENTRIES hold entries",
        ),
        ({"a.py": "import imab_verify\nENTRY = oops\n"}, "a.py cannot be imported: NameError"),
        ({"a.py": "import imab_verify\nENTRY = (\n"}, "a.py cannot be imported: SyntaxError"),
        (
            {
                "a.claims.toml": HEAD + "[paper]\ntitle='a'",
                "b.claims.toml": HEAD + "[paper]\nurl='b'",
            },
            "b.claims.toml has a second [paper] for the same folder",
        ),
        (
            {
                "a.claims.toml": HEAD + CLAIM + "reason='x'",
                "b.claims.toml": HEAD + CLAIM + "reason='x'",
            },
            "two entries have the ids a",
        ),
        (
            {"a.claims.toml": HEAD + CLAIM + "reason='x'\nrelies_on=['aa']"},
            "a.claims.toml:5:13: a relies on aa, which is no id: did you mean a?",
        ),
        ({"a.claims.toml": HEAD}, " has no statements: write [[claim]] in a claim file"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said(tmp_path, files, sentence):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as error:
        read_paper(tmp_path)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [("policies.py", "FAR = 1\n"), ("a.claims.toml", HEAD), ("b.py", "ENTRIES = ()\n")],
)
def test_a_file_without_statements_is_refused(write, name, text):
    with pytest.raises(InputError, match=f"{name} has no statements: write "):
        read_paper(write(text, name))


def test_other_files_are_refused(write, tmp_path):
    with pytest.raises(InputError, match=r"x.toml holds no statements: a claim file is called"):
        read_paper(write("", "x.toml"))
    with pytest.raises(InputError, match=r"none.claims.toml does not exist$"):
        read_paper(tmp_path / "none.claims.toml")


@pytest.mark.parametrize(
    ("init", "sentence"),
    [
        ("def paper(): return 3\n", "its paper() gives no Paper"),
        ("def paper(): raise KeyError('x')\n", "its paper() fails: KeyError"),
        ("oops\n", "cannot be imported: NameError"),
    ],
)
def test_what_is_wrong_with_a_package_is_said(tmp_path, init, sentence):
    folder = tmp_path / f"package_{abs(hash(init))}"
    folder.mkdir()
    (folder / "__init__.py").write_text(init)
    with pytest.raises(InputError) as error:
        read_paper(folder)
    assert sentence in str(error.value)


def test_what_is_a_path(write):
    write("", "D5")
    assert all(map(is_path, ["a.toml", "b.py", "./c", "..", ".", "D5"]))
    assert not any(map(is_path, ["D6", "rew-ratio", "lem:ratio"]))


def test_modules_with_statements_are_told_without_running_them(write):
    ours = "from imab_verify.ledger import Entry\n"
    assert has_statements(write(f"{ours}ENTRIES: tuple[Entry, ...] = ()\n", "a.py"))
    assert not has_statements(write(f"{ours}x = 'ENTRY = 3'\nif ENTRY == 3: pass\n", "b.py"))
    assert not has_statements(write("ENTRY = 'of something else'\n", "e.py"))
    assert not has_statements(write("", "c.py").with_name("d.py"))
