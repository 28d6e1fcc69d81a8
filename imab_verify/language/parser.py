"""Text to syntax tree. Nothing is computed here, and no text is ever executed.

Tokens are the characters of the claim language and exact numbers; the signs and Greek letters that
people type are read as the ASCII that means the same.

quantified  =  {quantifier range ":"} formula ["for all" range]
quantifier  =  "for all" | "exists"
range       =  name {"," name} | name "from" sum "to" sum | formula
formula     =  implication ["iff" implication]
implication =  disjunction {"implies" disjunction}
disjunction =  conjunction {"or" conjunction}
conjunction =  part {"and" part}
part        =  {"not"} ("(" formula ")" | comparison)
comparison  =  sum (relation sum {relation sum} | "is" ("even" | "odd"))
relation    =  "<=" | ">=" | "<" | ">" | "==" | "!="
sum         =  product {("+" | "-") product}
product     =  factor {("*" | "/" | "//" | "%") factor | power}
factor      =  {"-"} power
power       =  atom ["**" factor]
atom        =  number | name | name "(" sum {"," sum} ")" | "(" sum ")" | count
count       =  ("most" | "N" "(" name ")") "before" "the" "last" "pull" "of" name

A bracket belongs to the formula if there is a comparison inside it, and to an expression otherwise.
A power without an operator before it is a factor too: 2T, 2(T+1), (T+1)(T+2), 4Rew(f,T), T f(T).
It follows a number, a closing bracket, or a name and a blank. What T(T+1) means depends on T;
`comparisons.Reader` decides it. In a range with comparisons the first name that stands alone on a
side is what it ranges over: n <= T, 1 <= n <= T, n > m.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from itertools import pairwise

from imab_verify.errors import InputError, quote

WIDTH = 80
MARGIN = "..."


class ClaimError(InputError):
    """A text that is not a claim: str(error) is one sentence, `position` the place in `text`.

    The position counts characters from 0; it is len(text) where something is missing at the end.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.text = text
        self.position = position

    def __str__(self) -> str:
        return str(self.args[0])


def caret(error: ClaimError) -> str:
    """The line of the text in which the error is, and under it a caret at the place.

    A long line is cut to a window around the place; what does not print as one column of ASCII is
    shown as a question mark, so that the caret stands where it should.
    """
    start = error.text.rfind("\n", 0, error.position) + 1
    end = error.text.find("\n", error.position)
    line, column = error.text[start : end if end >= 0 else None], error.position - start
    if len(line) > WIDTH:
        left = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
        before = MARGIN if left else ""
        after = MARGIN if left + WIDTH < len(line) else ""
        line = before + line[left + len(before) : left + WIDTH - len(after)] + after
        column -= left
    shown = "".join(c if " " <= c <= "~" else " " if c in "\t\r" else "?" for c in line)
    return f"{shown}\n{' ' * column}^"


# --- tokens --------------------------------------------------------------------------------------


MAX_LENGTH = 20_000
MAX_DIGITS = 600
MAX_NAME = 40

SIGNS = {
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR SLANTED EQUAL TO}": "<=",
    "\N{GREATER-THAN OR SLANTED EQUAL TO}": ">=",
    "\N{MIDDLE DOT}": "*",
    "\N{DOT OPERATOR}": "*",
    "\N{MULTIPLICATION SIGN}": "*",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{NOT EQUAL TO}": "!=",
    "^": "**",
    "=": "==",
}
"""Signs of other keyboards, and what they mean."""

