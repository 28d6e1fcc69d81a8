"""Closing a path: what the kernel looks at is positivity on all concave functions, no less."""

import random
from fractions import Fraction

import pytest

from imab_verify.kernel import Reason, RejectedError
from imab_verify.kernel import worst_case as index
from imab_verify.kernel.polynomials import common_denominator, meter_work
from imab_verify.kernel.semantics import Curve
from imab_verify.kernel.worst_case import IndexPolicy, Path, check_closed, nonnegative

THOUSANDTH = Fraction(1, 1000)


def on_rays(weights):
    """The sum of weights[n] * f(n) for the constant 1 and every min(n,j), by the definition."""
    rays = [Curve(((0, Fraction(1)),))]
    rays += [Curve(((0, Fraction(0)), (j, Fraction(j)))) for j in range(1, len(weights))]
    return [sum(w * ray.value(n) for n, w in enumerate(weights)) for ray in rays]


def test_nonnegative_is_nonnegative_on_every_ray():
    rng = random.Random(5)  # noqa: S311  the same weights every time
    answers = []
    for _ in range(2000):
        weights = [rng.randint(-2, 3) for _ in range(rng.randint(1, 6))]
        answers.append(min(on_rays(weights)) >= 0)
        assert nonnegative(weights) == answers[-1], weights
    assert 400 < sum(answers) < 1600


@pytest.mark.parametrize("weights", [[0], [0, 0], [-1, 1], [0, 2, -1], [1, -2, 1, 0]])
def test_a_ray_on_which_it_is_0(weights):
    values = on_rays(weights)
    assert nonnegative(weights) == (min(values) >= 0)
    assert not nonnegative([1000 * weights[0] - 1, *(1000 * w for w in weights[1:])]) or values[0]


def decision(chosen, other, multiplier, *, strict=False):
    """chosen and other are (arm, weights)."""
    return chosen, other, strict, Fraction(multiplier)


def closed(rho, known=(), *, empty=False):
    """A path of two arms with two pulls each, at T = 4."""
    path = Path(IndexPolicy.greedy(2), 4, 0, (0, 1, 0, 1))
    try:
        check_closed(path, Fraction(rho), known, empty=empty)
    except RejectedError as error:
        return error.reason
    return None


def test_counts_alone_give_the_ratio_of_a_straight_line():
    # Rew(n,4)/Rew(n,2) = 10/3, and no concave function has a larger ratio.
    assert closed(Fraction(10, 3)) is None
    assert closed(Fraction(10, 3) - THOUSANDTH) is Reason.SIGN


def test_a_decision_brings_in_the_other_arm():
    # If g(1) + g(2) >= f(1) + f(2), both arms count: 5/3.
    rows = {1: 1, 2: 1}
    known = [decision((1, rows), (0, rows), Fraction(5, 3))]
    assert closed(Fraction(5, 3), known) is None
    assert closed(Fraction(5, 3) - THOUSANDTH, known) is Reason.SIGN
    more = [decision((1, rows), (0, rows), Fraction(5, 3) + THOUSANDTH)]
    assert closed(Fraction(5, 3), more) is Reason.SIGN
    assert closed(5, [decision((1, rows), (0, rows), -1)]) is Reason.SIGN


def test_indices_need_not_be_integers():
    rows = {1: Fraction(1, 3), 2: Fraction(1, 3)}
    assert closed(Fraction(5, 3), [decision((1, rows), (0, rows), 5)]) is None
    assert closed(Fraction(5, 3), [decision((1, rows), (0, rows), 5 + THOUSANDTH)]) is Reason.SIGN


@pytest.mark.parametrize(
    ("strict", "multiplier", "answer"),
    [(True, 1, None), (False, 1, Reason.STRICTNESS), (True, 0, Reason.STRICTNESS)],
)
def test_an_arm_does_not_beat_itself(strict, multiplier, answer):
    known = [decision((0, {1: 1}), (0, {1: 1}), multiplier, strict=strict)]
    assert closed(1, known, empty=True) is answer


def test_what_is_larger_is_no_contradiction():
    larger = [decision((0, {2: 1}), (0, {1: 1}), 1, strict=True)]
    assert closed(1, larger, empty=True) is Reason.SIGN
    smaller = [decision((0, {1: 1}), (0, {2: 1}), 1, strict=True)]
    assert closed(1, smaller, empty=True) is None


def test_the_work_is_counted(monkeypatch):
    """For every weight four steps, and two for every coefficient of an index."""
    spent = []
    monkeypatch.setattr(index, "spend", lambda steps, size=0: spent.append((steps, size)))
    long = Fraction(1, 2**100)
    known = [decision((1, {1: 1, 2: 1}), (0, {1: 1}), long), decision((1, {}), (0, {2: long}), 1)]
    closed(Fraction(10, 3), known)
    assert [steps for steps, _ in spent] == [4 * (4 + 4), 4, 2, 0, 2]
    assert all(size > 100 for _, size in spent)


def test_the_common_denominator():
    assert common_denominator([Fraction(1, 4), Fraction(5, 6), Fraction(3)]) == 12
    assert common_denominator([]) == 1


def test_a_common_denominator_is_metered():
    with meter_work(), pytest.raises(RejectedError) as error:
        common_denominator([Fraction(1, 3**10_000)])
    assert error.value.reason is Reason.LIMIT
