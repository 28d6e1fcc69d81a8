import os
import signal
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from counterexample_search import campaign as campaigns
from counterexample_search.budget import Budget, BudgetSpentError, Settings
from counterexample_search.campaign import Campaign, Task, run_slice
from counterexample_search.judging import Confirmation
from counterexample_search.problem import Problem
from counterexample_search.search import Search
from counterexample_search.store import Store, StoreError
from imab_verify.processes import Cause, Failure, Here
from imab_verify.simulation import stepwise

HERE = Path(__file__).parent
SMALL = Problem("algorithm-1", 2, 5)
OPEN = Problem("elimination", 2, 5)
"""A cell that no exact engine settles."""


@pytest.fixture
def beside(monkeypatch):
    """Policies of the user's own are found from the current directory."""
    monkeypatch.chdir(HERE)


def campaign(path, problems, **settings):
    with Store(path) as store:
        found = Campaign(problems, Settings(**settings), store)
        found.run()
        return found.cells()


# --- slices ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_slice_is_a_function_of_its_task():
    task = Task(OPEN, seed=3, number=0, evaluations=6000)
    one, two = run_slice(task), run_slice(task)
    assert one.best == two.best
    assert one.evaluations == two.evaluations == 6000


def test_a_cell_that_the_exact_engine_settles_is_done():
    result = run_slice(Task(SMALL, seed=3, number=0, evaluations=150))
    assert result.best.settled
    assert result.best.found_by == "exact engine"
    assert result.best.score.value == result.best.supremum == Fraction(5, 2)
    again = run_slice(Task(SMALL, 3, 1, 150, best=result.best))
    assert again.evaluations == 0


def test_other_seeds_and_slices_draw_other_instances():
    def drawn(seed, number):
        seen = []
        searcher = Search(OPEN, seed, Budget(400), watch=seen.append)
        with pytest.raises(BudgetSpentError):
            searcher.slice(number)
        return [instance for instance in seen if instance is not None]

    assert drawn(0, 1) == drawn(0, 1)
    assert drawn(0, 1) != drawn(1, 1)
    assert drawn(0, 1) != drawn(0, 2)


# --- campaigns ---------------------------------------------------------------------------------


def test_the_evaluations_of_all_cells_add_up_to_the_budget(tmp_path):
    problems = [OPEN, OPEN.resized(2, 4), OPEN.resized(3, 6)]
    cells = campaign(tmp_path / "s.db", problems, evaluations=100)
    assert [cell.evaluations for cell in cells] == [34, 33, 33]
    assert all(cell.best is not None and cell.best.confirmation.by_kernel for cell in cells)


def test_a_rerun_resumes_and_only_does_what_is_left(tmp_path):
    path = tmp_path / "s.db"
    [first] = campaign(path, [OPEN], evaluations=60)
    assert first.evaluations == 60
    [same] = campaign(path, [OPEN], evaluations=60)
    assert same == first
    [more] = campaign(path, [OPEN], evaluations=90)
    assert more.evaluations == 90
    assert more.best.score >= first.best.score


def test_one_worker_gives_the_same_every_time(tmp_path):
    one = campaign(tmp_path / "1.db", [OPEN], evaluations=150, seed=4)
    two = campaign(tmp_path / "2.db", [OPEN], evaluations=150, seed=4)
    assert [cell.best for cell in one] == [cell.best for cell in two]


def test_an_infinite_ratio_ends_the_work_on_a_cell(tmp_path):
    [cell] = campaign(tmp_path / "s.db", [Problem("single-arm", 2, 5)], evaluations=5000)
    assert cell.best.score.infinite
    assert cell.evaluations < 5000


def test_children_do_the_same_work(tmp_path):
    problems = [OPEN, OPEN.resized(3, 6)]
    cells = campaign(tmp_path / "s.db", problems, evaluations=120, workers=2)
    assert [cell.evaluations for cell in cells] == [60, 60]
    assert all(cell.best.confirmation.by_kernel for cell in cells)


def test_an_interrupt_keeps_what_was_found_and_judges_it(tmp_path):
    calls = []

    def interrupt(_):
        calls.append(1)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with Store(tmp_path / "s.db") as store:
        found = Campaign([OPEN], Settings(evaluations=500), store, interrupt)
        found.run()
        [cell] = found.cells()
    assert found.interrupted
    assert cell.best is not None
    assert cell.best.confirmation.by_kernel


# --- time --------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch):
    """Time for campaigns: a millisecond goes by whenever somebody looks."""

    class Clock:
        now = 0.0

        def __call__(self):
            self.now += 0.001
            return self.now

    clock = Clock()
    monkeypatch.setattr(campaigns, "time", SimpleNamespace(monotonic=clock))
    return clock


