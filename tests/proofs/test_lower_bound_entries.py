"""The lower bound: the printed families, the corrected one, and the randomised policy."""

from fractions import Fraction
from itertools import product

import pytest
from paper_instances import lower_bound_appendix, lower_bound_main

from imab_verify.errors import InputError
from imab_verify.kernel import read
from imab_verify.language.reading import read_question
from imab_verify.ledger.statements import Status
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import ProbeInOrder, RandomProbe
from imab_verify.simulation import stepwise
from imab_verify.simulation.expectation import expectation
from tests.proofs.asking import decide, entry, obligations, verdicts

PROBED = "(k-1)*N*(N+3)/4 + (k*N*(k*N+1) - (2*k*N+1)*(N+1)*(k-1)/2 + (N+1)**2*(k-1)*(2*k-1)/6)/2"
"""T times the expected reward of probing in random order."""


def smallest(reading):
    outcome = decide(reading)
    assert outcome.verdict is Status.REFUTED
    return dict(read(outcome.certificate).counterexample.parameters)


def capped(cap: int, T: int) -> Reward:
    return Reward.from_points([(0, Fraction(0)), (cap, Fraction(cap, T))] if cap else [(0, 0)])


def number(text: str, **values: int) -> Fraction:
    polynomial = read_question(f"{text} >= 0", arms={}).claims().claim.conclusion[0].form.constant
    return polynomial.at({name: Fraction(value) for name, value in values.items()})


def test_the_appendix_family_fails_where_k_does_not_divide_T():
    appendix = entry("B10")
    assert smallest(appendix.literal[0]) == {"k": 2, "T": 1, "N": 1}
    assert smallest(appendix.beyond[0]) == {"k": 2, "T": 5, "N": 3}
    assert set(verdicts(obligations("B10"))) == {Status.PROVED}


def test_the_model_agrees_on_which_printed_instances_are_valid():
    for k, T in product(range(1, 6), range(1, 12)):
        lower_bound_main(k, T, 1)
        if T % k == 0:
            lower_bound_appendix(k, T, 1)
        elif k > 1:
            with pytest.raises(InputError):
                lower_bound_appendix(k, T, 1)


def test_the_main_family_gives_less_than_half_k_at_three_arms_and_four_steps():
    outcome = decide(entry("B11").beyond[0])
    assert outcome.verdict is Status.REFUTED
    found = read(outcome.certificate).counterexample
    assert (len(found.curves), found.T, dict(found.parameters)) == (3, 4, {"N": 2})
    instance = lower_bound_main(3, 4, 3)
    assert instance.opt(4) / instance.arms[0].rew(4) == Fraction(10, 7)


def test_the_arm_left_out_on_one_instance_is_the_most_pulled_on_its_own():
    found = smallest(entry("B9").literal[0])
    assert found == {"k": 4, "T": 4, "N": 1}
    probe = ProbeInOrder((0, 1, 2, 3), Fraction(1))
    assert stepwise.run(lower_bound_appendix(4, 4, 1), probe, 4).pulls == (4, 0, 0, 0)
    assert stepwise.run(lower_bound_appendix(4, 4, 2), probe, 4).pulls == (2, 2, 0, 0)


def test_the_corrected_family_has_its_regret_and_ratio_for_all_counts():
    for k, T in product(range(1, 4), range(1, 8)):
        q = T // k
        equal, best = capped(q, T), capped(T, T)
        for counts in product(range(T + 1), repeat=k):
            if sum(counts) == T:
                assert min(counts) <= q
                alg, opt = sum(equal.rew(n) for n in counts), best.rew(T)
                assert opt - alg >= Fraction((T - q) * (T - q + 1), 2 * T)
                assert opt - alg >= Fraction((k - 1) ** 2, 2 * k**2) * T
                assert 2 * opt > k * alg


@pytest.mark.parametrize(("k", "N"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 7)])
def test_probing_in_random_order_has_the_stated_expectation_on_the_papers_family(k, N):
    T = k * N
    stated = number(PROBED, k=k, N=N) / T
    for m in range(1, k + 1):
        found = expectation(lower_bound_appendix(k, T, m), RandomProbe(), T, only_exact=True)
        assert found.alg == stated
        assert found.opt == Fraction(T + 1, 2)


def test_the_randomised_bound_fails_from_four_arms_on():
    assert smallest(entry("B18").literal[0]) == {"k": 4, "N": 3}
    found = expectation(lower_bound_appendix(4, 12, 1), RandomProbe(), 12, only_exact=True)
    assert found.ratio < 2
    assert set(verdicts(obligations("B18"))) == {Status.PROVED}


@pytest.mark.slow
def test_the_regret_constant_for_two_arms():
    assert set(verdicts(obligations("B16"))) == {Status.PROVED}
    assert smallest(entry("B16").others[0]) == {"k": 2, "T": 1}
