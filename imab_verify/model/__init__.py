"""The model of improving bandits: reward functions, instances and their files, all exact.

An arm is a `Reward`: f(n) is the reward of its n-th pull. An `Instance` is a tuple of arms with
rewards in [0, 1]. Whatever a user got wrong is an `InputError`, whose text is one sentence that
names the arm and the pull. Each name is loaded when it is first used.
"""

from typing import TYPE_CHECKING

from imab_verify.errors import InputError

if TYPE_CHECKING:
    from imab_verify.model.files import (
        instance_from_json,
        instance_to_json,
        read_instance,
        reward_from_json,
        reward_to_json,
        write_instance,
    )
    from imab_verify.model.instances import Instance
    from imab_verify.model.rationals import parse_rational, show_rational
    from imab_verify.model.rewards import Piece, Reward

__all__ = [
    "InputError",
    "Instance",
    "Piece",
    "Reward",
    "instance_from_json",
    "instance_to_json",
    "parse_rational",
    "read_instance",
    "reward_from_json",
    "reward_to_json",
    "show_rational",
    "write_instance",
]

_ROOMS = {
    "files": "instance_from_json instance_to_json read_instance reward_from_json reward_to_json "
    "write_instance",
    "instances": "Instance",
    "rationals": "parse_rational show_rational",
    "rewards": "Piece Reward",
}
"""Where each name is at home."""


def __getattr__(name: str) -> object:
    """Load what is asked for."""
    from imab_verify.offering import load

    return load(__name__, _ROOMS, name)
