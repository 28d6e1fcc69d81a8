"""Ways in which the kernel says no that no other test goes through, and what only it can make."""

import subprocess
import sys
from pathlib import Path

import pytest

from imab_verify.kernel import (
    Atom,
    Claim,
    Judgement,
    Kind,
    MalformedError,
    Polynomial,
    RejectedError,
    judge,
    judging,
    read,
)
from imab_verify.kernel import polynomials as limits
from imab_verify.kernel.statement import expand, run_of

VALID = Path(__file__).parents[1] / "certificates" / "valid"
PROVED = (VALID / "proved--rew-ratio.json").read_bytes()
WORST_CASE = (VALID / "proved--worst-case.json").read_bytes()


# --- judgements ----------------------------------------------------------------------------------


def test_a_judgement_has_no_other_kinds_and_does_not_change():
    with pytest.raises(TypeError, match="has no other kinds"):
        type("Forged", (Judgement,), {"__post_init__": lambda *_: None})
    judgement = judge(PROVED)
    with pytest.raises(TypeError, match="not changed"):
        judgement.__setstate__([None, "proved"])
    with pytest.raises(TypeError, match="made by judge"):
        judgement.__init__(None, "refuted")
    assert (judgement.document, judgement.verdict) == (read(PROVED), "proved")


# --- sizes ---------------------------------------------------------------------------------------


def test_documents_have_a_largest_size(monkeypatch):
    monkeypatch.setattr(judging, "MAX_BYTES", len(PROVED) - 1)
    for function in (read, judge):
        with pytest.raises(MalformedError, match="larger"):
            function(PROVED)
    monkeypatch.setattr(judging, "MAX_BYTES", len(PROVED))
    assert judge(PROVED).verdict == "proved"


def test_reading_has_a_budget_too(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK_IN_ALL", 10)
    with pytest.raises(MalformedError, match="cannot be read: limit"):
        read(PROVED)


# --- the command ---------------------------------------------------------------------------------


def test_the_kernel_as_a_command(tmp_path, capsys):
    from imab_verify.kernel.__main__ import main

    good, bad, broken = (tmp_path / name for name in ("good.json", "bad.json", "broken.json"))
    good.write_bytes(PROVED)
    bad.write_bytes(WORST_CASE.replace(b"6*ALG - OPT", b"5*ALG - OPT"))
    broken.write_text("{")
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert main([str(bad), str(broken), str(tmp_path / "none.json")]) == 2
    said = capsys.readouterr().out
    assert "good.json: proved" in said
    assert "rejected (sign" in said
    assert said.count("cannot be read") == 2


def test_the_command_runs_by_itself(tmp_path):
    file = tmp_path / "worst.json"
    file.write_bytes(WORST_CASE)
    done = subprocess.run(
        [sys.executable, "-m", "imab_verify.kernel", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{file}: proved\n"


# --- what is asked of the wrong kind -------------------------------------------------------------


def test_a_stack_that_ends_is_a_refusal(monkeypatch):
    def deep(*_):
        raise RecursionError

    monkeypatch.setattr(judging, "build", deep)
    with pytest.raises(MalformedError, match="nested too deeply"):
        read(PROVED)
    with pytest.raises(RejectedError, match="nested too deeply"):
        judge(PROVED)


def test_opt_is_no_functional_of_an_arm_and_a_claim_about_arms_has_no_run():
    with pytest.raises(RejectedError, match="not a functional of one arm"):
        expand(Atom(Kind.OPT))
    with pytest.raises(RejectedError, match="not about a run"):
        run_of(Claim(()))


def test_a_number_less_a_polynomial():
    n = Polynomial.variable("n")
    assert 1 - n == -(n - 1)
