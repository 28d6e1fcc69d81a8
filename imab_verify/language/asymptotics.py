"""Words of limits, written out with quantifiers before a claim is read.

    for large T: A <= B      exists T0: for all T >= T0: A <= B
    limsup A <= B            for all eps > 0: exists T0: for all T >= T0: A <= B + eps
    liminf A >= B            the same with A >= B - eps
    A = O(B), A <= O(B)*D    exists c > 0: A <= (c*(B)), ...
    A = Omega(B)             exists c > 0: A >= (c*(B))

T0 may depend on all other parameters, and is the same for all instances; c is the same for all.
Neither is a name that stands in the claim or its givens. O and Omega grow with c only where they
are added or multiplied, so they are refused behind a minus, below a fraction bar, and beside
connectives: there "some c" would say nearly nothing.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain, count, pairwise

from imab_verify.language.parser import (
    CONNECTIVES,
    RELATIONS,
    ClaimError,
    Sort,
    Token,
    closing,
    tokens,
)

LIMITS = {"limsup": ("<=", "+"), "liminf": (">=", "-")}
ORDERS = {"O": "<=", "Omega": ">="}
UNKNOWN = {
    "lim": "a limit is written limsup A <= B, or liminf A >= B",
    "sup": "a supremum is written as a bound for all parameters",
    "inf": "an infimum is written as a bound for all parameters",
    "Theta": "write two claims, one with O and one with Omega",
    "o": "write a bound with eps: for all eps > 0: exists T0: for all T >= T0: A <= eps*B",
}
HORIZON = "T"
TURNING = ("-", "/", "//", "%", "**")
"""Operators behind which more is less."""


def written_out(
    text: str, arms: Container[str] = (), givens: Sequence[str] = (), *, about_runs: bool
) -> str:
    """The text with quantifiers in the place of words of limits; the text itself without any.

    The name of an arm is no such word, and no quantifier takes a name of the text or its givens.
    """
    parts = tokens(text)
    words = {token.text for token in parts if token.sort is Sort.NAME and token.text not in arms}
    if not words & {"large", *LIMITS, *ORDERS, *UNKNOWN}:
        return text
    for token, after in pairwise(parts):
        of_name = after.sort is Sort.NAME and after.text not in CONNECTIVES
        if token.text in words & UNKNOWN.keys() and (
            _opens(after) or (len(token.text) == 3 and of_name)
        ):
            raise ClaimError(UNKNOWN[token.text], text, token.at)
    said = (parts, *map(tokens, givens))
    others = [n for n in dict.fromkeys(chain(*map(_free_names, said))) if n != HORIZON]
    others += ["k"] * (about_runs and "k" not in others)
    taken = {token.text for every in said for token in every}
    text, large = _without_large(text, others, taken)
    text, limit = _without_limit(text, taken, large)
    text, constant = _without_order(text, taken) if words & {*ORDERS} else (text, "")
    return constant + large + limit + text


def _calls(token: Token, after: Token) -> bool:
    """Whether O(...) or Omega(...) begins here."""
    return token.text in ORDERS and _opens(after)


def _opens(token: Token) -> bool:
    return token.text == "("


def _free_names(parts: tuple[Token, ...]) -> list[str]:
    """The names that stand alone."""
    reserved = {"for", "all", "sufficiently", "large", "and", "or", "not", "implies", *LIMITS}
    alone = [
        token.text
        for token, after in pairwise(parts)
        if token.sort is Sort.NAME and not _opens(after) and token.text not in reserved
    ]
    return list(dict.fromkeys(alone))


def _without_large(text: str, others: list[str], taken: set[str]) -> tuple[str, str]:
    """The text without "for large T", at its front or its end, and the quantifiers for it."""
    parts = tokens(text)
    for place, token in enumerate(parts):
        if token.text != "large":
            continue
        first = place - 1 - (parts[place - 1].text in ("all", "sufficiently"))
        first -= parts[first].text == "all"
        name, end = parts[place + 1], parts[place + 2]
        if parts[max(first, 0)].text != "for" or name.sort is not Sort.NAME:
            raise ClaimError("large is said of a horizon: for large T: ...", text, token.at)
        before, after = text[: parts[first].at], text[name.end :]
        if first == 0:
            after = after.lstrip()[1:] if end.text in (":", ",") else after
        elif end.sort is not Sort.END:
            raise ClaimError("'for large T:' stands at the front or the end", text, token.at)
        apart = [other for other in others if other != name.text]
        every = f"for all {', '.join(apart)}: " if apart else ""
        start = _unused(name.text, taken)
        quantifiers = f"{every}exists {start}: for all {name.text} >= {start}: "
        return f"{before}{after}".strip(), quantifiers
    return text, ""


def _without_limit(text: str, taken: set[str], large: str) -> tuple[str, str]:
    """The text without "limsup" or "liminf", and the quantifiers for it."""
    parts = tokens(text)
    for place, token in enumerate(parts):
        if token.text not in LIMITS:
            continue
        relation, sign = LIMITS[token.text]
        relations = [one for one in parts if one.text in RELATIONS]
        joined = any(one.text in CONNECTIVES for one in parts)
        if place or joined or large or len(relations) != 1 or relations[0].text != relation:
            message = f"a limit is written {token.text} A {relation} B, and is the whole claim"
            raise ClaimError(message, text, token.at)
        eps = "eps" if "eps" not in taken else _unused("eps", taken)
        start = _unused(HORIZON, taken)
        every = f"for all {eps} > 0: exists {start}: for all T >= {start}: "
        return f"{text[token.end :].strip()} {sign} {eps}", every
    return text, ""


def _without_order(text: str, taken: set[str]) -> tuple[str, str]:
    """The text without O(...) or Omega(...), and the quantifier for its constant."""
    parts = tokens(text)
    orders = [one for one, after in pairwise(parts) if _calls(one, after)]
    if not orders:
        return text, ""
    kinds, relations = {one.text for one in orders}, [o for o in parts if o.text in RELATIONS]
    relation = ORDERS[orders[0].text]
    joined = any(one.text in CONNECTIVES for one in parts)
    if joined or len(kinds) > 1 or len(relations) != 1 or relations[0].at > orders[0].at:
        raise ClaimError("write A = O(B), or A = Omega(B)", text, orders[0].at)
    if relations[0].text not in ("==", relation):
        message = f"a bound by {orders[0].text} is one with {relation} or ="
        raise ClaimError(message, text, relations[0].at)
    constant = "c" if "c" not in taken else _unused("c", taken)
    changes = {relations[0].at: (relation, relations[0].end)}
    opened: list[Token] = []
    for place, token in enumerate(parts):
        if token in orders:
            for outer in (token, *opened):
                if parts[parts.index(outer) - 1].text in TURNING:
                    message = f"{token.text} is not read here: write exists {constant} > 0: ..."
                    raise ClaimError(message, text, token.at)
            end = parts[closing(parts, place + 1)].end
            changes[token.at] = (f"({constant}*", token.end)
            changes[end] = (")", end)
        if token.text == "(":
            opened.append(token)
        elif token.text == ")" and opened:
            opened.pop()
    out, at = "", 0
    for start, (new, end) in sorted(changes.items()):
        out, at = out + text[at:start] + new, end
    return out + text[at:], f"exists {constant} > 0: "


def _unused(name: str, taken: set[str]) -> str:
    """The name with the first number that makes it a new one."""
    return next(new for new in (f"{name}{i}" for i in count()) if new not in taken)
