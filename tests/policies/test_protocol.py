"""A policy sees its own pulls and rewards, and nothing else."""

import gc
from fractions import Fraction
from types import ModuleType

import pytest

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import RoundRobin
from imab_verify.policies.protocol import (
    History,
    Observations,
    check_policy,
    show_fault,
    show_value,
)
from imab_verify.simulation import stepwise

TENTHS = Instance.of(
    [
        Reward.from_values(["0", "1/10", "2/10", "3/10", "4/10", "5/10"]),
        Reward.from_values(["1/4"]),
    ]
)


def view(*pulls, k=2, horizon=None):
    history = History(k)
    for arm, reward in pulls:
        history.record(arm, Fraction(reward))
    return Observations(history, horizon)


class Spy:
    """Plays arm 1 and keeps what `look` makes of the observations at every step."""

    name = "spy"

    def __init__(self, look, *, horizon_aware=False):
        self.look = look
        self.horizon_aware = horizon_aware
        self.noted = []

    def __deepcopy__(self, memo):
        return self  # so that the test can read what was noted

    def choose(self, seen):
        self.noted.append(self.look(seen))
        return 0


def test_observations_are_the_pulls_and_their_rewards():
    seen = view((0, "1/10"), (1, "1/4"), (0, "1/5"))
    assert (seen.k, seen.t, seen.pulls) == (2, 3, (2, 1))
    assert list(seen.rewards(0)) == [Fraction(1, 10), Fraction(1, 5)]
    assert seen.rewards(0)[-1] == seen.last(0) == Fraction(1, 5)
    assert seen.rewards(0)[:1] == (Fraction(1, 10),)
    assert seen.total(0) == Fraction(3, 10)
    assert seen.last_delta(0) == Fraction(1, 10)
    assert seen.total(1) == seen.last(1) == Fraction(1, 4)


def test_an_arm_never_pulled_has_total_zero_and_no_last_reward():
    seen = view((0, "1/10"))
    assert seen.total(1) == 0
    assert len(seen.rewards(1)) == 0
    with pytest.raises(InputError, match="arm 2 has not been pulled yet"):
        seen.last(1)
    with pytest.raises(InputError, match="arm 1 has not been pulled twice"):
        seen.last_delta(0)


@pytest.mark.parametrize("arm", [-1, 2])
@pytest.mark.parametrize("member", ["rewards", "total", "last", "last_delta"])
def test_an_index_outside_the_arms_is_refused_rather_than_wrapped(member, arm):
    with pytest.raises(InputError, match=f"no arm with index {arm}"):
        getattr(view((0, 1), (1, 1)), member)(arm)


@pytest.mark.parametrize("attribute", ["k", "t", "pulls", "horizon", "total", "anything"])
def test_the_view_cannot_be_written(attribute):
    with pytest.raises(AttributeError):
        setattr(view(), attribute, 7)


def test_the_horizon_is_shown_only_to_a_policy_that_declares_it():
    blind, aware = Spy(lambda s: s.horizon), Spy(lambda s: s.horizon, horizon_aware=True)
    stepwise.run(TENTHS, blind, 3)
    stepwise.run(TENTHS, aware, 3)
    assert blind.noted == [None] * 3
    assert aware.noted == [3] * 3
    with pytest.raises(InputError, match="horizon_aware"):
        view().known_horizon()
    assert view(horizon=9).known_horizon() == 9


def reachable(thing):
    """Everything that can be reached from a Python object, short of code and modules."""
    found, todo = {}, [thing]
    while todo:
        here = todo.pop()
        if id(here) in found or isinstance(here, type | ModuleType):
            continue
        found[id(here)] = here
        todo += gc.get_referents(here)
    return list(found.values())


def test_neither_the_instance_nor_the_horizon_can_be_reached_from_what_is_seen():
    horizon = 123457
    one_arm = Instance.of([Reward.from_points([(0, 0), (200000, 1)])])

    class StopsAfterThree(Spy):
        def choose(self, seen):
            if seen.t > 3:
                raise RuntimeError
            return super().choose(seen)

    spy = StopsAfterThree(lambda s: reachable(s) if s.t == 3 else None)
    with pytest.raises(InputError, match="RuntimeError"):
        stepwise.run(one_arm, spy, horizon)
    things = spy.noted[3]
    assert not [x for x in things if isinstance(x, Instance | Reward)]
    assert not [x for x in things if type(x) is int and x == horizon]
    seen = {x for x in things if isinstance(x, Fraction)}
    unit = Fraction(1, 200000)
    # f(1), f(2), f(3), their sum, the increment and the zeros of the start.
    assert seen <= {n * unit for n in (0, 1, 2, 3, 6)}


def test_tampering_with_the_view_changes_no_result():
    class Tamper(RoundRobin):
        def choose(self, seen):
            arm = super().choose(seen)
            seen._history.rewards[arm].append(Fraction(1))
            seen._history.totals[arm] += 100
            return arm

    honest, crooked = (stepwise.run(TENTHS, p, 6) for p in (RoundRobin(), Tamper()))
    assert (crooked.pulls, crooked.alg) == (honest.pulls, honest.alg)


def test_nothing_learnt_in_one_run_reaches_the_next():
    class Learner:
        name = "learner"
        horizon_aware = False

        def __init__(self):
            self.known = []

        def choose(self, seen):
            self.known.append(seen.t)
            return 1 if len(self.known) > 3 else 0

    learner = Learner()
    first = stepwise.run(TENTHS, learner, 5)
    assert learner.known == []
    assert stepwise.run(TENTHS, learner, 5) == first


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (RoundRobin, "is a class"),
        (object(), "no method choose"),
        (type("P", (), {"choose": 3, "name": "p", "horizon_aware": False})(), "no method choose"),
        (type("P", (), {"choose": print, "horizon_aware": False})(), "attribute name"),
        (type("P", (), {"choose": print, "name": 3, "horizon_aware": False})(), "attribute name"),
        (type("P", (), {"choose": print, "name": "p"})(), "horizon_aware"),
        (type("P", (), {"choose": print, "name": "p", "horizon_aware": 1})(), "horizon_aware"),
        (
            type("P", (), {"choose": print, "name": property(lambda _: 1 / 0)})(),
            "attribute name",
        ),
    ],
)
def test_an_object_that_is_not_a_policy_is_refused(broken, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        check_policy(broken, "policy mine")
    assert str(caught.value).startswith("policy mine ")


def test_faults_and_values_are_shown_on_one_line_whatever_they_do():
    class AwkwardError(Exception):
        def __str__(self):
            raise KeyError

        __repr__ = __str__

    assert show_fault(ValueError("two\nlines")) == "ValueError: two lines"
    assert show_fault(ValueError()) == "ValueError"
    assert show_fault(AwkwardError()) == "AwkwardError"
    assert show_fault(ValueError("a\x00b")) == "ValueError: 'a\\x00b'"
    assert len(show_fault(ValueError("x" * 10**6))) < 300
    assert show_value("3") == "'3'"
    assert show_value(AwkwardError()) == "a AwkwardError"
