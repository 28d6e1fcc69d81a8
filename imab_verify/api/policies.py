"""Policies as Python gives them: by name, or as an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from imab_verify.api.arguments import check_arguments
from imab_verify.errors import InputError
from imab_verify.model.rationals import show_rational
from imab_verify.policies.protocol import Policy, RandomisedPolicy, check_policy, show_value
from imab_verify.policies.registry import make_policy, pack, policy_names

if TYPE_CHECKING:
    from imab_verify.kernel import Run
    from imab_verify.kernel.statement import Context

PolicyLike = str | Policy | RandomisedPolicy
"""The name of a policy, as the commands take it, or a policy."""
Options = Mapping[str, object]
"""Options of a policy that is given by name; values become text as on the command line."""


def policy(name: str, **options: object) -> Policy | RandomisedPolicy:
    """Make a policy: a built-in one, or one's own as "package.module:name".

    >>> policy("algorithm-1", ties="highest-index")
    Algorithm1(init='rounds', ties='highest-index')
    """
    check_arguments(policy, locals())
    return make_policy(name, as_texts(options))


def build(policy: PolicyLike, options: Options | None = None) -> Policy | RandomisedPolicy:
    """The policy of a name and options, or the policy itself."""
    if isinstance(policy, str):
        return make_policy(policy, as_texts(options or {}))
    _refuse_options(options)
    check_policy(policy, f"the object {show_value(policy)}")
    return policy


def name_of(policy: PolicyLike, options: Options | None = None) -> tuple[str, dict[str, str]]:
    """What the policy is called, and the options that make it from that, if it is built in."""
    if isinstance(policy, str):
        return policy, as_texts(options or {})
    _refuse_options(options)
    check_policy(policy, f"the object {show_value(policy)}")
    if _is_built_in(policy):
        own = {f.name: getattr(policy, f.name) for f in fields(policy)}  # type: ignore[arg-type]
        return policy.name, as_texts(own)
    return policy.name, {}


def pack_policy(policy: PolicyLike) -> bytes | None:
    """The policy for other processes, if its name does not say to them what it is."""
    if isinstance(policy, str) or _is_built_in(policy):
        return None
    return pack(policy)


def _is_built_in(policy: Policy | RandomisedPolicy) -> bool:
    return policy.name in policy_names() and type(policy) is type(make_policy(policy.name))


def kernel_run(
    policy: PolicyLike | None, options: Options | None = None, where: str = ""
) -> Context | None:
    """The run that a claim is about, or every policy.

    A name leaves ties open, an object breaks them as it does.
    """
    from imab_verify.deciding.questions import read_run
    from imab_verify.policies.builtin import Algorithm1, RoundRobin

    if policy is None or isinstance(policy, str):
        texts = as_texts(options or {})
    elif type(policy) in (Algorithm1, RoundRobin):
        policy, texts = name_of(policy, options)
    else:
        return _run_of_object(policy, options, where)
    return read_run(policy, [f"{key}={text}" for key, text in texts.items()], where)


def unknown_to_kernel(policy: PolicyLike | None, options: Options | None = None) -> bool:
    """Whether the kernel cannot play the policy; InputError if it is randomised."""
    from imab_verify.kernel.statement import ANY, ROUND_ROBIN
    from imab_verify.language.policy_names import POLICIES, is_some
    from imab_verify.language.scored import index_in_words

    known = (ANY, "algorithm-1", ROUND_ROBIN, *POLICIES)
    if policy is None or (isinstance(policy, str) and (policy in known or is_some(policy))):
        return False
    if isinstance(policy, str) and index_in_words(policy) is not None:
        return False
    from counterexample_search.judging import check_one_run
    from imab_verify.language.scored import run_of_policy

    return run_of_policy(check_one_run(build(policy, options))) is None


def _run_of_object(policy: Policy | RandomisedPolicy, options: Options | None, where: str) -> Run:
    """The run of an index policy that is given as an object."""
    from imab_verify.language.contexts import read_context
    from imab_verify.language.scored import run_of_policy

    _refuse_options(options)
    run = run_of_policy(policy)
    if run is not None:
        return read_context(where, run)
    check_policy(policy, f"the object {show_value(policy)}")
    raise InputError(
        f"the kernel does not know {policy.name}, so no claim can be made about its run: `ask` and "
        "`hunt_claim` with policy, k and T play it"
    )


def as_texts(options: Options) -> dict[str, str]:
    """Options as the command line has them."""
    return {key: _text(value, key) for key, value in options.items()}


def _text(value: object, key: str) -> str:
    from fractions import Fraction

    if isinstance(value, str):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return show_rational(value)
    raise InputError(f"the policy option {key} is {show_value(value)}: give text or a rational")


def _refuse_options(options: Options | None) -> None:
    if options:
        raise InputError("options are for a policy that is given by its name")
