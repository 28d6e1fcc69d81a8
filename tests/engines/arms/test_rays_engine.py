from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import at_point, curve
from imab_verify.engines.arms.goals import prove_rays
from imab_verify.engines.rays import rew_on_ray, value_on_ray
from imab_verify.kernel import ArmClass, Case, Polynomial, Rays, RejectedError
from imab_verify.kernel.arms import check_rays, parameter_region
from imab_verify.language.reading import read_question

CONCAVE, FROM_1, MONOTONE = ArmClass.CONCAVE, ArmClass.CONCAVE_FROM_1, ArmClass.MONOTONE


def functional_of(text, *givens, kind=CONCAVE):
    """(class, terms, region) of a text whose only comparison is linear in one arm f."""
    claim = read_question(text, givens, {"f": kind}).claims().claim
    return kind, list(claim.conclusion[0].form.terms), parameter_region(claim)


def proved(text, *givens, kind=CONCAVE):
    """Whether the engine proves it; then the kernel must accept the proof."""
    kind, terms, region = functional_of(text, *givens, kind=kind)
    proof = prove_rays(kind, terms, region, Clock(20))
    if proof is not None:
        check_rays(proof, kind, terms, region)
    return proof is not None


TRUE = [
    ("f(n) >= 0", (), CONCAVE),
    ("f(n) >= 0", (), FROM_1),
    ("f(n) >= 0", (), MONOTONE),
    ("f(n+1) >= f(n)", ("n >= 0",), CONCAVE),
    ("f(n+1) >= f(n)", (), FROM_1),
    ("f(n+1) >= f(n)", ("n >= 0",), MONOTONE),
    ("Delta(f,n) >= Delta(f,n+1)", (), CONCAVE),
    ("Delta(f,n) >= Delta(f,n+1)", ("n >= 2",), FROM_1),
    ("m*Rew(f,T) >= T*Rew(f,m)", ("m <= T",), CONCAVE),
    ("m*Rew(f,T) >= T*Rew(f,m)", ("m <= T",), FROM_1),
    ("m*Rew(f,T) >= T*Rew(f,m)", ("m <= T",), MONOTONE),
    ("n*f(m) >= m*f(n)", ("m <= n",), CONCAVE),
    ("(n-1)*f(m) >= (m-1)*f(n)", ("m <= n",), FROM_1),
    ("Rew(f,n) >= 0", ("n >= 0",), FROM_1),
    ("Area(f,n+1) >= Area(f,n)", ("n >= 0",), MONOTONE),
    ("2*Rew(f,n) >= n*f(n) + n*f(1)", (), CONCAVE),
    ("Rew(f,2*n) <= 4*Rew(f,n)", (), CONCAVE),
]

FALSE = [
    ("f(n) >= f(n+1)", (), CONCAVE),
    ("Delta(f,n) >= Delta(f,n+1)", (), MONOTONE),
    ("n*f(m) >= m*f(n)", ("m <= n",), FROM_1),
    ("n*f(m) >= m*f(n)", ("m <= n",), MONOTONE),
    ("T*Rew(f,m) >= m*Rew(f,T)", ("m <= T",), CONCAVE),
    ("1001*Rew(f,n) >= 1000*(n+1)*f(n)", (), MONOTONE),
    ("Rew(f,2*n) <= 3*Rew(f,n)", ("n >= 2",), CONCAVE),
    ("Rew(f,2*n) <= 4*Rew(f,n)", (), MONOTONE),
]


@pytest.mark.parametrize(("text", "givens", "kind"), TRUE)
def test_true_functionals_are_proved_on_all_rays(text, givens, kind):
    assert proved(text, *givens, kind=kind)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "givens", "kind"), FALSE)
def test_functionals_that_fail_on_a_ray_are_not_proved(text, givens, kind):
    kind, terms, region = functional_of(text, *givens, kind=kind)
    with suppress(OutOfTimeError):
        assert prove_rays(kind, terms, region, Clock(3)) is None


def test_every_index_is_split_at_the_bend():
    kind, terms, region = functional_of("m*Rew(f,T) >= T*Rew(f,m)", "m <= T")
    proof = prove_rays(kind, terms, region, Clock(10))
    assert isinstance(proof.ray, Case)
    swapped = Rays(proof.constant, Case(proof.ray.split, proof.ray.high, proof.ray.low))
    with pytest.raises(RejectedError):
        check_rays(swapped, kind, terms, region)


def test_a_proof_for_one_class_is_not_one_for_another():
    kind, terms, region = functional_of("n*f(m) >= m*f(n)", "m <= n")
    proof = prove_rays(kind, terms, region, Clock(10))
    with pytest.raises(RejectedError):
        check_rays(proof, MONOTONE, terms, region)


def test_no_time_means_no_proof():
    kind, terms, region = functional_of("m*Rew(f,T) >= T*Rew(f,m)", "m <= T")
    with pytest.raises(OutOfTimeError):
        prove_rays(kind, terms, region, Clock(-1))


# --- numbers on the rays ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(ArmClass))
def test_ray_numbers_agree_with_the_kernel_curves(kind):
    for j in range(7):
        shape = curve(kind, {j: Fraction(1)})
        for n in range(10):
            assert rew_on_ray(kind, j, n) == shape.rew(n)
            if n >= kind.first:
                assert value_on_ray(kind, j, n) == shape.value(n)


@examples(40)
@given(
    st.sampled_from(list(ArmClass)),
    st.dictionaries(st.integers(0, 6), st.fractions(0, 1, max_denominator=6), max_size=4),
    st.integers(2, 9),
    st.integers(0, 4),
)
def test_functionals_are_linear_in_the_rays(kind, weights, a, more):
    claim = (
        read_question("P(f,a,N) + Delta(f,a) + 3*f(N) >= 0", ["a <= N"], {"f": kind}).claims().claim
    )
    values = {"a": Fraction(a), "N": Fraction(a + more)}
    form = at_point(claim.conclusion[0].form, claim.arms, values)
    shape = curve(kind, weights)
    mixed = sum((w * form.on_ray("f", kind, j) for j, w in weights.items()), Fraction(0))
    exact = shape.rew(a) + more * shape.value(a) + 3 * shape.value(a + more)
    delta = shape.value(a) - shape.value(a - 1)
    assert mixed == exact + delta * (1 + Fraction(more * (more + 1), 2))


def test_a_form_without_rewards_has_no_arms():
    claim = read_question("T >= m", ["m <= T"]).claims().claim
    form = at_point(claim.conclusion[0].form, claim.arms, {"T": Fraction(5), "m": Fraction(2)})
    assert (form.constant, form.arms, form.largest_index("f")) == (3, {}, 0)
    assert claim.conclusion[0].form.constant == Polynomial.variable("T") - Polynomial.variable("m")
