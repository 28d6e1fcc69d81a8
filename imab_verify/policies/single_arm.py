from dataclasses import dataclass
from typing import ClassVar

from imab_verify.errors import InputError
from imab_verify.model.rationals import check_count
from imab_verify.policies.protocol import Observations


@dataclass(frozen=True, slots=True)
class SingleArm:
    """Pull one arm for ever; `arm` is counted from 1."""

    arm: int = 1
    name: ClassVar[str] = "single-arm"
    horizon_aware: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_count(self.arm, 1, f"policy {self.name}: arm")

    def choose(self, seen: Observations) -> int:
        """Return the index of the one arm."""
        if self.arm > seen.k:
            raise InputError(f"there is no arm {self.arm}, the instance has k = {seen.k}")
        return self.arm - 1
