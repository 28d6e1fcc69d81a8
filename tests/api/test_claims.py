"""A claim for Python: LaTeX, sympy, z3 and SMT-LIB."""

import pytest
import sympy
import z3

from imab_verify import claim
from imab_verify.errors import InputError

RATIO = claim("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])


def test_latex():
    assert r"\mathrm{Rew}(f, m)" in RATIO.latex()


def test_sympy_gives_the_identities_of_the_proof():
    equations = RATIO.sympy()
    assert len(equations) >= 3
    assert all(sympy.expand(equation.lhs - equation.rhs) == 0 for equation in equations)


def test_a_claim_that_is_not_proved_has_none():
    with pytest.raises(InputError, match="the claim is refuted, so no identities prove it"):
        claim("f(n) > 0").sympy()


def test_z3_has_a_solver_for_every_way_to_break_it():
    assert [solver.check() for solver in RATIO.z3()] == [z3.unsat] * 3


def test_smtlib():
    assert RATIO.smtlib().count("(check-sat)") == 3
