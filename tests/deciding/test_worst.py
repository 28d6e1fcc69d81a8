"""Worst cases over ranges: in turn, in processes, on a cluster."""

import os
import signal
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.deciding import worst
from imab_verify.deciding.worst import Asked, at_least, solve_sizes, worst_case
from imab_verify.engines.worst_case.theorems import theorem_at
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.policies.builtin import Algorithm1, Greedy, RoundRobin
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.processes import Cause, Failure, LostError

SIZES = [(2, 5), (2, 6), (2, 7)]
RATIOS = [Fraction(5, 2), Fraction(21, 10), 2]
QUESTION = Asked(Algorithm1())


@pytest.mark.parametrize("workers", [1, 2])
def test_every_size_in_its_order(workers):
    steps = []
    cases, _ = solve_sizes(QUESTION, SIZES, workers=workers, step=lambda: steps.append(1))
    assert [(case.k, case.T) for case in cases] == SIZES
    assert [case.lower for case in cases] == RATIOS
    assert len(steps) == len(SIZES)


@pytest.mark.filterwarnings("default")
@pytest.mark.slow
def test_a_cluster_does_the_same():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        cases, _ = solve_sizes(QUESTION, SIZES, scheduler=cluster.scheduler_address)
    assert [case.lower for case in cases] == RATIOS


def test_a_cluster_that_is_lost_leaves_what_is_done(monkeypatch):
    def lost_after_one(task, jobs, **_):
        yield jobs[0], task(jobs[0])
        raise LostError("the cluster is lost")

    monkeypatch.setattr(worst, "run_all", lost_after_one)
    [first], troubles = solve_sizes(QUESTION, SIZES, scheduler="tcp://host:1")
    assert first.lower == RATIOS[0]
    assert troubles == ("the cluster is lost",)


def answer_with(monkeypatch, change):
    """Workers give change(size, how often it was asked, what they should give)."""
    asked = Counter()

    def answers(task, jobs, **_):
        for job in jobs:
            asked[job[1]] += 1
            yield job, change(job[1], asked[job[1]], task(job))

    monkeypatch.setattr(worst, "run_all", answers)
    return asked


def test_a_worker_is_not_believed(monkeypatch):
    """Only what the kernel accepts is said, under the name that was asked for."""
    answer_with(monkeypatch, lambda _size, _times, right: replace(right, policy="mine"))
    cases, _ = solve_sizes(QUESTION, SIZES, workers=2)
    assert [(case.policy, case.k, case.T) for case in cases] == [("algorithm-1", *s) for s in SIZES]
    assert [(case.lower, case.upper) for case in cases] == [(r, r) for r in RATIOS]
    assert [sum(case.pulls) for case in cases] == [5, 6, 7]


OTHER = worst_case(RoundRobin(), 2, 6)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"T": 9}, "another policy, k or T"),
        ({"about": OTHER.about}, "another policy, k or T"),
        ({"upper": Fraction(2)}, "was not accepted"),
        ({"lower": Fraction(22, 10)}, "was not accepted"),
        ({"bound": theorem_at(OTHER.about, 1, 6, Fraction(1))}, "was not accepted"),
        ({"bound": None}, "nothing shows the upper bound"),
        ({"bound": OTHER.bound}, "was not accepted"),
        ({"run": OTHER.run}, "was not accepted"),
        ({"run": worst_case(Algorithm1(), 2, 7).run}, "was not accepted"),
    ],
)
def test_what_a_worker_says_is_judged_here(monkeypatch, changes, why):
    def change(size, _times, right):
        return replace(right, **changes) if size == (2, 6) else right

    asked = answer_with(monkeypatch, change)
    cases, [trouble] = solve_sizes(QUESTION, SIZES, workers=2)
    assert [case.T for case in cases] == [5, 7]
    assert asked[2, 6] == 2
    assert trouble.startswith("k = 2, T = 6 was lost twice: ")
    assert why in trouble


def test_the_two_claims_stand_side_by_side():
    for policy, k, T in ((Algorithm1(), 2, 6), (Greedy(), 2, 6), (RoundRobin(), 2, 1)):
        case = worst_case(policy, k, T)
        judged = judge(case.certificate)
        lower = judged.beside[0] if case.upper is not None else judged
        said = at_least(case.about, k, T, case.lower, attained=case.attained)
        assert (judged.verdict, lower.verdict) == ("proved", "proved")
        assert lower.claim == said.claims().claim


def test_work_that_was_lost_is_done_once_more(monkeypatch):
    gone = Failure(Cause.DEATH, "the process that worked on it died")

    def change(size, times, right):
        return gone if times == 1 and size != (2, 7) else right

    asked = answer_with(monkeypatch, change)
    cases, troubles = solve_sizes(QUESTION, SIZES, workers=2)
    assert [case.lower for case in cases] == RATIOS
    assert asked == {(2, 5): 2, (2, 6): 2, (2, 7): 1}
    assert troubles == ()


class Deadly(LinearIndex):
    """It ends the process that asks for its index, unless that is this one."""

    name = "deadly"
    home = os.getpid()

    def __init__(self):
        self.mine = self.home

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        if os.getpid() != self.mine:
            os.kill(os.getpid(), signal.SIGKILL)
        return {}


def test_a_worker_that_dies_is_told_in_a_sentence():
    cases, troubles = solve_sizes(Asked(Deadly()), [(2, 3), (2, 4)], workers=2)
    assert cases == []
    assert len(troubles) == 2
    assert all("was lost twice: the process that worked on it died" in one for one in troubles)


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_input_at_one_size_is_bad_input(workers):
    with pytest.raises(InputError, match="no exact worst case"):
        solve_sizes(replace(QUESTION, policy="a word"), SIZES, workers=workers)