GREEK = {
    "\N{GREEK SMALL LETTER ALPHA}": "alpha",
    "\N{GREEK SMALL LETTER BETA}": "beta",
    "\N{GREEK SMALL LETTER GAMMA}": "gamma",
    "\N{GREEK SMALL LETTER DELTA}": "delta",
    "\N{GREEK SMALL LETTER EPSILON}": "eps",
    "\N{GREEK LUNATE EPSILON SYMBOL}": "eps",
    "\N{GREEK SMALL LETTER ETA}": "eta",
    "\N{GREEK SMALL LETTER THETA}": "theta",
    "\N{GREEK SMALL LETTER LAMDA}": "lambda",
    "\N{GREEK SMALL LETTER MU}": "mu",
    "\N{GREEK SMALL LETTER RHO}": "rho",
    "\N{GREEK SMALL LETTER SIGMA}": "sigma",
    "\N{GREEK SMALL LETTER TAU}": "tau",
    "\N{GREEK SMALL LETTER PHI}": "phi",
}
"""Greek letters, and how they are written in ASCII."""

GREEK_NAMES = (
    "alpha|beta|gamma|delta|epsilon|eps|zeta|eta|theta|kappa|lambda|lam|mu|nu|xi|rho|sigma|tau|phi|chi"
    "|psi|omega"
)
"""The names of all of them, as a regular expression."""

_ASCII = str.maketrans(
    {s: t for s, t in SIGNS.items() if not s.isascii()} | {s: f" {t} " for s, t in GREEK.items()}
)
_TOKEN = re.compile(
    rf"""(?P<space> [ \t\r\n]+)
      | (?P<number> [0-9]+ (?: _[0-9]+ )* (?: \.[0-9]+ | [eE][0-9]+ )?)
      | (?P<name> [A-Za-z][A-Za-z0-9_]*)
      | (?P<greek> [{"".join(GREEK)}])
      | (?P<mark> \*\* | // | [<>=!]= | [-+*/%<>(),:] | [{"".join(map(re.escape, SIGNS))}])""",
    re.VERBOSE | re.ASCII,
)

_HINTS = {
    "!": "a factorial is given a name of its own, F, and what is needed of it with --given",
    "&": "write 'and' between comparisons",
    "|": "write 'or' between comparisons, and abs(x) for an absolute value",
    "[": "use round brackets",
    "{": "use round brackets",
    "_": "names begin with a letter",
    ".": "a decimal is written 0.5, and nothing has attributes",
    "\N{SQUARE ROOT}": "write sqrt(x)",
    "\N{SUPERSCRIPT TWO}": "write ^2",
    "\N{LEFT FLOOR}": "write floor(x)",
    "\N{LEFT CEILING}": "write ceil(x)",
}


class Sort(Enum):
    """The sorts of tokens."""

    NUMBER = auto()
    NAME = auto()
    MARK = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A number, a name, an operator or bracket, or the end: what it means, and its place."""

    sort: Sort
    text: str
    at: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of the text, the end last; ClaimError at the first thing that is none."""
    if len(text) > MAX_LENGTH:
        message = f"the text has {len(text)} characters, more than the {MAX_LENGTH} that are read"
        raise ClaimError(message, text, MAX_LENGTH)
    parts, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ClaimError(_why_not(text[at]), text, at)
        if match.lastgroup != "space":
            parts.append(_token(match, text))
        at = match.end()
    return (*parts, Token(Sort.END, "", len(text), len(text)))


def closing(parts: Sequence[Token], start: int) -> int:
    """The place of the bracket that closes the one at `start`, or of the end."""
    depth = 0
    for place in range(start, len(parts)):
        depth += {"(": 1, ")": -1}.get(parts[place].text, 0)
        if not depth:
            return place
    return len(parts) - 1


def plain(text: str) -> str:
    """A text that was read, in ASCII and with single blanks."""
    return " ".join(text.translate(_ASCII).split())


def _token(match: re.Match[str], text: str) -> Token:
    body, at, end = match[0], match.start(), match.end()
    match match.lastgroup:
        case "number":
            return Token(Sort.NUMBER, _number(body, text, at, end), at, end)
        case "name":
            if len(body) > MAX_NAME:
                raise ClaimError(f"a name has more than {MAX_NAME} letters", text, at)
            return Token(Sort.NAME, body, at, end)
        case "greek":
            return Token(Sort.NAME, GREEK[body], at, end)
        case _:
            return Token(Sort.MARK, SIGNS.get(body, body), at, end)


