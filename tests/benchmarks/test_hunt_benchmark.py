"""The benchmark of the hunt: what it measures is exact, and a run can be resumed."""

from fractions import Fraction

import pytest

from benchmarks import hunt
from benchmarks.hunt import cells, encodings
from benchmarks.hunt.results import Result, Results, key, sources_of_evaluation
from benchmarks.hunt.searchers import SEARCHERS, Searcher
from benchmarks.hunt.trials import Trial
from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.evolution import Arm, Sketch, instance_of
from counterexample_search.problem import Goal, Problem, Score, evaluate
from counterexample_search.search import Search as Hunt
from imab_verify.engines.lp import Optimal, Sense
from imab_verify.engines.rays import RayProgram, combine
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

SMALL = Problem("greedy", 3, 12)
ENCODINGS = (encodings.HINGES, encodings.FALLING, encodings.KINDS)


def test_cells_that_were_not_looked_at_are_drawn():
    drawn = cells.held_out()
    assert drawn == cells.held_out() != cells.held_out(2)
    assert len({*drawn} - {*cells.TUNED}) == 8
    assert {problem.policy for problem in drawn} == set(cells.POLICIES)
    assert all(problem.T > 2 * problem.k >= 4 for problem in drawn)


def committed_to(k, T, mine, others):
    """The largest OPT with ALG = 1 if the optimal arm has so many pulls, another arm so many."""
    program = RayProgram((ArmClass.CONCAVE, range(T + 1)) for _ in range(2))
    best, other = program.arms
    program.require(combine((1, best.rew(mine)), (1, other.rew(others))), Sense.EQ, 1)
    ahead, behind = (best, other) if mine > others else (other, best)
    seen = combine((1, ahead.rew(2)), (-1, ahead.rew(1)), (-1, behind.rew(2)), (1, behind.rew(1)))
    program.require(seen, Sense.GE, 0)
    outcome = program.maximise(best.rew(T))
    assert isinstance(outcome, Optimal)
    return outcome.value


@pytest.mark.parametrize(("k", "T"), [(2, 5), (2, 6), (2, 9), (3, 7), (3, 10), (4, 17)])
def test_the_worst_case_of_explore_then_commit(k, T):
    """Arms other than the optimal one and the one committed to are best at 0."""
    n = T - 2 * k + 2
    exact = cells.supremum(Problem("explore-then-commit", k, T))
    assert exact == max(committed_to(k, T, n, 2), committed_to(k, T, 2, n))
    line, nothing = Reward.from_points([(0, 0), (T, 1)]), Reward.from_values([0])
    bent = Reward.from_points([(0, 0), (2, Fraction(2, T))])
    policy, scores = Problem("explore-then-commit", k, T).build(), []
    for first in (bent, nothing):
        instance = Instance.of([first, line, *[nothing] * (k - 2)])
        scores.append(evaluate(instance, policy, T, Goal.RATIO).score.value)
    assert max(scores) == exact


def test_exact_values_are_known_where_an_engine_has_them():
    assert cells.supremum(Problem("algorithm-1", 3, 11)) == Fraction(44, 15)
    assert cells.supremum(Problem("greedy", 2, 5)) == 3
    assert cells.supremum(Problem("elimination", 3, 11)) is None
    assert cells.supremum(Problem("explore-then-commit", 3, 6)) is None


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.about)
@pytest.mark.parametrize("k", [2, 5])
def test_every_point_of_the_box_is_an_instance(encoding, k):
    problem = Problem("elimination", k, 20)
    size = 1 + encoding.size(k)
    for number in (-0.5, 0.0, 0.37, 1.0, 1.5):
        sketch = encoding.sketch([number] * size, problem, capped=True)
        instance = instance_of(sketch, ArmClass.CONCAVE)
        assert instance.k == k
        tops = [arm.limit for arm in instance.arms]
        # An integer stands for 1, so the room may be a little larger.
        below = [sketch.room * top for top in tops]
        assert Fraction(9999, 10000) < max(below) <= 1 if any(tops) else not any(below)
        assert all(arm.points[-1][0] <= 20 for arm in instance.arms)


@pytest.mark.parametrize("policy", cells.POLICIES)
def test_peers_are_scored_by_the_hunt_itself(policy):
    """What is better than all before is played exactly, and is at least as good as it looks."""
    problem = Problem(policy, 3, 12)
    for encoding in ENCODINGS:
        trial, searcher = Trial(problem, 0, 100), Hunt(problem, 0, Budget())
        capped = trial.size(encoding) > encoding.size(problem.k)
        for start in range(1, 11):
            numbers = [(start * (n + 1) % 11) / 11 for n in range(trial.size(encoding))]
            sketch = encoding.sketch(numbers, problem, capped=capped)
            assert -trial.at(encoding)(numbers) == searcher.score(sketch).hint
            plain = instance_of(sketch, ArmClass.CONCAVE)
            assert trial.best >= evaluate(plain, problem.build(), problem.T, Goal.RATIO).score
        assert trial.evaluations >= 10
        best = searcher.best
        assert trial.best == best.score
        found = best.evaluation
        assert found == evaluate(found.instance, problem.build(), problem.T, Goal.RATIO)


