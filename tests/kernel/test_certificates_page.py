"""The examples of docs/certificates.md are what the page says they are."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from certificates_page import updated

import imab_verify as iv
from imab_verify.kernel import (
    MalformedError,
    Node,
    Reason,
    RejectedError,
    judge,
    judging,
    read,
)
from imab_verify.kernel import polynomials as limits
from imab_verify.kernel.documents import MAX_DEPTH, MAX_DIGITS, MAX_EXPONENT, build
from imab_verify.kernel.judging import FORMAT
from imab_verify.kernel.polynomials import MAX_DEGREE, MAX_TERMS
from imab_verify.kernel.statement import MAX_PARTS, RESERVED

PAGE = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text()
PROSE = " ".join(PAGE.split())
EXAMPLES = re.findall(r"```json ([a-z -]+)\n(.*?)```", PAGE, re.DOTALL)


def test_every_kind_of_answer_has_an_example():
    assert {label.split()[0] for label, _ in EXAMPLES} == {
        "proved",
        "refuted",
        "rejected",
        "malformed",
        "node",
    }


def test_the_rules_and_the_facts_are_up_to_date():
    assert updated(PAGE) == PAGE, "run: python tools/certificates_page.py"


def test_the_whole_certificate_is_the_one_of_the_lemma():
    answer = iv.ask("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])
    assert ("proved", answer.certificate) in EXAMPLES
    assert len(answer.certificate.splitlines()) < 40


def test_the_place_of_a_rejection():
    [text] = [text for label, text in EXAMPLES if label.startswith("rejected")]
    with pytest.raises(RejectedError, match=r"^identity: .* \(at proof\.goals\.0\.rest\.high\)$"):
        judge(text)


@pytest.mark.parametrize(("label", "text"), EXAMPLES)
def test_examples(label, text):
    answer, *reason = label.split()
    if answer == "node":
        assert build(Node, json.loads(text))
    elif answer == "malformed":
        with pytest.raises(MalformedError):
            read(text)
    elif answer == "rejected":
        with pytest.raises(RejectedError) as error:
            judge(text)
        assert [error.value.reason] == reason
    else:
        assert judge(text).verdict == answer


def test_the_page_names_every_reason():
    for reason in get_args(Reason):
        assert f"`{reason}`" in PAGE


def test_the_page_states_the_limits():
    for number in (
        FORMAT,
        f"{limits.MAX_BYTES // 2**20} MiB",
        f"{judging.MAX_LEMMAS} lemmas",
        f"{MAX_DEPTH} deep",
        f"at most {MAX_PARTS} names",
        f"{2 * MAX_DIGITS} characters",
        f"1 to {MAX_EXPONENT}",
        f"{limits.MAX_WORK:,} operations and {limits.WORK_PER_BYTE} more for each byte",
        f"{limits.MAX_WORK_IN_ALL:,} in all",
        f"{limits.MAX_BITS:,} bits",
        f"degrees to {MAX_DEGREE}",
        f"{MAX_TERMS:,} pairs",
    ):
        assert number in PROSE, number


def test_the_page_names_what_is_reserved():
    for name in RESERVED:
        assert f"`{name}`" in PAGE
