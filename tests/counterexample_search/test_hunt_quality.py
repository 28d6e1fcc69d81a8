"""The hunt still reaches what it has reached before. Seeds are fixed, time is not measured."""

from contextlib import suppress
from fractions import Fraction

import pytest

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.campaign import Task, run_slice
from counterexample_search.claims import hunt_claim
from counterexample_search.judging import confirm_record
from counterexample_search.problem import Goal, Problem
from counterexample_search.run_claims import run_of
from counterexample_search.search import Search
from imab_verify.deciding.worst import worst_case
from imab_verify.kernel import judge
from imab_verify.language.reading import read_question
from imab_verify.policies import Algorithm1

pytestmark = pytest.mark.quality

OWN = "tests.counterexample_search.policies_for_hunt"
SMALL = [(k, T) for k in (2, 3, 4) for T in range(2 * k, 15)]


def hunted(problem, enough, slices=3, evaluations=None, seed=0):
    """Search without the exact engine until the best (or the limit beside it) is enough."""

    def is_enough():
        return searcher.best is not None and (searcher.done or reached(searcher) >= enough)

    searcher = Search(problem, seed, Budget(evaluations, stop=is_enough), ask_exact=False)
    with suppress(BudgetSpentError):
        for number in range(slices):
            searcher.slice(number)
    assert confirm_record(problem, searcher.best).confirmation
    return searcher


def reached(searcher):
    return searcher.best.score.value


@pytest.mark.parametrize(("k", "T"), SMALL)
def test_algorithm_1_is_hunted_to_its_exact_worst_case(k, T):
    exact = worst_case(Algorithm1(), k, T)
    assert exact.lower == exact.upper
    close = exact.lower * (1 - Fraction(1, 10**6))
    assert close <= reached(hunted(Problem("algorithm-1", k, T), close)) <= exact.lower


@pytest.mark.parametrize("k", range(1, 7))
def test_round_robin_is_hunted_to_its_exact_ratio(k):
    for T in [*range(k, 61, 5), 59, 60]:
        n = T // k
        exact = Fraction(T * (T + 1), n * (n + 1))
        assert reached(hunted(Problem("round-robin", k, T), exact, evaluations=60)) == exact


def refuted(text, problem, where):
    question = read_question(text, run=run_of(problem, where))
    certified, _ = hunt_claim(question, [problem], evaluations=5000)
    return certified is not None and judge(certified.text).verdict == "refuted"


def test_the_theorem_as_printed_is_refuted_without_being_given_the_instance():
    assert refuted("OPT(T) <= 32*k*ALG(T)", Problem("algorithm-1", 48, 96), "")


def test_the_per_arm_lemma_as_printed_is_refuted():
    # At T = 2k every arm has two pulls, so N_1 <= T/2 holds by itself.
    text = "OPT(T)/Rew(f,N) <= 200*T**2/N**2"
    assert refuted(text, Problem("algorithm-1", 3, 6), "N = N(f)")


@pytest.mark.parametrize(
    ("policy", "k", "T", "exact"),
    [
        ("algorithm-1", 2, 8, Fraction(5, 2)),
        ("algorithm-1", 2, 10, Fraction(43, 14)),
        ("algorithm-1", 3, 9, Fraction(21, 5)),
        ("greedy", 2, 8, Fraction(9, 2)),
    ],
)
def test_the_largest_regret_is_reached(policy, k, T, exact):
    """Greedy only comes close to it: a tie would have to fall against its rule."""
    close = exact * (1 - Fraction(1, 10**6))
    assert close <= reached(hunted(Problem(policy, k, T, goal=Goal.REGRET), close)) <= exact


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("k", "T"), [(10, 200), (12, 300)])
def test_what_is_reached_does_not_depend_on_the_seed(k, T, seed):
    exact = worst_case(Algorithm1(), k, T).lower
    enough = exact * Fraction(99, 100)
    assert reached(hunted(Problem("algorithm-1", k, T), enough, 2, 4000, seed)) >= enough


@pytest.mark.parametrize(
    ("policy", "k", "T", "enough"),
    [
        ("elimination", 5, 40, "58/10"),
        (f"{OWN}:Means", 4, 40, "16"),
        (f"{OWN}:Squares", 3, 24, "457/100"),
    ],
)
def test_a_black_box_is_hunted_beyond_what_plain_evolution_reached(policy, k, T, enough):
    wanted = Fraction(enough)
    assert reached(hunted(Problem(policy, k, T), wanted, 1, 5000)) >= wanted


@pytest.mark.parametrize(("k", "T"), [(100, 10_000), (300, 2000), (20, 100_000)])
def test_large_cells_are_settled_by_the_exact_engine(k, T):
    result = run_slice(Task(Problem("algorithm-1", k, T), 0, 0, 200))
    assert result.best.settled


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("T", "enough"), [(53, "324/100"), (170, "321/100")])
def test_elimination_is_hunted_out_of_its_bad_basins(T, enough, seed):
    wanted = Fraction(enough)
    problem = Problem("elimination", 3, T)
    assert reached(hunted(problem, wanted, 1, 6000, seed)) >= wanted


@pytest.mark.parametrize(
    ("k", "T", "enough"), [(100, 10_000, "200"), (300, 2000, "800"), (20, 100_000, "30")]
)
def test_large_cells_of_elimination_are_hunted_in_leaps(k, T, enough):
    wanted = Fraction(enough)
    assert reached(hunted(Problem("elimination", k, T), wanted, 1, 4000)) >= wanted
