"""Formulas and quantifiers: Boolean structure above comparisons, and what stands before it.

    quantified  := {("for all" | "exists") range ":"} formula ["for all" range]
    range       := NAME {"," NAME} | NAME "from" sum "to" sum | comparisons
    formula     := implication ["iff" implication]
    implication := disjunction ["implies" implication]
    disjunction := conjunction ("or" conjunction)*
    conjunction := factor ("and" factor)*
    factor      := "not" factor | "(" formula ")" | comparison

A link a != b of a comparison is `not a == b`. A bracket belongs to the formula if there is a
comparison inside it, and to an expression otherwise.
What is read is turned into all-of and any-of: `not` goes down to the comparisons.

In a range with comparisons the first name that stands alone on a side is what it ranges over:
n <= T, 1 <= n <= T, n > m. For a claim, "for all" says no more than a free name does, so a range is
a given; for a given it makes a family of hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TypeVar

from imab_verify.kernel import AllOf, AnyOf, Comparison
from imab_verify.kernel.formulas import negate_formula
from imab_verify.kernel.statement import Formula
from imab_verify.language.declarations import roles
from imab_verify.language.parser import (
    RELATIONS,
    UNEQUAL,
    Call,
    ClaimError,
    Expression,
    Fresh,
    Link,
    Name,
    Side,
    Sort,
    Syntax,
    Token,
    parse,
    parse_side,
    rebuild,
    rebuild_links,
    tokens,
)

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


# --- quantifiers ---------------------------------------------------------------------------------


ALL, EXISTS = "for all", "exists"
ARITHMETIC = frozenset(("min", "max", "abs", "ceil", "floor", "sqrt"))
EVERY = ("all", "every", "each", "any")


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`kind` over `names`, where the comparisons of `tree`, if there are any, hold."""

    kind: str
    names: tuple[str, ...]
    tree: Tree | None
    at: int


@dataclass(frozen=True, slots=True)
class Quantified:
    """A formula, and the quantifiers before it from the outermost to the innermost."""

    text: str
    quantifiers: tuple[Quantifier, ...]
    tree: Tree


def parse_quantified(text: str) -> Quantified:
    """A claim or a given with its quantifiers, or ClaimError."""
    return _QuantifierParser(text, tokens(text)).parse()


@dataclass(frozen=True, slots=True)
class _QuantifierParser:
    text: str
    tokens: Sequence[Token]

    def parse(self) -> Quantified:
        start, end = 0, len(self.tokens) - 1
        quantifiers: list[Quantifier] = []
        while head := self._head(start):
            kind, first = head
            colon = self._find(":", first)
            if colon is None:
                raise self._wrong(f"a colon is missing after the range: {kind} n <= T: ...", first)
            quantifiers.append(self._range(kind, first, colon))
            start = colon + 1
        for place in range(start + 1, end):
            head = self._head(place)
            if head is not None:
                if head[0] == EXISTS or self._find(":", place) is not None:
                    message = f"'{head[0]}' stands at the front of a claim, or for all n at its end"
                    raise self._wrong(message, place)
                quantifiers.insert(0, self._range(ALL, head[1], end))
                end = place
                break
        return Quantified(
            self.text, tuple(quantifiers), parse_part(self.text, self.tokens, start, end)
        )

    def _head(self, place: int) -> tuple[str, int] | None:
        """A quantifier that begins here, and the place after its words."""
        words = [token.text for token in self.tokens[place : place + 2]]
        match words:
            case ["for", word] if word in EVERY:
                return ALL, place + 2
            case ["exists" | "exist", *_]:
                return EXISTS, place + 1
            case ["there", "exists" | "exist" | "is" | "are"]:
                return EXISTS, place + 2
            case _:
                return None

    def _find(self, text: str, start: int) -> int | None:
        places = (i for i in range(start, len(self.tokens)) if self.tokens[i].text == text)
        return next(places, None)

    def _range(self, kind: str, start: int, end: int) -> Quantifier:
        at = self.tokens[start].at
        names = self._names(start, end)
        if names:
            return Quantifier(kind, names, None, at)
        ends = self._from_to(start, end)
        if ends is not None:
            name, tree = ends
            return Quantifier(kind, (name,), tree, at)
        tree = parse_part(self.text, self.tokens, start, end)
        return Quantifier(kind, (self._bound(tree, start),), tree, at)

    def _names(self, start: int, end: int) -> tuple[str, ...]:
        """NAME {"," NAME}."""
        part = self.tokens[start:end]
        listed = all(t.sort is Sort.NAME for t in part[::2]) and len(part) % 2 == 1
        commas = all(token.text == "," for token in part[1::2])
        return tuple(token.text for token in part[::2]) if listed and commas else ()

    def _from_to(self, start: int, end: int) -> tuple[str, Tree] | None:
        """n from a to b, as n >= a and n <= b."""
        to = self._find("to", start)
        if end - start < 5 or self.tokens[start + 1].text != "from" or to is None:
            return None
        token = self.tokens[start]
        own = Side(Name(token.text, token.at), token.at, token.end, token.text)
        low, before = at_place(self.text, self.tokens, start + 2, to, parse_side)
        high, after = at_place(self.text, self.tokens, to + 1, end, parse_side)
        links = Link(own, ">=", low, token.at), Link(own, "<=", high, token.at)
        names = tuple(dict.fromkeys((token.text, *before, *after)))
        return token.text, Leaf(Syntax(self.text, links, names))

    def _bound(self, tree: Tree, start: int) -> str:
        """The first name that stands alone on a side, in the middle of a chain if there is one."""
        links = [link for leaf in leaves(tree) for link in leaf.syntax.links]
        inner = [link.right for link, after in pairwise(links) if link.right is after.left]
        for side in (*inner, *(side for link in links for side in (link.left, link.right))):
            if isinstance(side.expression, Name):
                return side.expression.name
        raise self._wrong("a range is written n <= T, 1 <= n <= T, or n from 1 to T", start)

    def _wrong(self, message: str, place: int) -> ClaimError:
        return ClaimError(message, self.text, self.tokens[min(place, len(self.tokens) - 1)].at)


