"""Claims and policies under pytest.

    plugin      collects claim files and modules with statements, one test for each statement
    plays       a decorator: a test of a policy, on instances drawn by the hunt's strategies
    Imab        what the fixture `imab` is: prove, refute, worst_case, hunt

The plugin is found by itself where imab-verify is installed; docs/papers.md has examples.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from imab_verify.policies.protocol import Policy

__all__ = ["plays"]


EXAMPLES = 200


def plays(
    policy: object,
    *,
    k: int | str,
    T: int | str,
    examples: int = EXAMPLES,
    arm_class: str = "concave",
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with runs of a policy, on instances of k arms with horizon T.

        @plays("policies.py:Mine", k="2..4", T=20)
        def test_every_arm_is_pulled(run):
            assert min(run.pulls) >= 1

    The policy is an object or a name, where `file.py:name` is looked for beside the test. The test
    has an argument `run`, with `instance`, `pulls`, `alg`, `opt` and `ratio` (None is infinite).
    The instances are drawn by hypothesis from the strategies of the hunt, the same ones every time;
    one on which the test fails is shrunk, and shown.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        from hypothesis import HealthCheck, given, settings

        runs = _runs(policy, test, k, T, arm_class)
        drawn = given(run=runs)(test)
        same = settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
        return same(drawn)

    return decorate


def _runs(policy: object, test: Callable[..., None], k: int | str, T: int | str, kind: str) -> Any:
    """A strategy for runs; its sizes are drawn first."""
    from hypothesis import strategies as st

    from counterexample_search.strategies import instances
    from imab_verify.kernel import ArmClass
    from imab_verify.model.rationals import read_span
    from imab_verify.simulation.play import play_run

    player, sizes = _policy(policy, test), (read_span(k, 1, "k"), read_span(T, 1, "T"))

    @st.composite
    def runs(draw: st.DrawFn) -> Any:
        arms, horizon = (draw(st.integers(span[0], span[-1])) for span in sizes)
        return play_run(draw(instances(arms, horizon, ArmClass(kind))), player, horizon)

    return runs()


def _policy(policy: object, test: Callable[..., None]) -> Policy:
    """The policy itself, which must be one that plays without chance."""
    from imab_verify.errors import InputError
    from imab_verify.policies.protocol import check_policy, is_randomised
    from imab_verify.policies.registry import beside, make_policy

    if isinstance(policy, str):
        built: Any = make_policy(beside(Path(inspect.getfile(test)), policy))
    else:
        built = policy() if isinstance(policy, type) else policy
        check_policy(built, "the policy of plays")
    if is_randomised(built):
        raise InputError("plays takes policies that play the same instance in one way only")
    return cast("Policy", built)
