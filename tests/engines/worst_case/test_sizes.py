"""Worst cases over ranges: in turn, in processes, on a cluster."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.engines.worst_case import sizes
from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.sizes import Question, solve_sizes
from imab_verify.errors import InputError
from imab_verify.language.scored import ScoredIndex
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.processes import LostError

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
