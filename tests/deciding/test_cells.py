"""Claims over ranges of k and T, decided size by size."""

from dataclasses import replace
from fractions import Fraction

import pytest
from runs import run_of

from imab_verify.deciding import runs as cells_module
from imab_verify.deciding.certify import Scope, Verdict
from imab_verify.deciding.decide import decide
from imab_verify.deciding.runs import cell_certificates
from imab_verify.deciding.worst import at_most
from imab_verify.engines.arms.clock import Clock
from imab_verify.kernel import Refuted, judge
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import GREEDY
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index


def question(text, *givens, policy="algorithm-1", **run):
    return read_question(text, givens, run=run_of(policy, **run))


def test_cells_agree_with_round_robins_closed_form():
    asked = question("OPT(T) <= 3*ALG(T)", "k <= 3", "4 <= T", "T <= 12", policy="round-robin")
    claim, cells = asked.claims().claim, []
    for k in range(1, 4):
        for T in range(4, 13):
            [*written] = cell_certificates(
                claim, Scope(range(k, k + 1), range(T, T + 1)), cells, Clock(60)
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
    sizes = {(c.k, c.T) for c in decision.cells}
    assert sizes == {(k, T) for k in (1, 2, 3) for T in range(3 * k, 10)}
    cases = [cell.case for cell in decision.cells if cell.case is not None]
    judgement = judge(decision.certified.text)
    assert (judgement.verdict, len(judgement.beside)) == ("proved", len(cases))
    said = [lemma.claim for lemma in decision.certified.certificate.lemmas if lemma.claim.run]
    exact = [at_most(case.about, case.k, case.T, case.upper) for case in cases]
    assert {question.claims().claim for question in exact} <= {*said}
    assert len(said) < 2 * len(cases)


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


def index_question(text, *givens, score, start=2, **run):
    return question(text, *givens, policy=replace(read_index(start, score), **run))


def test_an_index_policy_is_decided_size_by_size():
    """The worst cases of P(f,a,T) at k = 2 and T = 8, 9, 10 are 36/19, 15/8 and 55/29."""
    givens, scope = ("k == 2", "8 <= T", "T <= 10"), Scope(range(2, 3), range(8, 11))
    decision = decide(index_question("19*OPT(T) <= 36.1*ALG(T)", *givens, score="P(f,a,T)"), scope)
    assert decision.verdict is Verdict.PROVED
    assert judge(decision.certified.text).verdict == "proved"
    worst = [cell.case.upper for cell in decision.cells]
    assert worst == [Fraction(36, 19), Fraction(15, 8), Fraction(55, 29)]
    false = index_question("19*OPT(T) <= 35.9*ALG(T)", *givens, score="P(f,a,T)")
    refuted = decide(false, scope)
    assert (refuted.verdict, len(refuted.cells)) == (Verdict.REFUTED, 1)


@pytest.mark.parametrize("ties", ["any", "lowest-index"])
@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_openings_and_ties_of_an_index_policy(init, ties):
    how = {"score": "Rew(f,a) + k*f(a-1)", "start": 2, "order": init, "ties": ties}
    asked = index_question("OPT(T) <= T*T*ALG(T)", "k <= 2", "2 <= T", "T <= 6", **how)
    decision = decide(asked, Scope(range(1, 3), range(2, 7)))
    assert decision.verdict is (Verdict.PROVED if init == "rounds" else Verdict.REFUTED)
    assert judge(decision.certified.text).verdict == decision.verdict


def test_greedy_has_no_table():
    givens = ("k <= 3", "3 <= T", "T <= 7")
    asked = index_question("OPT(T) <= 6*ALG(T)", *givens, score="f(a)", start=1)
    decision = decide(asked, Scope(range(1, 4), range(3, 8)))
    assert decision.verdict is Verdict.PROVED
    assert {cell.case.about.index for cell in decision.cells} == {GREEDY}


@pytest.mark.parametrize(
    ("asked", "k", "T"),
    [
        (question("OPT(T) < 9*ALG(T)", "k <= 2", "T <= 9"), 2, 9),
        (question("OPT(T) <= 9*ALG(T) + 1", "k <= 2", "T <= 9"), 2, 9),
        (question("T <= T", "k <= 2", "T <= 9"), 2, 9),
        (question("OPT(T) <= 9*ALG(T)", "k <= 2", "T <= 999"), 2, 999),
        (index_question("OPT(T) <= T*T*ALG(T)", "k == 4", "T <= 60", score="P(f,a,M+1)"), 4, 60),
    ],
    ids=["strict", "a constant", "no ratio", "too many sizes", "too long a table"],
)
def test_what_is_not_decided_size_by_size(asked, k, T):
    claim, cells, scope = asked.claims().claim, [], Scope(range(1, k + 1), range(1, T + 1))
    assert not [*cell_certificates(claim, scope, cells, Clock(60))]
    assert cells == []


def test_a_size_that_the_kernel_does_not_accept_is_not_told(monkeypatch):
    def too_sure(*about, **how):
        _, proposed = ratio_at_most(*about, **how)
        return True, replace(proposed, upper=Fraction(2))

    ratio_at_most = cells_module.ratio_at_most
    monkeypatch.setattr(cells_module, "ratio_at_most", too_sure)
    asked = question("OPT(T) <= 2*ALG(T)", "k == 3", "T == 12")
    decision = decide(asked, Scope(range(3, 4), range(12, 13)), seconds=2)
    assert decision.verdict is not Verdict.PROVED
    assert decision.cells == ()
    monkeypatch.undo()
    told = decide(asked, Scope(range(3, 4), range(12, 13)), seconds=2)
    assert [(cell.case.upper, cell.verdict) for cell in told.cells] == [
        (Fraction(26, 9), Verdict.REFUTED)
    ]


def test_the_sizes_before_one_that_fails_are_judged_by_themselves(monkeypatch):
    asked = question("OPT(T) <= 3*ALG(T)", "k <= 3", "4 <= T", "T <= 12", policy="round-robin")
    judged = []
    accept = cells_module.accept
    monkeypatch.setattr(
        cells_module, "accept", lambda task, case: judged.append(case) or accept(task, case)
    )
    refuted = decide(asked, Scope(range(1, 4), range(4, 13)))
    assert [cell.case for cell in refuted.cells] == judged
    judged.clear()
    asked = question("OPT(T) <= 2*k*ALG(T)", "k <= 2", "6 <= T", "T <= 7")
    proved = decide(asked, Scope(range(1, 3), range(6, 8)))
    assert proved.verdict is Verdict.PROVED
    assert judged == []
