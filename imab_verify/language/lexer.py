"""Text to tokens. Only the characters of the claim language, only exact numbers.

The signs and Greek letters that people type are read as the ASCII that means the same.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from imab_verify.language.errors import ClaimError

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


@lru_cache(32)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of the text, the end last; ClaimError at the first thing that is none.

    They are remembered: who looks for quantifiers reads a text before who looks for comparisons.
    """
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
