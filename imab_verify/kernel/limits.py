"""One budget of arithmetic per certificate, so that a hostile one is rejected, not executed.

Everything `judge` computes is charged here; outside `judge` nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction

from imab_verify.kernel.errors import Reason, RejectedError

MAX_WORK = 2_500_000
MAX_BITS = 14_000
_WORD = 256

_spent: ContextVar[list[int] | None] = ContextVar("spent", default=None)


@contextmanager
def metered() -> Iterator[None]:
    """Count the work inside; RejectedError where it passes MAX_WORK."""
    token = _spent.set([0])
    try:
        yield
    finally:
        _spent.reset(token)


def spend(work: int, bits: int = 0) -> None:
    """Charge `work` operations on numbers of `bits` bits."""
    spent = _spent.get()
    if spent is None:
        return
    if bits > MAX_BITS:
        raise RejectedError(Reason.LIMIT, f"a number has more than {MAX_BITS} bits")
    spent[0] += work * (1 + bits // _WORD)
    if spent[0] > MAX_WORK:
        raise RejectedError(Reason.LIMIT, "the certificate needs too much arithmetic")


def bits(value: int | Fraction) -> int:
    """The length of a number: of its numerator and its denominator."""
    return value.numerator.bit_length() + value.denominator.bit_length()
