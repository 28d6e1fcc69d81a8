"""for all n <= T: ..., in a claim and in a given."""

import pytest
from sentences import read_sentence

from imab_verify.deciding.decide import decide
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass, Exists, ForAll, Polynomial, Relation, Run
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.writing import show_claim

N, T = Polynomial.variable("n"), Polynomial.variable("T")
TWO = Polynomial.constant(2)
GIVEN = "for all n <= T: f(n) >= g(n)"


def claim(text, *given, **options):
    return read_question(text, given, **options).claims().claim


@pytest.mark.parametrize(
    "given",
    [
        GIVEN,
        "for every n <= T: f(n) >= g(n)",
        "f(n) >= g(n) for all n <= T",
        "for all 1 <= n <= T: f(n) >= g(n)",
        "for all n from 1 to T: f(n) >= g(n)",
        "for all n < T+1: f(n) >= g(n)",
        "for all T >= n > 0: g(n) <= f(n)",
    ],
)
def test_a_given_for_all_of_a_range_is_a_family(given):
    read = claim("Rew(f,T) >= Rew(g,T)", given)
    [family] = read.families
    assert (family.name, family.first, family.last) == ("n", ONE, T)
    assert family.comparison == claim("f(n) >= g(n)").conclusion[0]
    assert read.parameters == ("T",)


@pytest.mark.parametrize("given", ["for all n: f(n) >= g(n)", "f(n) >= g(n) for all n"])
def test_without_an_end_it_is_for_all_pulls(given):
    [family] = claim("f(5) >= g(5)", given).families
    assert (family.first, family.last) == (ONE, None)


def test_a_name_that_stands_elsewhere_too_gets_another_one():
    read = claim("f(n) >= g(n)", GIVEN, "n <= T")
    assert read.parameters == ("n", "T")
    assert read.families[0].name == "n_2"
    assert read.families[0].at(N) == read.conclusion[0]


def test_a_chain_is_several_families():
    first, second = claim("f(2) >= 0", "for all 2 <= n: 0 < f(n) <= g(n) ").families
    assert first.first == second.first == TWO
    assert (first.comparison.relation, second.comparison.relation) == (Relation.GT, Relation.GE)


@pytest.mark.parametrize(
    ("text", "same", "given"),
    [
        ("for all n <= T: f(n) <= f(T)", "f(n) <= f(T)", ["n <= T"]),
        ("for all m, n: f(m+n) <= f(m) + f(n)", "f(m+n) <= f(m) + f(n)", []),
        ("f(n) <= f(T) for all n <= T", "f(n) <= f(T)", ["n <= T"]),
        ("for all T: for all n from 2 to T: f(n) <= f(T)", "f(n) <= f(T)", ["n >= 2", "n <= T"]),
    ],
)
def test_a_claim_for_all_of_a_range_has_a_given(text, same, given):
    assert claim(text) == claim(same, *given)


@pytest.mark.parametrize(
    "given",
    [GIVEN, "for all n: f(n) >= g(n+1) + 1/3", "for all n from T//2 to T: n*f(n) >= Rew(g,n)"],
)
def test_the_sentence_reads_back(given):
    shown = show_claim(claim("Rew(f,T) >= Rew(g,T)", given, "T >= 2"))
    assert show_claim(read_sentence(shown)) == shown


def test_rewards_without_a_bound_scale_families_too():
    read = claim("Rew(f,T) >= T", "for all n <= T: f(n) >= 1", unbounded=True)
    assert read.families[0].comparison.form.constant == -Polynomial.variable("unit")
    with pytest.raises(InputError, match="last n"):
        claim("Rew(f,T) >= T", "for all n: f(n) >= 1", unbounded=True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("for all n <= T f(n) >= g(n)", "colon"),
        ("for all n*m <= T*T: f(n) >= g(n)", "a range is written"),
        ("for all n != 3: f(n) >= g(n)", "bounds only"),
        ("for all n == 3: f(n) >= g(n)", "bounds only"),
        ("for all m, n: f(n) >= g(m)", "one name"),
        ("for all n: for all m: f(n) >= g(m)", "one name"),
        ("for all 1 <= n: f(2*n) >= g(n)", "say where the range ends"),
        ("for all n <= T: f(n) >= g(n) or n >= 3", "only comparisons"),
        ("for all n <= T: f(n) >= max(g(n), 1/2)", "no minimum"),
        ("for all n <= T: f(n)/n >= g(n)", "no division by its name"),
        ("for all m >= n >= 1 and n <= T: f(n) >= g(n)", "bounds"),
    ],
)
def test_what_is_no_family_is_refused_in_a_sentence(given, message):
    with pytest.raises(ClaimError, match=message):
        claim("Rew(f,T) >= Rew(g,T)", given, arms=dict.fromkeys("fg", ArmClass.CONCAVE))


