"""Exact worst cases: known values, agreement of the engines, runs that can be replayed."""

import json
from fractions import Fraction

import pytest

from imab_verify.deciding.worst import worst_case
from imab_verify.engines.runs.ratios import least_weight
from imab_verify.engines.worst_case import solve
from imab_verify.engines.worst_case.solve import TIES, ratio_at_most
from imab_verify.errors import InputError
from imab_verify.kernel import RejectedError, judge
from imab_verify.language.scored import ScoredIndex
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, Greedy, RoundRobin, SingleArm
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.simulation import leaping, stepwise


class Indifferent(LinearIndex):
    """Every index is 0, so the tie rule alone decides: round robin in every order."""

    name = "indifferent"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {}


class Last(LinearIndex):
    """Greedy, for which nobody has a theorem."""

    name = "last"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {counts[arm]: 1}


class Mean(LinearIndex):
    name = "mean"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}


class Optimist(LinearIndex):
    """Algorithm 1 itself, as an index policy."""

    name = "optimist"

    def opening(self, k):
        return [*range(k), *range(k)]

    def index(self, counts, arm):
        n, gap = counts[arm], max(counts) - counts[arm]
        bend = gap * (gap + 1) // 2
        form = dict.fromkeys(range(1, n + 1), 1)
        form[n] += gap + bend
        form[n - 1] -= bend
        return form


def value(policy, k, T, **options):
    found = worst_case(policy, k, T, **options)
    assert found.status == "exact"
    assert judge(found.certificate).verdict in ("proved", "refuted")
    return found.lower


# --- known values ------------------------------------------------------------------------------


def test_round_robin_has_its_closed_form():
    for k in range(1, 6):
        for T in range(1, 31):
            q = T // k
            expected = Fraction(T * (T + 1), q * (q + 1)) if q else None
            assert value(RoundRobin(), k, T) == expected


def test_algorithm_1_right_after_the_initialisation():
    for k in range(1, 12):
        assert value(Algorithm1(), k, 2 * k) == Fraction(k * (2 * k + 1), 3)


def test_algorithm_1_before_the_end_of_the_initialisation():
    assert value(Algorithm1(), 3, 2) is None
    assert value(Algorithm1(), 3, 3) == 6
    assert value(Algorithm1(), 3, 5) == 15
    assert value(Algorithm1(init="pairs"), 3, 5) == 15
    assert value(Algorithm1(init="pairs"), 3, 4) is None
    assert value(Algorithm1(), 3, 4, init="pairs") is None
    assert value(Algorithm1(), 3, 4) == 10


def test_algorithm_1_is_exact_at_every_size():
    """Within the opening, from its end on, and with one arm; by both openings and tie rules."""
    sizes = [(k, T) for k in range(1, 7) for T in (1, k, 2 * k - 1, 2 * k, 2 * k + 3, 5 * k)]
    for k, T in {*sizes, (1, 10**6), (1, 10**18)}:
        for init in ("rounds", "pairs"):
            for ties in TIES:
                found = worst_case(Algorithm1(), k, T, init=init, ties=ties)
                assert (found.status, found.attained) == ("exact", True)
                assert k > 1 or found.lower == 1


def test_without_a_theorem_there_are_bounds(monkeypatch):
    monkeypatch.setattr(solve, "theorem_at", lambda *_: None)
    found = worst_case(Algorithm1(), 3, 11)
    assert (found.status, found.lower, found.upper) == ("bounds", Fraction(44, 15), 22)


@pytest.mark.slow
def test_two_arms_have_the_ratio_two_from_seven_on():
    assert value(Algorithm1(), 2, 6) == Fraction(21, 10)
    for T in range(7, 36):
        assert value(Algorithm1(), 2, T) == 2


@pytest.mark.parametrize(("k", "T"), [(3, 11), (3, 14), (4, 16), (5, 24), (12, 100)])
@pytest.mark.parametrize("ties", TIES)
def test_the_instance_replays_step_by_step(k, T, ties):
    found = worst_case(Algorithm1(), k, T, ties=ties)
    run = stepwise.run(found.instance, Algorithm1(), T)
    assert run.ratio == found.lower == found.upper
    assert run.pulls == found.pulls
    assert found.attained


