"""Theorems that are used: claims that are proved first, and certificates in files."""

import json

import pytest

import imab_verify as iv
from imab_verify.errors import InputError

GROWTH = "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m) given m <= T"
TWICE = "a*(a+1)*b*(b+1)*Rew(f,T) <= b*(b+1)*T*(T+1)*Rew(f,a)"


def lemmas_of(answer):
    return [lemma["claim"] for lemma in json.loads(answer.certificate).get("lemmas", [])]


def test_a_theorem_about_an_arm_is_cited_at_other_parameters():
    answer = iv.ask(TWICE, ["a <= b", "b <= T"], using=[GROWTH])
    assert answer.verdict == "proved"
    [used] = lemmas_of(answer)
    assert used["parameters"] == ["m", "T"]


def test_a_theorem_about_runs_is_cited_about_the_same_policy(tmp_path):
    policy, bound = "index 3 by P(f,a,M)", "OPT(T) <= k*ALG(T)"
    proved = iv.ask(bound, ["T >= 8*k"], policy=policy)
    file = tmp_path / "bound.json"
    file.write_text(proved.certificate)
    for theorem in (str(file), f"{bound} given T >= 8*k"):
        answer = iv.ask("OPT(T) <= 2*k*ALG(T)", ["T >= 9*k"], policy=policy, using=[theorem])
        assert answer.verdict == "proved"
        assert lemmas_of(answer)[-1]["conclusion"] == ["k*ALG - OPT >= 0"]


@pytest.mark.parametrize(
    ("theorem", "why"),
    [
        ("f(T) >= 1", "not proved, so it cannot be used"),
        ("f(T) >= 0 or f(T) >= 1", "cannot be cited"),
        ("exists c: f(T) <= c", "cannot be cited"),
        ("f(T) >=", "text ends"),
        ("none.json", "No such file"),
    ],
)
def test_what_is_not_proved_is_not_used(theorem, why):
    with pytest.raises(InputError, match=why):
        iv.ask("f(T) >= 0", using=[theorem])


def test_a_certificate_that_refutes_or_is_none_is_not_used(tmp_path):
    file = tmp_path / "c.json"
    file.write_text(iv.ask("f(T) >= 1").certificate)
    with pytest.raises(InputError, match="cannot be cited"):
        iv.ask("f(T) >= 0", using=[str(file)])
    file.write_text("{}")
    with pytest.raises(InputError, match="this is no certificate"):
        iv.ask("f(T) >= 0", using=[str(file)])
