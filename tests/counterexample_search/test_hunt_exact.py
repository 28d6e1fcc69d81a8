"""What the exact engine gives the hunt, against the engine of `worst-case` itself."""

from fractions import Fraction

import pytest

from counterexample_search.exact import known_worst
from counterexample_search.problem import Goal, Problem, evaluate
from imab_verify.deciding.worst import worst_case
from imab_verify.policies.linear_index import LinearIndex


class Mean(LinearIndex):
    name = "mean"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}


def known(problem, programs=2000):
    return known_worst(problem, None, programs, lambda: None)


@pytest.mark.parametrize(("k", "T"), [(2, 3), (2, 6), (3, 4), (3, 6), (4, 6)])
def test_the_supremum_of_greedy_is_that_of_the_engine(k, T):
    problem = Problem("greedy", k, T)
    exact = worst_case(problem.build(), k, T)
    assert exact.lower == exact.upper == known(problem).supremum


@pytest.mark.parametrize(
    "problem",
    [
        Problem("greedy", 7, 50),
        Problem("greedy", 2, 10**4),
        Problem("algorithm-1", 3, 11),
        Problem("algorithm-1", 50, 1000),
        Problem("round-robin", 3, 10),
    ],
)
def test_an_instance_attains_the_supremum_or_comes_close(problem):
    answer = known(problem)
    score = evaluate(answer.instance, problem.build(), problem.T, Goal.RATIO).score.value
    assert 0 <= answer.supremum - score <= answer.supremum / 10**6


def test_a_search_that_is_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(Problem, "build", lambda _: Mean())
    assert known(Problem("mean", 2, 10), programs=5) is None
    assert known(Problem("mean", 2, 6)).supremum == Fraction(7, 2)
    assert known(Problem("mean", 6, 60)) is None


def test_other_questions_are_not_for_the_engine():
    assert known(Problem("algorithm-1", 3, 12, goal=Goal.REGRET)) is None
    assert known(Problem("algorithm-1", 3, 12, (("ties", "highest-index"),))) is None
    assert known(Problem("elimination", 2, 5)) is None