@pytest.mark.slow
def test_from_4k_on_the_ratio_is_at_most_k_times_one_plus_one_over_T():
    for k in range(2, 6):
        for T in range(4 * k, 4 * k + 20, 3):
            assert value(Algorithm1(), k, T) <= k * (1 + Fraction(1, T))


def test_algorithm_1_as_an_index_policy_has_the_same_worst_case():
    for k, T in ((2, 4), (2, 5), (2, 6), (2, 7), (3, 7)):
        assert value(Optimist(), k, T) == value(Algorithm1(), k, T)


# --- ties --------------------------------------------------------------------------------------


def test_a_region_that_is_only_a_boundary_does_not_count():
    # Weakly, every sequence is possible, even one that leaves the optimal arm alone for ever.
    for k, T in ((2, 4), (2, 5), (3, 5)):
        assert value(Indifferent(), k, T) == value(RoundRobin(), k, T)


@pytest.mark.parametrize("policy", [Greedy(), Last()])
def test_greedy_is_approached_and_not_attained(policy):
    for k, T in ((2, 4), (2, 5), (3, 5)):
        found = worst_case(policy, k, T)
        assert found.lower == Fraction(T * (T + 1), 2 * (T - k + 2))
        assert not found.attained
        ratios = []
        for step in (Fraction(1), Fraction(1, 10), Fraction(1, 1000)):
            near = Instance.of(
                Reward.from_values(
                    [(1 - step) * f.value(n) + step * g.value(n) for n in range(T + 1)]
                )
                for f, g in zip(found.limit.arms, found.instance.arms, strict=True)
            )
            run = stepwise.run(near, Greedy(), T)
            assert sorted(run.pulls) == sorted(found.pulls)
            ratios.append(run.ratio)
        assert ratios == sorted(ratios)
        assert ratios[-1] < found.lower < ratios[-1] * Fraction(1001, 1000)


def test_a_limit_that_attains_the_ratio_under_other_ties_attains_it():
    far = ScoredIndex("far", "P(f,a,M+2)", start=2)
    found = worst_case(far, 2, 8)
    assert (found.status, found.lower, found.attained) == ("exact", Fraction(36, 19), True)
    opt, alg = found.instance.opt(8), found.instance.collected(found.pulls)
    assert opt == found.lower * alg


def test_an_instance_nearby_must_follow_the_sequence():
    found = worst_case(Greedy(), 2, 4)
    document = json.loads(found.certificate)
    played = document["beside"][0]["proof"]["goals"][0]
    for near in (played["arms"], None):
        played["near"] = near
        if near is None:
            del played["near"]
        with pytest.raises(RejectedError):
            judge(json.dumps(document))


def test_a_program_closes_more_than_one_path():
    """There are 2^7 - 1 paths after the opening, and each had a program of its own once."""
    found = worst_case(ScoredIndex("slope", "f(a)+(T-a)*Delta(f,a)", start=2), 2, 10)
    assert (found.status, found.lower) == ("exact", Fraction(55, 29))
    assert found.programs < 100
    assert judge(found.certificate).verdict == "proved"


def test_a_mean_follower():
    assert value(Mean(), 2, 4) == Fraction(5, 2)
    assert value(Mean(), 3, 5) == Fraction(15, 4)


@pytest.mark.parametrize(
    ("score", "start", "k", "T", "ratio"),
    [
        ("a*f(a)", 1, 2, 5, Fraction(3)),
        ("a*f(a)", 1, 3, 5, Fraction(15, 4)),
        ("Rew(f,a)", 1, 2, 5, Fraction(3)),
        ("Rew(f,a)", 2, 2, 7, Fraction(8, 3)),
    ],
)
def test_paths_on_which_all_rewards_are_0_are_closed(score, start, k, T, ratio):
    assert value(ScoredIndex("mine", score, start=start), k, T) == ratio


# --- bounds, deciding ----------------------------------------------------------------


def _interrupt_after(calls):
    left = [None] * calls

    def report(low, high):
        if not left:
            raise KeyboardInterrupt
        left.pop()

    return report