# --- bounds and names ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """side <= name, or name <= side; without equality if strict."""

    side: Side
    lower: bool
    strict: bool


def bounds(quantifier: Quantifier, text: str) -> Iterator[Bound]:
    """The bounds on the one name of a quantifier; ClaimError if its range says anything else."""
    name = quantifier.names[0]
    for link in _links(quantifier, text):
        left, right = (
            isinstance(side.expression, Name) and side.expression.name == name
            for side in (link.left, link.right)
        )
        if left == right or link.relation == "==":
            message = f"a range of {name} has bounds only: {name} <= T, or 1 <= {name} <= T"
            raise ClaimError(message, text, link.left.start)
        above = link.relation in (">=", ">")
        other = link.right if left else link.left
        yield Bound(other, above == left, link.relation in ("<", ">"))


def _links(quantifier: Quantifier, text: str) -> Iterator[Link]:
    tree = quantifier.tree
    if tree is None:
        return
    if not isinstance(tree, Leaf):
        name = quantifier.names[0]
        message = f"a range of {name} has bounds only: {name} <= T, or 1 <= {name} <= T"
        raise ClaimError(message, text, quantifier.at)
    yield from tree.syntax.links


def rename(syntax: Syntax, old: str, new: str) -> Syntax:
    """The same with another name."""
    if old == new:
        return syntax

    def change(node: Expression) -> Expression:
        if isinstance(node, Name | Call) and node.name == old:
            node = replace(node, name=new)
        return rebuild(node, change)

    links = rebuild_links(syntax.links, change)
    return replace(syntax, links=links, names=tuple(new if n == old else n for n in syntax.names))


@dataclass(frozen=True, slots=True)
class Each:
    """Comparisons that are given for every integer `name` within the bounds."""

    name: str
    bounds: tuple[Bound, ...]
    body: Syntax
    range: Syntax

    def syntaxes(self) -> tuple[Syntax, Syntax]:
        """All that is said."""
        return self.range, self.body


def families(parts: Sequence[Quantified], others: Iterable[Syntax]) -> list[Each]:
    """The givens with a quantifier; a name that stands elsewhere too becomes another one."""
    taken = {name for syntax in others for name in syntax.names}
    own = {name for part in parts for q in part.quantifiers for name in q.names}
    fresh = Fresh({*taken, *own})
    return [_family(part, taken, fresh) for part in parts]