def _number(body: str, text: str, at: int, end: int) -> str:
    """The digits of a number, without marks between them; 1e6 is an integer, written out."""
    digits, _, zeros = body.replace("_", "").lower().partition("e")
    if len(digits) + int(zeros[:9] or 0) > MAX_DIGITS:
        raise ClaimError(f"a number has more than {MAX_DIGITS} digits", text, at)
    if text[end : end + 1] == ".":
        raise ClaimError("a decimal is written with digits on both sides: 0.5", text, end)
    if re.match(r"[eE][-+]?[0-9]", text[end : end + 3]):
        message = "a power of ten that is no integer is written out: 1/10**5 for 1e-5"
        raise ClaimError(message, text, end)
    if text[end : end + 1] == "_":
        raise ClaimError("a number runs into _: names begin with a letter", text, end)
    return digits + "0" * int(zeros or 0)


def _why_not(character: str) -> str:
    hint = _HINTS.get(character)
    if not " " <= character <= "~":
        code = f"U+{ord(character):04X}"
        return f"the character {code} is not read: {hint or 'a claim is written in plain ASCII'}"
    message = f"the character {character} is not part of the claim language"
    return f"{message}: {hint}" if hint else message


# --- syntax trees --------------------------------------------------------------------------------


MAX_NESTING = 50
UNEQUAL = "!="
RELATIONS = ("<=", ">=", "<", ">", "==", UNEQUAL)
SYMBOL = re.compile(rf"([A-Za-z]|{GREEK_NAMES})(_?[0-9]+)?")
"""Names that are factors even after a blank, as in 2 k T."""
REWARDS = re.compile(r"Rew|Delta|P|Area|OPT|ALG|Regret|[fgh](_?[0-9]+)?")
"""Rewards, which are written with arguments."""
BEFORE = "before"
COUNTS = ("most", "least", "squares")
"""Words that are numbers, too."""
PARITIES = ("even", "odd")
CONNECTIVES = ("and", "or", "not", "implies", "iff")
WORDS = (*CONNECTIVES, "is", BEFORE)
STOPS = (*WORDS, "to")
"""Words that are no factor of a product."""
OPERATORS = ("+", "-", "*", "/", "//", "%", "**")
ALL, EXISTS = "for all", "exists"
EVERY = ("all", "every", "each", "any")


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or a decimal as it is written."""

    value: int | Fraction
    at: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands alone."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """name(arguments); a count before the last pull of an arm is before(count, arm)."""

    name: str
    arguments: tuple[Expression, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Negation:
    """-operand."""

    operand: Expression
    at: int


@dataclass(frozen=True, slots=True)
class Step:
    """An operator with its right operand; `at` is the place of the operator."""

    operator: str
    operand: Expression
    at: int


@dataclass(frozen=True, slots=True)
class Series:
    """first, then operators of one precedence from left to right; flat, however long it is."""

    first: Expression
    steps: tuple[Step, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Power:
    """base ** exponent; `at` is the place of the operator."""

    base: Expression
    exponent: Expression
    at: int


Expression = Number | Name | Call | Negation | Series | Power


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: text[start:end], and the same in ASCII with single blanks."""

    expression: Expression
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """left relation right; a chain a <= b <= c is two links. `at` is the place of the relation."""

    left: Side
    relation: str
    right: Side
    at: int


@dataclass(frozen=True, slots=True)
class Syntax:
    """Comparisons as they are written: links, all of which must hold, and their names in order."""

    text: str
    links: tuple[Link, ...]
    names: tuple[str, ...]


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


Tree = Syntax | Not | Both | Either


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


def parse(text: str) -> Syntax:
    """Comparisons joined by `and`, or ClaimError."""
    parser = _Parser(text)
    tree = parser.formula()
    parser.end()
    if not isinstance(tree, Syntax):
        raise ClaimError("only 'and' joins comparisons here", text, 0)
    return tree


