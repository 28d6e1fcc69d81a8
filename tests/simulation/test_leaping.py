import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.pieces import Quadratic, first_nonnegative, near_roots, scaled_pieces
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RandomProbe,
    RoundRobin,
    SingleArm,
)
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.leaping import leaps
from imab_verify.simulation.leaps import RunState
from imab_verify.simulation.profile import profile

POLICIES = [
    *(
        Algorithm1(init=init, ties=ties)
        for init in ("rounds", "pairs")
        for ties in ("lowest-index", "highest-index")
    ),
    Greedy(),
    Greedy(ties="highest-index"),
    RoundRobin(),
    SingleArm(),
    ExploreThenCommit(explore=3, ties="highest-index"),
    ExploreThenCommit(commit="estimate"),
    Elimination(),
]
every_policy = pytest.mark.parametrize("policy", POLICIES, ids=repr)
one_run_for_all_horizons = pytest.mark.parametrize(
    "policy", [policy for policy in POLICIES if not policy.horizon_aware], ids=repr
)


def all_leaps(instance, policy, T):
    return list(leaps(RunState.on(instance, T), policy))


def order_of_pulls(instance, policy, T):
    return [
        leap.arms[x % len(leap.arms)]
        for leap in all_leaps(instance, policy, T)
        for x in range(leap.pulls)
    ]


def concave(*points):
    return Reward.from_points(points)


@every_policy
@examples(100)
@given(data=st.data())
def test_the_order_of_pulls_is_that_of_stepwise(tying_instances, policy, data):
    instance = data.draw(tying_instances)
    assert order_of_pulls(instance, policy, 60) == stepwise.sequence(instance, policy, 60)


@every_policy
@examples(40)
@given(data=st.data(), T=st.integers(0, 60))
def test_external_regret_is_that_of_the_pulls(tying_instances, policy, data, T):
    instance = data.draw(tying_instances)
    pulls = stepwise.sequence(instance, policy, T)
    expected = stepwise.external_regret(instance, pulls)
    assert leaping.run_with_regret(instance, policy, T)[1] == expected


@every_policy
@examples(40)
@given(data=st.data(), T=st.sampled_from([10**12, 10**18 + 1, 10**30 + 7]))
def test_huge_horizons_agree_with_short_ones(tying_instances, policy, data, T):
    instance = data.draw(tying_instances)
    run = leaping.run(instance, policy, T)
    assert sum(run.pulls) == T
    paid = sum(arm.rew(n) for arm, n in zip(instance.arms, run.pulls, strict=True))
    assert run.alg == paid <= run.opt
    short = leaping.run(instance, policy, 0 if policy.horizon_aware else 50).pulls
    assert all(n <= m for n, m in zip(short, run.pulls, strict=True))


def spread_arm(rng):
    """A concave arm with breakpoints up to 150 and slopes that hardly ever tie."""
    bends = sorted(rng.sample(range(1, 151), rng.randint(1, 5)))
    slopes = sorted((rng.randint(1, 1000) for _ in bends), reverse=True)
    points = [(0, rng.randint(0, 1000))]
    for bend, slope in zip(bends, slopes, strict=True):
        n, value = points[-1]
        points.append((bend, value + slope * (bend - n)))
    return concave(*((n, Fraction(value, 10**6)) for n, value in points))


@pytest.mark.parametrize("seed", range(3))
def test_many_arms_cross_each_other_as_in_stepwise(seed):
    rng = random.Random(seed)  # noqa: S311  the same arms every time
    instance = Instance.of([spread_arm(rng) for _ in range(16)])
    pulls = order_of_pulls(instance, Algorithm1(), 2500)
    assert pulls == stepwise.sequence(instance, Algorithm1(), 2500)
    assert len(set(pulls[32:])) > 8


def test_the_overtaking_of_a_constant_arm_by_hand():
    # Q_1(M) = M(M+1)/200 and Q_2(M) = M/10 are equal at M = 19. There arm 1, with 2 pulls, wins
    # the tie and catches up; at 19 pulls each it wins by its index, and from M = 20 by its reward.
    instance = Instance.of([concave((0, 0), (100, 1)), concave((0, "1/10"))])
    assert leaping.run(instance, Algorithm1(), 21).pulls == (2, 19)
    assert leaping.run(instance, Algorithm1(), 38).pulls == (19, 19)
    assert leaping.run(instance, Algorithm1(), 10**15).pulls == (10**15 - 19, 19)
    # With the other tie order arm 2 goes first to 20, and only then loses.
    highest = Algorithm1(ties="highest-index")
    assert leaping.run(instance, highest, 39).pulls == (19, 20)
    assert leaping.run(instance, highest, 10**15).pulls == (10**15 - 20, 20)


def test_an_arm_that_is_ahead_only_for_a_while_is_not_leapt_over():
    # From M = 4 on 1000 Q_1(M) = 100 M + (M-2)(M-3) and 1000 Q_2(M) = 130 (M-1): arm 1 is ahead at
    # M = 4, arm 2 from M = 5 to M = 30, and arm 1 again, long before its piece ends.
    late = Reward.from_points([(0, "1/10"), (3, "1/10"), (303, "7/10")], ArmClass.MONOTONE)
    early = Reward.from_points([(1, 0), (2, "13/100")], ArmClass.CONCAVE_FROM_1)
    instance = Instance.of([late, early])
    pulls = order_of_pulls(instance, Algorithm1(), 200)
    assert pulls == stepwise.sequence(instance, Algorithm1(), 200)
    assert leaping.run(instance, Algorithm1(), 200).pulls == (169, 31)


