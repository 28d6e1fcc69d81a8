"""Ranges of integers, as people give them for k and T."""

import re

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import check_count, parse_least

Span = int | range | str
"""One integer, a range, or text "A" or "A..B" with both ends included."""

WRITTEN_OTHERWISE = re.compile(r"([0-9]+)\s*(?:-|:|to|\.{3})\s*([0-9]+)", re.ASCII)
"""Ranges as other programs have them, some without the last number: they are not guessed at."""


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
