import os
import subprocess
import sys
from fractions import Fraction

import pytest

from imab_verify.engines import z3 as room
from imab_verify.engines.z3 import Answer, Finding, is_countermodel, search_rays
from imab_verify.engines.z3.constraints import InexpressibleError
from imab_verify.engines.z3.countermodels import up_to_bound
from imab_verify.kernel import ArmClass, Curve, Point, Run
from imab_verify.kernel.semantics import violation
from imab_verify.language.reading import read_question

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
TWO = {"f": CONCAVE, "g": CONCAVE}
SECONDS = 60


def claim_of(text, *givens, arms=None, reals=()):
    return read_question(text, givens, arms, reals).claims().claim


TRIANGLE = claim_of("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
TOO_STRONG = claim_of("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T", "m >= 5")


# --- any parameters -----------------------------------------------------------------------------


def test_z3_agrees_with_a_true_claim_and_that_is_no_point():
    assert search_rays(TRIANGLE, seconds=SECONDS) == Finding(Answer.NONE)


def test_a_model_is_rounded_to_a_point_that_the_kernel_confirms():
    point = search_rays(TOO_STRONG, seconds=SECONDS).point
    assert violation(TOO_STRONG, point) is not None
    assert point.parameters["m"] >= 5


def test_none_is_not_said_where_one_ray_per_arm_is_not_everything():
    claim = claim_of("Rew(f,n) <= n*f(1)", "f(n) <= f(1)")
    assert search_rays(claim, seconds=SECONDS).answer is Answer.UNKNOWN


# --- bounded parameters -------------------------------------------------------------------------


def test_no_countermodel_up_to_a_bound():
    assert up_to_bound(TRIANGLE, 6) == Finding(Answer.NONE, bound="m, T <= 6")


def test_the_bound_decides_what_is_found():
    claim = claim_of("4*f(m) >= f(n)", "m <= n")
    assert up_to_bound(claim, 4).answer is Answer.NONE
    found = up_to_bound(claim, 5)
    assert found.point.parameters == {"m": 1, "n": 5}
    assert violation(claim, found.point) is not None


def test_fixed_parameters():
    claim = claim_of("4*f(m) >= f(n)", "m <= n")
    assert up_to_bound(claim, 9, fixed={"n": 4}).answer is Answer.NONE
    found = up_to_bound(claim, 2, fixed={"n": 9})
    assert found.point.parameters["n"] == 9


def test_hypotheses_on_rewards_are_kept():
    single = claim_of(
        "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)", "Rew(g,T) <= Rew(f,T)", "n <= T", arms=TWO
    )
    assert up_to_bound(single, 4).answer is Answer.NONE
    without = claim_of("Rew(f,n) + Rew(g,T-n) <= Rew(f,T)", "n <= T", arms=TWO)
    assert up_to_bound(without, 4).answer is Answer.FOUND


@pytest.mark.slow
def test_equalities_strictness_and_every_functional():
    truths = [
        "P(f,a,a) == Rew(f,a)",
        "Area(f,a) == Rew(f,a) - f(a)/2 + f(0)/2",
        "Delta(f,a) <= f(1) - f(0) and f(a) < 2",
    ]
    for text in truths:
        assert up_to_bound(claim_of(text), 5).answer is Answer.NONE
    for text in ("P(f,a,a+1) == Rew(f,a+1)", "Area(f,a) == Rew(f,a)", "f(a) < 1"):
        assert up_to_bound(claim_of(text), 5).answer is Answer.FOUND


def test_real_parameters_stay_real():
    claim = claim_of("x*f(2) <= 1/2*f(2)", "x >= 0", "x < 1", reals=("x",))
    point = up_to_bound(claim, 1).point
    assert Fraction(1, 2) < point.parameters["x"] < 1


# --- the process --------------------------------------------------------------------------------


def test_no_answer_in_time_is_unknown():
    assert search_rays(TRIANGLE, seconds=0.001) == Finding(Answer.UNKNOWN)
    assert search_rays(TOO_STRONG, seconds=-1) == Finding(Answer.UNKNOWN)


def test_a_claim_about_a_run_is_unknown():
    claim = read_question("ALG(T) >= OPT(T)", run=Run("round-robin")).claims().claim
    assert search_rays(claim, seconds=SECONDS).answer is Answer.UNKNOWN


def test_a_process_that_fails_is_unknown(monkeypatch):
    monkeypatch.setattr(room, "_by_rays", os.abort)
    assert search_rays(TRIANGLE, seconds=SECONDS).answer is Answer.UNKNOWN


def test_an_undefined_index_cannot_be_written():
    with pytest.raises(InexpressibleError, match=r"outside of 0\.\.400"):
        up_to_bound(claim_of("f(n-3) >= 0"), 2)


def test_a_countermodel_is_what_the_kernel_confirms():
    parameters = {"m": Fraction(1), "T": Fraction(1)}
    for curves in ({"f": Curve(((0, Fraction(1)),))}, {}):
        assert not is_countermodel(TRIANGLE, Point(parameters, curves))


def test_asking_z3_loads_it_in_the_other_process_only():
    code = (
        "import sys; from imab_verify.deciding import decide; "
        "from imab_verify.engines.z3 import search_rays; "
        "from imab_verify.language.reading import read_question; "
        "search_rays(read_question('f(n) >= 0').claims().claim, seconds=60); "
        "sys.exit('z3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
