"""Expected rewards: exact ones against all orders played out, estimates against exact ones."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import RandomProbe, RoundRobin, SingleArm
from imab_verify.policies.builtin import ProbeInOrder
from imab_verify.simulation import expectation as module
from imab_verify.simulation.expectation import (
    LOG_40,
    _hoeffding,
    expectation,
    leave_after,
    reward_in_order,
)
from imab_verify.simulation.stepwise import run

TENTHS = Instance.of([Reward.from_points([(0, 0), (5, "1/2")]), Reward.from_values(["1/4"])])


@st.composite
def rewards(draw):
    kind = draw(st.sampled_from([kind for kind in ArmClass if kind.shape.rising]))
    rises = draw(st.lists(st.integers(0, 6), max_size=6))
    if kind.shape.concave:
        rises.sort(reverse=True)
    values = [draw(st.integers(0, 6))]
    for rise in rises:
        values.append(values[-1] + rise)
    return Reward.from_values([Fraction(v, 42) for v in values], kind)


@st.composite
def instances(draw, most=4):
    """Arms drawn with repetition from a few, so that identical ones are common."""
    few = draw(st.lists(rewards(), min_size=1, max_size=3))
    return Instance.of(draw(st.lists(st.sampled_from(few), min_size=1, max_size=most)))


scales = st.sampled_from([Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(2)])
fallbacks = st.sampled_from(["last", "best"])


def average_of_all_orders(instance, policy, T):
    """The definition: play every order with every scale, pull by pull."""
    outcomes = [
        ProbeInOrder(order, scale, policy.fallback)
        for order in permutations(range(instance.k))
        for scale in policy.scales
    ]
    return sum(run(instance, outcome, T).alg for outcome in outcomes) / Fraction(len(outcomes))


def test_by_hand():
    # T = 10, m = 1: order 1,2 pulls (6, 4), order 2,1 pulls (7, 3).
    six = Fraction(1 + 2 + 3 + 4 + 5 + 5, 10) + Fraction(4, 4)
    seven = Fraction(1 + 2 + 3 + 4 + 5 + 5 + 5, 10) + Fraction(3, 4)
    found = expectation(TENTHS, RandomProbe(), 10)
    assert found.exact
    assert found.alg == (six + seven) / 2
    assert found.interval == (found.alg, found.alg)
    assert (found.samples, found.seed) == (None, None)
    assert (found.opt, found.opt_arm) == (4, 0)
    assert found.ratio == 4 / found.alg
    assert found.regret == 4 - found.alg


@given(instances(), scales, fallbacks, st.integers(0, 14))
def test_exact_mean_is_the_average_over_all_orders(instance, scale, fallback, T):
    policy = RandomProbe(scale=scale, fallback=fallback)
    found = expectation(instance, policy, T)
    assert found.exact
    assert found.alg == average_of_all_orders(instance, policy, T)


@given(instances(most=3), fallbacks, st.integers(1, 10))
def test_exact_mean_with_a_guessed_scale(instance, fallback, T):
    policy = RandomProbe(scale="guess", grid=2, fallback=fallback)
    assert expectation(instance, policy, T).alg == average_of_all_orders(instance, policy, T)


@given(rewards(), scales, st.integers(1, 40))
def test_leaving_time_is_the_first_pull_below_the_line(arm, scale, T):
    n = 1
    while arm.value(n) >= scale * n / T:
        n += 1
    assert leave_after(arm, scale, T) == n


@given(instances(), scales, fallbacks, st.integers(0, 20), st.data())
def test_closed_form_of_one_order_is_its_run(instance, scale, fallback, T, data):
    order = tuple(data.draw(st.permutations(range(instance.k))))
    outcome = ProbeInOrder(order, scale, fallback)
    assert reward_in_order(instance, outcome, T) == run(instance, outcome, T).alg


def test_many_arms_of_few_kinds_and_a_long_horizon_stay_exact():
    # Arm 1 rises for ever, the other 99 are left after one pull; in the order arm 1 comes after
    # j others, j uniform on 0..99, and is never left.
    T = 10**12
    rising, zero = Reward.from_points([(0, 0), (T, 1)]), Reward.from_values(["0"])
    found = expectation(Instance.of([rising] + [zero] * 99), RandomProbe(), T)
    assert found.exact
    assert found.alg == sum(rising.rew(T - j) for j in range(100)) / 100


def distinct_arms(k):
    return Instance.of(
        Reward.from_points([(0, 0), (7 + 3 * i, Fraction(2 + i, 40))]) for i in range(k)
    )


def test_twelve_different_arms_are_exact_and_lie_in_the_monte_carlo_interval(monkeypatch):
    instance, T = distinct_arms(12), 200
    found = expectation(instance, RandomProbe(scale="guess", grid=3), T)
    assert found.exact
    monkeypatch.setattr(module, "MOST_SUBSETS", 1)
    for seed in range(5):
        policy = RandomProbe(scale="guess", grid=3)
        sampled = expectation(instance, policy, T, samples=50, seed=seed)
        assert not sampled.exact
        assert (sampled.samples, sampled.seed) == (50, seed)
        low, high = sampled.interval
        assert 0 <= low <= found.alg <= high <= found.opt
        assert low <= sampled.alg <= high


def test_too_many_outcomes_are_estimated_and_labelled(monkeypatch):
    monkeypatch.setattr(module, "MOST_SUBSETS", 20)
    instance = distinct_arms(8)
    found = expectation(instance, RandomProbe(), 300, samples=30, seed=1)
    assert not found.exact
    assert found.samples == 30
    with pytest.raises(InputError, match="too many outcomes"):
        expectation(instance, RandomProbe(), 300, only_exact=True)


def test_hoeffding_margin_is_at_least_the_true_one():
    # exp(x) > 40 for x = LOG_40, already by the first terms of its series.
    term, series = Fraction(1), Fraction(1)
    for j in range(1, 30):
        term = term * LOG_40 / j
        series += term
    assert series > 40
    for n in (1, 2, 10, 1000, 10**6):
        assert _hoeffding(n) ** 2 >= LOG_40 / (2 * n)
        assert (_hoeffding(n) - Fraction(3, 10**6)) ** 2 < LOG_40 / (2 * n)


class Coin:
    """Arm 1 with probability p, otherwise arm 2; lists its outcomes."""

    name = "coin"
    horizon_aware = False

    def __init__(self, p=Fraction(1, 3)):
        self.p = p

    def draw(self, k, rng):
        return SingleArm(1 if rng.randrange(3) == 0 else 2)

    def support_size(self, k):
        return 2

    def support(self, k):
        yield self.p, SingleArm(1)
        yield 1 - self.p, SingleArm(2)


def test_a_users_own_distribution_is_averaged_exactly_when_it_is_listed():
    found = expectation(TENTHS, Coin(), 10)
    assert found.exact
    assert found.alg == Fraction(1, 3) * 4 + Fraction(2, 3) * Fraction(10, 4)


def test_a_users_own_distribution_is_sampled_when_it_is_not_listed_or_too_large():
    class Unlisted:
        name, horizon_aware = "unlisted", False
        draw = Coin.draw

    class Vast(Coin):
        def support_size(self, k):
            return 10**9

    for policy in (Unlisted(), Vast()):
        found = expectation(TENTHS, policy, 10, samples=40)
        assert not found.exact
        assert found.interval[0] <= expectation(TENTHS, Coin(), 10).alg <= found.interval[1]


@pytest.mark.parametrize("p", [0.5, Fraction(-1), Fraction(2)])
def test_probabilities_are_fractions_between_zero_and_one(p):
    with pytest.raises(InputError, match="probabilities of policy coin must be Fractions of sum 1"):
        expectation(TENTHS, Coin(p), 3)


def test_faults_of_a_randomised_policy_are_named():
    class Broken(Coin):
        def support(self, k):
            return 1 / 0

    class Unlisted(Coin):
        support = None

        def support_size(self, k):
            return 10**9

    class Undrawn(Unlisted):
        def draw(self, k, rng):
            raise RuntimeError("no coin")

    class Hiding(Unlisted):
        def draw(self, k, rng):
            return ProbeLike()

    class ProbeLike(RoundRobin):
        horizon_aware = True

    with pytest.raises(InputError, match="policy coin raised an error in draw: RuntimeError"):
        expectation(TENTHS, Undrawn(), 3)
    with pytest.raises(InputError, match="policy coin cannot list its outcomes: ZeroDivision"):
        expectation(TENTHS, Broken(), 3)
    with pytest.raises(InputError, match="policy coin hides that its outcomes are horizon-aware"):
        expectation(TENTHS, Hiding(), 3)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"T": -1}, "the horizon T must be at least 0"),
        ({"samples": 0}, "the number of samples must be at least 1"),
        ({"policy": RoundRobin()}, "policy round-robin is not randomised"),
        ({"policy": object()}, "is not a policy"),
    ],
)
def test_bad_input_is_refused(change, sentence):
    arguments = {"instance": TENTHS, "policy": RandomProbe(), "T": 3} | change
    with pytest.raises(InputError, match=sentence):
        expectation(**arguments)
