"""What the claims do not say: the policies themselves, on many instances and on a bad one."""

from fractions import Fraction

from policies import Probe

from imab_verify import Instance, Reward
from imab_verify.policies import RandomProbe, RoundRobin
from imab_verify.simulation.play import simulate
from imab_verify.testing import plays

K, T = 3, 12


@plays(Probe(), k=K, T=T, examples=100)
def test_thm_fixed_order(run):
    """OPT/ALG <= 2kT/(T-k), wherever the scale m = 1 is the right one."""
    if max(arm.value(T) for arm in run.instance.arms) == 1:
        assert run.ratio is not None
        assert run.ratio <= Fraction(2 * K * T, T - K)


@plays(Probe(a="2"), k=K, T=T, examples=100)
def test_the_tuned_policy_keeps_the_best_arm(run):
    """An arm with f(T) = 1 is never left: once it is pulled, no later arm is."""
    best = [i for i, arm in enumerate(run.instance.arms) if arm.value(T) == 1]
    if best and run.pulls[best[0]]:
        assert not any(run.pulls[best[0] + 1 :])


def test_chance_helps_where_a_fixed_order_is_bad():
    """One line n/T, and k-1 arms that follow it for T/k pulls and then stay where they are."""
    k, horizon = 9, 81
    line = Reward.from_points([(0, 0), (horizon, 1)])
    flat = Reward.from_points([(0, 0), (horizon // k, Fraction(1, k))])
    instance = Instance((*[flat] * (k - 1), line))
    chance = simulate(instance, RandomProbe(), horizon)
    fixed = simulate(instance, Probe(), horizon)
    turns = simulate(instance, RoundRobin(), horizon)
    assert chance.ratio < 3
    assert fixed.run.ratio > 7
    assert turns.run.ratio > 7
