"""The two ways in which the kernel says no."""

from enum import StrEnum
from fractions import Fraction

MAX_MESSAGE = 300


class Reason(StrEnum):
    """Why a well-formed certificate is not a proof."""

    IDENTITY = "identity"
    SIGN = "sign"
    STRICTNESS = "strictness"
    UNDECIDED = "undecided-index"
    DOMAIN = "domain"
    HYPOTHESIS = "hypothesis"
    LEMMA = "lemma"
    WITNESS = "witness"
    COUNTEREXAMPLE = "counterexample"
    INSTANCE = "instance"
    RULE = "rule"
    COVERAGE = "coverage"
    LIMIT = "limit"


class MalformedError(Exception):
    """The document is not a certificate: it cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__(message[:MAX_MESSAGE])


class RejectedError(Exception):
    """The document is a certificate, but not a proof of its claim."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(f"{reason.value}: {message[:MAX_MESSAGE]}")
        self.reason = reason


def brief(value: int | Fraction) -> str:
    """A number in a message: itself, or its length if it is long."""
    length = value.numerator.bit_length() + value.denominator.bit_length()
    return str(value) if length <= 400 else f"a number of {length} bits"
