"""Closed forms: what sympy derives again, what it does not, and what is no identity."""

import pytest

from imab_verify.engines.sympy.closed_forms import false_link
from imab_verify.language.parser import ClaimError
from imab_verify.ledger import Paper, load_paper
from imab_verify.report.mathematics import formula


@pytest.fixture(scope="module")
def paper() -> Paper:
    return load_paper("proofs")


@pytest.mark.parametrize(
    "text",
    [
        "sum(n, n, 1, T) == T*(T+1)/2",
        "sum(n/T, n, 1, T/k) == (T+k)/(2*k**2)",
        "sum(n**2, n, a, b) == b*(b+1)*(2*b+1)/6 - (a-1)*a*(2*a-1)/6",
        "area(s*x + f(0), x, 0, m) == m*f(0) + s*m**2/2 == m*(f(0) + s*m/2)",
    ],
)
def test_a_closed_form_is_derived(text: str) -> None:
    assert false_link(text) == ""


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("sum(n, n, 1, T) == T*(T+1)/2 + 1/1000", "-1/1000"),
        ("T == T == T + 1", "-1"),
        ("area(s*x, x, 0, m) == s*m**2", "-m**2*s/2"),
    ],
)
def test_a_wrong_one_is_not(text: str, difference: str) -> None:
    assert false_link(text).endswith(f"the difference is {difference}")


@pytest.mark.parametrize(
    "text", ["sum(n, n, 1, T) <= T**2", "T//2 == T/2", "sum(n, 1, 1, T) == T", "g(1, 2) == 3"]
)
def test_what_is_no_identity_is_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        false_link(text)


def test_every_identity_of_the_paper_is_true_and_named_once(paper: Paper) -> None:
    identities = [identity for entry in paper.entries for identity in entry.identities]
    assert len(identities) >= 17
    assert len({identity.name for identity in identities}) == len(identities)
    assert [i.name for i in identities if false_link(i.equation)] == []


def test_an_identity_in_tex() -> None:
    assert formula("sum(n/T, n, 1, T) == (T+1)/2") == (
        r"\sum_{n=1}^{T} \frac{n}{T} = \frac{T + 1}{2}"
    )
    assert formula("area(s*x, x, 0, m) == s*m**2/2") == (
        r"\int_{0}^{m} s\,x\,dx = \frac{s\,m^{2}}{2}"
    )
