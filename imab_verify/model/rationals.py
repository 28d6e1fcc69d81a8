"""Exact numbers at the border: integers, rationals and ranges read, checked and shown."""

import re
from fractions import Fraction
from math import inf

from imab_verify.errors import InputError, quote

MAX_DIGITS = 4000
"""Numerators, denominators and pull counts a user gives have at most this many digits."""

TOO_LONG: int = 10**MAX_DIGITS
"""The least positive integer of more than MAX_DIGITS digits."""

_WHOLE = re.compile(
    r"(-?)([0-9]+(?:_[0-9]+)*)(?:[eE]([0-9]{1,9})|(?:\^|\*\*)([0-9]{1,9}))?", re.ASCII
)
_RATIONAL = re.compile(r"(-?)([0-9]+)(?:/([0-9]+))?")

Span = int | range | str
"""One integer, a range, or text "A" or "A..B" with both ends included."""

WRITTEN_OTHERWISE = re.compile(r"([0-9]+)\s*(?:-|:|to|\.{3})\s*([0-9]+)", re.ASCII)
"""Ranges as other programs have them, some without the last number: they are not guessed at."""


def fits(n: int) -> bool:
    """Whether n has at most MAX_DIGITS digits."""
    return -TOO_LONG < n < TOO_LONG


def check_count(n: object, least: int, where: str) -> int:
    """Give n back if it is an integer >= least; `where` names it in the error."""
    if isinstance(n, bool) or not isinstance(n, int):
        raise InputError(f"{where} must be an integer, not {quote(n)}")
    if n < least:
        raise InputError(f"{where} must be at least {least}, not {show_short(n)}")
    return n


def check_numbers(**given: object) -> None:
    """Refuse what cannot be a number of seconds, or a count of something; None is left out.

    `seconds` and `time_limit` are positive numbers, a `seed` is an integer from 0 on, and all other
    names are counts from 1 on.
    """
    for name, value in given.items():
        if value is None:
            continue
        if name not in ("seconds", "time_limit"):
            check_count(value, int(name != "seed"), name)
        elif isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < inf:
            raise InputError(f"{name} must be a positive number of seconds, not {quote(value)}")


def parse_whole(text: str, where: str) -> int:
    """Read an integer in ASCII digits: 1000000, 1_000_000, 1e6, 10^6 or 10**6."""
    match = _WHOLE.fullmatch(text)
    if match is None or len(text) > MAX_DIGITS:
        like = len(text) <= MAX_DIGITS and re.match("-?[0-9]", text)
        form = ": write it as 1000000, 1_000_000, 1e6 or 10^6" if like else ""
        raise InputError(f"{where} must be an integer, not {quote(text)}{form}")
    sign, digits, zeros, power = match.groups()
    number = int(digits)
    if zeros or power:
        # However long it would be, it is refused before it is written out.
        longest = len(digits) + int(zeros) if zeros else len(digits) * int(power)
        if longest > MAX_DIGITS:
            raise InputError(f"{where} is {quote(text)}, which has more than {MAX_DIGITS} digits")
        number = number * 10 ** int(zeros) if zeros else number ** int(power)
    return -number if sign else number


def parse_least(text: str, least: int, where: str) -> int:
    """Read an integer of at least `least`."""
    number = parse_whole(text, where)
    if number < least:
        raise InputError(f"{where} must be at least {least}, not {quote(text)}")
    return number


def read_span(span: Span, least: int, where: str) -> range:
    """Read a range of integers of at least `least`; `where` names it in the error."""
    if isinstance(span, range):
        if span.step != 1 or not span:
            raise InputError(
                f"{where} is {quote(span)}: give a range with step 1 that has a member"
            )
        check_count(span[0], least, where)
        return span
    if isinstance(span, str):
        if wrong := WRITTEN_OTHERWISE.fullmatch(span.strip()):
            low_end, high_end = wrong.groups()
            raise InputError(f"{where} is {quote(span)}: write a range as {low_end}..{high_end}")
        first, dots, last = span.partition("..")
        low = parse_least(first, least, where)
        high = parse_least(last, least, where) if dots else low
        if low > high:
            raise InputError(f"{where} is {quote(span)}, a range that ends before it starts")
        return range(low, high + 1)
    low = check_count(span, least, where)
    return range(low, low + 1)


def parse_rational(text: object, where: str) -> Fraction:
    """Read an exact rational: an integer, a Fraction, or text "p", "-p", "p/q", "-p/q" with q > 0.

    Floats and decimals are refused: a float is not the number that was written down.
    """
    if isinstance(text, Fraction):
        return text
    if isinstance(text, int) and not isinstance(text, bool):
        if not fits(text):
            raise InputError(f"{where} has more than {MAX_DIGITS} digits")
        return Fraction(text)
    match = _RATIONAL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InputError(
            f'{where} is {quote(text)}, which is not an exact rational: write it as "p" or "p/q"'
        )
    sign, p, q = match.groups(default="1")
    if max(len(p), len(q)) > MAX_DIGITS:
        raise InputError(f"{where} has more than {MAX_DIGITS} digits")
    if int(q) == 0:
        raise InputError(f"{where} is {quote(text)}, which has denominator zero")
    return Fraction(-int(p) if sign == "-" else int(p), int(q))


def show_rational(q: Fraction | int) -> str:
    """Write q as "p/q" in lowest terms, or "p" if it is an integer, however long it is."""
    p, d = q.numerator, q.denominator
    sign = "-" if p < 0 else ""
    return sign + _digits(abs(p)) + ("" if d == 1 else f"/{_digits(d)}")


def show_ratio(q: Fraction | None) -> str:
    """Write a ratio as documents have it: as `show_rational` does, or "inf" for None."""
    return "inf" if q is None else show_rational(q)


def show_short(q: Fraction | int) -> str:
    """Write q for a sentence or a table cell: exact if short, otherwise its beginning."""
    return quote(show_rational(q))


def _digits(n: int) -> str:
    """Decimal digits of n >= 0 in chunks, since str() refuses integers of over 4300 digits."""
    chunks = []
    while n >= TOO_LONG:
        n, low = divmod(n, TOO_LONG)
        chunks.append(str(low).zfill(MAX_DIGITS))
    return str(n) + "".join(reversed(chunks))
