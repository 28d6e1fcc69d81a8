import pytest

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.positivity import prove_by_higher_degree
from imab_verify.kernel import Polynomial, RejectedError, Relation
from imab_verify.kernel.arms import Constraint, check_sign, parameter_region
from imab_verify.language.reading import read_question

SQUARES = "T**2 <= 2*m**2"
DISC = "x**2 + y**2 <= 2"
ROOT = ("s >= 0", "s**2 == T")
PROVED = [
    ("2*m*(m+1) >= T*(T+1)", [SQUARES], ()),
    ("2*m*(m+1) > T*(T+1)", [SQUARES], ()),
    ("m <= T", ["m**3 <= T**3"], ()),
    ("m <= T", ["m**5 <= T**5"], ()),
    ("T < 2*m", ["T**3 <= 4*m**3"], ()),
    ("3*T <= 4*m + 1", ["2*T*(T+1) <= 3*m*(m+1)"], ()),
    ("a + b >= 7", ["a*b >= 12"], ()),
    ("a*b*c <= T**3", ["a + b + c <= 3*T"], ()),
    ("a**2 + b**2 >= (a + b)**2/2", [], ()),
    ("x**2 - x*y + y**2 >= 0", [], ("x", "y")),
    ("x + y <= 2", [DISC], ("x", "y")),
    ("x + y < 3", [DISC], ("x", "y")),
    ("s <= T", ROOT, ("s",)),
    ("s >= 1", ROOT, ("s",)),
    ("s > 0", ROOT, ("s",)),
    ("2*s <= T + 1", ROOT, ("s",)),
]
NOT_PROVED = [
    ("2*m*(m+1) >= T*(T+1) + 3", [SQUARES], ()),
    ("m + 1 <= T", ["m**3 <= T**3"], ()),
    ("3*T <= 4*m - 2", ["2*T*(T+1) <= 3*m*(m+1)"], ()),
    ("a + b >= 8", ["a*b >= 12"], ()),
    ("x**2 - 3*x*y + y**2 >= 0", [], ("x", "y")),
    ("x + y < 2", [DISC], ("x", "y")),
    ("s > 1", ROOT, ("s",)),
    ("2*s <= T", ROOT, ("s",)),
]


def proof_of(text, givens, reals):
    claim = read_question(text, givens, reals=reals).claims().claim
    [goal] = claim.conclusion
    region, strict = parameter_region(claim), goal.relation is Relation.GT
    p = goal.form.constant
    node = prove_by_higher_degree(region.sharpen(p, strict), region, Clock(20))
    return node, region, p, strict


@pytest.mark.parametrize(("text", "givens", "reals"), PROVED)
def test_proved_and_accepted_by_the_kernel(text, givens, reals):
    node, region, p, strict = proof_of(text, givens, reals)
    assert node is not None
    check_sign(node, region, p, strict=strict)


@pytest.mark.parametrize(("text", "givens", "reals"), NOT_PROVED)
def test_a_little_more_is_not_proved(text, givens, reals):
    assert proof_of(text, givens, reals)[0] is None


def test_the_proof_says_no_more_than_the_goal():
    node, region, p, _ = proof_of(*PROVED[0])
    with pytest.raises(RejectedError):
        check_sign(node, region, p - Polynomial.constant(1))


def test_no_time_no_proof():
    claim = read_question("2*m*(m+1) >= T*(T+1)", [SQUARES]).claims().claim
    goal = Constraint(claim.conclusion[0].form.constant)
    assert prove_by_higher_degree(goal, parameter_region(claim), Clock(-1)) is None
