"""Worst cases over ranges: in turn, in processes, on a cluster."""

import os
import signal
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.engines.worst_case import sizes
from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.sizes import Question, solve_sizes
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.errors import InputError
from imab_verify.kernel import RejectedError, judge
from imab_verify.language.scored import ScoredIndex
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.processes import Cause, Failure, LostError

SIZES = [(2, 5), (2, 6), (2, 7)]
RATIOS = [Fraction(5, 2), Fraction(21, 10), 2]
QUESTION = Question(Algorithm1())


@pytest.mark.parametrize("workers", [1, 2])
def test_every_size_in_its_order(workers):
    steps = []
    cases = solve_sizes(QUESTION, SIZES, workers=workers, step=lambda: steps.append(1))
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
        cases = solve_sizes(QUESTION, SIZES, scheduler=cluster.scheduler_address)
    assert [case.lower for case in cases] == RATIOS


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.slow
def test_an_interrupt_keeps_what_is_done(tmp_path, workers):
    journal = Journal(str(tmp_path / "journal.json"))

    def interrupt():
        raise KeyboardInterrupt

    [first] = solve_sizes(QUESTION, SIZES, workers=workers, journal=journal, step=interrupt)
    assert first.status == "exact"
    again = Journal(str(tmp_path / "journal.json"))
    assert list(again.certificates.values()) == [first.certificate]
    programs = {
        (case.k, case.T): case.programs
        for case in solve_sizes(QUESTION, SIZES, workers=workers, journal=again)
    }
    assert programs[first.k, first.T] == 0
    assert set(programs) == set(SIZES)


def test_a_cluster_that_is_lost_leaves_what_is_done(monkeypatch):
    def lost_after_one(task, jobs, **_):
        yield jobs[0], task(jobs[0])
        raise LostError("the cluster is lost")

    monkeypatch.setattr(sizes, "run_all", lost_after_one)
    journal = Journal(None)
    [first] = solve_sizes(QUESTION, SIZES, scheduler="tcp://host:1", journal=journal)
    assert first.lower == RATIOS[0]
    assert journal.trouble == "the cluster is lost"


def answer_with(monkeypatch, change):
    """Workers give change(size, how often it was asked, what they should give)."""
    asked = Counter()

    def answers(task, jobs, **_):
        for job in jobs:
            asked[job[1]] += 1
            yield job, change(job[1], asked[job[1]], task(job))

    monkeypatch.setattr(sizes, "run_all", answers)
    return asked


def test_a_worker_is_not_believed(monkeypatch):
    """What it says beside its certificate is not looked at."""
    answer_with(
        monkeypatch,
        lambda _size, _times, right: replace(
            right, policy="mine", T=9, lower=Fraction(9), upper=Fraction(1), run=None
        ),
    )
    cases = solve_sizes(QUESTION, SIZES, workers=2)
    assert [(case.policy, case.k, case.T) for case in cases] == [("algorithm-1", *s) for s in SIZES]
    assert [(case.lower, case.upper) for case in cases] == [(r, r) for r in RATIOS]
    assert [sum(case.pulls) for case in cases] == [5, 6, 7]


@pytest.mark.parametrize(
    ("certificate", "why"),
    [
        (b"{}", "certificate was not accepted"),
        (worst_case(Algorithm1(), 2, 9).certificate, "another policy, k or T"),
        (worst_case(RoundRobin(), 2, 6).certificate, "another policy, k or T"),
        (
            worst_case(Algorithm1(), 2, 6).certificate.replace(
                b'"upper": "21/10"', b'"upper": "2"'
            ),
            "no theorem says so",
        ),
    ],
)
def test_a_certificate_of_a_worker_is_judged_here(monkeypatch, certificate, why):
    def change(size, _times, right):
        return replace(right, certificate=certificate) if size == (2, 6) else right

    asked, journal = answer_with(monkeypatch, change), Journal(None)
    cases = solve_sizes(QUESTION, SIZES, workers=2, journal=journal)
    assert [case.T for case in cases] == [5, 7]
    assert asked[2, 6] == 2
    assert journal.trouble.startswith("k = 2, T = 6 was lost twice: ")
    assert why in journal.trouble


def test_work_that_was_lost_is_done_once_more(monkeypatch):
    gone = Failure(Cause.DEATH, "the process that worked on it died")

    def change(size, times, right):
        return gone if times == 1 and size != (2, 7) else right

    asked, journal = answer_with(monkeypatch, change), Journal(None)
    cases = solve_sizes(QUESTION, SIZES, workers=2, journal=journal)
    assert [case.lower for case in cases] == RATIOS
    assert asked == {(2, 5): 2, (2, 6): 2, (2, 7): 1}
    assert journal.trouble is None


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
    journal = Journal(None)
    assert solve_sizes(Question(Deadly()), [(2, 3), (2, 4)], workers=2, journal=journal) == []
    assert journal.trouble.count("was lost twice: the process that worked on it died") == 2


@pytest.mark.parametrize("proof", ["tree", "counts"])
def test_a_journal_of_what_is_no_proof_any_more_is_begun_again(proof):
    """Such as the trees of Algorithm 1 that earlier versions wrote."""
    head = worst_case(Algorithm1(), 2, 6).certificate.partition(b"\n")[0]
    old = head.replace(b'"proof": "claim"', f'"proof": "{proof}"'.encode())
    with pytest.raises(RejectedError):
        judge(old)
    journal = Journal(None)
    journal.keep(old)
    [case] = solve_sizes(QUESTION, [(2, 6)], journal=journal)
    assert (case.status, case.lower) == ("exact", RATIOS[1])


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_input_at_one_size_is_bad_input(workers):
    with pytest.raises(InputError, match="no exact worst case"):
        solve_sizes(replace(QUESTION, policy="a word"), SIZES, workers=workers)


def test_a_journal_keeps_index_policies_apart(tmp_path):
    """Both are tables to the kernel, of the same size; each finds its own again."""
    file = str(tmp_path / "journal.json")
    scores = ("a*f(a)", "Rew(f,a)")
    questions = [Question(ScoredIndex("mine", score, start=1)) for score in scores]
    first = [solve_sizes(q, [(2, 5)], journal=Journal(file))[0] for q in questions]
    again = [solve_sizes(q, [(2, 5)], journal=Journal(file))[0] for q in questions]
    assert [case.programs for case in again] == [0, 0]
    assert [case.certificate for case in again] == [case.certificate for case in first]
    assert first[0].certificate != first[1].certificate
