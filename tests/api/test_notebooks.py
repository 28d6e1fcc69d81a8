"""What a notebook shows of each kind of answer: tables, curves, and arguments that unfold."""

from dataclasses import FrozenInstanceError
from html.parser import HTMLParser

import pytest

import imab_verify as iv
from imab_verify.report import answers
from imab_verify.report.replies import Reply

ARMS = [iv.Reward.from_points([(0, 0), (8, 1)]), iv.Reward.from_values(["1/4"])]
LEMMAS = "examples/lemmas.claims.toml"
VALID = "tests/certificates/valid/proved--area.json"
VOID = {"br", "wbr", "meta", "link", "img", "hr", "input"}

ANSWERS = {
    "ask": (lambda _: iv.ask("m*Rew(f,T) <= T*Rew(f,m)", given=["m <= T"]), ["<svg", "<details>"]),
    "ask proved": (lambda _: iv.ask("Rew(f,T) <= T*f(T)"), ["<pre>", "<details>"]),
    "check": (lambda _: iv.check(LEMMAS), ["<pre>", "lem:half"]),
    "simulate": (lambda _: iv.simulate(ARMS, "greedy", 9), ["<svg", "<table>"]),
    "compare": (lambda _: iv.compare(ARMS, ["greedy"], "2..5"), ["<svg", "<pre>"]),
    "worst_case": (lambda _: iv.worst_case("greedy", 2, 4), ["<svg", "<table>"]),
    "worst_cases": (lambda _: iv.worst_cases("greedy", 2, "3..4"), ["<pre>"]),
    "hunt": (lambda _: iv.hunt("greedy", 2, 4, evaluations=20), ["<svg"]),
    "hunt_claim": (lambda _: iv.hunt_claim("Rew(f,2*m) <= 3*Rew(f,m)", evaluations=200), ["<svg"]),
    "replay": (lambda _: iv.replay(VALID), ["<pre>"]),
    "statement": (lambda _: iv.statement("lem:half", LEMMAS), ["<details>"]),
    "statements": (lambda _: iv.statements(LEMMAS), ["<pre>"]),
    "init": (lambda folder: iv.init(folder / "paper"), ["<pre>"]),
}


class Balanced(HTMLParser):
    """Every element that is opened is closed, and in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_in_a_notebook(name, tmp_path):
    call, parts = ANSWERS[name]
    answer = call(tmp_path)
    assert isinstance(answer, Reply)
    html = answer._repr_html_()
    assert all(part in html for part in parts)
    reader = Balanced()
    reader.feed(html)
    assert reader.open == []
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        answer.anything = 1
    assert isinstance(answer.to_json(), dict)
    assert str(answer)


def test_an_erratum_is_markdown_and_a_graph_a_picture(tmp_path):
    """A notebook takes HTML before both of them, so they have none."""
    how = {"cache": tmp_path / "cache"}
    erratum = iv.errata("examples/lemmas.claims.toml", **how)
    assert erratum._repr_markdown_() == erratum.markdown()
    drawn = iv.graph("examples/lemmas.claims.toml", out=tmp_path, **how)
    assert drawn._repr_svg_() == (tmp_path / "statements.svg").read_text()
    assert erratum._repr_html_ is drawn._repr_html_ is None


def test_a_long_proof_is_not_in_the_notebook(monkeypatch):
    answer = iv.ask("Rew(f,T) <= T*f(T)")
    assert "<details>" in answer._repr_html_()
    monkeypatch.setattr(answers, "LONGEST", 100)
    assert "<details>" not in answer._repr_html_()
    assert "explain(&quot;html&quot;)" in answer._repr_html_()