def test_a_search_for_an_index_policy_can_be_stopped():
    for seconds in (0, 0.05):
        found = worst_case(Last(), 3, 9, seconds=seconds)
        assert judge(found.certificate).verdict == "proved"
        assert found.lower <= Fraction(45, 8) <= found.upper
    assert found.status == "bounds"


def test_an_interrupted_search_leaves_bounds():
    stopped = worst_case(Last(), 3, 7, report=_interrupt_after(10))
    assert (stopped.status, stopped.interrupted) == ("bounds", True)
    assert stopped.lower < Fraction(14, 3) <= stopped.upper
    assert judge(stopped.certificate).verdict == "proved"


def test_a_search_that_is_stopped_early_has_an_instance_that_is_bad():
    """The programs of short paths have arms on which the policy can be played to its end."""
    stopped = worst_case(Last(), 3, 9, report=_interrupt_after(12))
    assert stopped.interrupted
    assert stopped.lower > Fraction(3, 2)


@pytest.mark.parametrize("ties", TIES)
def test_a_long_run_is_told_in_rounds(ties):
    found = worst_case(Algorithm1(), 100, 10**6, ties=ties)
    assert found.status == "exact"
    assert found.lower == Fraction(10**6 * (10**6 + 1), least_weight(100, 10**6))
    assert sum(found.pulls) == 10**6
    assert len(found.certificate) < 10**5
    run = leaping.run(found.instance, Algorithm1(), 10**6)
    assert (run.pulls, run.ratio) == (found.pulls, found.lower)


@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_a_run_in_rounds_is_the_run_in_steps(init):
    for k, T in ((1, 5), (2, 6), (3, 8), (4, 19), (5, 33), (7, 100), (2, 400)):
        found = worst_case(Algorithm1(init), k, T, ties="lowest-index")
        assert (found.run.rounds is None) is (k * T <= solve.PLAYED)
        assert list(found.sequence) == stepwise.sequence(found.instance, Algorithm1(init), T)
        assert found.pulls == tuple(map(found.sequence.count, range(k)))


def test_a_bound_is_decided():
    for k in (2, 3):
        for T in range(7, 13):
            expected = 2 * k >= worst_case(Algorithm1(), k, T).lower
            decision, found = ratio_at_most(Algorithm1(), k, T, Fraction(2 * k))
            assert decision is expected
            assert found.status == "exact"
    assert ratio_at_most(Algorithm1(), 3, 7, Fraction(4))[0] is False
    assert ratio_at_most(Algorithm1(), 3, 2, Fraction(10**6))[0] is False
    assert ratio_at_most(Algorithm1(), 2, 7, Fraction(2))[0] is True


@pytest.mark.parametrize(
    ("policy", "k", "T", "options", "message"),
    [
        (SingleArm(), 2, 5, {}, "no exact worst case"),
        (Algorithm1(), 0, 5, {}, "number of arms"),
        (Algorithm1(), 2, 0, {}, "horizon"),
        (Algorithm1(), 2, 5, {"ties": "coin"}, "ties must be one of"),
        (Algorithm1(), 2, 5, {"init": "spiral"}, "init must be one of"),
        (Algorithm1(), 2, 10**18 + 1, {}, "T up to 1000000000000000000"),
        (Algorithm1(), 10**4 + 1, 10**5, {}, "k up to 10000"),
        (RoundRobin(), 101, 10**4, {}, "k.T up to 1000000"),
        (Algorithm1(), 2, 10**4000, {}, "too large"),
    ],
)
def test_bad_questions(policy, k, T, options, message):
    with pytest.raises(InputError, match=message):
        worst_case(policy, k, T, **options)


@pytest.mark.parametrize(
    ("start", "form", "message"),
    [
        ([0], {}, "must pull each of 2 arms"),
        ([0, 7], {}, "which is no arm"),
        ([0, 1], {5: 1}, "has not seen"),
        ([0, 1], {1: 0.5}, "not an exact rational"),
        ([0, 1], None, "not a mapping"),
    ],
)
def test_bad_index_policies(start, form, message):
    class Bad(LinearIndex):
        name = "bad"

        def opening(self, k):
            return start

        def index(self, counts, arm):
            return form

    with pytest.raises(InputError, match=message):
        worst_case(Bad(), 2, 4)