def _family(part: Quantified, taken: set[str], fresh: Fresh) -> Each:
    [first, *more] = part.quantifiers
    if more or first.kind != ALL or len(first.names) > 1:
        message = "a given is for all of one name: for all n <= T: f(n) >= g(n)"
        raise ClaimError(message, part.text, (more or [first])[0].at)
    if not isinstance(part.tree, Leaf):
        raise ClaimError("only comparisons can be given for all of a range", part.text, first.at)
    [old] = first.names
    new = fresh.name(old, old) if old in taken else old
    inside = first.tree.syntax if isinstance(first.tree, Leaf) else Syntax(part.text, (), (old,))
    limits = tuple(bounds(first, part.text))
    return Each(new, limits, rename(part.tree.syntax, old, new), rename(inside, old, new))


def ranges(part: Quantified, kind: str) -> list[Tree]:
    """What is said of the names that a claim is about, or of those that it says to exist."""
    return [q.tree for q in part.quantifiers if q.tree is not None and q.kind == kind]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a claim says to exist, and the quantified names in the order in which they stand.

    `inner`: names that no quantifier has stand inside of what exists, if "for all" is not first.
    """

    names: tuple[str, ...]
    blocks: tuple[tuple[str, tuple[str, ...]], ...]
    inner: bool
    at: int


def choice(part: Quantified) -> Choice | None:
    """What a claim says to exist, if it does.

    Names are chosen before those that stand after them, and after those before them; if nothing
    says which, after those that their range speaks of.
    """
    exists = [q for q in part.quantifiers if q.kind == EXISTS]
    if not exists:
        return None
    names = tuple(name for q in exists for name in q.names)
    later = {name for q in part.quantifiers for name in q.names}
    for q in part.quantifiers:
        later -= {*q.names}
        early = [name for name in _range_names(q) if name in later]
        if early:
            message = f"{early[0]} is quantified after its use here: put its quantifier first"
            raise ClaimError(message, part.text, q.at)
    blocks = [
        (kind, tuple(name for q in group for name in q.names))
        for kind, group in groupby(part.quantifiers, key=lambda q: q.kind)
    ]
    ranged = {name for q in exists for name in _range_names(q)}
    inner = len(blocks) > 1 or not ranged - {*names}
    return Choice(names, tuple(blocks), inner, exists[0].at)


def check_order(part: Quantified, said: Iterable[Tree], numbers: AbstractSet[str]) -> None:
    """ClaimError if a comparison has a free number beside a chosen one, and may be read both ways.

    A number is free if no quantifier has its name, and no range up to the last `exists`. Beside
    rewards its place is that of all free names, inside, unless `for all` stands before `exists`.
    """
    chosen = {name for q in part.quantifiers if q.kind == EXISTS for name in q.names}
    if not chosen:
        return
    last = max(i for i, q in enumerate(part.quantifiers) if q.kind == EXISTS)
    bound = {name for q in part.quantifiers for name in q.names}
    bound |= {name for q in part.quantifiers[: last + 1] for name in _range_names(q)}
    outer = part.quantifiers[0].kind == ALL
    for syntax in (one for tree in said for leaf in leaves(tree) for one in _apart(leaf.syntax)):
        used, [link] = roles([syntax]), syntax.links
        words = used.alone | used.armed
        free = [name for name in syntax.names if name in (words & numbers) - bound]
        if free and words & chosen and (outer or words <= numbers | ARITHMETIC):
            first = next(name for name in syntax.names if name in words & chosen)
            raise ClaimError(_two_readings(part, link, free[0], first), syntax.text, link.at)


def _apart(syntax: Syntax) -> Iterator[Syntax]:
    """Its comparisons one by one."""
    return (replace(syntax, links=(link,)) for link in syntax.links)


def _range_names(quantifier: Quantifier) -> Iterator[str]:
    for leaf in leaves(quantifier.tree) if quantifier.tree else ():
        yield from leaf.syntax.names


def _two_readings(part: Quantified, link: Link, free: str, chosen: str) -> str:
    """What a comparison of a free name with a chosen one may mean, and how to say each."""
    shown = f"{link.left.text} {link.relation} {link.right.text}"
    outer = [name for q in part.quantifiers if q.kind == ALL for name in q.names]
    change = f" with a number for {' and '.join(outer)}" if part.quantifiers[0].kind == ALL else ""
    return (
        f"{shown} can be read in two ways, since no quantifier names {free}: 'for all {free} there "
        f"is a {chosen} such that ...', written 'for all {free}: exists {chosen}: ...', or 'there "
        f"is a {chosen} such that for all {free} ...', written 'exists {chosen}: for all {free}: "
        f"...'{change}"
    )
