"""After any tampering a certificate is refused, or still proves exactly what it says.

What an accepted certificate says is looked at again without the kernel: at many exact random
points and runs, with sums taken term by term.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from claim_truth import falsified, refutes
from mutants import mutant, places

from imab_verify.kernel import MalformedError, RejectedError, judge

VALID = Path(__file__).parents[1] / "certificates" / "valid"
LARGE = 6_000
MUTANTS = int(os.environ.get("IMAB_MUTANTS", "20000"))
"""How many the slow test makes."""


def load(path):
    return json.loads(path.read_text())


DOCUMENTS = {
    path.stem.partition("--")[2]: load(path)
    for path in sorted(VALID.glob("*.json"))
    if path.stat().st_size < LARGE
}


MOST = re.compile(r"m(ax|in)\(")


def plain(document):
    """Whether it has a claim that can be tried at points and runs."""
    claim = document.get("claim", {"conclusion": [{}]})
    lists = not any(isinstance(part, dict) or MOST.search(part) for part in claim["conclusion"])
    return lists and "prefix" not in claim and not {"every", "some"} & claim.get("run", {}).keys()


def says(document):
    """What the certificate is about."""
    return [document.get(key) for key in ("claim", "upper", "lower")]


def check(original, random, checked, tries=300):
    """Whether a mutant is accepted; if it is, what it says is true."""
    spare = () if plain(original) else ("claim", "format", "beside")
    document = mutant(original, random, spare)
    try:
        verdict = judge(json.dumps(document)).verdict
    except (RejectedError, MalformedError):
        return False
    if not plain(document):
        if "upper" not in original:
            assert says(document) == says(original)
    elif verdict == "refuted":
        assert refutes(document["claim"], document["counterexample"]), document
    elif json.dumps(document["claim"]) not in checked:
        checked.add(json.dumps(document["claim"]))
        at, _ = falsified(document["claim"], random, tries)
        assert at is None, (document["claim"], at)
    return True


def check_many(names, count, seed):
    random = Random(seed)  # noqa: S311  examples, not secrets
    checked = {json.dumps(DOCUMENTS[name].get("claim")) for name in names}
    return Counter(check(DOCUMENTS[random.choice(names)], random, checked) for _ in range(count))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_mutants(name):
    answers = check_many([name], 60, name)
    assert answers[True] < answers[False]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_mutants(part):
    """IMAB_MUTANTS=100000 makes so many in all."""
    answers = check_many([*DOCUMENTS], MUTANTS // 10, part)
    assert 0 < answers[True] < answers[False]


# --- every tampering of a claim ------------------------------------------------------------------


CLAIMS = ["rew-ratio", "area", "single-arm", "strict", "half-horizon", "facts-opening", "last-pull"]


@pytest.mark.parametrize("name", CLAIMS)
def test_tamperings_of_what_is_claimed(name):
    """The proof stays as it is, and proves nothing else that is false."""
    original, random, accepted = DOCUMENTS[name], Random(name), 0  # noqa: S311  examples
    proof = {"proof", "witness", "format", "lemmas"}
    for _ in range(150):
        document = mutant(original, random, proof)
        try:
            judge(json.dumps(document))
        except (RejectedError, MalformedError):
            continue
        accepted += 1
        at, _ = falsified(document["claim"], random, 200)
        assert at is None, (document["claim"], at)
    assert accepted < 75


# --- junk ----------------------------------------------------------------------------------------


JUNK = [
    *(None, True, 0, -1, 10**50, "", "1", "-1/3", "n", "_j", "f", ">=", "9" * 600, "\ud800", "h1"),
    *([], {}, [0], [[]], ["n"], [1, 2, 3], {"1": "1"}, {"sum": []}, {"empty": []}, {"points": []}),
    *(
        "(",
        "n^",
        "0 >= 0",
        "OPT",
        {"arms": {}},
        {"have": "x", "by": {"fact": "sizes"}, "then": {"sum": []}},
    ),
]


def test_junk_anywhere_gets_one_of_the_two_answers():
    """Never another exception, whatever stands in a place."""
    random = Random(1)  # noqa: S311  examples, not secrets
    answers = Counter()
    for _ in range(1500):
        document = json.loads(json.dumps(random.choice([*DOCUMENTS.values()])))
        (*way, key), _ = random.choice([*places(document)])
        holder = document
        for step in way:
            holder = holder[step]
        holder[key] = random.choice(JUNK)
        try:
            judge(json.dumps(document))
        except (RejectedError, MalformedError) as error:
            answers[type(error)] += 1
    assert min(answers.values()) > 30


# --- the check itself ----------------------------------------------------------------------------


TRUE = [name for name, document in DOCUMENTS.items() if plain(document) and "proof" in document]


@pytest.mark.parametrize("name", TRUE)
def test_what_is_proved_is_true_at_random_points(name):
    tries = 1500 if name.startswith("worst-case") else 300  # few points have its k and T
    at, hits = falsified(DOCUMENTS[name]["claim"], Random(name), tries)  # noqa: S311  examples
    assert at is None
    assert hits > 10


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rew-ratio", "m^2 - m)", "m^2 - 2*m)"),
        ("area", "Rew(f, T) - Area(f, T)", "Area(f, T) - Rew(f, T)"),
        ("two-pulls", "6*OPT", "13*OPT"),
        ("facts-opening", "N_f - 2", "N_f - 3"),
        ("last-pull", "Rew(g, M)", "Rew(g, M + 1)"),
        ("half-horizon", "1/5", "1/3"),
        ("two-horizons", "ALG(2*T) - ALG", "ALG - ALG(2*T)"),
        ("family-member", "g(m - 2)", "g(m - 1)"),
    ],
)
def test_the_check_can_fail(name, old, new):
    """A false claim is contradicted by random points, so an accepted one would be seen."""
    claim = json.loads(json.dumps(DOCUMENTS[name]["claim"]))
    changed = claim | {"conclusion": [text.replace(old, new) for text in claim["conclusion"]]}
    assert changed != claim
    at, _ = falsified(changed, Random(1), 2000)  # noqa: S311  examples, not secrets
    assert at is not None
