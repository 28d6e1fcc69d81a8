"""The examples of docs/certificates.md are what the page says they are."""

import re
from pathlib import Path

import pytest

from imab_verify.kernel import (
    MalformedError,
    Reason,
    RejectedError,
    certificates,
    judge,
    limits,
    read,
)
from imab_verify.kernel.polynomials import MAX_DEGREE, MAX_TERMS

PAGE = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text()
EXAMPLES = re.findall(r"```json ([a-z -]+)\n(.*?)```", PAGE, re.DOTALL)


def test_every_kind_of_answer_has_an_example():
    assert {label.split()[0] for label, _ in EXAMPLES} == {
        "proved",
        "refuted",
        "rejected",
        "malformed",
    }


@pytest.mark.parametrize(("label", "text"), EXAMPLES)
def test_examples(label, text):
    answer, *reason = label.split()
    if answer == "malformed":
        with pytest.raises(MalformedError):
            read(text)
    elif answer == "rejected":
        with pytest.raises(RejectedError) as error:
            judge(text)
        assert [error.value.reason.value] == reason
    else:
        assert judge(text).verdict == answer


def test_the_page_names_every_reason():
    for reason in Reason:
        assert f"`{reason.value}`" in PAGE


def test_the_page_states_the_limits():
    for number in (
        certificates.FORMAT,
        f"{certificates.MAX_TEXT // 2**20} MiB",
        f"{certificates.MAX_LEMMAS} lemmas",
        f"{certificates.MAX_DEPTH} deep",
        f"at most {certificates.MAX_PARTS}",
        f"{2 * certificates.MAX_DIGITS} characters",
        f"1 to {certificates.MAX_EXPONENT}",
        f"{limits.MAX_BITS:,} bits",
        f"degrees to {MAX_DEGREE}",
        f"{MAX_TERMS:,} pairs",
    ):
        assert number in PAGE, number
