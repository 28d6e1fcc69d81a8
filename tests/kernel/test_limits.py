"""The budget of work, with the numbers of docs/certificates.md, and the messages of a refusal."""

from fractions import Fraction

import pytest

from imab_verify.kernel.polynomials import (
    MAX_BYTES,
    MalformedError,
    RejectedError,
    brief,
    meter_work,
    spend,
)


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


def test_messages_are_short():
    assert len(str(MalformedError("x" * 301))) == 300
    assert str(RejectedError("rule", "x" * 301)) == "rule: " + "x" * 300
    assert RejectedError("rule", "").reason == "rule"
    assert brief(-(2**399 - 1)) == str(1 - 2**399)
    assert brief(2**399) == "a number of 401 bits"
    assert brief(Fraction(1, 2**399)) == "a number of 401 bits"
