"""From names and options to policies, and one clear sentence for everything that goes wrong."""

import sys
from fractions import Fraction

import pytest

from imab_verify.errors import InputError
from imab_verify.policies import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RandomProbe,
    RoundRobin,
    SingleArm,
    make_policy,
    policy_names,
)
from imab_verify.policies.registry import parse_options


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module into the current directory; it is forgotten after the test."""
    monkeypatch.chdir(tmp_path)

    def write(text, name="users_policies"):
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    yield write
    sys.modules.pop("users_policies", None)


def refusal(spec, options=None):
    with pytest.raises(InputError) as caught:
        make_policy(spec, options or {})
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("spec", "options", "policy"),
    [
        ("algorithm-1", {}, Algorithm1()),
        ("algorithm-1", {"init": "pairs"}, Algorithm1(init="pairs")),
        ("algorithm-1", {"ties": "highest-index"}, Algorithm1(ties="highest-index")),
        ("round-robin", {}, RoundRobin()),
        ("greedy", {"ties": "highest-index"}, Greedy(ties="highest-index")),
        ("single-arm", {"arm": "3"}, SingleArm(arm=3)),
        ("explore-then-commit", {"explore": "7"}, ExploreThenCommit(explore=7)),
        ("elimination", {}, Elimination()),
        ("random-probe", {"scale": "2/3"}, RandomProbe(scale=Fraction(2, 3))),
        (
            "random-probe",
            {"scale": "guess", "grid": "3", "fallback": "best"},
            RandomProbe(scale="guess", grid=3, fallback="best"),
        ),
    ],
)
def test_built_in_policies_by_name(spec, options, policy):
    made = make_policy(spec, options)
    assert made == policy
    assert made.name == spec


def test_policy_names_can_all_be_made():
    assert [make_policy(name).name for name in policy_names()] == list(policy_names())
    assert len(policy_names()) == 7


def test_options_are_read_strictly():
    assert parse_options(["ties=highest-index", "init=pairs"]) == {
        "ties": "highest-index",
        "init": "pairs",
    }
    assert parse_options(["a=b=c"]) == {"a": "b=c"}
    for bad in ("ties", "=x", "", "a b=c"):
        with pytest.raises(InputError, match="not of the form key=value"):
            parse_options([bad])
    with pytest.raises(InputError, match="arm is given twice"):
        parse_options(["arm=1", "arm=2"])


@pytest.mark.parametrize(
    ("spec", "options", "sentence"),
    [
        (
            "algorithm-1",
            {"tie": "x"},
            "policy algorithm-1 has no option tie: its options are init, ties",
        ),
        ("round-robin", {"arm": "1"}, "policy round-robin has no option arm: it has no options"),
        ("single-arm", {"arm": "one"}, "policy single-arm: arm must be an integer, not one"),
        ("single-arm", {"arm": "1.0"}, "policy single-arm: arm must be an integer, not 1.0"),
        ("single-arm", {"arm": "٣"}, "arm must be an integer"),
        ("single-arm", {"arm": "9" * 5000}, "arm must be an integer"),
        ("random-probe", {"scale": "0.5"}, "random-probe: scale is 0.5, which is not an exact"),
        (
            "random-probe",
            {"scale": "-1/2"},
            "scale must be a positive rational p/q or guess, not -1/2",
        ),
        ("greedy", {"ties": "coin"}, "ties must be one of lowest-index, highest-index, not coin"),
    ],
)
def test_bad_options_name_the_allowed_ones(spec, options, sentence):
    assert sentence in refusal(spec, options)


def test_an_unknown_policy_suggests_near_names():
    assert "did you mean algorithm-1?" in refusal("algoritm-1")
    assert "did you mean round-robin" in refusal("roundrobin")
    assert "did you mean algorithm-1?" in refusal("algo")
    assert "known are algorithm-1, round-robin" in refusal("nope")
    assert "known are algorithm-1, round-robin" in refusal("zzz")
    assert "unknown policy" in refusal("")


MINE = """
class Mine:
    name = "mine"
    horizon_aware = False
    def __init__(self, arm="0"):
        self.arm = int(arm)
    def choose(self, seen):
        return self.arm

ready = Mine("1")
def factory(**options):
    return Mine(**options)
def bad_factory():
    return 7
number = 3
"""


def test_a_class_an_object_and_a_factory_of_the_users_own(module):
    name = module(MINE)
    assert make_policy(f"{name}:Mine").arm == 0
    assert make_policy(f"{name}:Mine", {"arm": "4"}).arm == 4
    assert make_policy(f"{name}:ready").arm == 1
    assert make_policy(f"{name}:factory", {"arm": "2"}).arm == 2


@pytest.mark.parametrize(
    ("found", "options", "sentence"),
    [
        ("Other", {}, "module users_policies has no Other"),
        ("number", {}, "is not a policy: it has no method choose"),
        ("bad_factory", {}, "is not a policy: it has no method choose"),
        ("ready", {"arm": "1"}, "is a ready object, so it takes no options"),
        ("Mine", {"leg": "1"}, "cannot be constructed: TypeError"),
        ("Mine", {"arm": "x"}, "cannot be constructed: ValueError: invalid literal"),
    ],
)
def test_what_is_found_in_the_module_may_be_wrong(module, found, options, sentence):
    module(MINE)
    said = refusal(f"users_policies:{found}", options)
    assert said.startswith(f"policy users_policies:{found}")
    assert sentence in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("def broken(:", "SyntaxError"),
        ("1/0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_cannot_be_imported(module, text, sentence):
    name = module(text)
    said = refusal(f"{name}:Mine")
    assert f"policy {name}:Mine cannot be imported: " in said
    assert sentence in said


def test_a_file_is_loaded_by_its_path(module, tmp_path):
    module("from imab_verify.policies import Greedy\nMINE = Greedy()\n")
    assert make_policy("users_policies.py:MINE") == Greedy()
    assert make_policy(f"{tmp_path}/users_policies.py:MINE") is make_policy(
        "users_policies.py:MINE"
    )
    assert "has no OTHER" in refusal("users_policies.py:OTHER")
    assert "there is no file no_such_file.py" in refusal("no_such_file.py:MINE")


def test_files_of_the_same_name_are_told_apart(tmp_path):
    for folder, ties in (("a", "lowest-index"), ("b", "highest-index")):
        (tmp_path / folder).mkdir()
        text = f"from imab_verify.policies import Greedy\nMINE = Greedy(ties={ties!r})\n"
        (tmp_path / folder / "mine.py").write_text(text)
    found = [make_policy(f"{tmp_path}/{folder}/mine.py:MINE").ties for folder in ("a", "b")]
    assert found == ["lowest-index", "highest-index"]


@pytest.mark.parametrize("spec", [":", "a:", ":b", "a:b:c", "a b:c", "..a:b", "a/b:c"])
def test_a_reference_must_be_module_colon_name(spec):
    assert "is not of the form package.module:name" in refusal(spec)
