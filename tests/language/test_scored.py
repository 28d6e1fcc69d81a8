"""Index policies as text: one object for the simulator, the worst case and the kernel."""

from fractions import Fraction
from itertools import accumulate
from random import Random

import pytest

import imab_verify as iv
from examples.index_policies import CAREFUL, FAR, HORIZON
from imab_verify.deciding.worst import worst_case
from imab_verify.errors import InputError
from imab_verify.kernel import Curve, Run, RunPoint
from imab_verify.kernel.semantics import sequence_of
from imab_verify.language.instances import instance_of_curves
from imab_verify.language.policy_names import GREEDY
from imab_verify.language.scored import ScoredIndex, index_in_words, read_index
from imab_verify.policies.builtin import Algorithm1, Greedy
from imab_verify.simulation import stepwise

POLICIES = [
    HORIZON,
    FAR,
    CAREFUL,
    ScoredIndex("pairs", "Rew(f,a) + k*f(a-1) - T*Delta(f,a)", 3, "pairs"),
    ScoredIndex("greedy", GREEDY),
]


def random_instances(number):
    """Concave arms, as the kernel and as the simulator have them."""
    random = Random(number)  # noqa: S311  examples, not secrets
    for _ in range(8):
        curves = []
        for _ in range(random.randint(1, 3)):
            slopes = sorted((random.randint(0, 6) for _ in range(6)), reverse=True)
            values = accumulate(slopes, initial=random.randint(0, 3))
            curves.append(Curve(tuple((n, Fraction(v, 50)) for n, v in enumerate(values))))
        yield tuple(curves), instance_of_curves(curves)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_the_simulator_and_the_kernel_play_the_same(policy):
    for horizon, (curves, instance) in enumerate(random_instances(4), start=6):
        played = sequence_of(Run(policy.data), RunPoint(curves, horizon))
        counts = tuple(played.count(i) for i in range(len(curves)))
        assert stepwise.run(instance, policy, horizon).pulls == counts


@pytest.mark.parametrize(
    ("mine", "known"),
    [
        (ScoredIndex("one", "P(f,a,M)"), Algorithm1()),
        (ScoredIndex("other", "f(a)", 1), Greedy()),
    ],
)
def test_known_policies_are_index_policies(mine, known):
    for _, instance in random_instances(8):
        ours, theirs = (stepwise.run(instance, policy, 13) for policy in (mine, known))
        assert ours.pulls == theirs.pulls


def test_a_policy_knows_the_horizon_if_its_score_does():
    assert HORIZON.horizon_aware
    assert not FAR.horizon_aware
    assert HORIZON.knowing(9).index((4, 2), 1) == {1: 1 - 28, 2: 1 + 7 + 28}


def test_claims_about_an_object_break_ties_as_it_does():
    answer = iv.ask("ALG(T) <= OPT(T)", policy=HORIZON, where="L = most")
    assert (answer.verdict, HORIZON.run().index.ties) == ("proved", "lowest-index")
    with pytest.raises(InputError, match="option"):
        iv.ask("ALG(T) <= OPT(T)", policy=HORIZON, options={"start": 3})


def test_the_worst_case_of_a_policy_that_knows_the_horizon():
    """k*T(T+1)/(T^2 + kT - 2k(k-1)) is attained at k = 2, T = 8."""
    assert worst_case(HORIZON, 2, 8).upper == Fraction(36, 19)
    assert worst_case(Algorithm1(), 2, 8).upper == 2


@pytest.mark.parametrize(
    ("score", "word"),
    [
        ("f(a) + 1", "has a reward"),
        ("f(a)/M", "without divisions"),
        ("f(a)/(M+1)", "without divisions"),
        ("f(a)*(M//2)", "without divisions"),
        ("min(f(a), Rew(f,a))", "without divisions"),
        ("f(a+1)", "not seen"),
        ("Rew(f,M)", "not seen"),
        ("g(a)", "g is not known here: a score is about one arm, called f"),
        ("Rwe(f,a)", r"it is written Rew\(f, n\)"),
        ("f(a) + f(a)*b", "does not know b: its numbers are a, M, k and T"),
        ("f(b)", "does not know b"),
        ("", "the score is empty"),
        (" ", "the score is empty"),
        ("f(a) +", "the score ends where"),
        ("(f(a)", "never closed"),
    ],
)
def test_what_is_no_score(score, word):
    with pytest.raises(InputError, match=word):
        ScoredIndex("mine", score)


def test_what_is_no_opening():
    for start in (0, -1, "2"):
        with pytest.raises(InputError, match="at least one pull"):
            ScoredIndex("mine", "f(a)", start)
    with pytest.raises(InputError, match="init"):
        ScoredIndex("mine", "f(a)", 1, "turns")
    for score in ("Delta(f,a)", "f(a-1)", "f(a) + P(f,a,M)"):
        with pytest.raises(InputError, match=r"not seen of arm f: .* need start=2$"):
            read_index(1, score)
    with pytest.raises(InputError, match=r"not seen of arm f$"):
        read_index(1, "f(a+1)")


def test_an_index_policy_in_words():
    assert index_in_words("index 2 by (a-1)*f(a)") == ScoredIndex("commit", "(a-1)*f(a)", 2).data
    assert index_in_words(" index  1 by f(a)") == GREEDY
    assert index_in_words("greedy") is None
    for wrong in ("index 1 by f(a-1)", "index 0 by f(a)", "index 2 by g(a)"):
        with pytest.raises(InputError):
            index_in_words(wrong)


def test_a_claim_names_it_as_it_is_printed():
    question = {"given": ["T > k"], "policy": "index 1 by f(a)"}
    asked = iv.ask("2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", **question)
    assert asked.verdict == "proved"
    for policy, shown in (
        ("index 1 by f(a)", "greedy"),
        ("index 2 by P(f,a,M)", "algorithm-1"),
        ("index 2 by f(a)", "index 2 by f(a)"),
    ):
        assert f"in every run of {shown} on" in str(iv.claim("ALG(T) >= 0", policy=policy))
    some = iv.ask("OPT(T) >= 2*ALG(T)", given=["k == 2", "T == 3"], policy="some index 1 by f(a)")
    assert some.verdict == "proved"
    with pytest.raises(InputError, match="has no options"):
        iv.ask("ALG(T) >= 0", policy="index 1 by f(a)", options={"ties": "lowest-index"})