def test_a_trial_ends_with_its_time():
    """One play is always made, so that there is something to show."""
    trial = Trial(SMALL, 0, -1)
    trial.score(Sketch((Arm(1, ()),) * 3))
    with pytest.raises(BudgetSpentError):
        trial.score(Sketch((Arm(2, ()),) * 3))
    assert trial.evaluations == 1


@pytest.mark.parametrize("name", [name for name in SEARCHERS if "hunt" not in name])
def test_every_peer_searches_until_its_time_is_up(name):
    if SEARCHERS[name].missing:
        pytest.skip(f"{SEARCHERS[name].package} is not installed")
    trial = Trial(SMALL, 0, 600)
    trial.budget.evaluations = 40
    with pytest.raises(BudgetSpentError):
        SEARCHERS[name].search(trial)
    assert trial.evaluations == 40
    assert 1 <= trial.best.value <= cells.supremum(SMALL)


def test_the_hunt_is_judged():
    found = hunt.reached("hunt", SMALL, 0, 600)
    assert Fraction(999, 1000) * cells.supremum(SMALL) < found.score.value
    assert found.score.value <= cells.supremum(SMALL)


@pytest.mark.quality
def test_the_hunt_without_the_exact_engine_is_judged_within_its_time():
    found = hunt.reached("hunt, no exact engine", SMALL, 0, 4)
    assert Fraction(9, 10) * cells.supremum(SMALL) < found.score.value <= cells.supremum(SMALL)


# --- results -----------------------------------------------------------------------------------


@pytest.fixture
def two_searchers(monkeypatch):
    """A searcher that counts its runs, and one whose package is missing; two cells, two seeds."""
    runs = []

    def search(trial):
        runs.append((trial.problem, trial.seed))
        trial.best = Score(None if trial.seed else Fraction(3, 2))

    both = {"hunt": Searcher(search, "one"), "peer": Searcher(search, "two", "no_such_package")}
    monkeypatch.setattr(hunt, "SEARCHERS", both)
    monkeypatch.setattr(hunt, "SEEDS", 2)
    monkeypatch.setattr(hunt, "TUNED", [SMALL])
    monkeypatch.setattr(hunt, "held_out", lambda: [Problem("greedy", 4, 12)])
    return runs


def test_a_run_is_resumed(tmp_path, two_searchers):
    file = tmp_path / "deep" / "results.jsonl"
    hunt.measure(Results(file), hunt.SEARCHERS)
    assert len(two_searchers) == 4
    lines = file.read_text().splitlines()
    assert len(lines) == 4
    file.write_text("\n".join(lines[:3]) + "\n")
    hunt.measure(Results(file), hunt.SEARCHERS)
    assert len(two_searchers) == 5
    assert file.read_text().splitlines() == lines


def test_results_of_another_evaluation_do_not_count(tmp_path, two_searchers):
    file = tmp_path / "results.jsonl"
    hunt.measure(Results(file), ["hunt"])
    older = file.read_text().replace(f'"evaluation": "{sources_of_evaluation()}", ', "")
    file.write_text(older)
    hunt.measure(Results(file), ["hunt"])
    assert len(two_searchers) == 8


def test_other_settings_are_another_result(tmp_path, two_searchers, monkeypatch):
    results = Results(tmp_path / "results.jsonl")
    hunt.measure(results, ["hunt"])
    changed = {"hunt": Searcher(hunt.SEARCHERS["hunt"].search, "another")}
    monkeypatch.setattr(hunt, "SEARCHERS", changed)
    hunt.measure(results, ["hunt"])
    assert len(two_searchers) == 8


def test_the_table_says_what_is_missing(tmp_path, two_searchers):
    results = Results(tmp_path / "results.jsonl")
    results.keep(
        key("hunt", "one", sources_of_evaluation(), SMALL, 0, 8.0), Result(Score(Fraction(3)), 7)
    )
    text = hunt.table(results, [SMALL], 8.0, 2).markdown()
    assert "1 of 4 results are there" in text
    assert "peer: no_such_package not installed, two" in text
    assert "first, or within 0.1 % of the first, in 0 of 0 cells" in text
    row = text.splitlines()[-1]
    assert "greedy, k = 3, T = 12" in row
    assert "0.4231 [0.4231, 0.4231] (1 of 2 seeds)" in row
    assert row.rstrip("| ").endswith("-")


def test_the_hunt_is_not_said_to_be_first_where_it_is_not():
    cell = Problem("greedy", 5, 60)
    [first, *_] = hunt.standing({cell: {"hunt": 0.9991, "a": 1.0, "b": 0.5}})
    assert "in 1 of 1 cells" in first
    assert "behind" not in first
    [first, *_] = hunt.standing({cell: {"hunt": 0.9, "a": 0.902, "b": 0.95}})
    assert "in 0 of 1 cells" in first
    assert "behind in greedy, k = 5, T = 60 (tuned): 0.9000, b 0.9500" in first
