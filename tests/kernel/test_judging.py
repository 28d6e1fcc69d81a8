"""The two functions of the kernel: what a judgement is, and what it takes to get one."""

import copy
import json
import pickle
from contextlib import suppress
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path

import pytest

from imab_verify.kernel import (
    Claim,
    Comparison,
    Form,
    Judgement,
    MalformedError,
    Point,
    Polynomial,
    Proved,
    ProvedClaim,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    judge,
    judging,
    read,
)
from imab_verify.kernel.__main__ import main
from imab_verify.kernel.arms import ClaimProof, Combine, Have, Lemma, Sum, Term, check_lemmas
from imab_verify.kernel.documents import MAX_DEPTH
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import Curve
from imab_verify.language.documents import dumps

VALID = Path(__file__).parents[1] / "certificates" / "valid"
N = Polynomial.variable("n")
ANYWHERE = Point({"n": Fraction(1)}, {})


def text_of(name):
    [path] = VALID.glob(f"*--{name}.json")
    return path.read_text()


def at_least(p, relation=Relation.GE):
    return Comparison(Form(p), relation)


def claim(p, *givens, relation=Relation.GE):
    return Claim(("n",), (), tuple(map(at_least, givens)), (at_least(p, relation),))


def by(*terms):
    """The goal is the sum of these terms."""
    return ClaimProof({}, (Combine({}, rest=Sum(terms)),))


FIRST_GIVEN = Term(Fraction(1), (("h1", 1),))
TRUE = Proved(claim(N, N), by(FIRST_GIVEN), ANYWHERE)
FALSE = Refuted(claim(-N), ANYWHERE)
UNPROVED = ProvedClaim(claim(-N), by())
PROVED = ProvedClaim(claim(N, N), by(FIRST_GIVEN))