def parse_quantified(text: str, renamed: Mapping[str, str] | None = None) -> Quantified:
    """A claim or a given with its quantifiers, some of its names renamed, or ClaimError."""
    return _Parser(text, renamed).quantified()


def leaves(tree: Tree) -> Iterator[Syntax]:
    """The comparisons of a tree, in order."""
    match tree:
        case Syntax():
            yield tree
        case Not(part):
            yield from leaves(part)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from leaves(part)


class _Parser:
    """Recursive descent over the tokens of one text; each method reads one rule of the grammar."""

    def __init__(self, text: str, renamed: Mapping[str, str] | None = None) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.renamed = renamed or {}
        self.place = 0
        self.nesting = 0
        self.closing = [""]
        """The texts that end the formulas being read: "" for the end of all, a bracket, a colon."""
        self.names: list[str] = []
        self.blanks: list[tuple[int, int]] = []

    @property
    def last(self) -> Token:
        return self.tokens[self.place - 1]

    @property
    def token(self) -> Token:
        return self.tokens[self.place]

    def wrong(self, message: str, at: int | None = None) -> ClaimError:
        return ClaimError(message, self.text, self.token.at if at is None else at)

    def take(self, *allowed: str) -> Token | None:
        """The next token if it is one of these, and then go on."""
        token = self.token
        if token.text not in allowed:
            return None
        self.place += 1
        return token

    def end(self) -> None:
        if self.token.sort is not Sort.END:
            raise self.wrong(self._stray())

    def _stray(self) -> str:
        match self.token:
            case Token(text=")"):
                return "this bracket closes nothing"
            case Token(text=","):
                return "a comma stands only between the arguments of a functional"
            case Token(text=":"):
                return "only 'for all n <= T:' and 'exists n:' at the front end with a colon"
            case token:
                return f"an operator or 'and' is missing before {quote(token.text)}"

    # --- quantifiers ---

    def quantified(self) -> Quantified:
        quantifiers: list[Quantifier] = []
        while head := self._head():
            kind, words = head
            self.place += words
            if not self._comes(":"):
                raise self.wrong(f"a colon is missing after the range: {kind} n <= T: ...")
            quantifiers.append(self.range(kind, ":"))
            if not self.take(":"):
                raise self.wrong(self._stray())
        tree = self.formula()
        if head := self._head():
            if head[0] == EXISTS or self._comes(":"):
                raise self._misplaced(head[0])
            self.place += head[1]
            quantifiers.insert(0, self.range(ALL, ""))
        self.end()
        return Quantified(self.text, tuple(quantifiers), tree)

    def _head(self) -> tuple[str, int] | None:
        """A quantifier that begins here, and how many words it has."""
        match [token.text for token in self.tokens[self.place : self.place + 2]]:
            case ["for", word] if word in EVERY:
                return ALL, 2
            case ["exists" | "exist", *_]:
                return EXISTS, 1
            case ["there", "exists" | "exist" | "is" | "are"]:
                return EXISTS, 2
            case _:
                return None

    def _misplaced(self, kind: str) -> ClaimError:
        return self.wrong(f"'{kind}' stands at the front of a claim, or for all n at its end")

    def _comes(self, text: str) -> bool:
        return any(token.text == text for token in self.tokens[self.place :])

    def range(self, kind: str, closing: str) -> Quantifier:
        start, at = self.place, self.token.at
        while self.token.sort is Sort.NAME:
            self.place += 1
            if self.token.text == closing:
                names = (self._name(token) for token in self.tokens[start : self.place : 2])
                return Quantifier(kind, tuple(names), None, at)
            if not self.take(","):
                break
        self.place = start
        if self.token.sort is Sort.NAME and self.tokens[start + 1].text == "from":
            tree: Tree = self.from_to()
        else:
            self.closing.append(closing)
            tree = self.formula()
            self.closing.pop()
        return Quantifier(kind, (self._bound(tree, at),), tree, at)

    def from_to(self) -> Syntax:
        """n from a to b, as n >= a and n <= b."""
        token, start = self.token, len(self.names)
        name = self._name(token)
        self.names.append(name)
        self.place += 2
        own = Side(Name(name, token.at), token.at, token.end, token.text)
        low = self.side()
        if not self.take("to"):
            raise self.wrong("a range is written n from 1 to T")
        links = Link(own, ">=", low, token.at), Link(own, "<=", self.side(), token.at)
        return self._syntax(links, start)

    def _bound(self, tree: Tree, at: int) -> str:
        """The first name that stands alone on a side, in the middle of a chain if there is one."""
        links = [link for leaf in leaves(tree) for link in leaf.links]
        inner = [link.right for link, after in pairwise(links) if link.right is after.left]
        for side in (*inner, *(side for link in links for side in (link.left, link.right))):
            if isinstance(side.expression, Name):
                return side.expression.name
        raise self.wrong("a range is written n <= T, 1 <= n <= T, or n from 1 to T", at)

    # --- formulas ---

    def formula(self) -> Tree:
        left = self.implication()
        if not self.take("iff"):
            return left
        right = self.implication()
        if self.token.text == "iff":
            raise self.wrong("write brackets to say which iff is meant")
        return Both((Either((Not(left), right)), Either((Not(right), left))))

    def implication(self) -> Tree:
        """a implies b implies c: not a, or not b, or c."""
        parts = [self.disjunction()]
        while self.take("implies"):
            parts.append(self.disjunction())
        *assumed, last = parts
        return Either((*map(Not, assumed), last)) if assumed else last

    def disjunction(self) -> Tree:
        parts = [self.conjunction()]
        while self.take("or"):
            parts.append(self.conjunction())
        return Either(tuple(parts)) if len(parts) > 1 else parts[0]

    def conjunction(self) -> Tree:
        parts = [self.part()]
        while self.take("and"):
            parts.append(self.part())
        return _all_of(self.text, parts)

    def part(self) -> Tree:
        negative = False
        while self.take("not"):
            negative = not negative
        bracket = self.token
        if self._opens_formula():
            self.place += 1
            self.enter(bracket)
            self.closing.append(")")
            tree = self.formula()
            self.closing.pop()
            self.close(bracket)
        else:
            tree = self.comparison()
        return Not(tree) if negative else tree

    def _opens_formula(self) -> bool:
        """Whether a bracket opens here that has a comparison inside, and nothing that it is part of
        behind it.
        """
        if self.token.text != "(":
            return False
        end = closing(self.tokens, self.place)
        inside = {token.text for token in self.tokens[self.place : end]}
        after = self.tokens[min(end + 1, len(self.tokens) - 1)].text
        compares = bool(inside & {*RELATIONS, *CONNECTIVES, "is"})
        return compares and after not in (*RELATIONS, *OPERATORS)

    def comparison(self) -> Tree:
        if self.token.text in CONNECTIVES:
            raise self.wrong("a comparison is missing here")
        start, side = len(self.names), self.side()
        if word := self.take("is"):
            return self._syntax((self.parity(side, word),), start)
        links: list[Link] = []
        while relation := self.take(*RELATIONS):
            if links:
                self._check_blanks(links[-1].right)
            right = self.side()
            links.append(Link(side, relation.text, right, relation.at))
            side = right
        if not links:
            ends = self.token.text in (*CONNECTIVES, self.closing[-1]) or self._head()
            message = "a comparison is missing: write one of <=, >=, <, > or == here"
            raise self.wrong(message if ends else self._stray())
        equal = [link for link in links if link.relation != UNEQUAL]
        parts: list[Tree] = [self._syntax(tuple(equal), start)] if equal else []
        unequal = [replace(link, relation="==") for link in links if link.relation == UNEQUAL]
        parts += [Not(self._syntax((link,), start)) for link in unequal]
        return _all_of(self.text, parts)

    def _syntax(self, links: tuple[Link, ...], start: int) -> Syntax:
        """Links with the names that were met since there were `start` of them."""
        return Syntax(self.text, links, tuple(dict.fromkeys(self.names[start:])))

    def parity(self, side: Side, word: Token) -> Link:
        """n is even: n % 2 == 0; n is odd: n % 2 == 1."""
        parity = self.take(*PARITIES)
        if not parity:
            raise self.wrong("only 'is even' and 'is odd' are known: write the rest as comparisons")
        halved = Series(side.expression, (Step("%", Number(2, word.at), word.at),), side.start)
        left = Side(halved, side.start, word.at, f"({side.text}) % 2")
        rest = PARITIES.index(parity.text)
        return Link(
            left, "==", Side(Number(rest, parity.at), parity.at, parity.end, str(rest)), word.at
        )

    def _check_blanks(self, middle: Side) -> None:
        """n >= 1 m >= 2 lacks an 'and': the middle of a chain is no product with a blank in it."""
        for place, nesting in self.blanks:
            token = self.tokens[place]
            if middle.start < token.at < middle.end and nesting == self.nesting:
                message = f"an operator or 'and' is missing before {quote(token.text)}"
                raise self.wrong(message, token.at)

    def side(self) -> Side:
        start = self.token.at
        expression = self.sum()
        end = self.last.end
        return Side(expression, start, end, plain(self.text[start:end]))

    def sum(self) -> Expression:
        at, first, steps = self.token.at, self.product(), []
        while operator := self.take("+", "-"):
            steps.append(Step(operator.text, self.product(), operator.at))
        return Series(first, tuple(steps), at) if steps else first

    def product(self) -> Expression:
        at, first, steps = self.token.at, self.factor(), []
        while True:
            if operator := self.take("*", "/", "//", "%"):
                steps.append(Step(operator.text, self.factor(), operator.at))
            elif self._juxtaposed():
                self._check_juxtaposed(steps[-1] if steps else Step("*", first, at))
                place = self.token.at
                steps.append(Step("*", self.power(), place))
            else:
                return Series(first, tuple(steps), at) if steps else first

    def _juxtaposed(self) -> bool:
        """Whether a factor follows without an operator.

        After a blank, a name that is not called must be a letter or Greek, for "always" is no
        factor in f(n) <= 1 always.
        """
        blank = self.token.at > self.last.end
        if self.token.text == "(":
            return self.last.sort is Sort.NUMBER or self.last.text == ")"
        if self.token.sort is not Sort.NAME or self.token.text in STOPS or self._head():
            return False
        known = SYMBOL.fullmatch(self.token.text) or self.token.text in COUNTS
        if blank and not self._called() and not known:
            return False
        return self.last.sort in (Sort.NUMBER, Sort.NAME) or self.last.text == ")"

    def _called(self) -> bool:
        """Whether the next token is a name with a bracket after it."""
        return self.token.sort is Sort.NAME and self.tokens[self.place + 1].text == "("

    def _check_juxtaposed(self, before: Step) -> None:
        """1/2T and 2^3T can be read in two ways; a blank is remembered for `_check_blanks`.

        1/2 Rew(f,T), with a blank before rewards, is half of them.
        """
        blank = self.token.at > self.last.end
        if (
            blank
            and before.operator == "/"
            and self._called()
            and REWARDS.fullmatch(self.token.text)
        ):
            before = Step("*", before.operand, before.at)
        alone = self.token.sort is Sort.NAME and not self._called()
        raised = isinstance(before.operand, Power) and alone and not blank
        if before.operator != "*" or raised:
            sign = "**" if raised else before.operator
            word = "(...)" if self.token.text == "(" else quote(self.token.text)
            raise self.wrong(
                f"this product after {sign} can be read in two ways: write * before {word}, "
                f"or brackets around all that stands after {sign}"
            )
        if blank:
            self.blanks.append((self.place, self.nesting))

    def factor(self) -> Expression:
        at, negative = self.token.at, False
        while self.take("-"):
            negative = not negative
        power = self.power()
        return Negation(power, at) if negative else power

    def power(self) -> Expression:
        base = self.atom()
        operator = self.take("**")
        if not operator:
            return base
        self.enter(operator)
        exponent = self.factor()
        self.nesting -= 1
        return Power(base, exponent, operator.at)

    def atom(self) -> Expression:
        token = self.token
        if head := self._head():
            raise self._misplaced(head[0])
        if token.sort is Sort.NUMBER:
            self.place += 1
            exact = Fraction(token.text) if "." in token.text else int(token.text)
            return Number(exact, token.at)
        if token.sort is Sort.NAME and token.text not in WORDS:
            return self.name_or_call()
        if bracket := self.take("("):
            self.enter(bracket)
            inner = self.sum()
            self.close(bracket)
            return inner
        raise self.wrong(self._missing())

    def name_or_call(self) -> Expression:
        """A name, a call, or a count before a last pull."""
        token, name = self.token, self._name(self.token)
        self.place += 1
        self.names.append(name)
        node: Name | Call = Name(name, token.at)
        if bracket := self.take("("):
            node = Call(name, self.arguments(bracket), token.at)
        if self.token.text != BEFORE:
            return node
        return Call(BEFORE, (node, self.arm_of_last_pull()), token.at)

    def arm_of_last_pull(self) -> Name:
        """The arm in "before the last pull of f"."""
        for word in (BEFORE, "the", "last", "pull", "of"):
            if not self.take(word):
                raise self.wrong("a moment of the run is written: before the last pull of f")
        arm = self.token
        if arm.sort is not Sort.NAME:
            raise self.wrong("the name of an arm is missing: before the last pull of f")
        self.place += 1
        self.names.append(arm.text)
        return Name(arm.text, arm.at)

    def _name(self, token: Token) -> str:
        return self.renamed.get(token.text, token.text)

    def _missing(self) -> str:
        match self.token:
            case Token(sort=Sort.END):
                return "the text ends where a number, a name or a bracket should follow"
            case Token(text=">" | "<" as sign, at=at) if self.text[at - 1 : at] == "=":
                return f"this is written {sign}=, not ={sign}"
            case token:
                return f"a number, a name or a bracket should stand here, not {quote(token.text)}"

    def arguments(self, bracket: Token) -> tuple[Expression, ...]:
        self.enter(bracket)
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.close(bracket)
        return tuple(arguments)

    def enter(self, token: Token) -> None:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.wrong(f"the text is nested more than {MAX_NESTING} deep", token.at)

    def close(self, bracket: Token) -> None:
        self.nesting -= 1
        if self.take(")"):
            return
        if closing(self.tokens, self.tokens.index(bracket)) == len(self.tokens) - 1:
            raise self.wrong("this bracket is never closed", bracket.at)
        if self.token.text in (*RELATIONS, "and"):
            raise self.wrong("a comparison cannot stand inside brackets: join them with 'and'")
        raise self.wrong(
            f"an operator or a closing bracket is missing before {quote(self.token.text)}"
        )


def _all_of(text: str, parts: list[Tree]) -> Tree:
    """All parts together: one list of links if each part is one."""
    if len(parts) == 1:
        return parts[0]
    plain = [part for part in parts if isinstance(part, Syntax)]
    if len(plain) < len(parts):
        return Both(tuple(parts))
    names = dict.fromkeys(name for part in plain for name in part.names)
    return Syntax(text, tuple(link for part in plain for link in part.links), tuple(names))


# --- new names -----------------------------------------------------------------------------------


ROOM = 6
"""Letters that are kept free for a number at the end."""


class Fresh:
    """The names of one claim that are taken; no name is given twice."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def name(self, wanted: str, otherwise: str) -> str:
        """The wanted name, or `otherwise` where that is too long; with a number if it is taken."""
        base = wanted if len(wanted) <= MAX_NAME - ROOM else otherwise
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name
