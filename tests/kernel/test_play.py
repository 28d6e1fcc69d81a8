"""Policies played step by step on exact instances, and what a claim says about such a run."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import random_played
from runs import run_of

from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, RejectedError
from imab_verify.kernel.semantics import (
    Curve,
    RunPoint,
    observe,
    opening_pulls,
    sequence_of,
    violation,
)
from imab_verify.kernel.statement import (
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Form,
    Index,
    Kind,
    Relation,
    Run,
)
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, RoundRobin
from imab_verify.simulation import stepwise

ROUNDS, PAIRS = "rounds", "pairs"
K, T, N, M, B, A = (Polynomial.variable(v) for v in ("k", "T", "N", "M", "B", "a"))
ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
RISING, FLAT = Curve(((0, Fraction(0)), (8, Fraction(1)))), Curve(((0, Fraction(1, 10)),))


def points(*pairs):
    return Curve(tuple((n, Fraction(v)) for n, v in pairs))


def pulls(arms, T, choices="lowest-index", init=ROUNDS, policy=ALGORITHM_1):
    """The arms that the policy pulls; `choices` is a tie order or the list of all pulls."""
    point = RunPoint(
        tuple(arms), T, choices=choices if isinstance(choices, str) else tuple(choices)
    )
    return sequence_of(Run(policy if policy == ROUND_ROBIN else replace(policy, order=init)), point)


# --- which arms are pulled -----------------------------------------------------------------------


@st.composite
def concave_curves(draw):
    """A concave curve in [0,1]."""
    steps = draw(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 6)), max_size=4))
    steps.sort(key=lambda step: -step[1])
    n, value = 0, Fraction(draw(st.integers(0, 5)))
    corners = [(n, value)]
    for length, slope in steps:
        n, value = n + length, value + slope * length
        corners.append((n, value))
    return Curve(tuple((n, v / 101) for n, v in corners))


@st.composite
def instances(draw):
    """Arms from a small pool of slopes, so that ties are frequent."""
    pool = draw(st.lists(concave_curves(), min_size=1, max_size=3))
    return draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4))


@settings(max_examples=120)
@given(
    instances(),
    st.integers(0, 30),
    st.sampled_from([ROUNDS, PAIRS]),
    st.sampled_from(["lowest-index", "highest-index"]),
)
def test_algorithm_1_plays_what_the_simulator_plays(arms, T, init, ties):
    instance = Instance.of([Reward.from_points(arm.points) for arm in arms])
    expected = stepwise.sequence(instance, Algorithm1(init=init, ties=ties), T)
    assert pulls(arms, T, ties, init) == expected
    assert pulls(arms, T, expected, init) == expected


@settings(max_examples=30)
@given(instances(), st.integers(0, 30))
def test_round_robin_plays_what_the_simulator_plays(arms, T):
    instance = Instance.of([Reward.from_points(arm.points) for arm in arms])
    expected = stepwise.sequence(instance, RoundRobin(), T)
    assert pulls(arms, T, policy=ROUND_ROBIN) == expected


SAME = [points((0, 0), (5, 1))] * 2


def test_any_order_among_equal_arms_is_a_run():
    """Two equal arms tie whenever they have the same number of pulls."""
    for tie in (0, 1):
        sequence = [0, 1, 0, 1, tie, 1 - tie]
        assert pulls(SAME, 6, sequence) == sequence


@pytest.mark.parametrize(
    "sequence",
    [
        [0, 1, 0, 1, 0, 0],
        [1, 0, 0, 1, 0, 1],
        [0, 0, 1, 1, 0, 1],
        [0, 1, 0, 1, 2, 0],
        [0, 1, 0, 1, -1, 0],
        [0, 1, 0, 1, 0],
        [0, 1, 0, 1, 0, 1, 0],
    ],
)
def test_sequences_that_the_policy_does_not_allow(sequence):
    with pytest.raises(RejectedError) as error:
        pulls(SAME, 6, sequence)
    assert error.value.reason == "instance"


def test_fewest_pulls_come_before_the_tie_order():
    """Constant arms always tie, so the counts stay level whatever the order."""
    flat = [points((0, "1/2"))] * 3
    for ties in ("lowest-index", "highest-index"):
        sequence = pulls(flat, 12, ties, PAIRS)
        assert sequence[:6] == [0, 0, 1, 1, 2, 2]
        assert sorted(sequence[6:9]) == sorted(sequence[9:]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("m", "corners", "other"),
    [
        (1, [(0, "1/4"), (3, "1/2")], "3/10"),  # f(1) = 1/3
        (2, [(0, "0"), (1, "1/4"), (4, "3/8")], "11/40"),  # f(2) = 7/24
        (2, [(0, "0"), (2, "1/3")], "33/100"),
        (1, [(0, "0"), (1, "1/3")], "33/100"),
    ],
)
def test_rewards_between_corners_are_exact(m, corners, other):
    """The first arm pays a little more than the other: rounded down, they would be equal."""
    last = Index(m, Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (A,))),)))
    point = RunPoint((points(*corners), points((0, other))), 2 * m + 1)
    run = Run(replace(last, ties="highest-index"))
    assert sequence_of(run, point)[-1] == 0
    equal = replace(point, curves=(point.curves[1],) * 2)
    assert sequence_of(run, equal)[-1] == 1


def test_arms_that_pay_nothing_have_earned_nothing():
    """The score a*Rew(f,a) is 0 for both, however many pulls they have."""
    index = Index(1, Form(ZERO, ((A, Atom(Kind.REW, "f", (A,))),)))
    nothing = RunPoint((points((0, 0)),) * 2, 6)
    assert sequence_of(Run(index), nothing) == [0, 1] * 3


@pytest.mark.parametrize(
    ("policy", "init", "T", "opening"),
    [
        (ALGORITHM_1, ROUNDS, 9, [0, 1, 2, 0, 1, 2]),
        (ALGORITHM_1, PAIRS, 9, [0, 0, 1, 1, 2, 2]),
        (ALGORITHM_1, PAIRS, 3, [0, 0, 1]),
        (ROUND_ROBIN, ROUNDS, 7, [0, 1, 2, 0, 1, 2, 0]),
        (ROUND_ROBIN, ROUNDS, 0, []),
    ],
)
def test_the_pulls_that_do_not_depend_on_the_instance(policy, init, T, opening):
    ordered = policy if policy == ROUND_ROBIN else replace(policy, order=init)
    assert opening_pulls(ordered, 3, T) == opening


def test_algorithm_1_is_an_index_policy():
    data = Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))),)))
    arms = (RISING, FLAT, points((0, "1/9"), (3, "1/2")))
    for init in (ROUNDS, PAIRS):
        listed = sequence_of(Run(replace(data, order=init)), RunPoint(arms, 20))
        assert listed == pulls(arms, 20, init=init)


@pytest.mark.parametrize("seed", range(20))
def test_the_runs_of_the_tests_are_runs_of_the_kernel(seed):
    """Policies are played by other code there, with ties broken in any way."""
    played = random_played(Random(seed))  # noqa: S311  examples, not secrets
    curves = tuple(Curve(tuple(enumerate(arm.values))) for arm in played.arms)
    listed = tuple(played.pulls[: played.T])
    point = RunPoint(curves, played.T, choices=listed)
    assert sequence_of(played.run, point) == [*listed]


# --- claims at a run ---------------------------------------------------------------------------


def at_least(p):
    return Comparison(Form(p))


def ratio(alg, opt, *givens, policy=ALGORITHM_1, **changes):
    """alg * ALG >= opt * OPT."""
    form = Form(ZERO, ((alg, ALG), (-opt, OPT)))
    return Claim(("k", "T"), (), tuple(givens), (Comparison(form),), run=run_of(policy), **changes)


ABOUT_TWO_ARMS = Claim(
    parameters=("k", "T", "N", "M", "A", "B", "H"),
    arms=(("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE)),
    givens=(),
    conclusion=(at_least(ONE),),
    run=run_of(
        "algorithm-1",
        "N = N(f), M = most before the last pull of f, A = N(f) before the last pull of f, "
        "B = N(g) before the last pull of f, H = most",
    ),
)


def violated(claim, **changes):
    point = RunPoint((RISING, FLAT), 6, {}, "lowest-index", {})
    return violation(claim, replace(point, **changes))


def test_ratio_of_a_run():
    """Arms rise by 1/8 or stay at 1/10: after 6 steps OPT = 21/8, and the run is 1,2,1,2,1,1."""
    assert pulls((RISING, FLAT), 6) == [0, 1, 0, 1, 0, 0]
    alg = Fraction(1 + 2 + 3 + 4, 8) + Fraction(2, 10)
    best = Fraction(21, 8) / alg
    exact = Polynomial.constant(best)
    assert violated(ratio(exact, ONE)) is None
    comparison, value = violated(ratio(Polynomial.constant(best - Fraction(1, 1000)), ONE))
    assert comparison.relation is Relation.GE
    assert value == -alg / 1000


BENT_UP = Curve(((0, Fraction(0)), (1, Fraction(0)), (2, Fraction(1))))


@pytest.mark.parametrize(
    "changes",
    [
        {"curves": ()},
        {"curves": (RISING, BENT_UP)},
        {"curves": (RISING, Curve(((1, Fraction(0)),)))},
        {"curves": (RISING, Curve(((0, Fraction(2)),)))},
        {"roles": {"f": 0}},
        {"parameters": {"T": Fraction(6)}},
        {"parameters": {"z": Fraction(6)}},
        {"choices": (0, 1, 0, 1, 0)},
        {"choices": (0, 1, 0, 1, 0, 1)},
        {"choices": (0, 1, 0, 1, 0, 0, 0)},
    ],
)
def test_no_run(changes):
    with pytest.raises(RejectedError) as error:
        violated(ratio(ONE, ONE), **changes)
    assert error.value.reason == "instance"


def test_a_role_names_an_arm_of_the_instance():
    for role in (-1, 2):
        with pytest.raises(RejectedError) as error:
            violated(ABOUT_TWO_ARMS, roles={"f": 0, "g": role})
        assert error.value.reason == "instance"


def test_the_pulled_arm_has_a_pull_after_the_initialisation():
    assert violated(ABOUT_TWO_ARMS, roles={"f": 0, "g": 1}) is None
    with pytest.raises(RejectedError) as error:
        violated(ABOUT_TWO_ARMS, roles={"f": 1, "g": 0})
    assert error.value.reason == "instance"
    any_stage = replace(ABOUT_TWO_ARMS, run=replace(ABOUT_TWO_ARMS.run, late=()))
    assert violated(any_stage, roles={"f": 1, "g": 0}) is None


def test_a_tie_order_in_the_claim_binds_the_run():
    """Both arms equal: the claim that the first has more pulls depends on the tie order."""
    more = replace(
        ABOUT_TWO_ARMS,
        parameters=("k", "T", "N", "B"),
        conclusion=(at_least(N - B),),
        run=run_of("algorithm-1", "N = N(f), B = N(g)"),
    )
    equal = {"curves": (RISING, RISING), "T": 5, "roles": {"f": 0, "g": 1}}
    assert violated(more, **equal) is None
    assert violated(more, **equal, choices="highest-index") is not None
    first = replace(more, run=run_of("algorithm-1", "N = N(f), B = N(g)", ties="lowest-index"))
    assert violated(first, **equal, choices="highest-index") is None


def test_what_a_run_observes():
    """The run is 1,2,1,2,1,1: before its last pull the first arm has three, the other one two."""
    point = RunPoint((RISING, FLAT), 6, {"f": 0, "g": 1})
    values, atoms = observe(ABOUT_TWO_ARMS, point)
    assert values == {"k": 2, "T": 6, "N": 4, "M": 3, "A": 3, "B": 2, "H": 4}
    assert atoms(OPT) == Fraction(21, 8)
    assert atoms(ALG) == Fraction(10, 8) + Fraction(2, 10)
    assert atoms(Atom(Kind.REW, "g", (T,))) == Fraction(6, 10)


@pytest.mark.parametrize(
    ("run", "arms", "horizon", "values"),
    [
        (run_of("round-robin", "H = most"), 2, 0, {"H": 0}),
        (run_of("round-robin", "H = most, N = least"), 2, 1, {"H": 1, "N": 0}),
        (run_of("round-robin", "H = most other than f"), 1, 3, {"H": 0}),
        (run_of("round-robin", "H = most other than f"), 2, 3, {"H": 1}),
        (run_of("algorithm-1", "N = idle other than f"), 1, 5, {"N": 0}),
        (run_of("algorithm-1", "N = idle other than f"), 2, 5, {"N": 1}),
        (run_of("algorithm-1", "N = idle other than f"), 2, 6, {"N": 0}),
        (run_of("algorithm-1", "N = squares"), 2, 5, {"N": 13}),
        (run_of("round-robin", "M = most before the last pull of f"), 2, 1, {"M": 0}),
        (run_of("round-robin", "M = most before the last pull of f"), 2, 3, {"M": 1}),
    ],
)
def test_what_runs_count_at_the_edges(run, arms, horizon, values):
    declared, roles = (
        ((("f", ArmClass.CONCAVE),), {"f": 0}) if len(run.observed[0][1]) > 1 else ((), {})
    )
    claim = Claim(("k", "T", *run.named), declared, (), (at_least(ONE),), run=run)
    at, _ = observe(claim, RunPoint((FLAT,) * arms, horizon, roles))
    assert at == {"k": arms, "T": horizon} | values


def test_an_arm_without_a_pull_has_no_last_one():
    run = run_of("round-robin", "M = most before the last pull of f")
    claim = Claim(("k", "T", "M"), (("f", ArmClass.CONCAVE),), (), (at_least(ONE),), run=run)
    observe(claim, RunPoint((FLAT,) * 3, 2, {"f": 1}))
    with pytest.raises(RejectedError, match="gets none"):
        observe(claim, RunPoint((FLAT,) * 3, 2, {"f": 2}))


def test_an_arm_that_is_not_concave_is_named():
    bent = points((0, 0), (1, 0), (2, 1))
    with pytest.raises(RejectedError, match=r"\b2\b"):
        observe(ratio(ONE, ONE), RunPoint((FLAT, bent), 2))


def test_a_claim_about_arms_has_no_run():
    with pytest.raises(RejectedError) as error:
        violated(replace(ratio(ONE, ONE), run=None))
    assert error.value.reason == "instance"


@pytest.mark.parametrize("ties", ["any", "lowest-index", "highest-index"])
def test_listed_pulls_are_those_of_the_policy(ties):
    """Also where the rule for ties leaves no choice."""
    claim = replace(ratio(ONE, ONE), run=run_of("algorithm-1", ties=ties))
    arms = (FLAT, FLAT)
    played = {
        "lowest-index": (0, 1, 0, 1, 0, 1),
        "highest-index": (0, 1, 0, 1, 1, 0),
        "any": (0, 1, 0, 1, 1, 0),
    }
    observe(claim, RunPoint(arms, 6, choices=played[ties]))
    for pulls in ((0, 1, 0, 1, 9, -4), (0, 0, 0, 0, 0, 0), (1, 0, 1, 0, 1, 0)):
        with pytest.raises(RejectedError) as error:
            observe(claim, RunPoint(arms, 6, choices=pulls))
        assert error.value.reason == "instance"


def test_arms_that_are_said_to_be_different_are_different():
    arms = (("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE))
    claim = replace(ratio(ONE, ONE), arms=arms, run=Run("any", different=("f", "g")))
    observe(claim, RunPoint((FLAT, FLAT), 1, {"f": 0, "g": 1}))
    with pytest.raises(RejectedError, match="the same"):
        observe(claim, RunPoint((FLAT, FLAT), 1, {"f": 0, "g": 0}))
