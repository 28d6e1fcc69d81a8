"""Ways in which the kernel says no that no other test goes through, and what only it can make."""

import gzip
import json
import subprocess
import sys
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path

import pytest

from imab_verify.kernel import (
    Atom,
    Judgement,
    Kind,
    MalformedError,
    Reason,
    RejectedError,
    expand,
    judge,
    judging,
    read,
)
from imab_verify.kernel import polynomials as limits
from imab_verify.kernel import worst_case as index
from imab_verify.kernel.worst_case import (
    Next,
    PathContradiction,
    PathDual,
)

VALID = Path(__file__).parents[1] / "certificates" / "valid"
PROVED = (VALID / "proved--rew-ratio.json").read_bytes()
RHO = Fraction(100)


def rejected(reason):
    return pytest.raises(RejectedError, match=f"^{reason.value}")


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


def test_a_judgement_of_a_worst_case_is_about_the_worst_case():
    accepted = judge(worst_case())
    assert accepted.verdict == "proved"
    assert accepted.claim is accepted.document
    assert (accepted.claim.upper, accepted.claim.lower.ratio) == (Fraction(3), Fraction(3))


# --- sizes ---------------------------------------------------------------------------------------


def test_documents_have_a_largest_size(monkeypatch):
    monkeypatch.setattr(judging, "MAX_TEXT", len(PROVED) - 1)
    with pytest.raises(MalformedError, match="larger"):
        judge(PROVED)
    monkeypatch.setattr(judging, "MAX_BYTES", len(PROVED) - 1)
    with pytest.raises(MalformedError, match="larger"):
        read(PROVED)
    monkeypatch.setattr(judging, "MAX_TEXT", len(PROVED))
    monkeypatch.setattr(judging, "MAX_BYTES", len(PROVED))
    assert judge(PROVED).verdict == "proved"


