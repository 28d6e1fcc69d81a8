"""What is hunted: the sizes of a policy."""

from __future__ import annotations

from collections.abc import Sequence

from counterexample_search.problem import Goal, Problem, make_problems
from imab_verify.api.policies import Options, PolicyLike, name_of, pack_policy
from imab_verify.errors import InputError, check_choice
from imab_verify.kernel import ArmClass
from imab_verify.model.rationals import Span, read_span


def problems_of(
    policy: PolicyLike | None,
    k: Span | None,
    T: Span | None,
    options: Options | None,
    objective: str,
    arm_class: str,
) -> list[Problem]:
    """Every size in the ranges, each once."""
    check_choice(objective, tuple(Goal), "the objective")
    check_choice(arm_class, tuple(ArmClass), "the class of the arms")
    arms, horizons = (None if s is None else read_span(s, 1, n) for n, s in (("k", k), ("T", T)))
    goal, kind = Goal(objective), ArmClass(arm_class)
    if policy is None:
        return make_problems(None, arms, horizons, {}, goal, kind)
    name, texts = name_of(policy, options)
    return make_problems(name, arms, horizons, texts, goal, kind, pack_policy(policy))


def check_store(problems: Sequence[Problem], store: str | None) -> None:
    """Refuse a store for a policy that was given as an object."""
    if store is not None and problems and problems[0].packed is not None:
        raise InputError(
            f"a store finds policy {problems[0].policy} again by its name: give it as text, "
            '"package.module:name" or "file.py:name"'
        )
