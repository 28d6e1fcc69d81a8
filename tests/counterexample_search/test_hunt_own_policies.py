"""Policies of one's own that change, or keep something, and those that are slow or break."""

from contextlib import chdir, suppress
from fractions import Fraction

import pytest

import imab_verify as iv
from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.problem import Problem
from counterexample_search.search import Layer, Search, first_instances
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Greedy
from imab_verify.simulation.play import play_run

POLICY = """
class P:
    name = "p"
    horizon_aware = False

    def choose(self, seen):
        return {choice}
"""
DRIFT = """
runs = [0]


class P:
    name = "p"
    horizon_aware = False

    def choose(self, seen):
        runs[0] += seen.t == 0
        if seen.t < seen.k:
            return seen.t
        return seen.k - 1 if runs[0] > 40 else max(range(seen.k), key=seen.last)
"""
OWN = "tests.counterexample_search.policies_for_hunt"
CHANGED = "plays it otherwise now: changed, or not deterministic"


def hunt(where, source, **how):
    (where / "p.py").write_text(source)
    with chdir(where):
        return iv.hunt("p.py:P", 2, 6, **how)


@pytest.mark.slow
def test_what_a_changed_policy_did_is_not_reported(tmp_path):
    store = str(tmp_path / "r.db")
    before = hunt(tmp_path, POLICY.format(choice="0"), evaluations=3000, store=store)
    assert before.best is not None
    assert before.best.score is None
    turns = POLICY.format(choice="seen.t % seen.k")
    after = hunt(tmp_path, turns, evaluations=300, store=store)
    assert [CHANGED in sentence for sentence in after.faults] == [True]
    assert after.best is not None
    assert after.best.score is not None
    assert after.best.pulls == (3, 3)
    assert after.evaluations <= 300
    later = hunt(tmp_path, turns, evaluations=300, store=store)
    assert later.faults == ()
    assert later.best is not None
    assert later.best.score == after.best.score


def test_what_a_policy_keeps_between_runs_is_found_out_in_a_new_process(tmp_path):
    done = hunt(tmp_path, DRIFT, evaluations=400)
    assert done.best is None
    assert "none of its records stands" in done.faults[0]


def test_an_interrupt_raised_by_the_policy_is_an_error_of_it(tmp_path):
    source = POLICY.format(choice="0").replace("return 0", "raise KeyboardInterrupt")
    done = hunt(tmp_path, source, evaluations=40)
    assert done.best is None
    assert "raised an error at step 1: KeyboardInterrupt" in done.faults[0]


def test_the_first_instance_hurts_a_policy_that_looks_once():
    first, second = first_instances(20, 2000, ArmClass.CONCAVE)
    assert [arm.limit for arm in (first.arms[0], first.arms[-1])] == [Fraction(1, 44), 1]
    assert second.arms[0].limit == Fraction(1, 80)
    assert play_run(first, Greedy(), 2000).ratio > 20
    for kind in ArmClass:
        assert all(x.k == 3 and x.opt(9) > 0 for x in first_instances(3, 9, kind))


def test_no_run_is_begun_that_does_not_fit_once_there_is_a_record():
    now = [0.0]

    def tick() -> float:
        now[0] += 1.0
        return now[0]

    searcher = Search(Problem(f"{OWN}:Turns", 2, 6), 0, Budget(deadline=6.0, clock=tick))
    with suppress(BudgetSpentError):
        searcher.slice(0)
    assert searcher.budget.used == 1
    assert searcher.best is not None
    assert searcher.best.found_by == Layer.FIRST


def test_an_instance_with_odd_numbers_is_made_simple():
    odd = Fraction(1152859, 24431349)
    line = Reward.from_points([(0, 0), (9, 9 * odd)])
    search = Search(Problem("algorithm-1", 2, 9), 0, Budget())
    search.try_instance(Instance.of([line, line.scaled(0)]))
    score = search.best.score
    search.simplify()
    assert search.best.score == score
    assert max(arm.top for arm in search.best.evaluation.instance.arms) == 1
