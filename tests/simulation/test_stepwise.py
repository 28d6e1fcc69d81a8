"""The definition of a run: counts, rewards, regrets, and the errors of a policy."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
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
from imab_verify.simulation.stepwise import external_regret, run, sequence

# f_1(n) = n/10 up to 1/2, f_2 = 1/4.
TENTHS = Instance.of([Reward.from_points([(0, 0), (5, "1/2")]), Reward.from_values(["1/4"])])
ALL = (
    Algorithm1(),
    Algorithm1(init="pairs", ties="highest-index"),
    RoundRobin(),
    Greedy(),
    SingleArm(),
    ExploreThenCommit(),
    Elimination(),
)


@st.composite
def rewards(draw):
    kind = draw(st.sampled_from(ArmClass))
    rises = draw(st.lists(st.integers(0, 6), max_size=6))
    if kind.shape.concave:
        rises.sort(reverse=True)
    values = [draw(st.integers(0, 6))]
    for rise in rises:
        values.append(values[-1] + rise)
    if not kind.shape.rising:
        values.reverse()
    return Reward.from_values([Fraction(v, 42) for v in values], kind)


instances = st.lists(rewards(), min_size=1, max_size=4).map(Instance.of)


def test_a_run_by_hand():
    done = run(TENTHS, Algorithm1(), 10)
    assert done.policy == "algorithm-1"
    assert done.pulls == (6, 4)
    assert done.alg == 3  # (1 + 2 + 3 + 4 + 5 + 5)/10 + 4/4
    assert (done.opt, done.opt_arm) == (4, 0)  # (1 + 2 + 3 + 4)/10 + 6/2
    assert done.ratio == Fraction(4, 3)
    assert done.regret == 1
    assert done.gaps == (0, 0)


def test_gaps_are_what_every_arm_still_has_to_gain():
    assert run(TENTHS, RoundRobin(), 5).gaps == (Fraction(1, 5), 0)
    assert run(TENTHS, SingleArm(2), 5).gaps == (Fraction(1, 2), 0)


def test_an_unpulled_arm_without_f0_stands_at_its_first_reward():
    arm = Reward.from_values(["1/4", "1/2"], ArmClass.CONCAVE_FROM_1)
    assert run(Instance.of([arm]), RoundRobin(), 0).gaps == (Fraction(1, 4),)


def test_ratio_of_nothing():
    late = Reward.from_values(["0", "0", "0", "1"], ArmClass.MONOTONE)
    zero = Reward.from_values(["0"])
    both_zero = run(Instance.of([zero, zero]), RoundRobin(), 5)
    assert (both_zero.ratio, both_zero.regret) == (1, 0)
    infinite = run(Instance.of([late, zero]), RoundRobin(), 4)
    assert (infinite.alg, infinite.opt, infinite.ratio) == (0, 2, None)
    assert run(TENTHS, RoundRobin(), 0).ratio == 1


@pytest.mark.parametrize("policy", ALL, ids=lambda p: p.name)
@given(instance=instances, T=st.integers(0, 16))
def test_every_policy_makes_T_pulls_and_is_paid_for_each(policy, instance, T):
    order = sequence(instance, policy, T)
    done = run(instance, policy, T)
    assert len(order) == T
    assert done.pulls == tuple(order.count(i) for i in range(instance.k))
    assert done.alg == sum(a.rew(n) for a, n in zip(instance.arms, done.pulls, strict=True))
    assert done.alg <= done.opt


@pytest.mark.parametrize("policy", [p for p in ALL if not p.horizon_aware], ids=lambda p: p.name)
@given(instance=instances, T=st.integers(0, 12), more=st.integers(0, 6))
def test_an_anytime_policy_plays_the_same_whatever_the_horizon(policy, instance, T, more):
    assert sequence(instance, policy, T + more)[:T] == sequence(instance, policy, T)


def test_external_regret_of_the_papers_example_is_zero_and_policy_regret_grows():
    # f_1(n) = n/10 (up to 1), f_2 = 1/10, always arm 2: arm 1 offers f_1(1) = 1/10 at every step.
    example = Instance.of([Reward.from_points([(0, 0), (10, 1)]), Reward.from_values(["1/10"])])
    for T in (1, 10, 50):
        assert external_regret(example, sequence(example, SingleArm(2), T)) == 0
    assert run(example, SingleArm(2), 50).regret == Fraction(11, 2) + 40 - 5


def test_external_regret_by_hand():
    # Steps 1212: offers of arm 1 are 1/10, 2/10, 2/10, 3/10, of arm 2 always 1/4.
    assert external_regret(TENTHS, [0, 1, 0, 1]) == 1 - Fraction(8, 10)
    assert external_regret(TENTHS, []) == 0
    # Four steps of arm 2, then arm 1 from step 5 on cannot make up for it.
    assert external_regret(TENTHS, [1, 0]) == Fraction(1, 2) - Fraction(35, 100)


@given(instances, st.lists(st.integers(0, 3), max_size=12))
def test_external_regret_is_its_definition(instance, choices):
    arms = [i % instance.k for i in choices]

    def offer(i, t):
        return instance.arms[i].value(arms[:t].count(i) + 1)

    fixed = [sum(offer(i, t) for t in range(len(arms))) for i in range(instance.k)]
    alg = sum(offer(i, t) for t, i in enumerate(arms))
    assert external_regret(instance, arms) == max(fixed) - alg


def test_external_regret_names_the_step_of_an_arm_that_does_not_exist():
    with pytest.raises(InputError, match="at step 2, 5, which is no arm"):
        external_regret(TENTHS, [0, 5])


class Scripted:
    """Returns (or raises) what it was given, step by step."""

    name = "scripted"
    horizon_aware = False

    def __init__(self, *answers):
        self.answers = answers

    def choose(self, seen):
        answer = self.answers[seen.t]
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (2, "2"),
        (-1, "-1"),
        (None, "None"),
        (True, "True"),
        (0.0, "0.0"),
        ("1", "'1'"),
        (Fraction(1), r"Fraction\(1, 1\)"),
        ([0], r"\[0\]"),
    ],
)
@pytest.mark.parametrize("play", [run, sequence])
def test_an_arm_that_does_not_exist_names_policy_step_and_answer(play, answer, shown):
    with pytest.raises(InputError, match=rf"policy scripted returned, at step 3, {shown}, which"):
        play(TENTHS, Scripted(0, 1, answer), 5)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
        (SystemExit(1), "SystemExit: 1"),
        (GeneratorExit(), "GeneratorExit"),
        (RuntimeError("two\nlines"), "RuntimeError: two lines"),
    ],
)
def test_a_policy_that_raises_names_policy_and_step(fault, sentence):
    with pytest.raises(InputError) as caught:
        run(TENTHS, Scripted(0, fault), 5)
    assert str(caught.value) == f"policy scripted raised an error at step 2: {sentence}"


def test_an_interrupt_is_not_the_policys_fault():
    with pytest.raises(KeyboardInterrupt):
        run(TENTHS, Scripted(KeyboardInterrupt()), 1)


def test_a_policy_that_looks_at_an_arm_it_has_not_pulled_is_told_so():
    class Hasty(Scripted):
        def choose(self, seen):
            return int(seen.last(1) > seen.last(0))

    with pytest.raises(InputError, match="policy scripted, step 1: arm 2 has not been pulled yet"):
        run(TENTHS, Hasty(), 1)


@pytest.mark.parametrize("T", [-1, 2.0, "3", None, True])
def test_the_horizon_is_an_integer_at_least_zero(T):
    for play in (run, sequence):
        with pytest.raises(InputError, match="the horizon T must be"):
            play(TENTHS, RoundRobin(), T)


def test_what_is_not_a_deterministic_policy_is_refused():
    with pytest.raises(InputError, match="policy random-probe is randomised"):
        run(TENTHS, RandomProbe(), 3)
    with pytest.raises(InputError, match="is a class"):
        run(TENTHS, RoundRobin, 3)


def test_a_policy_that_cannot_be_copied_is_refused():
    class Stuck(Scripted):
        def __deepcopy__(self, memo):
            raise TypeError("no copies")

    with pytest.raises(InputError, match="policy scripted cannot be copied: TypeError: no copies"):
        run(TENTHS, Stuck(0), 1)
