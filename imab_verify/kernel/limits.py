"""One budget of work per document, so that a hostile one is refused and not executed.

Everything that reading and judging a document costs is charged here; outside of that nothing is
counted. A longer document has a larger budget, in proportion to its length without blanks. One
operation stands for a third of a microsecond at most, and for 30 bytes that are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from math import lcm

from imab_verify.kernel.errors import Reason, RejectedError

MAX_BYTES = 64 * 2**20
MAX_WORK = 2_500_000
WORK_PER_BYTE = 60
MAX_WORK_IN_ALL = 200_000_000
MAX_BITS = 14_000
_WORD = 256

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)
_used: ContextVar[dict[str, None] | None] = ContextVar("used", default=None)


@contextmanager
def meter_work(size: int = 0) -> Iterator[None]:
    """Count the work inside, for a document of `size` bytes; RejectedError if it is too much."""
    tokens = _left.set([min(MAX_WORK + WORK_PER_BYTE * size, MAX_WORK_IN_ALL)]), _used.set({})
    try:
        yield
    finally:
        _left.reset(tokens[0])
        _used.reset(tokens[1])


def use(rule: str) -> None:
    """Note that a rule, or a fact about runs, is used."""
    used = _used.get()
    if used is not None:
        used[rule] = None


def rules_used() -> tuple[str, ...]:
    """The rules and facts that were used since the work is counted."""
    return tuple(sorted(_used.get() or ()))


def spend(work: int, bits: int = 0) -> None:
    """Charge `work` operations on numbers of `bits` bits."""
    left = _left.get()
    if left is None:
        return
    if bits > MAX_BITS:
        raise RejectedError(Reason.LIMIT, f"a number has more than {MAX_BITS} bits")
    words = bits // _WORD
    left[0] -= work * (1 + words + (words // 4) ** 2)  # divisors of long numbers take the square
    if left[0] < 0:
        raise RejectedError(Reason.LIMIT, "the certificate needs too much arithmetic")


def bits(value: int | Fraction) -> int:
    """The length of a number: of its numerator and its denominator."""
    return value.numerator.bit_length() + value.denominator.bit_length()


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """A positive integer that makes all of them integers."""
    common = 1
    for q in numbers:
        common = lcm(common, q.denominator)
        spend(1, bits(common))
    return common
