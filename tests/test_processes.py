"""The pool of processes. Its tasks here are functions that every process can import."""

import math
import os
import time
from functools import partial
from operator import truediv

import pytest

from imab_verify.processes import Failure, run_all

HOUR = 3600
# os.getpgid(0) is the id of the process that works on it: each leads a group of its own.


def test_every_item_gets_its_result():
    found = dict(run_all(math.factorial, range(12), workers=2, seconds=60))
    assert found == {n: math.factorial(n) for n in range(12)}


def test_no_items_no_processes():
    assert list(run_all(math.factorial, [], workers=2, seconds=60)) == []


def test_an_item_that_takes_too_long_is_given_up_and_the_others_go_on():
    found = dict(run_all(time.sleep, [HOUR, 0, 0.001], workers=1, seconds=1))
    assert found == {HOUR: Failure("timed out after 1 s"), 0: None, 0.001: None}


def test_a_process_that_dies_costs_one_item():
    found = dict(run_all(os._exit, [1, 3], workers=1, seconds=60))
    assert set(found) == {1, 3}
    assert {type(answer) for answer in found.values()} == {Failure}
    assert "died" in found[1].reason


def test_an_exception_is_the_failure_of_one_item():
    found = dict(run_all(partial(truediv, 1), [0, 2], workers=1, seconds=60))
    assert found == {0: Failure("ZeroDivisionError: division by zero"), 2: 0.5}


def test_leaving_the_loop_ends_the_processes():
    seen = []
    answers = run_all(os.getpgid, [0, 0, 0], workers=2, seconds=60)
    for _, pid in answers:
        seen.append(pid)
        break
    answers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(seen[0], 0)


def test_ctrl_c_ends_the_processes():
    answers = run_all(os.getpgid, [0, 0, 0], workers=1, seconds=60)
    _, pid = next(answers)
    with pytest.raises(KeyboardInterrupt):
        answers.throw(KeyboardInterrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
