"""After any single tampering a certificate is refused, or still proves exactly what it says.

What an accepted certificate says is looked at again without the kernel: at hundreds of exact
random points, with sums taken term by term.
"""

import json
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.kernel import MalformedError, Reason, RejectedError, RunPoint, judge, violation
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.documents import build
from imab_verify.kernel.points import Curve
from imab_verify.language.reading import read_question

VALID = Path(__file__).parents[1] / "certificates" / "valid"
CONCAVE, FROM_1, MONOTONE = "concave", "concave-from-1", "monotone"
EXAMPLES = {
    "rew-ratio": ("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], {"f": CONCAVE}),
    "rew-ratio-false": ("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], {"f": CONCAVE}),
    "estimate": ("P(f,a,N) >= Rew(f,N)", ["a >= 2", "a <= N"], {"f": FROM_1}),
    "estimate-ratio": (
        "a*(a+1)*P(f,a,N) <= N*(N+1)*Rew(f,a)",
        ["2 <= a", "a <= N"],
        {"f": CONCAVE},
    ),
    "half": ("5*Rew(f,T//2) >= Rew(f,T)", ["T >= 4"], {"f": CONCAVE}),
    "area": ("Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)", [], {"f": CONCAVE}),
    "single-arm": (
        "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
        ["Rew(g,T) <= Rew(f,T)", "n <= T"],
        {"f": CONCAVE, "g": CONCAVE},
    ),
    "bounded": ("Rew(f,n) <= n", [], {"f": MONOTONE}),
    "strict": ("f(n+1) > 0", ["f(n) > 0"], {"f": MONOTONE}),
    "equal": ("2*Area(f,T) == 2*Rew(f,T) - f(T) + f(0)", ["T >= 0"], {"f": CONCAVE}),
}


@pytest.fixture(scope="module")
def documents():
    found = {}
    for name, (text, givens, arms) in EXAMPLES.items():
        classes = {arm: ArmClass(kind) for arm, kind in arms.items()}
        decision = decide(read_question(text, givens, classes))
        found[name] = json.loads(decision.certified.text)
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_the_engine_emits_is_accepted(documents, name):
    expected = "refuted" if name == "rew-ratio-false" else "proved"
    assert judge(json.dumps(documents[name])).verdict == expected


# --- tampering ---------------------------------------------------------------------------------


def sites(document, path=()):
    """Every place in a document."""
    yield path, document
    if isinstance(document, dict | list):
        items = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in items:
            yield from sites(value, (*path, key))


def is_rational(value):
    return isinstance(value, str) and value.lstrip("-").replace("/", "").isdigit()


def variants(path, value):
    """New values for one place; `...` leaves it out."""
    if path and isinstance(path[-1], int):
        yield ...
    if is_rational(value):
        number = Fraction(value)
        yield from (str(v) for v in (number + 1, -number, number / 2, number + Fraction(1, 1000)))
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif value in (">=", ">", "=="):
        yield from {">=", ">", "=="} - {value}
    elif value in (CONCAVE, FROM_1, MONOTONE):
        yield from {CONCAVE, FROM_1, MONOTONE} - {value}
    elif value in ("value", "Rew", "Delta", "Area"):
        yield from {"value", "Rew", "Delta", "Area"} - {value}
    elif isinstance(value, list) and len(value) > 1:
        yield value[::-1]
        yield [*value, value[0]]
    elif isinstance(value, dict):
        yield from changed_objects(value)


def changed_objects(value):
    for key in value:
        rest = {k: v for k, v in value.items() if k != key}
        yield rest
        if is_rational(value[key]) and key != "weight":
            for other in (f"{key} n", f"{key} _j", "1", "T"):
                if other not in value:
                    yield rest | {other: value[key]}
    if {"low", "high"} <= value.keys():
        yield value | {"low": value["high"], "high": value["low"]}
        yield value["low"]
        yield value["high"]
    if {"sum"} == value.keys():
        yield {"empty": value["sum"]}
    if {"case", "sum", "empty"} & value.keys():
        yield {"sum": []}
        yield {"empty": []}


def tamperings(document):
    """(path, new value) of every single tampering."""
    return [(path, new) for path, value in sites(document) for new in variants(path, value)]


def tampered(document, path, new):
    """The document with one place changed."""
    if not path:
        return new
    copy = deepcopy(document)
    place = copy
    for key in path[:-1]:
        place = place[key]
    if new is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return copy


# --- what a claim says, without the kernel ------------------------------------------------------


class UndefinedError(Exception):
    """The claim reads a reward that does not exist."""


def polynomial(item, values):
    total = Fraction(0)
    for monomial, coefficient in item.items():
        product = Fraction(coefficient)
        for part in monomial.split(" ") if monomial != "1" else ():
            name, _, exponent = part.partition("^")
            product *= values[name] ** int(exponent or 1)
        total += product
    return total


def functional(atom, values, rewards):
    """The functional of f(first), f(first+1), ..., the last value repeated for ever."""
    what, arm, *indices = atom
    first, f = rewards[arm]
    n, *rest = (polynomial(index, values) for index in indices)

    def reward(i):
        if i < first:
            raise UndefinedError
        return f[min(int(i) - first, len(f) - 1)]

    if n < 0 or n != int(n):
        raise UndefinedError
    rew = sum((reward(i) for i in range(1, int(n) + 1)), Fraction(0))
    match what:
        case "value":
            return reward(n)
        case "Rew":
            return rew
        case "Delta":
            return reward(n) - reward(n - 1)
        case "Area":
            return sum(((reward(i - 1) + reward(i)) / 2 for i in range(1, int(n) + 1)), Fraction(0))
        case "P":
            if n < 1 or rest[0] < n:
                raise UndefinedError
            delta = reward(n) - reward(n - 1)
            steps = (reward(n) + i * delta for i in range(1, int(rest[0] - n) + 1))
            return rew + sum(steps, Fraction(0))


def is_true(comparison, values, rewards):
    value = polynomial(comparison.get("constant", {}), values)
    for coefficient, atom in comparison.get("terms", []):
        value += polynomial(coefficient, values) * functional(atom, values, rewards)
    return {">=": value >= 0, ">": value > 0, "==": value == 0}[comparison["relation"]]


def with_floors(claim, values):
    values = dict(values)
    for name, numerator, divisor in claim.get("floors", []):
        d = polynomial(divisor, values)
        if d < 1:
            raise UndefinedError
        values[name] = Fraction(polynomial(numerator, values) // d)
    return values


def judgement_at(claim, values, rewards):
    """None where a given is false, otherwise whether the conclusion is true."""
    values = with_floors(claim, values)
    givens = sorted(claim.get("givens", []), key=lambda given: "terms" in given)
    if not all(is_true(given, values, rewards) for given in givens):
        return None
    return all(is_true(c, values, rewards) for c in claim["conclusion"])


def random_rewards(random, kind):
    steps = [Fraction(random.randint(0, 4), random.choice((1, 1, 3))) for _ in range(6)]
    steps = steps[: random.randint(0, 6)]
    if kind != MONOTONE:
        steps.sort(reverse=True)
    start = Fraction(random.choice((0, 0, 1, 3)))
    values = list(accumulate(steps, initial=start))
    scale = max(values[-1], 1) * random.choice((1, 1, 2))
    return (1 if kind == FROM_1 else 0), [v / scale for v in values]


def check_proved(claim, random, tries=600):
    """No random point contradicts the claim, and where its givens hold it is defined."""
    hits = 0
    for _ in range(tries):
        values = {name: Fraction(random.randint(-2, 9)) for name in claim["parameters"]}
        values |= {name: Fraction(random.randint(-9, 9), 4) for name in claim.get("reals", [])}
        arms = claim.get("arms", {}).items()
        rewards = {arm: random_rewards(random, kind) for arm, kind in arms}
        found = judgement_at(claim, values, rewards)
        assert found is not False, (claim, values, rewards)
        hits += found is True
    return hits


def check_refuted(document):
    """The point is what the claim speaks of, and contradicts it."""
    claim, point = document["claim"], document["counterexample"]
    values = {name: Fraction(value) for name, value in point["parameters"].items()}
    assert set(values) == {*claim["parameters"], *claim.get("reals", [])}
    assert all(values[name].denominator == 1 for name in claim["parameters"])
    assert set(point["arms"]) == set(claim["arms"])
    rewards = {}
    for arm, kind in claim["arms"].items():
        rewards[arm] = first, f = spelled_out(point["arms"][arm]["points"])
        assert first == (1 if kind == FROM_1 else 0)
        steps = [b - a for a, b in pairwise(f)]
        assert min(f) >= 0
        assert max(f) <= 1
        assert all(step >= 0 for step in steps)
        if kind != MONOTONE:
            assert all(b <= a for a, b in pairwise(steps))
    assert judgement_at(claim, values, rewards) is False


def spelled_out(points):
    """(first, [f(first), f(first+1), ...]) of points joined by straight lines."""
    points = [(n, Fraction(v)) for n, v in points]
    f = [points[0][1]]
    for (m, v), (n, w) in pairwise(points):
        f += [v + (w - v) * (i - m) / (n - m) for i in range(m + 1, n + 1)]
    return points[0][0], f


# --- the property ------------------------------------------------------------------------------


def check_all(name, documents, share, random):
    """Every tampering of the claim and the point, and a share of those of the proof."""
    swapped = [(("claim",), other["claim"]) for other in documents.values()]
    accepted, refused, checked = 0, 0, set()
    for path, new in (*tamperings(documents[name]), *swapped):
        if path[:1] == ("proof",) and random.random() > share:
            continue
        document = tampered(documents[name], path, new)
        try:
            verdict = judge(json.dumps(document)).verdict
        except (RejectedError, MalformedError):
            refused += 1
            continue
        accepted += 1
        if verdict == "refuted":
            check_refuted(document)
            continue
        text = json.dumps(document["claim"])
        if text not in checked:
            checked.add(text)
            check_proved(document["claim"], random)
    return accepted, refused


@pytest.mark.parametrize("name", EXAMPLES)
def test_one_tampering(documents, name):
    random = Random(name)  # noqa: S311  examples, not secrets
    accepted, refused = check_all(name, documents, 0.1, random)
    assert refused > 60
    assert accepted < refused


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_single_tampering(documents, name):
    random = Random(name)  # noqa: S311  examples, not secrets
    accepted, refused = check_all(name, documents, 1, random)
    assert refused > 60
    assert accepted < refused


# --- claims about runs, and junk ----------------------------------------------------------------


def check_on_runs(document, random):
    """No random run contradicts the claim, and where its givens hold it is defined."""
    claim = build(Claim, document)
    run = claim.run
    seen = {"k", "T", run.level, run.most, *(name for name, _ in (*run.pulls, *run.before))}
    for _ in range(60):
        k = random.randint(1, 3)
        curves = []
        for _ in range(k):
            first, f = random_rewards(random, CONCAVE)
            curves.append(Curve(tuple(enumerate(f, start=first))))
        point = RunPoint(
            curves=tuple(curves),
            T=random.randint(0, 2 * k + 6),
            roles={arm: random.randrange(k) for arm, _ in claim.arms},
            choices=random.choice(("lowest-index", "highest-index")),
            parameters={
                name: Fraction(random.randint(-1, 5))
                for name in (*claim.parameters, *claim.reals)
                if name not in seen
            },
        )
        try:
            assert violation(claim, point) is None, (document, point)
        except RejectedError as error:
            if error.reason is not Reason.INSTANCE:
                raise


@pytest.mark.parametrize("name", ["last-pull", "two-pulls", "round-robin-one-arm", "facts-opening"])
def test_one_tampering_with_a_claim_about_runs(name):
    random = Random(name)  # noqa: S311  examples, not secrets
    [path] = VALID.glob(f"*--{name}.json")
    original = json.loads(path.read_text())
    accepted, refused = 0, 0
    for place, new in tamperings(original):
        if place[:1] == ("proof",) and random.random() > 0.05:
            continue
        document = tampered(original, place, new)
        try:
            verdict = judge(json.dumps(document)).verdict
        except (RejectedError, MalformedError):
            refused += 1
            continue
        accepted += 1
        if verdict == "proved" and document["claim"] != original["claim"]:
            check_on_runs(document["claim"], random)
    assert refused > 30
    assert accepted < refused


JUNK = [
    *(None, True, 0, -1, 10**50, "", "1", "-1/3", "n", "_j", "f", ">=", "9" * 600, "\ud800"),
    *([], {}, [0], [[]], ["n"], [1, 2, 3], {"1": "1"}, {"sum": []}, {"empty": []}, {"points": []}),
]


def test_junk_anywhere_gets_one_of_the_two_answers():
    """Never another exception, whatever stands in a place."""
    random = Random(1)  # noqa: S311  examples, not secrets
    originals = [json.loads(path.read_text()) for path in sorted(VALID.glob("*.json"))]
    answers = Counter()
    for _ in range(1500):
        document = random.choice(originals)
        place, _ = random.choice(list(sites(document))[1:])
        try:
            judge(json.dumps(tampered(document, place, random.choice(JUNK))))
        except (RejectedError, MalformedError) as error:
            answers[type(error)] += 1
    assert min(answers.values()) > 30


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"rew-ratio-false"}))
def test_the_examples_are_true_at_random_points(documents, name):
    random = Random(name)  # noqa: S311  examples, not secrets
    assert check_proved(documents[name]["claim"], random) > 60


def test_the_check_can_fail():
    """A false claim is contradicted by random points, so an accepted one would be seen."""
    question = read_question("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"])
    document = json.loads(decide(question).certified.text)
    with pytest.raises(AssertionError):
        check_proved(document["claim"], Random(1))  # noqa: S311  examples, not secrets