def reason(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


# --- judgements --------------------------------------------------------------------------------


def test_what_a_judgement_says():
    proved, refuted = judge(dumps(TRUE)), judge(dumps(FALSE).encode())
    assert (proved.verdict, proved.document, proved.claim) == ("proved", TRUE, TRUE.claim)
    assert (proved.violated, proved.value) == (None, None)
    assert (refuted.verdict, refuted.document, refuted.claim) == ("refuted", FALSE, FALSE.claim)
    assert (refuted.violated, refuted.value) == (FALSE.claim.conclusion[0], -1)


def test_the_first_false_comparison_is_named():
    two = replace(claim(N), conclusion=(at_least(N), at_least(ONE - N - N), at_least(-N)))
    refuted = judge(dumps(Refuted(two, ANYWHERE)))
    assert (refuted.violated, refuted.value) == (two.conclusion[1], -1)


def test_nobody_else_makes_a_judgement():
    real = judge(dumps(FALSE))
    attempts = [
        lambda: Judgement(TRUE, "proved"),
        lambda: Judgement(TRUE, "proved", (), None, None, object()),
        lambda: replace(real, verdict="proved"),
        lambda: copy.copy(real),
        lambda: copy.deepcopy(real),
        lambda: pickle.dumps(real),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError):
            attempt()
    with pytest.raises(FrozenInstanceError):
        real.verdict = "proved"


@pytest.mark.parametrize("certificate", [TRUE, FALSE, TRUE.claim, TRUE.proof])
def test_objects_are_not_judged(certificate):
    for function in (read, judge):
        with pytest.raises(MalformedError, match="a document is a text"):
            function(certificate)


# --- claims, witnesses, counterexamples --------------------------------------------------------


def test_a_witness_must_satisfy_givens_and_conclusion():
    assert judge(dumps(TRUE)).verdict == "proved"
    at_minus_1 = Point({"n": Fraction(-1)}, {})
    assert reason(replace(TRUE, witness=at_minus_1)) == "instance"
    assert reason(Proved(claim(-N), by(), ANYWHERE)) == "witness"


def test_a_counterexample_must_be_one():
    assert reason(Refuted(claim(N), ANYWHERE)) == "counterexample"
    assert reason(Refuted(claim(-N, -N), ANYWHERE)) == "instance"


def test_points_are_of_the_kind_that_the_claim_needs():
    about_a_run = Claim(("k", "T"), (), (), (at_least(-ONE),), run=Run("round-robin"))
    run_point = RunPoint((Curve(((0, Fraction(0)),)),), 1)
    assert judge(dumps(Refuted(about_a_run, run_point))).verdict == "refuted"
    point = Point({"k": Fraction(1), "T": Fraction(1)}, {})
    assert reason(Refuted(about_a_run, point)) == "instance"
    assert reason(replace(FALSE, counterexample=run_point)) == "instance"


# --- lemmas and sides --------------------------------------------------------------------------


def test_every_side_condition_is_proved():
    for certificate, verdict in ((TRUE, "proved"), (FALSE, "refuted")):
        with_sides = replace(certificate, sides=(PROVED, PROVED))
        judgement = judge(dumps(with_sides))
        assert (judgement.verdict, judgement.document.sides) == (verdict, (PROVED, PROVED))
        for sides in ((UNPROVED,), (PROVED, UNPROVED)):
            assert reason(replace(certificate, sides=sides)) == "identity"


def test_every_lemma_is_proved_even_if_nothing_cites_it():
    assert judge(dumps(replace(TRUE, lemmas=(PROVED,)))).verdict == "proved"
    assert reason(replace(TRUE, lemmas=(PROVED, UNPROVED))) == "identity"


def cite(number):
    source = Lemma(number, 0, {"n": N}, {}, {"h1": Sum((FIRST_GIVEN,))})
    rest = Sum((Term(Fraction(1), (("x", 1),)),))
    return ClaimProof({}, (Have("x", source, Combine({}, rest=rest)),))


def test_sides_do_not_cite_lemmas_and_lemmas_do_not_cite_sides():
    cited = replace(TRUE, proof=cite(0))
    assert judge(dumps(replace(cited, lemmas=(PROVED,)))).verdict == "proved"
    assert reason(replace(cited, sides=(PROVED,))) == "lemma"
    citing = ProvedClaim(PROVED.claim, cite(0))
    assert judge(dumps(replace(TRUE, lemmas=(PROVED, citing)))).verdict == "proved"
    assert reason(replace(TRUE, lemmas=(citing,), sides=(PROVED,))) == "lemma"
    assert reason(replace(TRUE, lemmas=(PROVED,), sides=(citing,))) == "lemma"


def test_sides_and_lemmas_about_runs_are_proved_and_no_lemma_about_a_run_is_cited():
    run = Claim(("k", "T"), (), (), (at_least(ONE),), run=Run("round-robin"))
    good, bad = ProvedClaim(run, by(Term(Fraction(1)))), ProvedClaim(run, by())
    assert judge(dumps(replace(TRUE, sides=(good,), lemmas=(good,)))).verdict == "proved"
    assert reason(replace(TRUE, sides=(bad,))) == "identity"
    assert reason(replace(TRUE, lemmas=(bad,))) == "identity"
    assert reason(replace(TRUE, lemmas=(good,), proof=cite(0))) == "lemma"


def test_there_are_not_too_many_lemmas_and_sides():
    most = judging.MAX_LEMMAS
    read(dumps(replace(TRUE, lemmas=(PROVED,) * (most - 1), sides=(PROVED,))))
    for many in (
        replace(TRUE, lemmas=(PROVED,) * most, sides=(PROVED,)),
        replace(FALSE, sides=(PROVED,) * (most + 1)),
    ):
        with pytest.raises(MalformedError, match="more than 1000 lemmas"):
            read(dumps(many))


# --- beside a proof ----------------------------------------------------------------------------


def test_what_stands_beside_a_proof_is_judged_too():
    said = judge(dumps(replace(TRUE, beside=(FALSE, replace(TRUE, beside=(FALSE,))))))
    assert said.verdict == "proved"
    assert [(one.verdict, one.claim) for one in said.beside] == [
        ("refuted", FALSE.claim),
        ("proved", TRUE.claim),
    ]
    assert [one.claim for one in said.beside[1].beside] == [FALSE.claim]


def test_one_that_is_wrong_spoils_the_whole():
    wrong = Refuted(TRUE.claim, ANYWHERE)
    assert reason(replace(TRUE, beside=(wrong,))) == "counterexample"
    assert reason(replace(TRUE, beside=(replace(TRUE, beside=(wrong,)),))) == "counterexample"
    spoiled = replace(FALSE, sides=(UNPROVED,))
    assert reason(replace(TRUE, beside=(spoiled,))) is reason(spoiled)
    with pytest.raises(MalformedError):
        read(dumps(replace(TRUE, beside=(Refuted(Claim(("n", "n")), ANYWHERE),))))


def test_nothing_stands_beside_a_refutation():
    text = dumps(replace(TRUE, beside=(FALSE,)))
    document = json.loads(text)
    refuted = {**json.loads(dumps(FALSE)), "beside": document["beside"]}
    with pytest.raises(MalformedError):
        read(json.dumps(refuted))


def test_all_that_stands_beside_counts_towards_the_lemmas():
    most = judging.MAX_LEMMAS
    read(dumps(replace(TRUE, beside=(FALSE,) * (most - 1), sides=(PROVED,))))
    for many in (
        replace(TRUE, beside=(FALSE,) * most, sides=(PROVED,)),
        replace(TRUE, beside=(replace(FALSE, sides=(PROVED,) * most),)),
    ):
        with pytest.raises(MalformedError, match="more than 1000 lemmas"):
            read(dumps(many))


def test_whoever_cites_lemmas_cites_not_too_many():
    """Those of a policy against a lower bound are not among the lemmas of the certificate."""
    assert len(check_lemmas((PROVED,) * judging.MAX_LEMMAS)) == judging.MAX_LEMMAS
    with pytest.raises(MalformedError, match="more than 1000 lemmas"):
        check_lemmas((PROVED,) * (judging.MAX_LEMMAS + 1))


# --- texts -------------------------------------------------------------------------------------


def test_reading_undoes_writing():
    more = replace(TRUE, lemmas=(PROVED,), sides=(PROVED,), beside=(FALSE, TRUE))
    for certificate in (TRUE, FALSE, more):
        assert read(dumps(certificate)) == certificate


def test_a_text_that_is_longer_than_a_certificate(monkeypatch):
    """Blanks count there; they also cost their reading, and buy nothing."""
    assert judging.MAX_BYTES == 16 * 2**20
    monkeypatch.setattr(judging, "MAX_BYTES", 2**19)
    longest = dumps(TRUE).ljust(2**19)
    for function in (read, judge):
        assert function(longest)
        with pytest.raises(MalformedError, match="larger than a certificate may be"):
            function(longest + " ")


def test_a_text_that_no_file_can_hold():
    for function in (read, judge):
        with pytest.raises(MalformedError, match="characters that no file can hold"):
            function('{"format": "\ud800"}')


def nested_lemmas(depth):
    node = {"sum": []}
    for _ in range(depth):
        source = {"lemma": 0, "comparison": 0, "parameters": {}, "arms": {}}
        node = {"have": "x", "by": source | {"proofs": {"h1": node}}, "then": {"sum": []}}
    document = json.loads(dumps(TRUE))
    document["proof"]["goals"] = [node]
    return json.dumps(document)


@pytest.mark.parametrize("depth", [80, 98, 120])
def test_lemmas_inside_lemmas_never_exhaust_the_stack(depth):
    """How deep the stack of the interpreter is does not show."""
    text = nested_lemmas(depth)
    with pytest.raises((MalformedError, RejectedError)):
        judge(text)
    with suppress(MalformedError):
        assert read(text) is not None
        assert depth <= MAX_DEPTH


# --- the command -------------------------------------------------------------------------------


def test_the_command_says_the_verdict(tmp_path, capsys):
    path = tmp_path / "worst.json"
    path.write_text(text_of("worst-case"))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: proved\n"


def test_the_command_reads_no_file_without_end(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("imab_verify.kernel.__main__.MAX_BYTES", 1000)
    monkeypatch.setattr(judging, "MAX_BYTES", 1000)
    assert main(["/dev/zero"]) == 2
    assert "larger than a certificate may be" in capsys.readouterr().out


def test_the_command_prints_strange_file_names_on_one_line(tmp_path, capsys):
    assert main(["no\nsuch\x1b[2Jfile"]) == 2
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.strip().isprintable()


def test_zero_is_not_negative():
    assert judge(dumps(Proved(claim(ZERO), by(), ANYWHERE))).verdict == "proved"
    assert judge(dumps(Refuted(claim(ZERO, relation=Relation.GT), ANYWHERE))).verdict == "refuted"
