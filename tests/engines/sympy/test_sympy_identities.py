"""sympy derives every rule's identities again, and catches what is wrong with a certificate."""

import json
from pathlib import Path

import pytest
import sympy

from imab_verify.engines.sympy import polynomials
from imab_verify.engines.sympy.identities import identities
from imab_verify.engines.sympy.polynomials import DisagreementError
from imab_verify.kernel import ArmClass, Proved, read
from imab_verify.witnesses import Stance, ask_sympy

CERTIFICATES = Path(__file__).parents[2] / "certificates"
CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
SILENT = {
    "proved--sizes",
    "refuted--some-one-arm",
    "limit--long-run",
    # choices that the kernel looks at one by one
    "refuted--each-choice",
    "counterexample--choice-found",
    "coverage--choices-without-an-end",
    "counterexample--each-choice-at-later-times",
    # runs at other times than T
    "counterexample--formula-at-later-times",
}
WELL_FORMED = {
    # what is wrong there is not arithmetic: a name too many, or the witness
    "instance--horizon-given-twice",
    "instance--other-arm",
    "instance--parameters-without-the-counts-they-need",
    "instance--different-arms-that-are-the-same",
    "instance--every-policy-with-a-run",
    "instance--every-policy-without-arms",
    "instance--some-run-with-a-run",
    # what stands beside a proof is asked by itself
    "identity--better-constant-beside",
    # a proof of another kind
}


def documents(folder):
    paths = sorted((CERTIFICATES / folder).glob("*.json"), key=lambda path: path.stem)
    return [path for path in paths if "worst-case" not in path.stem or folder == "invalid"]


def speaks_of_decisions(path):
    """Whether a proof follows the decisions of a policy, which sympy does not."""
    return any(f'"{word}": ' in path.read_text() for word in ("tree", "ratio"))


def value(kind, j, n):
    hinges = {CONCAVE: min(n, j), FROM_1: min(n - 1, j)}
    return (hinges | {MONOTONE: int(n >= j), ROTTING: int(n <= j)})[kind]


@pytest.mark.parametrize("kind", list(ArmClass))
def test_the_closed_forms_are_the_values_and_sums_of_the_rays(kind):
    for j in range(1, 6):
        for n in range(kind.first, 9):
            after = n > {MONOTONE: j - 1, ROTTING: j}.get(kind, kind.first + j)
            at = {polynomials.n: n, polynomials.j: j}
            assert polynomials.value(kind, after=after).subs(at) == value(kind, j, n)
            total = sum(value(kind, j, i) for i in range(1, n + 1))
            assert polynomials.total(kind, after=after).subs(at) == total


def test_the_constant_sums_up_to_n():
    assert polynomials.total(None, after=False) == polynomials.n


@pytest.mark.parametrize("path", documents("valid"), ids=lambda path: path.stem)
def test_sympy_agrees_with_an_example_of_every_rule(path):
    said = ask_sympy(read(path.read_text()))
    silent = path.stem in SILENT or speaks_of_decisions(path)
    assert said.stance is (Stance.SILENT if silent else Stance.AGREES), said.detail


@pytest.mark.parametrize("path", documents("invalid"), ids=lambda path: path.stem)
def test_sympy_catches_by_itself_what_the_kernel_rejects(path):
    document = read(path.read_text())
    if speaks_of_decisions(path):
        assert ask_sympy(document).stance is not Stance.AGREES
    elif path.stem in SILENT:
        assert ask_sympy(document).stance is Stance.SILENT
    elif path.stem not in WELL_FORMED and not path.stem.startswith("witness"):
        assert ask_sympy(document).stance is Stance.DISAGREES


def test_identities_are_equations_whose_sides_are_the_same_polynomial():
    document = read((CERTIFICATES / "valid" / "proved--rew-ratio.json").read_text())
    found = list(identities(document))
    equations = [identity.equation() for identity in found]
    assert all(isinstance(equation, sympy.Eq) for equation in equations)
    assert all(sympy.expand(e.lhs - e.rhs) == 0 for e in equations)
    assert any(identity.place[-3:-1] == ("ray", "-_j + m <= 0") for identity in found)
    assert all(sympy.latex(equation) for equation in equations)


def test_an_identity_shows_what_it_is_away_from():
    document = read((CERTIFICATES / "invalid" / "identity--scale-0.json").read_text())
    wrong = next(identity for identity in identities(document) if identity.complaint())
    assert wrong.place == ("goal 1", "scale")
    assert wrong.complaint() == "the two sides differ by -1"


def test_what_does_not_fit_together_is_a_disagreement():
    document = read((CERTIFICATES / "invalid" / "coverage--dropped-goal.json").read_text())
    assert isinstance(document, Proved)
    with pytest.raises(DisagreementError, match="2 goals, 1 proofs"):
        list(identities(document))


def brought_in(name, lemma, value, by, then):
    """`have name` by a lemma at a value of r, its given by a hypothesis."""
    use = {"lemma": lemma, "comparison": 0, "parameters": {"r": value}, "arms": {}}
    return {"have": name, "by": use | {"proofs": {"h1": {"sum": [by]}}}, "then": then}


@pytest.mark.parametrize("name", ["y", "y.z", "h1", "c1"])
def test_no_name_means_two_things(name):
    # r > 0 does not follow from s > 0 and r >= 0, even if both are called the same
    by_name = {"arms": {}, "rest": {"sum": [name]}}
    goal = brought_in(name, 0, "s", "h1", brought_in(name, 1, "r", "h2", by_name))
    lemmas = [
        {
            "claim": {"parameters": [], "givens": [r], "conclusion": [r], "reals": ["r"]},
            "proof": {"domain": {}, "goals": [{"arms": {}, "rest": {"sum": ["h1"]}}]},
        }
        for r in ("r > 0", "r >= 0")
    ]
    document = {
        "format": "imab-certificate/2",
        "claim": {
            "parameters": [],
            "givens": ["s > 0", "r >= 0"],
            "conclusion": ["r > 0"],
            "reals": ["s", "r"],
        },
        "proof": {"domain": {}, "goals": [goal]},
        "witness": {"parameters": {"s": "1", "r": "1"}, "arms": {}},
        "lemmas": lemmas,
    }
    said = ask_sympy(read(json.dumps(document)))
    assert said.stance is Stance.DISAGREES
    assert "name" in said.detail