def test_reading_has_a_budget_too(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK_IN_ALL", 10)
    with pytest.raises(MalformedError, match="cannot be read: limit"):
        read(PROVED)


def test_a_stack_that_is_too_deep_is_a_limit(monkeypatch):
    def overflow(*_):
        raise RecursionError

    monkeypatch.setattr(judging, "_judge", overflow)
    with rejected(Reason.LIMIT):
        judge(PROVED)
    monkeypatch.setattr(judging, "_document", overflow)
    with pytest.raises(MalformedError, match="nested too deeply"):
        read(PROVED)


# --- types that a reader never makes -------------------------------------------------------------


def test_a_functional_of_a_run_has_no_parts():
    with rejected(Reason.RULE):
        expand(Atom(Kind.OPT))


# --- index policies ------------------------------------------------------------------------------


def check_path(tree, k, T, pulls):
    index.check_path(tree, index.Path(index.IndexPolicy.greedy(k), T, 0, pulls), RHO)


def test_a_path_ends_with_the_horizon():
    with rejected(Reason.RULE):
        check_path(Next((PathDual(()),) * 2), 2, 2, (0, 1))


def test_every_arm_has_a_branch():
    with rejected(Reason.COVERAGE):
        check_path(Next((PathDual(()),)), 2, 4, (0, 1))


def test_of_arms_alike_one_branch_is_enough_and_none_is_not():
    closed = PathDual(())
    check_path(Next((closed, closed, None)), 3, 4, (0, 1, 2))
    with rejected(Reason.COVERAGE):
        check_path(Next((closed, None, closed)), 3, 4, (0, 1, 2))


def test_arms_that_are_not_alike_have_branches_of_their_own():
    """Arm 3 was pulled again, so it cannot stand for arm 2."""
    closed = PathDual(())
    check_path(Next((closed,) * 3), 3, 5, (0, 1, 2, 2))
    with rejected(Reason.COVERAGE):
        check_path(Next((closed, closed, None)), 3, 5, (0, 1, 2, 2))


@pytest.mark.parametrize(("step", "other"), [(1, 0), (3, 0), (2, -1), (2, 2)])
def test_a_decision_beside_the_path(step, other):
    check_path(PathDual(((2, 0, Fraction(1)),)), 2, 4, (0, 1, 1))
    with rejected(Reason.HYPOTHESIS):
        check_path(PathDual(((step, other, Fraction(1)),)), 2, 4, (0, 1, 1))


def test_a_decision_is_strict_only_for_the_arm_with_more_pulls():
    """f(1) >= g(1) >= f(2) is possible; and f(3) > g(2) after that is not."""
    ties, last = ((2, 1, Fraction(1)), (3, 0, Fraction(1))), (5, 1, Fraction(1))
    path = (0, 1, 0, 1, 0, 0)
    check_path(PathContradiction((ties[0], (3, 0, Fraction(2)), last)), 2, 6, path)
    with rejected(Reason.STRICTNESS):
        check_path(PathContradiction(ties), 2, 6, path)


@pytest.mark.parametrize(
    ("multiplier", "accepted"), [("8", True), ("8001/1000", False), ("7999/1000", False)]
)
def test_the_multiplier_of_a_decision_between_fractions(multiplier, accepted):
    """2*(f(1)+g(1)+g(2)) - Rew(f,3) - 8*(g(1)/2-f(1)/2) >= 0, and only with 8."""
    half = {1: Fraction(1, 2)}
    policy = index.IndexPolicy(2, (0, 1), {(1, 1): (half, half)})
    path = index.Path(policy, 3, 0, (0, 1, 1))
    tree = PathDual(((2, 0, Fraction(multiplier)),))
    with nullcontext() if accepted else rejected(Reason.SIGN):
        index.check_path(tree, path, Fraction(2))


def test_multipliers_of_a_path_are_not_negative():
    with rejected(Reason.SIGN):
        check_path(PathDual(((2, 1, Fraction(-1)),)), 2, 4, (0, 1, 0))


# --- worst-case documents ------------------------------------------------------------------------


def worst_case(lines=(), **changes):
    """Round robin with k = 2, T = 2: the worst ratio is 3."""
    head = {
        "format": "imab-worst-case/1",
        "policy": "round-robin",
        "init": "rounds",
        "ties": "any",
        "k": 2,
        "T": 2,
        "upper": "3",
        "proof": "counts",
        "lower": {
            "ratio": "3",
            "arms": [{"points": [[0, "0"]]}, {"points": [[0, "0"], [2, "1"]]}],
            "sequence": [1, 2],
        },
    }
    return "\n".join([json.dumps(head | changes), *lines]).encode()


INFINITE = {
    "ratio": "inf",
    "arms": [{"points": [[0, "0"]]}, {"points": [[0, "0"], [1, "1"]]}],
    "sequence": [1],
}


def test_an_infinite_worst_case_has_an_instance_and_nothing_to_prove():
    accepted = judge(worst_case(T=1, upper="inf", lower=INFINITE))
    assert accepted.verdict == "proved"
    assert accepted.claim.upper is None


def test_both_bounds_are_finite_or_none_is():
    with rejected(Reason.INSTANCE):
        judge(worst_case(T=1, upper="7", lower=INFINITE))


def test_an_instance_without_rewards_reaches_no_ratio():
    lower = {"ratio": "3", "arms": [{"points": [[0, "0"]]}] * 2, "sequence": [1, 2]}
    with rejected(Reason.INSTANCE):
        judge(worst_case(lower=lower))


def test_a_policy_that_gets_a_reward_has_no_infinite_ratio():
    arms = [{"points": [[0, "0"], [1, "1"]]}] * 2
    with rejected(Reason.INSTANCE):
        judge(worst_case(T=1, upper="inf", lower=INFINITE | {"arms": arms}))


def test_fixed_counts_that_do_not_suffice():
    with rejected(Reason.COVERAGE):
        judge(worst_case(upper="299/100"))


def test_a_line_too_many():
    with rejected(Reason.COVERAGE):
        judge(worst_case(['{"optimal": 1}']))


def test_a_line_that_is_too_long(monkeypatch):
    monkeypatch.setattr("imab_verify.kernel.worst_case.MAX_LINE", 100)
    with pytest.raises(MalformedError, match="longer than it may be"):
        judge(gzip.compress(worst_case()))


def test_cases_of_index_policies_come_in_order():
    arms = [{"points": [[0, "1"]]}] * 2
    lower = {"ratio": "1", "arms": arms, "sequence": [1, 2, 1, 2]}
    document = worst_case(
        ['{"optimal": 2, "tree": {"dual": []}}'], policy="greedy", T=4, upper="9", lower=lower
    )
    with rejected(Reason.COVERAGE):
        judge(document)


# --- the command ---------------------------------------------------------------------------------


def test_the_kernel_as_a_command(tmp_path, capsys):
    from imab_verify.kernel.__main__ import main

    good, bad, broken = (tmp_path / name for name in ("good.json", "bad.json", "broken.json"))
    good.write_bytes(PROVED)
    bad.write_bytes(worst_case(upper="2"))
    broken.write_text("{")
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert main([str(bad), str(broken), str(tmp_path / "none.json")]) == 2
    said = capsys.readouterr().out
    assert "good.json: proved" in said
    assert "rejected (coverage" in said
    assert said.count("cannot be read") == 2


def test_the_command_runs_by_itself(tmp_path):
    curves = [{"points": [[0, "0"]]}, {"points": [[0, "0"], [4, "1"]]}]
    lower = {"ratio": "10/3", "arms": curves, "sequence": [1, 2, 1, 2]}
    file = tmp_path / "counts.json"
    file.write_bytes(worst_case(policy="algorithm-1", T=4, upper="10/3", lower=lower))
    done = subprocess.run(
        [sys.executable, "-m", "imab_verify.kernel", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{file}: proved\n"


def test_a_compressed_document_that_is_cut_off_is_malformed():
    with pytest.raises(MalformedError, match="cannot be decompressed"):
        judge(gzip.compress(worst_case())[:-12])