def test_a_run_has_no_families():
    with pytest.raises(InputError, match="claims about arms"):
        claim("Rew(f,T) >= Rew(g,T)", GIVEN, run=Run("round-robin"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "given", "verdict"),
    [
        ("Rew(f,T) >= Rew(g,T)", [GIVEN], "proved"),
        ("Rew(f,T) >= Rew(g,T)", ["for all n < T: f(n) >= g(n)"], "refuted"),
        ("Rew(f,T) >= Rew(g,T)", ["for all 2 <= n <= T: f(n) >= g(n)"], "refuted"),
        ("Rew(f,m) >= Rew(g,m)", [GIVEN, "m <= T"], "proved"),
        ("Rew(f,m) >= Rew(g,m)", [GIVEN, "m <= T + 1"], "refuted"),
        ("f(m) >= g(m)", [GIVEN, "m <= T"], "proved"),
        ("f(T+1) >= g(T+1)", [GIVEN], "refuted"),
        ("f(m) >= g(m)", ["for all n: f(n) >= g(n)"], "proved"),
        ("f(0) >= g(0)", ["for all n: f(n) >= g(n)"], "refuted"),
        ("Rew(f,T) >= Rew(g,T) + T/10", ["for all n <= T: f(n) >= g(n) + 0.1"], "proved"),
        ("Rew(f,T) >= Rew(g,T) + T/9", ["for all n <= T: f(n) >= g(n) + 0.1"], "refuted"),
        ("Rew(f,T) >= 3T/4", ["for all n <= T: f(n) >= 3/4"], "proved"),
        ("max(f(m), g(m)) = f(m)", [GIVEN, "m <= T"], "proved"),
        ("T*Delta(f,T) <= 1/2", ["for all n <= T: Delta(f,n) <= 1/(2*T)"], "proved"),
    ],
)
def test_claims_under_families_are_decided_rightly(text, given, verdict):
    assert decide(read_question(text, given)).verdict.value == verdict


# --- exists ---


def order_of(found):
    """Whether names are chosen before the rest or after it."""
    return "first" if isinstance(found.prefix[0], Exists) else "last"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("exists n: n^2 > 1000", "first"),
        ("there is n: n^2 > 1000", "first"),
        ("exists c: Rew(f,2T) <= c Rew(f,T)", "first"),
        ("exists c: for all T: Rew(f,2T) <= c Rew(f,T)", "first"),
        ("for all T: exists c: Rew(f,2T) <= c Rew(f,T)", "last"),
        ("exists m <= T: f(m) >= f(T)", "last"),
        ("exists m from 1 to T: f(m) >= f(T)", "last"),
        ("exists m: f(m) >= f(T)", "first"),
    ],
)
def test_when_the_choice_is_made(text, order):
    assert order_of(claim(text)) == order


def test_bounds_of_what_exists_are_where_it_is_chosen_and_others_are_given():
    found = claim("exists 2 <= m <= T: f(m) >= f(T)", "T >= 5")
    assert show_claim(found) == (
        "for all integers T; concave f, given T >= 5, there are integers m, where m >= 2 and T >= m"
        ": f(m) >= f(T)"
    )
    first = claim("exists c: Rew(f,T) <= c*T", "c <= 5", "T >= 2")
    assert show_claim(first) == (
        "there are reals c, where 5 >= c and c >= 0, such that for all integers T; concave f, "
        "given T >= 2: T*c >= Rew(f, T)"
    )


def test_the_note_says_on_what_the_choice_depends():
    assert "c: the same for all T, f" in read_question("exists c: f(T) <= c").notes
    assert "m: chosen for each T, f" in read_question("exists m <= T: f(m) >= f(T)").notes


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("exists n n > 3", [], "colon"),
        ("for all m <= T: exists n: for all T: n > m + T", [], "quantified after its use"),
        ("exists n <= T: for all T: n > 3", [], "quantified after its use"),
        ("n > 3 and exists m: m > n", [], "front"),
        ("exists n: n > 3", ["m = 1 or m = 2"], "comparisons alone"),
        ("exists n: sqrt(n) > 3", [], "no root"),
        ("exists n: f(min(n,3)) > 3", [], "no min"),
        ("f(1) >= 0", ["exists n: f(n) > 0"], "one name"),
    ],
)
def test_what_cannot_be_said_to_exist(text, given, message):
    with pytest.raises(ClaimError, match=message):
        claim(text, *given)


