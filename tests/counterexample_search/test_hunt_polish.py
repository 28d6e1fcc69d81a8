from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from counterexample_search.objective import Goal, evaluate
from counterexample_search.programs import (
    Forced,
    Plan,
    climb,
    decisions,
    extend,
    is_linear,
    program_for,
)
from counterexample_search.strategies import instances
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RoundRobin,
)
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.simulation import stepwise


class Optimist(LinearIndex):
    """Believes that the last increment comes once more."""

    name = "optimist"

    def opening(self, k):
        return [*range(k), *range(k)]

    def index(self, counts, arm):
        n = counts[arm]
        return {n: 2, n - 1: -1}


LINEAR = [
    Algorithm1(),
    Algorithm1(ties="highest-index"),
    Greedy(),
    RoundRobin(),
    ExploreThenCommit(),
    ExploreThenCommit(commit="estimate"),
    Optimist(),
]


def zeros_and_a_line(k, T):
    return Instance.of(
        [Reward.from_hinges(0, {})] * (k - 1) + [Reward.from_hinges(0, {T: Fraction(1, T)})]
    )


@examples(30)
@given(instances(3, 9), st.sampled_from(LINEAR))
def test_what_was_compared_explains_what_was_chosen(instance, policy):
    sequence = stepwise.sequence(instance, policy, 9)
    for decision in decisions(policy, 3, sequence, 9):
        values = [[arm.value(n) for n in range(10)] for arm in instance.arms]
        sums = [[arm.rew(n) for n in range(10)] for arm in instance.arms]
        indices = [decision.of(i, values[i], sums[i]) for i in range(3)]
        chosen = indices[decision.chosen]
        for other, rival in enumerate(indices):
            assert chosen >= rival
            if other != decision.chosen and decision.prefers(
                other, getattr(policy, "ties", "lowest-index")
            ):
                assert chosen > rival


@examples(20)
@given(instances(2, 8), st.sampled_from(LINEAR))
def test_the_program_of_a_run_is_at_least_as_good_as_the_run(instance, policy):
    found = evaluate(instance, policy, 8, Goal.RATIO)
    program = program_for(instance, policy, 8, Goal.RATIO)
    sequence = tuple(stepwise.sequence(instance, policy, 8))
    solution = program.best(Plan(sequence, instance.opt_arm(8)))
    if found.score.value is not None and solution is not None:
        assert solution.value >= found.score.value


def test_climbing_reaches_the_best_of_all_sequences():
    k, T, policy = 2, 8, Algorithm1()
    start = zeros_and_a_line(k, T)
    program = program_for(start, policy, T, Goal.RATIO)
    every = (
        program.best(Plan((0, 1, 0, 1, *tail), o))
        for tail in product(range(k), repeat=T - 2 * k)
        for o in range(k)
    )
    best = max(solution.value for solution in every if solution is not None)
    assert [s.value for s in climb(program, start, 60)][-1] == best == 2


@pytest.mark.parametrize(("k", "T"), [(2, 5), (3, 7), (4, 12), (3, 9)])
def test_round_robin_is_polished_to_its_exact_ratio(k, T):
    program = program_for(zeros_and_a_line(k, T), RoundRobin(), T, Goal.RATIO)
    *_, best = climb(program, zeros_and_a_line(k, T), 20)
    n = T // k
    assert best.value == Fraction(T * (T + 1), n * (n + 1))


def test_a_solution_that_needs_strict_comparisons_is_realised_with_a_margin():
    T = 10
    start = zeros_and_a_line(2, T)
    program = program_for(start, Greedy(), T, Goal.RATIO)
    *_, best = climb(program, start, 20)
    reached = max(
        evaluate(i, Greedy(), T, Goal.RATIO).score.value for i in program.realisations(best)
    )
    assert 0 <= best.value - reached < Fraction(1, 10**6)
    assert best.value == Fraction(T * (T + 1), 2 * T)


def test_regret_is_polished_within_rewards_of_at_most_one():
    T = 8
    start = zeros_and_a_line(2, T)
    program = program_for(start, RoundRobin(), T, Goal.REGRET)
    *_, best = climb(program, start, 20)
    found = evaluate(best.instance, RoundRobin(), T, Goal.REGRET)
    assert found.score.value == best.value


@examples(60)
@given(st.data(), st.sampled_from(list(ArmClass)), st.sampled_from([Elimination(), Greedy()]))
def test_extending_the_unseen_changes_nothing_that_was_seen(data, kind, policy):
    instance = data.draw(instances(3, 10, kind))
    run = stepwise.run(instance, policy, 10)
    longer = extend(instance, run.pulls, 10)
    again = stepwise.run(longer, policy, 10)
    assert (again.pulls, again.alg) == (run.pulls, run.alg)
    assert again.opt >= run.opt


def test_an_arm_never_pulled_becomes_one():
    instance = Instance.of([Reward.from_values([0])] * 2)
    assert extend(instance, (5, 0), 5).arms[1] == Reward.from_values([1])


def test_forced_pulls_come_first_and_then_the_policy():
    instance = zeros_and_a_line(2, 6)
    sequence = stepwise.sequence(instance, Forced(RoundRobin(), (1, 1, 1)), 6)
    assert sequence == [1, 1, 1, 1, 0, 1]


def test_only_exact_types_count_as_linear():
    class Mine(Greedy):
        pass

    assert is_linear(Greedy())
    assert not is_linear(Mine())
    assert not is_linear(Elimination())


@pytest.mark.parametrize(
    ("policy", "k", "T", "exact"),
    [
        (Algorithm1(), 2, 8, Fraction(5, 2)),
        (Algorithm1(), 2, 10, Fraction(43, 14)),
        (Greedy(), 2, 8, Fraction(9, 2)),
    ],
)
def test_the_largest_regret_needs_an_optimal_arm_that_bends_after_its_last_pull(
    policy, k, T, exact
):
    start = zeros_and_a_line(k, T)
    program = program_for(start, policy, T, Goal.REGRET)
    assert max(solution.value for solution in climb(program, start, 120)) == exact
