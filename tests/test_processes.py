"""Work in processes. The tasks are functions that every process can import."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from operator import call, truediv
from threading import Lock

import pytest

from imab_verify import processes
from imab_verify.errors import InputError
from imab_verify.model.rationals import parse_rational
from imab_verify.processes import (
    Cause,
    Failure,
    Here,
    LostError,
    do_all,
    run_all,
    run_one,
    team,
)
from imab_verify.processes.local import Processes

HOUR = 3600
# os.getpgid(0) is the id of the process that works on it: each leads a group of its own.


def is_alive(pid):
    """Whether there is such a process that is more than a name waiting to be collected."""
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123  as short as the file
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_dead(pid):
    while is_alive(pid):
        os.sched_yield()


def test_every_item_gets_its_answer():
    answers = dict(run_all(math.factorial, range(12), workers=2, seconds=60))
    assert answers == {n: math.factorial(n) for n in range(12)}


def test_an_item_that_takes_too_long_is_given_up():
    assert run_one(time.sleep, HOUR, seconds=0.5) == Failure(Cause.TIME, "timed out after 0.5 s")


def test_a_process_that_dies_costs_one_item():
    answers = dict(run_all(os._exit, [1, 3], workers=1, seconds=60))
    assert set(answers) == {1, 3}
    assert {answer.cause for answer in answers.values()} == {Cause.DEATH}
    assert "died" in answers[1].reason


def test_an_exception_is_the_failure_of_one_item():
    answers = dict(run_all(partial(truediv, 1), [0, 2], workers=1, seconds=60))
    assert answers == {0: Failure(Cause.ERROR, "ZeroDivisionError: division by zero"), 2: 0.5}


def test_bad_input_comes_with_its_sentence():
    read = partial(parse_rational, where="here")
    failure = run_one(read, "1/0")
    with pytest.raises(InputError) as refused:
        read("1/0")
    assert failure == Failure(Cause.INPUT, str(refused.value))


def test_an_answer_that_cannot_travel_is_a_failure():
    failure = run_one(open, os.devnull)
    assert (failure.cause, "TextIOWrapper" in failure.reason) == (Cause.ERROR, True)


def test_an_item_that_cannot_travel_is_bad_input():
    with pytest.raises(InputError, match="cannot be sent to another process"):
        run_one(id, Lock())


def test_what_no_process_can_import_travels():
    assert run_one(call, lambda: 42) == 42


def test_what_a_task_prints_does_no_harm(capfd):
    assert run_one(print, "{not an answer}") is None
    assert capfd.readouterr().out == ""


def test_leaving_the_loop_ends_the_processes():
    answers = run_all(os.getpgid, [0, 0, 0], workers=2, seconds=60)
    _, pid = next(answers)
    answers.close()
    assert not is_alive(pid)


def test_ctrl_c_ends_the_processes():
    answers = run_all(os.getpgid, [0, 0, 0], workers=1, seconds=60)
    _, pid = next(answers)
    with pytest.raises(KeyboardInterrupt):
        answers.throw(KeyboardInterrupt)
    assert not is_alive(pid)


NESTED = """
import os, time
from functools import partial
from imab_verify.processes import run_all, run_one

def name_and_sleep(_):
    os.write(2, b"%d\\n" % os.getpid())
    time.sleep(3600)