def test_every_size_is_looked_at_before_any_gets_more(tmp_path, clock):
    """The clock of the slices is another one, by which their time is over at once."""
    problems = [Problem("elimination", k, T) for k in range(2, 6) for T in range(20, 40)]
    with Store(tmp_path / "s.db") as store:
        hunt = Campaign(problems, Settings(seconds=10), store, start=clock())
        hunt.run()
        cells = hunt.cells()
    assert all(cell.best is not None and cell.slices for cell in cells)


def test_the_first_sizes_looked_at_are_spread():
    problems = [Problem("elimination", 2, T) for T in range(2, 18)]
    seen = []
    with Store(":memory:") as store:
        hunt = Campaign(problems, Settings(evaluations=160), store)
        hunt.refresh = lambda now: seen.extend(
            problem.T for problem, best, _ in now.records() if best and problem.T not in seen
        )
        hunt.run()
    assert {*seen[:4]} == {2, 6, 10, 14}


def test_judging_ends_with_the_time_and_nothing_is_left_unconfirmed(tmp_path, clock, monkeypatch):
    judge, judged = campaigns.confirm_record, []

    def slowly(problem, record):
        clock.now += 3
        judged.append(record.score)
        return judge(problem, record)

    monkeypatch.setattr(campaigns, "confirm_record", slowly)
    problems = [Problem("elimination", 2, T) for T in range(6, 18)]
    with Store(tmp_path / "s.db") as store:
        hunt = Campaign(problems, Settings(seconds=5), store, start=clock())
        hunt.run()
        cells = hunt.cells()
    assert clock.now < 12
    assert len(judged) <= 2
    assert judged[0] == max(cell.best.score for cell in cells)
    ways = [cell.best.confirmation for cell in cells]
    assert ways.count(Confirmation.COMPUTED) == len(cells) - len(judged)


# --- policies that misbehave -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "complaint", "limit"),
    [
        ("Raises", "raised an error at step 4: RuntimeError: boom", 600),
        ("Nonsense", "returned, at step 4, 'first', which is no arm", 600),
        ("Leaves", "ended the process it was played in", 600),
        ("Interrupts", "raised an error at step 4: KeyboardInterrupt", 600),
        ("Hoards", "raised an error at step 4: MemoryError", 600),
        ("Hangs", "did not finish one run within 2 seconds", 2),
    ],
)
def test_a_fault_is_named_with_its_instance_and_the_campaign_goes_on(
    tmp_path, beside, name, complaint, limit
):
    problems = [Problem(f"policies_for_hunt:{name}", 2, 6), SMALL]
    cells = campaign(tmp_path / "s.db", problems, evaluations=20, limit=limit)
    [fault, *_] = cells[0].faults
    assert complaint in fault.sentence
    assert fault.instance.k == 2
    if name != "Nonsense":
        assert fault.instance.arms[0].value(2) > fault.instance.arms[1].value(1)
    assert cells[1].best is not None


def test_a_policy_that_is_not_deterministic_has_no_record(tmp_path, beside):
    problem = Problem("policies_for_hunt:Coin", 2, 7)
    [cell] = campaign(tmp_path / "s.db", [problem], evaluations=60)
    assert cell.best is None
    assert any("not deterministic" in fault.sentence for fault in cell.faults)


def test_records_from_before_do_not_survive_a_policy_that_is_not_deterministic(tmp_path, beside):
    path, problem = tmp_path / "s.db", Problem("policies_for_hunt:Coin", 2, 7)
    steady = run_slice(Task(Problem("policies_for_hunt:Turns", 2, 7), 0, 0, 40))
    with Store(path) as store:
        for size in (problem, problem.resized(2, 6)):
            cell = store.cell(size)
            store.improve(cell, store.reserve(cell), replace(steady.best, settled=False))
    cells = campaign(path, [problem, problem.resized(2, 6)], evaluations=80)
    assert [cell.best for cell in cells] == [None, None]


def test_a_search_that_breaks_off_outside_of_a_run_is_told(tmp_path, monkeypatch):
    class Breaking(Here):
        def wait(self, hear):
            return [(self._items.pop(), Failure(Cause.ERROR, "ValueError: odd"))]

    monkeypatch.setattr("counterexample_search.campaign.Here", Breaking)
    with Store(tmp_path / "s.db") as store:
        hunt = Campaign([SMALL], Settings(), store)
        hunt.run()
    assert hunt.troubles == [
        f"k = {SMALL.k}, T = {SMALL.T}: a part of the search broke off: ValueError: odd"
    ]