def test_identical_flat_arms_share_for_ever():
    rising = concave((0, 0), (10, "1/2"), (30, "3/4"))
    instance = Instance.of([rising, concave((0, 0)), rising, rising])
    T = 3 * 10**17 + 4
    assert leaping.run(instance, Algorithm1(), T).pulls == (10**17 + 1, 2, 10**17 + 1, 10**17)
    assert leaping.run(instance, Algorithm1(ties="highest-index"), T).pulls == (
        10**17,
        2,
        10**17 + 1,
        10**17 + 1,
    )
    assert leaping.run(instance, Greedy(), T).pulls == (T - 3, 1, 1, 1)


def test_the_initialisation_is_cut_by_a_short_horizon():
    instance = Instance.of([concave((0, "1/2"))] * 3)
    pairs, rounds = Algorithm1(init="pairs"), Algorithm1(init="rounds")
    assert [leaping.run(instance, pairs, T).pulls for T in (0, 1, 3, 5)] == [
        (0, 0, 0),
        (1, 0, 0),
        (2, 1, 0),
        (2, 2, 1),
    ]
    assert [leaping.run(instance, rounds, T).pulls for T in (2, 3, 5)] == [
        (1, 1, 0),
        (1, 1, 1),
        (2, 2, 1),
    ]


def test_the_number_of_leaps_does_not_grow_with_the_horizon():
    bends = [concave((0, 0), (5 + i, "1/3"), (40 + 3 * i, "2/3")) for i in range(6)]
    instance = Instance.of([*bends, *bends])
    for policy in POLICIES:
        counted = [len(all_leaps(instance, policy, T)) for T in (10**4, 10**8, 10**16)]
        assert counted[0] == counted[1] == counted[2] < 200


def test_only_the_policies_themselves_are_supported():
    class Contrary(RoundRobin):
        def choose(self, seen):
            return seen.k - 1

    assert all(leaping.supports(policy) for policy in POLICIES)
    assert not leaping.supports(RandomProbe())
    assert not leaping.supports(Contrary())
    instance = Instance.of([concave((0, 1))])
    with pytest.raises(InputError, match="round-robin cannot be played in leaps"):
        leaping.run(instance, Contrary(), 5)
    with pytest.raises(InputError, match="there is no arm 2, the instance has k = 1"):
        leaping.run(instance, SingleArm(arm=2), 5)


@pytest.mark.parametrize("T", [-1, 1.0, True, "5"])
def test_a_bad_horizon_is_refused(T):
    instance = Instance.of([concave((0, 1))])
    for play in (leaping.run, leaping.run_with_regret, profile):
        with pytest.raises(InputError, match="the horizon T"):
            play(instance, RoundRobin(), T)


small = st.integers(-30, 30)


@examples(1000)
@given(a=small, b=small, c=st.integers(-300, 300), start=st.integers(-20, 20))
def test_first_nonnegative_is_the_first(a, b, c, start):
    d = Quadratic(a, b, c)
    # A root of d is at most 1 + 300 in size, so there is no first one beyond.
    for stop in (400, start + 7, start):
        naive = next((x for x in range(start, stop) if d.at(x) >= 0), stop)
        assert first_nonnegative(d, start, stop) == naive


@examples(100)
@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(0, 10**4), st.integers(-1, 1))
def test_long_coefficients_with_a_root_at_an_integer(a, b, root, more):
    """2^800 (a x + b)(x - root) + more: one more or less decides which integer is the first."""
    d = Quadratic(a, b - a * root, -b * root)
    d = Quadratic(d.a << 800, d.b << 800, (d.c << 800) + more)
    assert first_nonnegative(d, 0, 10**9) == (root if more >= 0 else root + 1)


@examples(1000)
@given(a=small, b=small, c=st.integers(-300, 300))
def test_near_roots_has_both_neighbours_of_every_root(a, b, c):
    d = Quadratic(a, b, c)
    near = set(near_roots(d))
    assert len(near) <= 4
    for x in range(-310, 310):
        at, after = d.at(x), d.at(x + 1)
        if at * after < 0 or (at == 0 and any(d)):
            assert {x, x + 1} <= near


def test_two_roots_between_the_same_integers_are_seen():
    # (3x - 1)(3x - 2) is negative only strictly between 0 and 1.
    assert set(near_roots(Quadratic(9, -9, 2))) == {0, 1}
    assert first_nonnegative(Quadratic(-9, 9, -2), -5, 9) == 9


@examples(300)
@given(data=st.data(), n=st.integers(2, 60), M=st.integers(1, 80))
def test_the_quadratic_in_force_is_the_estimate(tying_instances, data, n, M):
    instance = data.draw(tying_instances)
    factor, arms = scaled_pieces(instance.arms, 80)
    for arm, pieces in zip(instance.arms, arms, strict=True):
        assert Fraction(pieces.at(n).line.at(M), factor) == arm.estimate(n, M)
        assert Fraction(pieces.rew(n), factor) == arm.rew(n)