def nested(_):
    os.write(2, b"%d\\n" % os.getpid())
    return run_one(name_and_sleep, 0)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_whatever_ends_the_parent_no_process_is_left(tmp_path, end):
    """Processes that only sleep, one of them started by another one."""
    (tmp_path / "sleepers.py").write_text(NESTED)
    code = (
        "import signal, sleepers\n"
        # Whoever started the tests may have had interrupts ignored, which children inherit.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from imab_verify.processes import run_all\n"
        "list(run_all(sleepers.nested, [1, 2], workers=2))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as parent:
        pids = [int(parent.stderr.readline()) for _ in range(4)]
        assert all(map(is_alive, pids))
        parent.send_signal(end)
    for pid in pids:
        wait_until_dead(pid)


# --- messages ----------------------------------------------------------------------------------


COUNTING = """
import os, subprocess, time

def count(n, line):
    for i in range(n):
        line.tell(i, urgent=i % 2)
    return "counted"

def hang_after(n, line):
    line.tell(n, 0.5)
    time.sleep(3600)

def hang_if_long(n, line):
    if n > 1:
        line.tell(n, 0.5)
        time.sleep(n)

def start_another(n, line):
    line.tell(subprocess.Popen(["sleep", "3600"]).pid, 0.5)
    time.sleep(n)

def babble(n, line):
    for handle in range(3, 60):
        try:
            os.write(handle, b"\\0\\0\\0\\5hello")
        except OSError:
            pass
    time.sleep(n)

def copy_itself(n, line):
    copy = os.fork()
    line.tell(copy)
    return copy

def until_heard(path, line):
    line.tell("here", urgent=True)
    while not os.path.exists(path):
        time.sleep(0.01)
    return "heard"

def die_after(n, line):
    line.tell(n)
    os._exit(1)
"""


@pytest.fixture
def talkers(tmp_path, monkeypatch):
    (tmp_path / "talkers.py").write_text(COUNTING)
    monkeypatch.syspath_prepend(tmp_path)
    import talkers

    yield talkers
    del sys.modules["talkers"]


def finish(crew, item):
    """The messages and the answer of one item."""
    heard = []
    with closing(crew):
        crew.begin(item)
        while not (done := crew.wait(lambda *told: heard.append(told[:2]))):
            pass
    [(same, answer)] = done
    assert same is item
    return heard, answer


def test_messages_are_heard_in_order_with_their_item(talkers):
    told = [(3, 0), (3, 1), (3, 2)]
    assert finish(Processes(talkers.count, 1), 3) == (told, "counted")
    assert finish(Here(talkers.count, lambda: False), 3) == (told, "counted")


def test_a_message_sets_the_time_for_what_follows(talkers):
    heard, answer = finish(Processes(talkers.hang_after, 1), 7)
    assert heard == [(7, 7)]
    assert answer == Failure(Cause.TIME, "timed out after 0.5 s")


def test_an_item_that_is_given_up_does_not_hold_up_the_others(talkers):
    with closing(Processes(talkers.hang_if_long, 1)) as crew:
        answers = dict(do_all(crew, [HOUR, 0, 1]))
    assert answers == {HOUR: Failure(Cause.TIME, "timed out after 0.5 s"), 0: None, 1: None}


def test_a_kill_takes_what_the_process_has_started(talkers):
    [(_, pid)], answer = finish(Processes(talkers.start_another, 1), HOUR)
    assert answer.cause == Cause.TIME
    wait_until_dead(pid)


def test_what_is_no_message_is_the_failure_of_its_item(talkers):
    _, answer = finish(Processes(talkers.babble, 1), HOUR)
    assert answer == Failure(Cause.ERROR, "it wrote to the pipe of its process")


def test_a_copy_of_a_process_says_nothing_and_ends(talkers):
    [(_, copy)], answer = finish(Processes(talkers.copy_itself, 1), 0)
    assert answer == copy > 0
    wait_until_dead(copy)


def test_the_last_word_of_a_process_that_died_is_known(talkers):
    heard, answer = finish(Processes(talkers.die_after, 1), 7)
    assert (heard, answer.cause) == ([(7, 7)], Cause.DEATH)


def test_in_this_process_bad_input_is_a_failure_and_a_bug_is_none():
    def refuse(item, line):
        raise item

    assert finish(Here(refuse, lambda: False), InputError("so")) == (
        [],
        Failure(Cause.INPUT, "so"),
    )
    with pytest.raises(ZeroDivisionError):
        finish(Here(refuse, lambda: False), ZeroDivisionError())


# --- a cluster ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as running:
        yield running.scheduler_address


on_a_cluster = pytest.mark.filterwarnings("default")


@on_a_cluster
def test_a_cluster_gives_the_same_answers(cluster):
    answers = dict(run_all(math.factorial, range(6), workers=1, seconds=60, scheduler=cluster))
    assert answers == {n: math.factorial(n) for n in range(6)}


@on_a_cluster
def test_a_cluster_has_the_same_failures(cluster, talkers):
    answers = dict(run_all(time.sleep, [HOUR], workers=1, seconds=1, scheduler=cluster))
    assert answers == {HOUR: Failure(Cause.TIME, "timed out after 1 s")}
    heard, answer = finish(team(talkers.die_after, workers=1, scheduler=cluster), 7)
    assert (heard, answer.cause) == ([(7, 7)], Cause.DEATH)


@on_a_cluster
def test_an_urgent_message_comes_from_a_cluster_before_the_answer(cluster, talkers, tmp_path):
    file = tmp_path / "heard"
    with closing(team(talkers.until_heard, workers=1, scheduler=cluster)) as crew:
        crew.begin(str(file))
        while not (done := crew.wait(lambda *_: file.touch())):
            pass
    assert done == [(str(file), "heard")]


@on_a_cluster
def test_closing_ends_the_processes_of_a_cluster(cluster, tmp_path):
    file = tmp_path / "pid"
    start = f"echo $$ > {file}.part; mv {file}.part {file}; sleep 3600"
    answers = run_all(subprocess.getoutput, [start, "true"], workers=1, scheduler=cluster)
    assert next(answers) == ("true", "")
    while not file.exists():
        os.sched_yield()
    pid = int(file.read_text())
    assert is_alive(pid)
    answers.close()
    wait_until_dead(pid)


@pytest.fixture
def machines(tmp_path, monkeypatch):
    """A scheduler and a worker in processes of their own, which a test may kill."""
    pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    started = []

    class Machines:
        file = tmp_path / "scheduler.json"

        def start(self, kind, *options):
            command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard"]
            command += ["--scheduler-file", str(self.file), *options]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(command, cwd=tmp_path, **quiet)
            started.append(process)
            return process

        def worker(self):
            """Start a worker, and wait until the scheduler has it."""
            from distributed import Client

            process = self.start("worker", "--no-nanny", "--nthreads", "1")
            with Client(scheduler_file=str(self.file), timeout=120) as client:
                client.wait_for_workers(1, timeout=120)
            return process

        @property
        def address(self):
            return json.loads(self.file.read_text())["address"]

    machines = Machines()
    machines.scheduler = machines.start("scheduler", "--host", "127.0.0.1", "--port", "0")
    yield machines
    for process in started:
        process.kill()
        process.wait()


SLEEP = partial(processes._without_a_word, time.sleep)


def answers_of(crew):
    """What arrives before the next answer, or LostError."""
    while True:
        done = crew.wait(lambda *_: None)
        if done:
            return done


@on_a_cluster
@pytest.mark.slow
def test_a_cluster_goes_on_when_workers_return(machines, monkeypatch):
    monkeypatch.setattr("imab_verify.processes.cluster.LOST", HOUR)
    first = machines.worker()
    with closing(team(SLEEP, workers=1, scheduler=machines.address)) as crew:
        crew.begin(2)
        first.kill()
        first.wait()
        machines.worker()
        assert answers_of(crew) == [(2, None)]


@on_a_cluster
@pytest.mark.slow
def test_a_cluster_whose_workers_are_killed_is_lost_after_a_while(machines, monkeypatch):
    monkeypatch.setattr("imab_verify.processes.cluster.LOST", 2)
    worker = machines.worker()
    with closing(team(SLEEP, workers=1, scheduler=machines.address)) as crew:
        crew.begin(HOUR)
        worker.kill()
        with pytest.raises(LostError, match="is lost: it has had no workers for 2 seconds"):
            answers_of(crew)


@on_a_cluster
@pytest.mark.slow
def test_a_cluster_whose_scheduler_is_killed_is_lost_in_one_sentence(machines, capfd):
    machines.worker()
    with closing(team(SLEEP, workers=1, scheduler=machines.address)) as crew:
        crew.begin(HOUR)
        machines.scheduler.kill()
        with pytest.raises(LostError, match=r"is lost: the scheduler is gone$"):
            answers_of(crew)
    assert "Traceback" not in capfd.readouterr().err
