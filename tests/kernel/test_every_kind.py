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
EXHIBITS = ("last-arm", "anytime", "caps", "schedule")


def parts_of(item):
    """The values inside a value."""
    yield item
    for part in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from parts_of(part)


def shortest_proofs():
    """For each kind of proof the shortest one in all valid certificates."""
    shortest = {}
    for part in parts_of(list(DOCUMENTS.values())):
        if isinstance(part, dict) and ("rule" in part or {*part} == {"domain", "goals"}):
            text = json.dumps(part)
            kind = next((word for word in EXHIBITS if f'"{word}"' in text), part.get("rule"))
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


ODD = [None, [], ["cases"], {}, {"cases": 1}, 0, True, "", "Cases", "cases ", "CELLS", "\0"]


@pytest.mark.parametrize("kind", PROOFS)
def test_a_proof_has_the_word_of_its_rule(kind):
    words = {proof["rule"] for proof in PROOFS.values() if "rule" in proof} - {kind, None}
    for word in [*ODD, *sorted(words)]:
        with pytest.raises(MalformedError):
            judge(with_proof(PLACES["run"], PROOFS[kind] | {"rule": word}))
    bare = {key: part for key, part in PROOFS[kind].items() if key != "rule"}
    if bare != PROOFS[kind]:
        with pytest.raises(MalformedError):
            judge(with_proof(PLACES["run"], bare))


def test_a_word_that_is_nested_deeply():
    word = []
    for _ in range(900):
        word = [word]
    with pytest.raises((MalformedError, RejectedError)):
        judge(with_proof(PLACES["run"], {"rule": word}))
