"""Every kind of proof for every kind of claim: proved where it belongs, refused elsewhere."""

import json
from pathlib import Path

import pytest
from tampering import changed

from imab_verify.kernel import MalformedError, RejectedError, judge

VALID = Path(__file__).parents[1] / "certificates" / "valid"
TEXTS = {path.stem: path.read_text() for path in VALID.glob("*.json")}
DOCUMENTS = {name: json.loads(t) for name, t in TEXTS.items() if "imab-certificate" in t[:40]}
PLACES = {
    "arms": ("proved--rew-ratio", "proof"),
    "run": ("proved--two-pulls", "proof"),
    "index": ("proved--facts-opening", "proof"),
    "worst cases": ("proved--worst-case-of-an-index", "proof"),
    "every": ("proved--every-short-horizon", "proof"),
    "anytime": ("proved--every-anytime", "proof"),
    "some": ("proved--some-round-robin", "proof"),
    "beaten": ("refuted--some-one-arm", "negation"),
}
ABOUT = {"every": "every", "anytime": "every", "some": "some"} | dict.fromkeys(
    ("run", "index", "worst cases", "beaten"), "run"
)
"""What the claim that stands there is about, if not about arms."""
INSIDE = {
    "lemma": ("proved--lemma", "lemmas", 0, "proof"),
    "clause": ("proved--chosen-last", "proof", "clauses", 0, "proof"),
    "no choice": ("refuted--no-choice", "clauses", 0, "proof"),
    "side": ("proved--side-condition", "sides", 0, "proof"),
}
"""Where only some kinds of proofs can be read."""
RULES = {
    "arms": {None},
    "run": {None},
    "every": {"last-arm", "anytime", "caps"},
    "some": {"schedule"},
}
EXHIBITS = {"horizon": "anytime", "zeros": "last-arm", "above": "caps", "groups": "schedule"}
"""A key that only one exhibit has."""


def parts_of(item):
    """The values inside a value."""
    yield item
    for part in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from parts_of(part)


def shortest_proofs():
    """For each kind of proof the shortest one in all valid certificates."""
    shortest = {}
    for part in parts_of(list(DOCUMENTS.values())):
        if isinstance(part, dict) and {*part} == {"domain", "goals"}:
            text = json.dumps(part)
            kind = next((kind for key, kind in EXHIBITS.items() if f'"{key}"' in text), None)
            if part.get("goals") != [] and len(text) < shortest.get(kind, (10**9,))[0]:
                shortest[kind] = len(text), part
    return {kind: proof for kind, (_, proof) in shortest.items()}


PROOFS = shortest_proofs()


def at(place):
    document, *path = place
    inner = DOCUMENTS[document]
    for key in path:
        inner = inner[key]
    return inner


def with_proof(place, proof):
    document, *path = place
    return json.dumps(changed(DOCUMENTS[document], *path, value=proof))


def test_all_kinds_are_there():
    assert {*PROOFS} == set().union(*RULES.values())


@pytest.mark.parametrize("name", PLACES)
def test_a_proof_of_another_kind_is_refused(name):
    """The document can be read, and so the claim, not the form, is what speaks against it."""
    place = PLACES[name]
    assert judge(with_proof(place, at(place))).verdict == place[0].partition("--")[0]
    for kind, proof in PROOFS.items():
        if kind not in RULES[ABOUT.get(name, "arms")]:
            with pytest.raises(RejectedError):
                judge(with_proof(place, proof))


@pytest.mark.parametrize("name", {**PLACES, **INSIDE})
def test_a_proof_of_any_kind_gets_one_of_the_two_answers(name):
    """None of these proves the claim of another certificate, and nothing else is raised."""
    place = (PLACES | INSIDE)[name]
    for proof in PROOFS.values():
        if proof != at(place):
            with pytest.raises((MalformedError, RejectedError)):
                judge(with_proof(place, proof))
