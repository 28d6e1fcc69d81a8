"""Every built-in policy against traces worked out by hand."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RandomProbe,
    RoundRobin,
    SingleArm,
)
from imab_verify.policies.builtin import ProbeInOrder, optimistic
from imab_verify.policies.protocol import History, Observations
from imab_verify.simulation.stepwise import sequence

# f_1(n) = n/10 up to 1/2, f_2 = 1/4.
RISING = Reward.from_points([(0, 0), (5, "1/2")])
FLAT = Reward.from_values(["1/4"])
TENTHS = Instance.of([RISING, FLAT])
TWINS = Instance.of([FLAT, FLAT])


def arms(policy, instance=TENTHS, T=10):
    """The arms pulled, counted from 1, as a word."""
    return "".join(str(i + 1) for i in sequence(instance, policy, T))


@st.composite
def concave_arms(draw):
    slopes = sorted(draw(st.lists(st.integers(0, 6), max_size=6)), reverse=True)
    values = [Fraction(draw(st.integers(0, 6)))]
    for slope in slopes:
        values.append(values[-1] + slope)
    return Reward.from_values([v / 42 for v in values])


instances = st.lists(concave_arms(), min_size=1, max_size=4).map(Instance.of)


# algorithm-1. After 1212 the arms have (Rew, f, Delta) = (3/10, 2/10, 1/10), (5/10, 1/4, 0).
# M = 2: 3/10 < 5/10, M = 3: 6/10 < 3/4, M = 4: 1 = 1, fewest pulls: arm 1; 1 = 1 again: arm 1;
# then 1 = 1 with four pulls each.
def test_algorithm_1_follows_the_optimistic_estimate_and_prefers_fewest_pulls():
    assert arms(Algorithm1()) == "1212" + "22" + "11" + "11"


def test_algorithm_1_breaks_the_last_tie_by_highest_index_when_told():
    # Arm 2 takes the tie; then M = 5 and arm 1 has 1 + 4/10 + 1/10 > 5/4.
    assert arms(Algorithm1(ties="highest-index")) == "1212" + "22" + "11" + "21"


def test_algorithm_1_may_initialise_in_pairs():
    assert arms(Algorithm1(init="pairs")) == "1122" + "22" + "11" + "11"


@pytest.mark.parametrize(("init", "whole"), [("rounds", "123123"), ("pairs", "112233")])
def test_algorithm_1_stops_within_its_initialisation_when_T_is_below_2k(init, whole):
    three = Instance.of([RISING, FLAT, RISING])
    for T in range(7):
        assert arms(Algorithm1(init=init), three, T) == whole[:T]


def paper_run(instance, T, ties):
    """Algorithm 1 as the paper writes it, with the sums written out and the f_i at hand."""
    N = [0] * instance.k
    trace = []
    for t in range(T):
        if t < 2 * instance.k:
            i = t % instance.k
        else:
            M = max(N)
            p = []
            for f, n in zip(instance.arms, N, strict=True):
                delta = f.value(n) - f.value(n - 1)
                known = sum(f.value(j) for j in range(1, n + 1))
                p.append(known + sum(f.value(n) + j * delta for j in range(1, M - n + 1)))
            C = [j for j in range(instance.k) if p[j] == max(p)]
            C = [j for j in C if N[j] == min(N[i] for i in C)]
            i = C[0] if ties == "lowest-index" else C[-1]
        N[i] += 1
        trace.append(i)
    return trace


@given(instances, st.integers(0, 24), st.sampled_from(["lowest-index", "highest-index"]))
def test_algorithm_1_is_the_algorithm_of_the_paper(instance, T, ties):
    assert sequence(instance, Algorithm1(ties=ties), T) == paper_run(instance, T, ties)


def test_round_robin_goes_round():
    assert arms(RoundRobin(), Instance.of([FLAT] * 3), 7) == "1231231"
    assert arms(RoundRobin(), Instance.of([FLAT] * 3), 2) == "12"


def test_greedy_follows_the_last_reward():
    assert arms(Greedy(), T=5) == "12222"
    steep = Reward.from_values(["0", "1/4", "1/2"])
    assert arms(Greedy(), Instance.of([FLAT, steep]), 5) == "12122"  # tie: lowest; fewest; larger


def test_greedy_breaks_ties_by_fewest_pulls_then_index():
    assert arms(Greedy(), TWINS, 6) == "121212"
    assert arms(Greedy(ties="highest-index"), TWINS, 6) == "122121"


def test_single_arm_counts_from_one():
    assert arms(SingleArm(), T=3) == "111"
    assert arms(SingleArm(arm=2), T=3) == "222"


def test_explore_then_commit_to_the_last_reward():
    assert arms(ExploreThenCommit(explore=1), T=5) == "12222"
    assert arms(ExploreThenCommit(explore=2), T=7) == "1212222"
    assert arms(ExploreThenCommit(explore=3), T=8) == "12121211"
    assert arms(ExploreThenCommit(explore=2, ties="highest-index"), TWINS, 6) == "121222"
    assert arms(ExploreThenCommit(explore=2), T=3) == "121"


def test_explore_then_commit_to_the_estimate_looks_ahead_to_the_horizon():
    # After 1212, R pulls to go: 3/10 + 2R/10 + R(R+1)/20 against 1/2 + R/4 is less for
    # R = 1, equal for R = 2, more for R = 3.
    policy = ExploreThenCommit(explore=2, commit="estimate")
    assert policy.horizon_aware
    assert arms(policy, T=5) == "12122"
    assert arms(policy, T=6) == "121211"
    assert arms(policy, T=7) == "1212111"
    assert not ExploreThenCommit().horizon_aware


def test_optimistic_total_is_capped_at_one():
    assert optimistic(Fraction(1, 2), Fraction(1, 5), 4) == Fraction(7, 10) + Fraction(9, 10) + 2
    assert optimistic(Fraction(1, 2), Fraction(1, 4), 3) == Fraction(3, 4) + 2
    assert optimistic(Fraction(1, 2), Fraction(0), 3) == Fraction(3, 2)
    assert optimistic(Fraction(1), Fraction(1, 7), 5) == 5
    assert optimistic(Fraction(1, 3), Fraction(1, 9), 0) == 0


def test_elimination_drops_an_arm_that_cannot_catch_up():
    # Flat 1/4 against flat 1/2: after 1212 arm 1 is out.
    low_high = Instance.of([FLAT, Reward.from_values(["1/2"])])
    assert arms(Elimination(), low_high, 8) == "12122222"


def test_elimination_keeps_a_rising_arm_only_while_time_is_left():
    # R pulls left after 1212: 2R/10 + R(R+1)/20 against R/4, so the rising arm needs R >= 1
    # (3/10 >= 1/4) and the flat one is dropped when R/4 < max_j L_j.
    assert arms(Elimination(), T=5) == "12121"
    # After 12121 arm 1 stands at 3/10 > 1/4, and flat arm 2 can promise no more than 1/4.
    assert arms(Elimination(), T=8) == "12121111"


@given(instances, st.integers(1, 20))
def test_elimination_never_takes_a_dropped_arm_back(instance, T):
    history = History(instance.k)
    seen = Observations(history, T)
    pulls = [0] * instance.k
    before = set(range(instance.k))
    for _ in range(T):
        arm = Elimination().choose(seen)
        if min(pulls) >= 2:
            left = T - seen.t
            sure = left * max(seen.last(i) for i in range(instance.k))
            active = {
                i
                for i in range(instance.k)
                if optimistic(seen.last(i), seen.last_delta(i), left) >= sure
            }
            assert arm in active
            assert active <= before
            before = active
        pulls[arm] += 1
        history.record(arm, instance.arms[arm].value(pulls[arm]))


@given(concave_arms(), st.integers(2, 9), st.integers(0, 9))
def test_optimistic_total_bounds_the_future_of_a_concave_arm(arm, n, left):
    future = arm.rew(n + left) - arm.rew(n)
    assert left * arm.value(n) <= future <= optimistic(arm.value(n), arm.delta(n), left)


# random-probe on TENTHS with T = 10: the line is m n/10.
@pytest.mark.parametrize(
    ("order", "scale", "fallback", "trace"),
    [
        # f_1(n) >= n/10 until n = 6; f_2(3) < 3/10; then it stays with the last arm.
        ((0, 1), "1", "last", "1111112222"),
        ((1, 0), "1", "last", "2221111111"),
        # m = 2: f_1(1) < 1/5, f_2(2) < 2/5.
        ((0, 1), "2", "last", "1222222222"),
        ((1, 0), "2", "last", "2211111111"),
        # all left with f_1 = 1/10 < f_2 = 1/4.
        ((1, 0), "2", "best", "2212222222"),
        # m = 1/4: f_2(n) >= n/40 until n = 10, and f_1 is never left.
        ((0, 1), "1/4", "last", "1111111111"),
        ((1, 0), "1/4", "last", "2222222222"),
    ],
)
def test_probe_in_order(order, scale, fallback, trace):
    assert arms(ProbeInOrder(order, Fraction(scale), fallback)) == trace


def test_random_probe_draws_every_order_and_scale():
    policy = RandomProbe(scale="guess", grid=2)
    assert policy.scales == (1, Fraction(1, 2), Fraction(1, 4))
    rng = Random(5)  # noqa: S311  a fixed seed
    drawn = {(o.order, o.scale) for o in (policy.draw(3, rng) for _ in range(400))}
    assert len(drawn) == 6 * 3
    assert RandomProbe(scale=Fraction(2, 3)).scales == (Fraction(2, 3),)


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Algorithm1(init="both"), "algorithm-1: init must be one of rounds, pairs"),
        (lambda: Algorithm1(ties="random"), "algorithm-1: ties must be one of lowest-index"),
        (lambda: Greedy(ties=""), "greedy: ties must be one of"),
        (lambda: SingleArm(arm=0), "single-arm: arm must be at least 1"),
        (lambda: SingleArm(arm=True), "single-arm: arm must be an integer"),
        (lambda: ExploreThenCommit(explore=0), "explore must be at least 1"),
        (lambda: ExploreThenCommit(explore=1, commit="estimate"), "explore must be at least 2"),
        (lambda: ExploreThenCommit(commit="luck"), "commit must be one of last-reward, estimate"),
        (lambda: RandomProbe(scale=Fraction(0)), "scale must be a positive rational"),
        (lambda: RandomProbe(scale=0.5), "scale must be a positive rational"),
        (lambda: RandomProbe(scale="half"), "scale must be a positive rational"),
        (lambda: RandomProbe(grid=-1), "grid must be at least 0"),
        (lambda: RandomProbe(grid=10**9), "grid must be at most 1000"),
        (lambda: RandomProbe(fallback="first"), "fallback must be one of last, best"),
    ],
)
def test_bad_options_are_refused_by_name(build, sentence):
    with pytest.raises(InputError, match=sentence):
        build()