# --- stores that fail --------------------------------------------------------------------------


@pytest.mark.slow
def test_a_full_disk_ends_the_hunt_with_a_sentence_and_what_was_found(tmp_path):
    found = []

    def fill(_):
        if not found and any(held is not None for _, held, _ in hunt.records()):
            found.append(True)
            [(pages,)] = store._base.execute("PRAGMA page_count").fetchall()
            store._base.execute(f"PRAGMA max_page_count = {pages}")

    with Store(tmp_path / "s.db") as store:
        hunt = Campaign([Problem("elimination", 5, 30)], Settings(evaluations=2000), store, fill)
        hunt.run()
        [cell] = hunt.cells()
        stored = store.best(store.cell(hunt.problems[0]))
    [sentence] = hunt.troubles
    assert "the store cannot be used: database or disk is full" in sentence
    assert cell.best.confirmation.by_kernel
    assert cell.evaluations < 2000
    assert stored is None or cell.best.score >= stored.evaluation.score


def test_a_disk_that_is_full_between_two_slices_loses_nothing(tmp_path, monkeypatch):
    """The second cell cannot even be begun; the first has its record."""
    reserve = Store.reserve

    def once(store, *cell):
        monkeypatch.setattr(Store, "reserve", full)
        return reserve(store, *cell)

    def full(*_):
        raise StoreError("s.db: the store cannot be used: database or disk is full")

    monkeypatch.setattr(Store, "reserve", once)
    problems = [Problem("round-robin", 2, T) for T in (5, 6)]
    with Store(tmp_path / "s.db") as store:
        hunt = Campaign(problems, Settings(evaluations=60), store)
        hunt.run()
        first, second = hunt.cells()
    assert hunt.troubles == ["s.db: the store cannot be used: database or disk is full"]
    assert first.best.confirmation.by_kernel
    assert second.best is None


# --- kill -9 -----------------------------------------------------------------------------------

VICTIM = """
import sys
from counterexample_search.campaign import Campaign
from counterexample_search.budget import Settings
from counterexample_search.problem import Problem
from counterexample_search.store import Store

def refresh(campaign):
    for problem, held, made in campaign.records():
        print(made, "-" if held is None else held.score.value, flush=True)

with Store(sys.argv[1]) as store:
    Campaign([Problem("elimination", 3, 14)], Settings(seconds=3600), store, refresh).run()
"""


@pytest.mark.parametrize("lines", [1, 9])
def test_kill_9_loses_nothing_that_was_told(tmp_path, lines):
    path = tmp_path / "s.db"
    command = [sys.executable, "-c", VICTIM, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as victim:
        told = [victim.stdout.readline() for _ in range(lines)][-1]
        victim.send_signal(signal.SIGKILL)
    made, score = told.split()
    problem = Problem("elimination", 3, 14)
    with Store(path) as store:
        best = store.best(store.cell(problem))
        assert best.score.value >= Fraction(score)
        assert store.evaluations(store.cell(problem)) >= int(made)
        run = stepwise.run(best.evaluation.instance, problem.build(), 14)
        assert run.ratio == best.score.value
    [cell] = campaign(path, [problem], evaluations=int(made) + 60)
    assert cell.best.confirmation.by_kernel
    assert cell.best.score >= best.score


SHARER = """
import os, signal, sys
from counterexample_search.campaign import Campaign
from counterexample_search.budget import Settings
from counterexample_search.problem import Problem
from counterexample_search.store import Store

def refresh(campaign):
    cell = store.cell(campaign.problems[0])
    slices = store.known(cell, campaign.problems[0]).slices
    if not campaign.interrupted and slices >= 2 and store.best(cell) is not None:
        campaign.interrupted = True
        os.kill(os.getpid(), signal.SIGINT)

with Store(sys.argv[1]) as store:
    Campaign([Problem("elimination", 3, 14)], Settings(seconds=3600), store, refresh).run()
"""


@pytest.mark.slow
def test_two_runs_share_a_store(tmp_path):
    """Each goes on until both have a slice."""
    path = tmp_path / "s.db"
    runs = [subprocess.Popen([sys.executable, "-c", SHARER, str(path)]) for _ in range(2)]
    assert [run.wait() for run in runs] == [0, 0]
    with Store(path) as store:
        problem = Problem("elimination", 3, 14)
        known = store.known(store.cell(problem), problem)
        assert known.slices >= 2
        assert known.judged().best.confirmation.by_kernel
