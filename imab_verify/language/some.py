"""What is attained in words: claims about some run of a policy."""

from __future__ import annotations

from pathlib import Path

WORD = "some"
"""Before the name of a policy: some run of it, on some instance."""

THERE_IS = "there are an instance with OPT(T) > 0 and a run of"
"""What is quantified after the parameters; the conclusion holds in that run."""


def is_some(policy: str) -> bool:
    """Whether the word some stands before the policy."""
    return some_policy(policy) is not None


def some_policy(policy: str) -> str | None:
    """The policy after the word some; None if that is not the first word."""
    first, _, own = policy.strip().partition(" ")
    return own.strip() if first == WORD else None


def policy_beside(file: Path, policy: str) -> str:
    """The policy of a claim as a file says it, where `policies.py:name` is in a file beside it."""
    from imab_verify.policies.registry import beside

    own = some_policy(policy)
    return beside(file, policy) if own is None else f"{WORD} {beside(file, own)}".rstrip()