def test_quantifiers_are_read_in_their_order():
    found = claim("for all m: exists n >= m: for all T >= n: exists j <= T: j >= m", "m >= 2")
    assert found.prefix == (ForAll(("m",)), Exists(("n",)), ForAll(("T",)), Exists(("j",)))
    assert show_claim(found) == (
        "for all integers m, there are integers n, where n >= m and n >= 1, such that for all "
        "integers T, given T >= n and m >= 2 and T >= 1, there are integers j, where T >= j and "
        "j >= 1: j >= m"
    )
    assert show_claim(read_sentence(show_claim(found))) == show_claim(found)


LARGE = "for all eps > 0: exists T0: T >= T0 implies OPT(T) <= (1+eps)*ALG(T)"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (LARGE, ["k >= 2"]),
        ("for all k: exists T0: OPT(T) <= k*ALG(T)", ["T >= T0"]),
        ("for all k: exists T0: T >= T0 implies OPT(T) <= k*ALG(T)", []),
        ("for all k: exists T0: OPT(T) <= k*T0*ALG(T)", []),
        ("exists T0: min(T,9) >= T0", []),
        ("exists T0: T(T+1) >= T0", []),
        ("exists T0: for all n >= T - T0: n >= k", []),
    ],
)
def test_a_free_name_beside_a_chosen_one_is_refused_with_both_readings(text, given):
    with pytest.raises(ClaimError, match="can be read in two ways") as refused:
        claim(text, *given, run=Run(ALGORITHM_1))
    assert "'for all T there is a T0 such that ...'" in str(refused.value)
    assert "'there is a T0 such that for all T ...'" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("for all eps > 0: for all T: exists T0: T >= T0 implies OPT(T) <= (1+eps)*ALG(T)", "last"),
        ("exists T0: for all T: T >= T0 implies OPT(T) <= 2*ALG(T)", "first"),
        ("exists T0: for all T >= T0: OPT(T) <= 2*ALG(T)", "first"),
        ("exists T0 <= T: T <= 2*T0 and OPT(T) <= T0*ALG(T)", "last"),
        ("for all n <= T: exists T0: T0 >= T", "last"),
        ("exists c: OPT(T) <= c*k*ALG(T)", "first"),
    ],
)
def test_where_quantifiers_say_the_order_a_comparison_with_what_is_chosen_is_read(text, order):
    assert order_of(claim(text, "k >= 2", run=Run(ALGORITHM_1))) == order


@pytest.mark.parametrize(
    ("text", "given", "verdict"),
    [
        ("exists n: n^2 > 1000", [], "proved"),
        ("exists n: n(n+1) = 7", [], "refuted"),
        ("exists n: n(n+1) = 6", [], "proved"),
        ("exists m, n: m^2 + n^2 = 25 and m > n", [], "proved"),
        ("exists n: n % 7 = 3 and n % 5 = 1", [], "proved"),
        ("exists n <= 30: n % 7 = 3 and n % 5 = 1", [], "refuted"),
        ("for all T: exists n: n > T", [], "proved"),
        ("exists c: Rew(f,2T) <= c Rew(f,T)", [], "proved"),
        ("exists c < 4: Rew(f,2T) <= c Rew(f,T)", ["c >= 3"], "unknown"),
        ("exists c < 3: Rew(f,2T) <= c Rew(f,T)", [], "refuted"),
        ("exists m <= T: 4Rew(f,m) >= Rew(f,T) and 2m <= T + 1", [], "proved"),
        ("exists m <= T: 5Rew(f,m) >= Rew(f,T) and 2m <= T", ["T >= 4"], "proved"),
        ("exists m < T: Rew(f,m) >= Rew(f,T)", ["T >= 2"], "refuted"),
        ("exists c: c f(n) > 1", [], "refuted"),
        ("for all n: exists m >= n: for all j >= m: j >= n", [], "proved"),
        ("for all n: exists m >= 2: for all j >= m: j > n", [], "proved"),
        ("for all n: exists m <= n: for all j >= m: j >= n", [], "proved"),
        ("exists n: for all T: exists m >= T: m >= n", [], "proved"),
        ("for all n: exists m <= n: for all j >= m: j > n", [], "refuted"),
    ],
)
def test_what_exists_is_decided_rightly(text, given, verdict):
    assert decide(read_question(text, given), seconds=10).verdict.value == verdict


def test_a_run_may_have_a_constant():
    asked = read_question("exists c: OPT(T) <= c*k*ALG(T)", ["T >= 4*k"], run=Run(ALGORITHM_1))
    assert decide(asked, seconds=240).verdict.value == "proved"
    asked = read_question("exists c: OPT(T) <= c*ALG(T)", [], run=Run("round-robin"))
    assert decide(asked).verdict.value == "refuted"
