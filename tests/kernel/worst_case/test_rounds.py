"""Runs of Algorithm 1 in rounds, against the same runs pull by pull."""

import json
from fractions import Fraction
from random import Random

import pytest

from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.kernel import ESTIMATE, MalformedError, judge
from imab_verify.kernel.polynomials import Reason, RejectedError
from imab_verify.kernel.semantics import Curve, follow, play, scores_of
from imab_verify.kernel.worst_case import counts_after
from imab_verify.policies.algorithm_1 import Algorithm1


def curve(*points):
    return Curve(tuple((n, Fraction(v)) for n, v in points))


def in_steps(curves, rounds, *, first):
    """Whether Algorithm 1 may make these pulls, one by one."""
    k = len(curves)
    later = [i for arms, c in rounds for _ in range(c) for i in arms]
    sequence = [*range(k), *range(k), *later]
    choose = follow(sequence, len(sequence))
    among = (lambda best, t: choose(best[:1], t)) if first else choose
    try:
        play(
            curves,
            len(sequence),
            sequence[: 2 * k],
            lambda seen: scores_of(ESTIMATE, seen, 0),
            among,
        )
    except RejectedError:
        return False
    return True


def in_rounds(curves, rounds, *, first):
    T = 2 * len(curves) + sum(len(arms) * c for arms, c in rounds)
    try:
        counts = counts_after(curves, rounds, T, first=first)
    except RejectedError:
        return False
    pulls = [2 + sum(c for arms, c in rounds if i in arms) for i in range(len(curves))]
    assert counts == pulls
    return True


def some_curve(random):
    """Few slopes and heights, so that there are many ties."""
    points = [(0, random.choice((0, 0, 1, 2)))]
    for slope in sorted((random.randint(0, 2) for _ in range(2)), reverse=True):
        n, v = points[-1]
        length = random.randint(1, 6)
        points.append((n + length, v + slope * length))
    return curve(*((n, Fraction(v, 30)) for n, v in points))


@pytest.mark.parametrize("first", [False, True])
def test_what_is_right_in_rounds_is_right_in_steps(first):
    random = Random(5)  # noqa: S311  examples, not secrets
    many = refused = 0
    for _ in range(150):
        k = random.randint(1, 4)
        curves = [some_curve(random) for _ in range(k)]
        rounds = []
        for _ in range(12):
            arms = tuple(
                sorted(random.sample(range(k), random.choice((1, 1, random.randint(1, k)))))
            )
            longer = [*rounds, (arms, random.choice((1, 1, 2, 3, 5)))]
            right = in_rounds(curves, longer, first=first)
            legal = in_steps(curves, longer, first=first)
            assert legal or not right
            if longer[-1][1] == len(arms) == 1:
                assert right == legal
            many += right and longer[-1][1] * len(arms) > 1
            refused += not legal
            if right:
                rounds = longer
    assert many > 100
    assert refused > 100


@pytest.mark.parametrize("first", [False, True])
def test_the_run_of_the_family_is_right_in_rounds_and_in_steps(first):
    for k, T in ((2, 9), (3, 20), (4, 19), (5, 61), (6, 17)):
        run = worst_case(Algorithm1(), k, T).run
        curves = [Curve(arm.points) for arm in run.limit.arms]
        assert in_rounds(curves, run.rounds, first=first)
        assert in_steps(curves, run.rounds, first=first)


LINE = curve((0, 0), (40, 1))


@pytest.mark.parametrize(
    ("value", "pulls", "right"),
    [
        ("5/40", 7, True),  # levels 2..8, where 5m > m(m+1)/2; at 9 it is a tie
        ("5/40", 8, False),
        ("5001/40000", 8, True),
        ("4999/40000", 7, True),
        ("4999/40000", 8, False),
    ],
)
def test_an_arm_leads_as_long_as_it_is_better(value, pulls, right):
    curves = [curve((0, value)), LINE]
    assert in_rounds(curves, [((0,), pulls)], first=True) is right
    assert in_steps(curves, [((0,), pulls)], first=True) is right


def test_an_arm_that_is_better_at_both_ends_may_be_worse_between():
    """D(m) = (m-4)(m-5)/20 at level m, 1/10 at both ends."""
    leading = curve((0, "15/30"), (10, "25/30"))
    bent = curve((0, 0), (2, "20/30"))
    start = [((0,), 1), ((1,), 1)]
    assert in_rounds([leading, bent], [*start, ((0,), 1)], first=False)
    for c in (2, 3, 4, 5):
        assert not in_steps([leading, bent], [*start, ((0,), c)], first=False)
        assert not in_rounds([leading, bent], [*start, ((0,), c)], first=False)


@pytest.mark.parametrize(
    ("points", "right"),
    [
        ([(20, "20/40")], True),
        ([(20, "20001/40000")], False),
        ([(3, "15/40"), (20, "32/40")], True),
        ([(4, "20/40"), (20, "36/40")], False),
    ],
)
def test_the_leading_arm_is_less_steep_from_its_next_pull_but_one(points, right):
    """Two pulls are made, and the fourth has the slope 1/40 of the other arm, or more."""
    leading = curve((0, "3/40"), *((n, Fraction(v) + Fraction(3, 40)) for n, v in points))
    assert in_steps([leading, LINE], [((0,), 3)], first=False)
    assert in_rounds([leading, LINE], [((0,), 3)], first=False) is right


