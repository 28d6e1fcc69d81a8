"""The examples of docs/policies.md run and do what the page says."""

import re
import runpy
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import make_policy, policy_names
from imab_verify.simulation.expectation import expectation

PAGE = (Path(__file__).parents[2] / "docs" / "policies.md").read_text()
EXAMPLES = re.compile(r"```python file=(\w+\.py)\n(.*?)```", re.DOTALL)


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """The files of the page, in the current directory."""
    monkeypatch.chdir(tmp_path)
    for name, text in EXAMPLES.findall(PAGE):
        (tmp_path / name).write_text(text)
    yield tmp_path
    for name, _ in EXAMPLES.findall(PAGE):
        sys.modules.pop(name.removesuffix(".py"), None)


def test_the_example_prints_what_its_comment_says(examples, capsys):
    runpy.run_path(str(examples / "run_it.py"))
    promised = re.search(r"print\(run.*# (.*)", PAGE).group(1)
    assert capsys.readouterr().out.strip() == promised


def test_the_randomised_example_has_an_exact_expectation(examples):
    instance = Instance.of([Reward.from_values(["1/4"]), Reward.from_values(["1/2"])])
    found = expectation(instance, make_policy("my_random_policies:AnyArm"), 8)
    assert found.exact
    assert found.alg == Fraction(2 + 4, 2)


def test_every_built_in_policy_is_on_the_page():
    table = PAGE.split("## Built-in policies")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE) == list(policy_names())
