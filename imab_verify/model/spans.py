"""Ranges of integers, as people give them for k and T."""

from imab_verify.errors import InputError, shown
from imab_verify.model.rationals import check_count, parse_least

Span = int | range | str
"""One integer, a range, or text "A" or "A..B" with both ends included."""


def read_span(span: Span, least: int, where: str) -> range:
    """Read a range of integers of at least `least`; `where` names it in the error."""
    if isinstance(span, range):
        if span.step != 1 or not span:
            raise InputError(
                f"{where} is {shown(span)}: give a range with step 1 that has a member"
            )
        check_count(span[0], least, where)
        return span
    if isinstance(span, str):
        first, dots, last = span.partition("..")
        low = parse_least(first, least, where)
        high = parse_least(last, least, where) if dots else low
        if low > high:
            raise InputError(f"{where} is {shown(span)}, a range that ends before it starts")
        return range(low, high + 1)
    low = check_count(span, least, where)
    return range(low, low + 1)