def test_two_pulls_have_nothing_between():
    arms = [LINE, curve((0, 0))]
    assert in_rounds(arms, [((0,), 2)], first=False)
    assert in_rounds(arms, [((0,), 2), ((0,), 2)], first=False)
    assert not in_rounds(arms, [((0,), 3)], first=False)


CONSTANT = curve((0, "5/40"))
BENT = curve((0, 0), (6, "6/40"))
LED = ((0,), 7)
"""The constant arm leads up to nine pulls; lines tie with it at level 9."""


@pytest.mark.parametrize(
    ("arms", "rounds", "any_tie", "lowest"),
    [
        # Rounds of tied arms, up to the level and not beyond.
        ((CONSTANT, LINE, LINE), [LED, ((1, 2), 7)], True, True),
        ((CONSTANT, LINE, LINE), [LED, ((1, 2), 8)], False, False),
        # An arm of the tie is left out, with fewest pulls or with as many as the others have.
        ((CONSTANT, LINE, LINE), [LED, ((1,), 2)], False, False),
        ((CONSTANT, LINE, LINE), [LED, ((1,), 1)], True, True),
        ((CONSTANT, LINE, LINE), [LED, ((2,), 1)], True, False),
        ((CONSTANT, LINE, LINE, LINE), [LED, ((2, 3), 1)], True, False),
        ((CONSTANT, LINE, LINE, LINE), [LED, ((1, 3), 1)], True, False),
        ((CONSTANT, LINE, LINE, LINE), [LED, ((1, 2), 1)], True, True),
        # Different counts, and an estimate that falls on the way.
        ((CONSTANT, LINE, LINE), [LED, ((1,), 1), ((1, 2), 1)], False, False),
        ((CONSTANT, LINE, BENT), [LED, ((1, 2), 4)], True, True),
        ((CONSTANT, LINE, BENT), [LED, ((1, 2), 5)], True, True),
        ((CONSTANT, LINE, BENT), [LED, ((1, 2), 6)], False, False),
        # The last pull of one arm may cross the level; of several not.
        ((CONSTANT, LINE), [LED, ((1,), 7), ((0,), 1)], True, True),
        ((CONSTANT, LINE), [LED, ((1,), 7), ((1,), 1)], True, False),
        ((CONSTANT, LINE), [LED, ((1,), 8)], True, False),
        ((CONSTANT, LINE), [LED, ((1,), 9)], False, False),
    ],
)
def test_rounds_at_a_level(arms, rounds, any_tie, lowest):
    for first, right in ((False, any_tie), (True, lowest)):
        assert in_rounds(arms, rounds, first=first) is right, first
        assert in_steps(arms, rounds, first=first) or not right, first


@pytest.mark.parametrize("wrong", [((), 3), ((0,), 0), ((0,), -1), ((1, 0), 1), ((1, 1), 1)])
def test_rounds_have_arms_in_order(wrong):
    with pytest.raises(RejectedError) as refusal:
        counts_after([CONSTANT, LINE], [((0,), 3), wrong], 7, first=False)
    assert refusal.value.reason is Reason.RULE


def test_the_rounds_that_are_wrong_are_named():
    with pytest.raises(RejectedError, match=r"does not allow rounds 2$"):
        counts_after([CONSTANT, LINE], [LED, ((1,), 9)], 20, first=False)


def test_rounds_have_all_pulls():
    counts_after([CONSTANT, LINE], [LED], 11, first=False)
    for T in (10, 12):
        with pytest.raises(RejectedError, match="do not have"):
            counts_after([CONSTANT, LINE], [LED], T, first=False)


# --- documents ---------------------------------------------------------------------------------


def document(k, T):
    head, *lines = worst_case(Algorithm1(), k, T).certificate.decode().splitlines()
    return json.loads(head), lines


def judged(head, lines):
    return judge("\n".join([json.dumps(head), *lines]).encode())


def test_a_document_in_rounds_is_judged_whatever_the_horizon():
    for T in (50, 10**6 + 1, 10**18):
        head, lines = document(5, T)
        assert len(head["lower"]["rounds"]) < 10
        assert judged(head, lines).verdict == "proved"


def test_no_change_of_the_rounds_is_accepted():
    head, lines = document(3, 50)
    rounds = head["lower"]["rounds"]
    judged(head, lines)
    for number, (arms, c) in enumerate(rounds):
        for changed in (
            [*rounds[:number], *rounds[number + 1 :]],
            [*rounds[:number], [arms, c + 1], *rounds[number + 1 :]],
            [*rounds[:number], [arms[::-1], c], *rounds[number + 1 :]],
            [*rounds[:number], [[1], c * len(arms)], *rounds[number + 1 :]],
        ):
            if changed != rounds:
                head["lower"]["rounds"] = changed
                with pytest.raises(RejectedError):
                    judged(head, lines)


@pytest.mark.parametrize(
    ("change", "lower"),
    [
        ({}, {"sequence": [1]}),
        ({}, {"rounds": None}),
        ({}, {"near": [{"points": [[0, "1"]]}] * 3}),
        ({"policy": "round-robin"}, {}),
        ({"T": 5}, {}),
        ({"T": 10**18 + 1}, {}),
        ({"k": 10**4 + 1, "T": 10**5}, {}),
        ({}, {"rounds": [[[4], 1]]}),
        ({}, {"rounds": [[[0], 1]]}),
    ],
)
def test_rounds_are_for_algorithm_1_after_its_opening(change, lower):
    head, lines = document(3, 50)
    head["lower"] |= lower
    with pytest.raises(MalformedError):
        judged(head | change, lines)
