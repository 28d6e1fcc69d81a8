"""Words of limits are written out with their quantifiers, and nothing else is read as one."""

import re

import pytest

from imab_verify.kernel import Exists, ForAll, Run
from imab_verify.language.asymptotics import written_out
from imab_verify.language.parser import ClaimError
from imab_verify.language.reading import read_question

RATIO = "OPT(T)/ALG(T)"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            f"limsup {RATIO} <= k",
            f"for all eps > 0: exists T0: for all T >= T0: {RATIO} <= k + eps",
        ),
        ("liminf a(T) >= b", "for all eps > 0: exists T0: for all T >= T0: a(T) >= b - eps"),
        ("limsup eps*T <= 1", "for all eps0 > 0: exists T0: for all T >= T0: eps*T <= 1 + eps0"),
        ("limsup T0 <= 1", "for all eps > 0: exists T1: for all T >= T1: T0 <= 1 + eps"),
        ("for large T: T >= m", "for all m, k: exists T0: for all T >= T0: T >= m"),
        ("T >= k for all large T", "for all k: exists T0: for all T >= T0: T >= k"),
        ("for sufficiently large T, T >= k", "for all k: exists T0: for all T >= T0: T >= k"),
        (f"{RATIO} = O(k)", f"exists c > 0: {RATIO} <= (c*(k))"),
        ("OPT(T) <= O(k*k)*ALG(T)", "exists c > 0: OPT(T) <= (c*(k*k))*ALG(T)"),
        (f"{RATIO} = Omega(k)", f"exists c > 0: {RATIO} >= (c*(k))"),
        ("c*T = O(k)", "exists c0 > 0: c*T <= (c0*(k))"),
        (
            "T <= O(k) for large T",
            "exists c > 0: for all k: exists T0: for all T >= T0: T <= (c*(k))",
        ),
        (f"{RATIO} <= k", f"{RATIO} <= k"),
    ],
)
def test_words_of_limits_are_quantifiers(text, written):
    assert written_out(text, about_runs=True) == written


def test_an_arm_may_be_called_like_a_word():
    assert written_out("O(n) >= 0", {"O"}, about_runs=False) == "O(n) >= 0"


@pytest.mark.parametrize(
    ("text", "why", "at"),
    [
        ("f(1) <= limsup", "limsup A <= B, and is the whole claim", 8),
        ("limsup T >= k", "limsup A <= B", 0),
        ("limsup T <= k <= m", "is the whole claim", 0),
        ("lim T <= k", "limsup A <= B, or liminf A >= B", 0),
        ("sup T <= k", "a bound for all parameters", 0),
        ("T = Theta(k)", "one with O and one with Omega", 4),
        ("T = o(k)", "a bound with eps", 4),
        ("O(k) >= T", "write A = O(B)", 0),
        ("T >= O(k)", "a bound by O is one with <=", 2),
        ("T = O(k) + Omega(k)", "write A = O(B), or A = Omega(B)", 4),
        ("large T <= k", "for large T: ...", 0),
        ("T <= k/O(k)", "O is not read here", 7),
        ("T <= k - O(k)", "O is not read here", 9),
        ("T <= k/(1 + O(k))", "O is not read here", 12),
        ("T <= 2**O(1)", "O is not read here", 8),
        ("not T <= O(k)", "write A = O(B)", 9),
        ("limsup T is even implies k <= 1", "is the whole claim", 0),
        ("for large T: limsup T <= k", "is the whole claim", 0),
        ("T <= k for large T and m <= k", "at the front or the end", 11),
    ],
)
def test_what_is_no_limit_is_refused_with_what_would_be(text, why, at):
    with pytest.raises(ClaimError, match=re.escape(why)) as error:
        written_out(text, about_runs=False)
    assert error.value.position == at


def test_the_order_of_the_quantifiers_is_that_of_the_definition():
    claim = read_question("limsup Rew(f,T)/T <= c").claims().claim
    first, second, third = claim.prefix
    assert isinstance(first, ForAll)
    assert {*first.names} == {"eps", "c"}
    assert second == Exists(("T0",))
    assert third == ForAll(("T",))


def test_a_name_of_a_given_is_not_taken():
    claim = read_question("limsup Rew(f,T)/T <= k", ["T0 >= 5"]).claims().claim
    assert Exists(("T1",)) in claim.prefix
    claim = (
        read_question("OPT(T) = O(c0*ALG(T))", ["c <= 5", "c0 >= 1"], run=Run("any")).claims().claim
    )
    assert Exists(("c1",)) in claim.prefix


def test_the_threshold_may_depend_on_what_only_a_given_names():
    claim = read_question("f(T) <= 1/2 for large T", ["n <= T", "f(n) <= 1/3"]).claims().claim
    assert claim.prefix == (ForAll(("n",)), Exists(("T0",)), ForAll(("T",)))
