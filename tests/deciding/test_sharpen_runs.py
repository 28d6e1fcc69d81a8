"""The best number in claims about runs."""

from fractions import Fraction

import pytest
from runs import run_of

from imab_verify.deciding.certify import Scope
from imab_verify.deciding.sharpen import sharpen, simplest_between
from imab_verify.errors import InputError
from imab_verify.kernel import Run, judge
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.report.answers import sharpened_answer

GREEDY = Run(read_index(1, "f(a)"))


def question(text, *given, policy="round-robin"):
    return read_question(
        text, given, None, ["c"], policy if isinstance(policy, Run) else run_of(policy)
    )


@pytest.mark.parametrize(
    ("low", "high", "between"),
    [
        ("0", "1", "1/2"),
        ("1", "3", "2"),
        ("1/3", "1/2", "2/5"),
        ("9/5", "2", "11/6"),
        ("17/10", "2", "7/4"),
        ("-1/2", "1/2", "0"),
        ("314/100", "315/100", "22/7"),
    ],
)
def test_the_simplest_fraction_between_two(low, high, between):
    assert simplest_between(Fraction(low), Fraction(high)) == Fraction(between)


def test_where_no_number_serves_the_run_says_so():
    asked = question("OPT(T) <= c*ALG(T)")
    found = sharpen(asked, "c", seconds=5)
    assert found.best is None
    answer = sharpened_answer(found, asked)
    assert answer.verdict == "refuted"
    assert judge(answer.certificate).verdict == "refuted"
    assert answer.document["counterexample"]["says"].startswith("no c serves")
    assert answer.document["sharpened"]["instance"]["pulls"]


def test_the_direction_must_be_plain():
    with pytest.raises(InputError, match="plain"):
        sharpen(question("c*OPT(T) <= c*ALG(T) + T"), "c", seconds=2)


@pytest.mark.parametrize(
    ("text", "policy", "T", "best"),
    [
        ("OPT(T) <= c*ALG(T)", Run(ALGORITHM_1), range(7, 10), "14/3"),
        ("OPT(T) <= c*ALG(T)", GREEDY, range(4, 6), "15/4"),
        ("ALG(T) >= c*OPT(T)", GREEDY, range(4, 6), "4/15"),
    ],
)
def test_over_ranges_the_worst_cases_say_what_is_best(text, policy, T, best):
    """Attained by Algorithm 1 at k = 3, T = 7; approached by greedy at k = 3, T = 5."""
    k, sizes = range(2, 4), ["k >= 2", "k <= 3", f"T >= {T[0]}", f"T <= {T[-1]}"]
    asked = read_question(text, sizes, reals=["c"], run=policy)
    found = sharpen(asked, "c", Scope(k, T), seconds=10)
    assert found.sharp
    assert found.serves.c == Fraction(best)
    fails, *better = judge(found.certified.text).beside
    assert (fails.verdict, fails.claim) == ("refuted", found.fails.certified.judgement.claim)
    assert bool(better) == (found.exact is not None) == (policy != GREEDY)
    shown = dict(sharpened_answer(found, asked).fields)
    assert ("smallest c" in shown, "open" in shown) == (bool(better), not better)


@pytest.mark.parametrize(
    ("text", "best", "says"),
    [
        ("ALG(T) <= 800*c*OPT(T)", "1/800", "smallest c"),
        ("ALG(T) <= 80000*c*OPT(T)", "1/80000", "smallest c"),
        ("80000*c*ALG(T) <= OPT(T)", "1/80000", "largest c"),
        ("3*ALG(T) <= c*OPT(T)", "3", "smallest c"),
        ("ALG(T) <= OPT(T) + c*OPT(T)", "0", "smallest c"),
    ],
)
def test_a_small_constant_is_found_as_exactly_as_a_large_one(text, best, says):
    asked = question(text, policy="any")
    found = sharpen(asked, "c", seconds=5)
    assert dict(sharpened_answer(found, asked).fields)[says] == best
    judged = judge(found.certified.text)
    assert judged.claim == found.serves.certified.judgement.claim
    assert [beside.verdict for beside in judged.beside] == ["refuted", "refuted"]
    assert found.exact.certified.judgement.claim == judged.beside[1].claim


@pytest.mark.slow
def test_the_constant_of_round_robin():
    """T(T+1)/(q(q+1)) is below 2k^2 for q = T//k >= 1, and is that of T = 2k-1 in the limit."""
    asked = question("OPT(T) <= c*k^2*ALG(T)", "T >= k")
    found = sharpen(asked, "c", seconds=60)
    assert judge(found.serves.certified.text).verdict == "proved"
    assert judge(found.fails.certified.text).verdict == "refuted"
    assert Fraction(3, 2) <= found.fails.c < found.serves.c <= 4
    shown = dict(sharpened_answer(found, asked).fields)
    assert shown["holds with"] == f"c = {found.serves.c}"
