"""The budget of work, with the numbers of docs/certificates.md, and the messages of a refusal."""

from fractions import Fraction

import pytest

from imab_verify.kernel import Claim, Curve
from imab_verify.kernel.arms import parameter_region
from imab_verify.kernel.polynomials import (
    MAX_BYTES,
    ONE,
    MalformedError,
    Reason,
    RejectedError,
    bits,
    brief,
    common_denominator,
    item_at,
    meter_work,
    pair_up,
    spend,
)
from imab_verify.kernel.statement import at_least


def refused():
    return pytest.raises(RejectedError, match=r"^limit: ")


@pytest.mark.parametrize(
    ("size", "budget"),
    [
        (0, 2_500_000),
        (1, 2_500_060),
        (3_291_666, 199_999_960),
        (3_291_667, 200_000_000),
        (MAX_BYTES, 200_000_000),
    ],
)
def test_the_budget_of_a_document(size, budget):
    with meter_work(size):
        spend(budget)
        with refused():
            spend(1)
    spend(budget + 1)


@pytest.mark.parametrize(
    ("length", "cost"), [(0, 1), (255, 1), (256, 2), (1024, 6), (14_000, 1 + 54 + 13**2)]
)
def test_work_on_long_numbers_costs_more(length, cost):
    with meter_work():
        spend(2_500_000 - 3 * cost)
        spend(3, length)
        with refused():
            spend(1)


def test_numbers_have_a_largest_length():
    with meter_work():
        spend(1, 14_000)
        with refused():
            spend(0, 14_001)


def test_sizes():
    assert MAX_BYTES == 64 * 1024 * 1024
    assert [bits(Fraction(-7, 4)), bits(8), bits(0)] == [6, 5, 1]
    assert common_denominator([Fraction(1, 4), Fraction(5, 6), Fraction(2)]) == 12
    assert common_denominator([]) == 1


@pytest.mark.parametrize(
    "work",
    [
        lambda: common_denominator([Fraction(1, 2)]),
        lambda: parameter_region(Claim(("n",), givens=(at_least(ONE),))),
        lambda: Curve(((0, Fraction(0)),)).value(1),
        lambda: Curve(((0, Fraction(0)), (2, Fraction(1)))).rew(1),
    ],
)
def test_what_is_paid_for(work):
    work()
    with meter_work():
        spend(2_500_000)
        with refused():
            work()


def test_messages_are_short():
    assert len(str(MalformedError("x" * 301))) == 300
    assert str(RejectedError(Reason.RULE, "x" * 301)) == "rule: " + "x" * 300
    assert RejectedError(Reason.RULE, "").reason is Reason.RULE
    assert brief(-(2**399 - 1)) == str(1 - 2**399)
    assert brief(2**399) == "a number of 401 bits"
    assert brief(Fraction(1, 2**399)) == "a number of 401 bits"


@pytest.mark.parametrize("number", [-1, 2])
def test_numbers_count_from_0(number):
    assert [item_at("ab", i, Reason.RULE, "letter") for i in range(2)] == ["a", "b"]
    with pytest.raises(RejectedError, match=f"rule: there is no letter number {number}"):
        item_at("ab", number, Reason.RULE, "letter")


@pytest.mark.parametrize("proofs", ["x", "xyz"])
def test_each_has_its_proof(proofs):
    assert list(pair_up("xy", "ab", Reason.RULE, "letters")) == [("x", "a"), ("y", "b")]
    with pytest.raises(RejectedError, match="rule: 2 letters need a proof"):
        pair_up(proofs, "ab", Reason.RULE, "letters")
