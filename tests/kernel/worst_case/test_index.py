"""Decision trees of index policies: every tampering is noticed."""

import json
from fractions import Fraction

import pytest

from imab_verify.engines.worst_case import tasks
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.kernel import MalformedError, Reason, RejectedError, judge
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.linear_index import LinearIndex


class LastTwo(LinearIndex):
    """The sum of the last two rewards, the last one twice."""

    name = "last-two"

    def opening(self, k):
        return [*range(k), *range(k)]

    def index(self, counts, arm):
        n = counts[arm]
        return {n: 2, n - 1: 1}


def lines_of(found):
    assert found.status == "exact"
    return [json.loads(line) for line in found.certificate.splitlines()]


@pytest.fixture(scope="module", params=["greedy", "table"])
def certificate(request):
    policy = Greedy() if request.param == "greedy" else LastTwo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "theorem_at", lambda *_: None)  # greedy has a theorem, too
        return lines_of(worst_case(policy, 2, 6))


def text(lines):
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def rejected(lines):
    with pytest.raises(RejectedError) as error:
        judge(text(lines))
    return error.value.reason


def is_rejected(lines):
    try:
        judge(text(lines))
    except RejectedError:
        return True
    return False


def copied(lines):
    return json.loads(json.dumps(lines))


def leaves(tree):
    if "next" not in tree:
        yield tree
    for part in tree.get("next", ()):
        if part is not None:
            yield from leaves(part)


def parents(tree):
    if "next" in tree:
        yield tree
        for part in tree["next"]:
            if part is not None:
                yield from parents(part)


def test_it_is_accepted(certificate):
    judgement = judge(text(certificate))
    assert judgement.verdict == "proved"
    assert judgement.document.upper == Fraction(certificate[0]["upper"])


def test_a_removed_branch_is_rejected(certificate):
    lines = copied(certificate)
    parent = next(parents(lines[1]["tree"]))
    parent["next"][0] = None
    assert rejected(lines) is Reason.COVERAGE
    parent["next"].pop()
    assert rejected(lines) is Reason.COVERAGE


def test_a_removed_case_is_rejected(certificate):
    with pytest.raises((RejectedError, MalformedError)):
        judge(text(certificate[:-1]))
    assert rejected([*certificate, certificate[-1]]) is Reason.COVERAGE


@pytest.mark.parametrize("factor", [0, Fraction(1, 2), 3, -1])
def test_changed_multipliers_are_rejected(certificate, factor):
    tried = wrong = 0
    for number, line in enumerate(certificate[1:], start=1):
        for place, leaf in enumerate(leaves(line["tree"])):
            if not leaf.get("dual"):
                continue
            lines = copied(certificate)
            changed = list(leaves(lines[number]["tree"]))[place]
            for row in changed["dual"]:
                row[2] = str(Fraction(factor) * Fraction(row[2]))
            tried += 1
            wrong += is_rejected(lines)
    assert 0 < wrong <= tried
    assert factor >= 0 or wrong == tried


def test_a_smaller_upper_bound_is_rejected(certificate):
    lines = copied(certificate)
    lines[0]["upper"] = str(Fraction(lines[0]["upper"]) * Fraction(99, 100))
    assert rejected(lines) in (Reason.SIGN, Reason.COVERAGE)


def test_a_decision_off_the_path_is_rejected(certificate):
    for step, other in ((1, 1), (99, 1), (7, 5)):
        lines = copied(certificate)
        leaf = next(leaf for leaf in leaves(lines[1]["tree"]) if leaf.get("dual"))
        leaf["dual"][0][:2] = [step, other]
        assert rejected(lines) is Reason.HYPOTHESIS


def test_an_index_may_not_look_ahead():
    lines = lines_of(worst_case(LastTwo(), 2, 6))
    for row in lines[0]["table"]:
        for arm in row[1]:
            arm[0][0] += 1
    with pytest.raises(MalformedError):
        judge(text(lines))


def test_a_table_with_holes_is_rejected():
    lines = lines_of(worst_case(LastTwo(), 2, 6))
    del lines[0]["table"][0]
    assert rejected(lines) is Reason.COVERAGE


GREEDY = {
    "format": "imab-worst-case/1",
    "policy": "greedy",
    "init": "rounds",
    "ties": "any",
    "k": 2,
    "T": 3,
    "upper": "2",
    "proof": "tree",
    "lower": {
        "ratio": "2",
        "arms": [{"points": [[0, "0"], [3, "1"]]}, {"points": [[0, "0"]]}],
        "sequence": [1, 2, 1],
    },
}


@pytest.mark.parametrize(
    ("multiplier", "accepted"), [("4", True), ("4001/1000", False), ("3999/1000", False)]
)
def test_the_multiplier_of_a_decision_of_greedy(multiplier, accepted):
    """If g(1) >= f(1), then 2*(f(1)+g(1)+g(2)) - Rew(f,3) - 4*(g(1)-f(1)) >= 0, and only with 4."""
    tree = {"next": [{"dual": []}, {"dual": [[3, 1, multiplier]]}]}
    assert is_rejected([GREEDY, {"optimal": 1, "tree": tree}]) is not accepted


def test_a_path_may_end_with_the_opening():
    lines = lines_of(worst_case(Greedy(), 2, 2))
    assert (lines[0]["proof"], len(lines), lines[0]["upper"]) == ("tree", 2, "3")
    assert judge(text(lines)).verdict == "proved"
    assert rejected([lines[0] | {"upper": "2999/1000"}, *lines[1:]]) is Reason.SIGN
