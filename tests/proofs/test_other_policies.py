"""F12 and F13: what is proved of greedy and explore-then-commit is sharp, and about them."""

from random import Random

from played import random_arm

from imab_verify.language.scored import ScoredIndex, index_in_words
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import ExploreThenCommit
from imab_verify.simulation import stepwise
from proofs.other_policies.explore_then_commit import POLICY

BOTH = ("F12", "F13")
COMMIT = ScoredIndex("commit", index_in_words(POLICY))


def test_the_index_policy_of_f13_is_explore_then_commit():
    """The same pulls wherever an arm pays something, and the same rewards where none does."""
    random, seen = Random(5), 0  # noqa: S311  examples, not secrets
    for _ in range(150):
        k, T = random.randint(1, 4), random.randint(1, 14)
        pool = [Reward.from_points(enumerate(random_arm(random, T).values)) for _ in range(2)]
        arms = [random.choice(pool) for _ in range(k)]
        commit = stepwise.run(Instance.of(arms), ExploreThenCommit(), T)
        mine = stepwise.run(Instance.of(arms), COMMIT, T)
        assert (mine.alg, mine.opt) == (commit.alg, commit.opt)
        if commit.opt:
            seen += 1
            assert mine.pulls == commit.pulls
    assert seen > 50
