"""Claims over ranges of k and T, decided size by size."""

from fractions import Fraction

import pytest

from imab_verify.deciding.cells import cell_certificates
from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.deciding.scopes import Scope
from imab_verify.kernel import Cells, Refuted, Run, judge
from imab_verify.language import dumps, read_question


def question(text, *givens, policy="algorithm-1", **run):
    return read_question(text, givens, run=Run(policy, **run))


def test_cells_agree_with_round_robins_closed_form():
    asked = question("OPT(T) <= 3*ALG(T)", "k <= 3", "4 <= T", "T <= 12", policy="round-robin")
    claim, cells = asked.claims().claim, []
    for k in range(1, 4):
        for T in range(4, 13):
            [*written] = cell_certificates(
                claim, Scope(range(k, k + 1), range(T, T + 1)), cells, 60
            )
            q = T // k
            worst = Fraction(T * (T + 1), q * (q + 1))
            cell = cells[-1]
            assert (cell.k, cell.T, cell.bound) == (k, T, 3)
            assert cell.case.lower == cell.case.upper == worst
            assert cell.verdict is (Verdict.PROVED if worst <= 3 else Verdict.REFUTED)
            if worst > 3:
                [refuted] = written
                assert judge(dumps(refuted)).verdict == "refuted"


def test_the_first_size_that_fails_refutes_the_claim():
    asked = question("OPT(T) <= 3*ALG(T)", "k <= 3", "4 <= T", "T <= 12", policy="round-robin")
    decision = decide(asked, Scope(range(1, 4), range(4, 13)))
    assert decision.verdict is Verdict.REFUTED
    point = decision.certified.certificate.counterexample
    assert (len(point.curves), point.T) == (decision.cells[-1].k, decision.cells[-1].T) == (2, 4)
    assert all(cell.verdict is Verdict.PROVED for cell in decision.cells[:-1])


def test_all_sizes_together_are_one_certificate():
    asked = question("OPT(T) <= 2*k*ALG(T)", "T >= 3*k", "k <= 3", "T <= 9")
    decision = decide(asked, Scope(range(1, 4), range(10)))
    assert decision.verdict is Verdict.PROVED
    proof = decision.certified.certificate.proof
    assert isinstance(proof, Cells)
    assert len(proof.cells) == len(decision.cells)
    judgement = judge(decision.certified.text)
    assert judgement.verdict == "proved"
    assert judgement.rests_on == decision.rests_on == ()
    assert 1 <= len(proof.theorems) < len(proof.cells)


def test_cells_skip_what_the_givens_exclude():
    asked = question("OPT(T) <= 2*k*ALG(T)", "T >= 3*k", "k <= 3", "T <= 9")
    decision = decide(asked, Scope(range(1, 4), range(10)))
    sizes = {(c.k, c.T) for c in decision.cells}
    assert sizes == {(k, T) for k in (1, 2, 3) for T in range(3 * k, 10)}


def test_no_cell_at_all_is_vacuous():
    asked = question("OPT(T) <= ALG(T)", "T >= 5*k", "k == 3", "T <= 9", "T >= 0")
    decision = decide(asked, Scope(range(3, 4), range(10)))
    assert (decision.verdict, decision.cells) == (Verdict.VACUOUS, ())
    assert decision.certified is None


def test_both_sides_are_0_at_horizon_0():
    asked = question("OPT(T) <= ALG(T)", "k <= 2", "T == 0")
    decision = decide(asked, Scope(range(1, 3), range(1)))
    assert decision.verdict is Verdict.PROVED
    assert [cell.case for cell in decision.cells] == [None, None]


def test_the_instance_of_a_worst_case_refutes_a_smaller_bound():
    asked = question("OPT(T) <= 2*ALG(T)", "k == 3", "T == 14")
    decision = decide(asked, Scope(range(3, 4), range(14, 15)), seconds=60)
    assert decision.verdict is Verdict.REFUTED
    assert isinstance(decision.certified.certificate, Refuted)
    assert decision.certified.judgement.value < 0


@pytest.mark.parametrize("text", ["OPT(T) < 9*ALG(T)", "OPT(T) <= 9*ALG(T) + 1", "T <= T"])
def test_other_forms_are_not_decided_by_cells(text):
    claim = question(text, "k <= 2", "T <= 9").claims().claim
    cells = []
    assert list(cell_certificates(claim, Scope(range(1, 3), range(1, 10)), cells, 5)) == []
    assert cells == []


def test_too_many_sizes_are_not_decided_one_by_one():
    claim = question("OPT(T) <= 9*ALG(T)", "k <= 2", "T <= 999").claims().claim
    cells = []
    assert list(cell_certificates(claim, Scope(range(1, 3), range(1, 1000)), cells, 5)) == []
    assert cells == []
