"""Boolean structure above comparisons: and, or, not, implies, iff, and brackets around them.

    formula     := implication ["iff" implication]
    implication := disjunction ["implies" implication]
    disjunction := conjunction ("or" conjunction)*
    conjunction := factor ("and" factor)*
    factor      := "not" factor | "(" formula ")" | comparison

A link a != b of a comparison is `not a == b`. A bracket belongs to the formula if there is a
comparison inside it, and to an expression otherwise.
What is read is turned into all-of and any-of: `not` goes down to the comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from imab_verify.kernel import AllOf, AnyOf, Comparison
from imab_verify.kernel.formulas import negate_formula
from imab_verify.kernel.statement import Formula
from imab_verify.language.errors import ClaimError
from imab_verify.language.lexer import Sort, Token
from imab_verify.language.parser import RELATIONS, UNEQUAL, Syntax, parse

Parsed = TypeVar("Parsed")
CONNECTIVES = ("and", "or", "not", "implies", "iff")


@dataclass(frozen=True, slots=True)
class Leaf:
    """Comparisons joined by `and`."""

    syntax: Syntax


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Tree


@dataclass(frozen=True, slots=True)
class Both:
    """All parts hold."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Some part holds."""

    parts: tuple[Tree, ...]


Tree = Leaf | Not | Both | Either


def parse_part(text: str, every: Sequence[Token], start: int, end: int) -> Tree:
    """The tree of a part of a text, from one of its tokens to before another."""
    if not _has_structure(every[start:end]):
        return Leaf(_parse_at(text, every, start, end))
    try:
        return _Parser(text, every).formula(start, end)
    except RecursionError:
        raise ClaimError("the brackets are nested too deeply", text, 0) from None


def at_place(
    text: str, every: Sequence[Token], start: int, end: int, parse: Callable[[str], Parsed]
) -> Parsed:
    """What a parser makes of a part of a text, at its own place in it."""
    if start == 0 and end == len(every) - 1:
        return parse(text)
    first = every[start].at
    last = every[end - 1].end if end > start else first
    try:
        return parse(" " * first + text[first:last])
    except ClaimError as error:
        raise ClaimError(str(error), text, error.position) from None


def _parse_at(text: str, every: Sequence[Token], start: int, end: int) -> Syntax:
    return replace(at_place(text, every, start, end, parse), text=text)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The comparisons of a tree, in order."""
    match tree:
        case Leaf():
            yield tree
        case Not(part):
            yield from leaves(part)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from leaves(part)


def lower(
    tree: Tree, tests: Callable[[Syntax], Sequence[Comparison]], *, negated: bool = False
) -> Formula:
    """The tree (or its negation) as a formula, where `tests` reads comparisons."""
    match tree:
        case Leaf(syntax):
            every = tuple(negate_formula(test) if negated else test for test in tests(syntax))
            return every[0] if len(every) == 1 else _join_parts(every, all_of=not negated)
        case Not(part):
            return lower(part, tests, negated=not negated)
        case Both(parts) | Either(parts):
            lowered = tuple(lower(part, tests, negated=negated) for part in parts)
            return _join_parts(lowered, all_of=isinstance(tree, Both) != negated)


def conclusion_of(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a formula that says that all of them hold."""
    return formula.parts if isinstance(formula, AllOf) and formula.parts else (formula,)


def _join_parts(parts: tuple[Formula, ...], *, all_of: bool) -> Formula:
    return AllOf(parts) if all_of else AnyOf(parts)


# --- tokens --------------------------------------------------------------------------------------


def _is_word(token: Token, *words: str) -> bool:
    return token.sort is Sort.NAME and token.text in words


def _has_structure(every: Sequence[Token]) -> bool:
    """Whether there is a connective other than `and`, a !=, or a comparison inside brackets."""
    depth = 0
    for token in every:
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if _is_word(token, *CONNECTIVES[1:]) or token.text == UNEQUAL:
            return True
        if depth > 0 and (token.text in RELATIONS or _is_word(token, "and", "is")):
            return True
    return False


def _closing(every: Sequence[Token], start: int) -> int:
    """The place of the bracket that closes the one at `start`, or of the end."""
    depth = 0
    for place in range(start, len(every)):
        depth += {"(": 1, ")": -1}.get(every[place].text, 0)
        if depth == 0:
            return place
    return len(every) - 1


def _opens_formula(every: Sequence[Token], start: int) -> bool:
    """Whether a bracket opens here that has a comparison inside."""
    if every[start].text != "(":
        return False
    inside = every[start + 1 : _closing(every, start)]
    return any(t.text in RELATIONS or _is_word(t, *CONNECTIVES, "is") for t in inside)


def _without_unequal(syntax: Syntax) -> Tree:
    """The links of a comparison, each a != b as not a == b."""
    plain = tuple(link for link in syntax.links if link.relation != UNEQUAL)
    unequal = (link for link in syntax.links if link.relation == UNEQUAL)
    parts: list[Tree] = [Leaf(replace(syntax, links=plain))] if plain else []
    parts += [Not(Leaf(replace(syntax, links=(replace(link, relation="=="),)))) for link in unequal]
    return parts[0] if len(parts) == 1 else Both(tuple(parts))


@dataclass(frozen=True, slots=True)
class _Parser:
    """Works on ranges of tokens; comparisons are parsed at their own place in the text."""

    text: str
    tokens: Sequence[Token]

    def formula(self, start: int, end: int) -> Tree:
        if words := self._words(start, end, "iff"):
            if len(words) > 1:
                message = "write brackets to say which iff is meant"
                raise ClaimError(message, self.text, self._at(words[1]))
            left, right = self.formula(start, words[0]), self.formula(words[0] + 1, end)
            return Both((Either((Not(left), right)), Either((Not(right), left))))
        if words := self._words(start, end, "implies"):
            left, right = self.formula(start, words[0]), self.formula(words[0] + 1, end)
            return Either((Not(left), right))
        for word, join in (("or", Either), ("and", Both)):
            if words := self._words(start, end, word):
                cuts = [start - 1, *words, end]
                return join(tuple(self.formula(a + 1, b) for a, b in pairwise(cuts)))
        return self._factor(start, end)

    def _factor(self, start: int, end: int) -> Tree:
        if start >= end:
            raise ClaimError("a comparison is missing here", self.text, self._at(start))
        if _is_word(self.tokens[start], "not"):
            return Not(self._factor(start + 1, end))
        if _opens_formula(self.tokens, start) and _closing(self.tokens, start) == end - 1:
            return self.formula(start + 1, end - 1)
        return _without_unequal(_parse_at(self.text, self.tokens, start, end))

    def _words(self, start: int, end: int, word: str) -> list[int]:
        """The places of a word outside all brackets."""
        places, depth = [], 0
        for place in range(start, end):
            depth += {"(": 1, ")": -1}.get(self.tokens[place].text, 0)
            if depth == 0 and _is_word(self.tokens[place], word):
                places.append(place)
        return places

    def _at(self, place: int) -> int:
        return self.tokens[min(place, len(self.tokens) - 1)].at
