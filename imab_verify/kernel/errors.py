"""The two ways in which the kernel says no."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

MAX_MESSAGE = 300
Item = TypeVar("Item")
Proof = TypeVar("Proof")


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
        self.place: list[str] = []

    def __str__(self) -> str:
        where = ".".join(self.place)
        return f"{self.args[0]} (at {where[-MAX_MESSAGE:]})" if where else str(self.args[0])


class at:  # noqa: N801  a word of a sentence: with at("low")
    """A place in the document: what is rejected inside names it."""

    __slots__ = ("where",)

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        """Nothing to do yet."""

    def __exit__(self, _: object, error: object, __: object) -> None:
        if isinstance(error, RejectedError):
            error.place.insert(0, self.where)


def brief(value: int | Fraction) -> str:
    """A number in a message: itself, or its length if it is long."""
    length = value.numerator.bit_length() + value.denominator.bit_length()
    return str(value) if length <= 400 else f"a number of {length} bits"


def item_at(items: Sequence[Item], number: int, reason: Reason, what: str) -> Item:
    """The item with this number, counted from 0; RejectedError if there is none."""
    if not 0 <= number < len(items):
        raise RejectedError(reason, f"there is no {what} number {brief(number)}")
    return items[number]


def pair_up(
    proofs: Sequence[Proof], wanted: Sequence[Item], reason: Reason, what: str
) -> Iterator[tuple[Proof, Item]]:
    """Each proof with what it must prove; RejectedError if there are more or fewer of them."""
    if len(proofs) != len(wanted):
        raise RejectedError(reason, f"{len(wanted)} {what} need a proof")
    return zip(proofs, wanted, strict=True)
