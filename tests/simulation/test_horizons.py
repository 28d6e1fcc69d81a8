"""Several horizons at once are the single runs."""

import pytest

from imab_verify.errors import InputError
from imab_verify.model.files import read_instance
from imab_verify.policies import make_policy
from imab_verify.simulation.play import reach, simulate

INSTANCE = read_instance("examples/two-arms.json")


class InTurn:
    name = "in-turn"
    horizon_aware = False

    def choose(self, seen):
        return seen.t % seen.k


POLICIES = [
    make_policy("algorithm-1"),
    make_policy("elimination"),
    make_policy("explore-then-commit", {"explore": "3"}),
    InTurn(),
]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_horizons_are_single_runs(policy):
    horizons = [9, 0, 4, 30, 4]
    for T, at in zip(horizons, reach(INSTANCE, policy, horizons), strict=True):
        run = simulate(INSTANCE, policy, T).run
        assert (at.T, at.alg, at.opt, at.pulls) == (T, run.alg, run.opt, run.pulls)
        assert (at.ratio, at.regret, at.exact) == (run.ratio, run.regret, True)


def test_a_randomised_policy_has_its_mean():
    policy = make_policy("random-probe")
    [at] = reach(INSTANCE, policy, [20])
    assert (at.alg, at.pulls) == (simulate(INSTANCE, policy, 20).alg, None)


def test_too_many_pulls_are_refused():
    with pytest.raises(InputError, match="in-turn is played pull by pull"):
        reach(INSTANCE, InTurn(), [600_000, 1_100_000])
    assert reach(INSTANCE, make_policy("elimination"), [10**18])[0].T == 10**18
