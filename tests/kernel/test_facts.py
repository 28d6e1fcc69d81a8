"""The table of facts about runs: each row is true in every run, and needs what it asks for."""

from collections import Counter
from random import Random

import pytest
from played import arguments, random_world, with_random_rows, with_row

from imab_verify.kernel import ROWS

RUNS = 120


# --- every fact is true --------------------------------------------------------------------------


@pytest.mark.parametrize("word", ROWS)
def test_a_row_is_true_in_random_runs(word):
    """At all of its arguments, after some other rows, whenever its conditions are true."""
    random, met = Random(word), 0  # noqa: S311  examples, not secrets
    for _ in range(RUNS):
        world, _ = with_random_rows(random_world(random), random, 2)
        for of in arguments(world, random):
            after = with_row(world, word, of, "here")
            if after is not None:
                met += after.facts - world.facts + len(after.values) - len(world.values)
    assert met >= RUNS // 3


def test_many_rows_are_true_together():
    random, met = Random(1), Counter()  # noqa: S311  examples, not secrets
    for _ in range(RUNS):
        met += with_random_rows(random_world(random), random, 12)[1]
    assert met.keys() == ROWS.keys()
