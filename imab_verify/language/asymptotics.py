"""Words of limits, written out with quantifiers before a claim is read.

    for large T: A <= B      exists T0: for all T >= T0: A <= B
    limsup A <= B            for all eps > 0: exists T0: for all T >= T0: A <= B + eps
    liminf A >= B            the same with A >= B - eps
    A = O(B), A <= O(B)*D    exists c > 0: A <= c*(B), ...
    A = Omega(B)             exists c > 0: A >= c*(B)

T0 may depend on all other parameters, and is the same for all instances; c is the same for all.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from imab_verify.language.parser import RELATIONS, ClaimError, Sort, Token, tokens

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


def written_out(text: str, arms: Container[str] = (), *, about_runs: bool) -> str:
    """The text with quantifiers in the place of words of limits; the text itself without any.

    What is the name of an arm is no such word.
    """
    parts = tokens(text)
    words = {token.text for token in parts if token.sort is Sort.NAME and token.text not in arms}
    if not words & {"large", *LIMITS, *ORDERS, *UNKNOWN}:
        return text
    for token, after in pairwise(parts):
        if (
            token.text in UNKNOWN
            and token.text in words
            and (len(token.text) == 3 or _opens(after))
        ):
            raise ClaimError(UNKNOWN[token.text], text, token.at)
    others = [name for name in _free_names(parts) if name != HORIZON]
    others += ["k"] * (about_runs and "k" not in others)
    text, large = _without_large(text, others)
    text, limit = _without_limit(text, words)
    text, constant = _without_order(text, words) if words & {*ORDERS} else (text, "")
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


def _without_large(text: str, others: list[str]) -> tuple[str, str]:
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
        start = f"{name.text}0"
        quantifiers = f"{every}exists {start}: for all {name.text} >= {start}: "
        return f"{before}{after}".strip(), quantifiers
    return text, ""


def _without_limit(text: str, words: set[str]) -> tuple[str, str]:
    """The text without "limsup" or "liminf", and the quantifiers for it."""
    parts = tokens(text)
    for place, token in enumerate(parts):
        if token.text not in LIMITS:
            continue
        relation, sign = LIMITS[token.text]
        relations = [one for one in parts if one.text in RELATIONS]
        if place or len(relations) != 1 or relations[0].text != relation:
            message = f"a limit is written {token.text} A {relation} B, and is the whole claim"
            raise ClaimError(message, text, token.at)
        eps = _unused("eps", words)
        every = f"for all {eps} > 0: exists T0: for all T >= T0: "
        return f"{text[token.end :].strip()} {sign} {eps}", every
    return text, ""


def _without_order(text: str, words: set[str]) -> tuple[str, str]:
    """The text without O(...) or Omega(...), and the quantifier for its constant."""
    parts = tokens(text)
    orders = [one for one, after in pairwise(parts) if _calls(one, after)]
    if not orders:
        return text, ""
    kinds, relations = {one.text for one in orders}, [o for o in parts if o.text in RELATIONS]
    relation = ORDERS[orders[0].text]
    if len(kinds) > 1 or len(relations) != 1 or relations[0].at > orders[0].at:
        raise ClaimError("write A = O(B), or A = Omega(B)", text, orders[0].at)
    if relations[0].text not in ("==", relation):
        message = f"a bound by {orders[0].text} is one with {relation} or ="
        raise ClaimError(message, text, relations[0].at)
    constant, out, at = _unused("c", words), "", 0
    for token, new in [(relations[0], relation), *((one, f"{constant}*") for one in orders)]:
        out, at = out + text[at : token.at] + new, token.end
    return out + text[at:], f"exists {constant} > 0: "


def _unused(name: str, words: set[str]) -> str:
    """The name, with a number if it is taken."""
    return next(n for n in (name, *(f"{name}{i}" for i in range(1, 99))) if n not in words)
