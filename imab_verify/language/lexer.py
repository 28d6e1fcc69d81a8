"""Text to tokens. Only ASCII, only the characters of the claim language, only exact numbers."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from imab_verify.language.errors import ClaimError

MAX_LENGTH = 20_000
MAX_DIGITS = 600
MAX_NAME = 40

_TOKEN = re.compile(
    r"""(?P<space> [ \t\r\n]+)
      | (?P<number> [0-9]+)
      | (?P<name> [A-Za-z][A-Za-z0-9_]*)
      | (?P<mark> \*\* | // | <= | >= | == | [-+*/<>(),])""",
    re.VERBOSE | re.ASCII,
)

_HINTS = {
    "=": "write == for equality, <= or >= for an inequality",
    "!": "!= is not supported, use < or > in two claims",
    "^": "write ** for a power",
    "%": "a remainder is written n - d*(n//d)",
    "&": "write 'and' between comparisons",
    "|": "only 'and' joins comparisons",
    "[": "use round brackets",
    "{": "use round brackets",
    "_": "names begin with a letter",
    ".": "decimals are written as p/q, and nothing has attributes",
}


class Sort(Enum):
    """The sorts of tokens."""

    NUMBER = auto()
    NAME = auto()
    MARK = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A number, a name, an operator or bracket, or the end, with its place in the text."""

    sort: Sort
    text: str
    at: int

    @property
    def end(self) -> int:
        """The place just after the token."""
        return self.at + len(self.text)


def tokens(text: str) -> list[Token]:
    """The tokens of the text, the end last; ClaimError at the first thing that is none."""
    if len(text) > MAX_LENGTH:
        message = f"the text has {len(text)} characters, more than the {MAX_LENGTH} that are read"
        raise ClaimError(message, text, MAX_LENGTH)
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ClaimError(_why_not(text[at]), text, at)
        if match.lastgroup != "space":
            found.append(_token(match, text))
        at = match.end()
    return [*found, Token(Sort.END, "", len(text))]


def _token(match: re.Match[str], text: str) -> Token:
    body, at, end = match[0], match.start(), match.end()
    match match.lastgroup:
        case "number":
            if len(body) > MAX_DIGITS:
                raise ClaimError(f"a number has more than {MAX_DIGITS} digits", text, at)
            if text[end : end + 1] == ".":
                message = "decimals are not exact: write the number as p/q"
                raise ClaimError(message, text, end)
            if re.match(r"[A-Za-z_]", text[end : end + 1]):
                message = f"a number runs into {text[end]}: write * for a product"
                raise ClaimError(message, text, end)
            return Token(Sort.NUMBER, body, at)
        case "name":
            if len(body) > MAX_NAME:
                raise ClaimError(f"a name has more than {MAX_NAME} letters", text, at)
            return Token(Sort.NAME, body, at)
        case _:
            return Token(Sort.MARK, body, at)


def _why_not(character: str) -> str:
    if not " " <= character <= "~":
        code = f"U+{ord(character):04X}"
        return f"the character {code} is not read: a claim is written in plain ASCII"
    hint = _HINTS.get(character)
    message = f"the character {character} is not part of the claim language"
    return f"{message}: {hint}" if hint else message
