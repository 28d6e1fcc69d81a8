"""Policies on their way to another process, for those that have no name it could find them by."""

from __future__ import annotations

import pickle

from imab_verify.errors import InputError
from imab_verify.policies.protocol import FAULTS, Policy, RandomisedPolicy, show_fault


def pack(policy: Policy | RandomisedPolicy) -> bytes:
    """Write the policy with its class, which may be one of a notebook; InputError if it cannot be.

    A class from a module is only named, and the other process imports it.
    """
    import cloudpickle

    try:
        written: bytes = cloudpickle.dumps(policy)
        unpack(written)
    except FAULTS as error:
        raise InputError(
            f"policy {policy.name} cannot be sent to the processes that play it, give it by its "
            f'name, "package.module:name" or "file.py:name": {show_fault(error)}'
        ) from error
    return written


def unpack(written: bytes) -> Policy | RandomisedPolicy:
    """Read what `pack` has written, in this process."""
    policy: Policy | RandomisedPolicy = pickle.loads(written)  # noqa: S301  from our own parent
    return policy
