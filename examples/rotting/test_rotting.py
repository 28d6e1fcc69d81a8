"""Greedy policies on arms that rot, drawn by the strategies of the hunt."""

from policies import LastReward, best_total

from imab_verify.testing import plays

K, T = 3, 10


@plays(LastReward(), k=K, T=T, arm_class="rotting", examples=100)
def test_the_loss_is_at_most_one_reward_per_arm(run):
    """Every arm is pulled at most once when it does not deserve it, and a reward is at most 1."""
    assert best_total(run.instance, T) - run.alg <= K * max(a.top for a in run.instance.arms)


@plays(LastReward(), k=K, T=T, arm_class="rotting", examples=100)
def test_a_single_arm_is_not_the_benchmark(run):
    """OPT, the best single arm, is at most what can be collected from all arms together."""
    assert run.opt <= best_total(run.instance, T)
    assert run.alg <= best_total(run.instance, T)
