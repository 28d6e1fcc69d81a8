r"""Words with mathematics in them, for pages that need no script: a part of TeX as MathML.

Formulas stand between dollars and may use letters, numbers, signs, indices, powers, \frac, \sqrt,
words in \mathrm and the like, and the symbols listed here. Whatever else is written is shown as it
is. Everything that comes out is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

MARKS = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
SPOKEN = re.compile(r"(\$[^$]+\$|`[^`]+`)")
PLAIN = {"<=": "≤", ">=": "≥", "!=": "≠"}
START = len('<mo form="infix">')
LONGEST = 4000
"""Of a formula, in characters; a longer one is shown as it is written."""

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}  # fmt: skip
RELATIONS = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "in": "∈", "to": "→",
    "approx": "≈", "subset": "⊂", "subseteq": "⊆", "notin": "∉", "equiv": "≡", "sim": "∼",
    "implies": "⟹", "iff": "⟺", "Rightarrow": "⇒", "rightarrow": "→",
}  # fmt: skip
OPERATORS = {
    "cdot": "·", "times": "×", "cup": "∪", "cap": "∩", "setminus": "∖", "pm": "±", "forall": "∀",
    "exists": "∃", "mid": "|", "land": "∧", "lor": "∨", "colon": ":",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩",
    "ldots": "…", "dots": "…", "cdots": "⋯", "infty": "∞", "star": "⋆", "prime": "′",
    "{": "{", "}": "}", "|": "‖",
}  # fmt: skip
LARGE = {"sum": "∑", "prod": "∏", "int": "∫"}
FUNCTIONS = {"max", "min", "arg", "log", "ln", "exp", "sup", "inf", "lim", "Pr"}
SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.25em", "quad": "1em", "!": "0em"}
WORDS = {
    "mathrm": "", "mathit": "i", "mathtt": "t", "mathsf": "", "mathbb": "", "mathcal": "i",
    "mathbf": "b", "operatorname": "", "text": "w", "textrm": "w", "textit": "i", "mbox": "w",
}  # fmt: skip
OPENING, CLOSING = frozenset("([{⌊⌈⟨"), frozenset(")]}⌋⌉⟩")
FRACTIONS = {"frac", "tfrac", "dfrac"}


class UnknownTexError(ValueError):
    """The formula uses something that is not in this part of TeX."""


def words(text: str) -> str:
    """Text with formulas between dollars and code between back-ticks, as HTML."""
    return "".join(_convert(part) for part in SPOKEN.split(text) if part)


def _convert(part: str) -> str:
    if part.startswith("$") and len(part) > 2:
        return formula(part[1:-1]) or escape(part)
    if part.startswith("`") and len(part) > 2:
        return f"<code>{escape(part[1:-1])}</code>"
    for typed, sign in PLAIN.items():
        part = part.replace(typed, sign)
    return escape(part.replace("`", "'"))


def formula(tex: str) -> str:
    """A formula as math elements, between which a line may be broken; "" if it is not known."""
    if len(tex) > LONGEST:
        return ""
    try:
        nodes = list(_Reader(MARKS.findall(tex)).row(""))
    except (UnknownTexError, RecursionError):
        return ""
    return "<wbr>".join(f"<math>{_set(''.join(piece))}</math>" for piece in _pieces(nodes))


def _set(piece: str) -> str:
    """A piece: that a sign stands between must be said only where it comes first."""
    first, rest = piece[:START], piece[START:].replace(' form="infix"', "")
    return first + rest


@dataclass(frozen=True, slots=True)
class _Node:
    """A piece of MathML; `breaks`: a line may be broken before it. `sign` is that of an mo."""

    text: str
    sign: str = ""
    breaks: bool = False


def _pieces(nodes: Sequence[_Node]) -> Iterator[list[str]]:
    """Begin a new piece at every relation, and at a sum's signs outside brackets."""
    piece: list[str] = []
    depth = 0
    for node in nodes:
        depth += (node.sign in OPENING) - (node.sign in CLOSING)
        if piece and node.breaks and depth == 0:
            yield piece
            piece = []
        piece.append(node.text)
    if piece:
        yield piece


class _Reader:
    """Reads marks from the left."""

    def __init__(self, marks: Sequence[str]) -> None:
        self.marks = marks
        self.place = 0

    def row(self, end: str) -> Iterator[_Node]:
        """Nodes up to the mark `end`, which is taken too; "" for all."""
        before = ""
        while self.place < len(self.marks):
            word = self.marks[self.place]
            if word == end:
                self.place += 1
                return
            node = self._atom_with_scripts(before)
            if node is not None:
                before = node.sign or "x"
                yield node
        if end:
            raise UnknownTexError("a group is not closed")

    def _atom_with_scripts(self, before: str) -> _Node | None:
        """An atom with its index and its power."""
        base = self._atom(before)
        scripts: dict[str, str] = {}
        while (sign := self._peek()) in ("_", "^"):
            self.place += 1
            if base is None or sign in scripts:
                raise UnknownTexError("there is nothing to bear an index")
            scripts[sign] = self._argument()
        if base is None or not scripts:
            return base
        tag = {"_": "msub", "^": "msup", "_^": "msubsup"}["".join(sorted(scripts, reverse=True))]
        inside = "".join(scripts[sign] for sign in "_^" if sign in scripts)
        return _Node(f"<{tag}>{base.text}{inside}</{tag}>")

    def _peek(self) -> str:
        while self.place < len(self.marks) and self.marks[self.place].isspace():
            self.place += 1
        return self.marks[self.place] if self.place < len(self.marks) else ""

    def _argument(self) -> str:
        """A group, or one atom."""
        if self._peek() == "{":
            self.place += 1
            return f"<mrow>{''.join(node.text for node in self.row('}'))}</mrow>"
        node = self._atom("")
        if node is None:
            raise UnknownTexError("something is missing after a command")
        return node.text

    def _letters(self) -> str:
        """The letters of a group, such as {ALG}."""
        if self._peek() != "{":
            raise UnknownTexError("a word stands in braces")
        self.place += 1
        letters = []
        while (word := self._take()) != "}":
            if word.startswith("\\") and word[1:] not in ("_", " ", ","):
                raise UnknownTexError(word)
            if word in ("{", "^", "$"):
                raise UnknownTexError(word)
            letters.append(word.removeprefix("\\").replace(",", ", " if word == "," else " "))
        return "".join(letters)

    def _take(self) -> str:
        if self.place >= len(self.marks):
            raise UnknownTexError("a group is not closed")
        self.place += 1
        return self.marks[self.place - 1]

    def _atom(self, before: str) -> _Node | None:
        word = self._take()
        if word.isspace() or word in ("~", "&"):
            return None
        if word == "{":
            return _Node(f"<mrow>{''.join(node.text for node in self.row('}'))}</mrow>")
        if word.startswith("\\"):
            return self._command(word[1:], before)
        if word[0].isdecimal():
            return _Node(f"<mn>{word}</mn>")
        if word.isalpha():
            return _Node(f"<mi>{escape(word)}</mi>")
        if word in "}^_$#%\\":
            raise UnknownTexError(word)
        return _sign(word, before)

    def _command(self, name: str, before: str) -> _Node | None:
        if name in GREEK:
            return _Node(f"<mi>{GREEK[name]}</mi>")
        if name in RELATIONS:
            return _relation(RELATIONS[name])
        if name in OPERATORS:
            return _sign(OPERATORS[name], before)
        if name in LARGE:
            return _Node(f"<mo>{LARGE[name]}</mo>")
        if name in FUNCTIONS:
            return _Node(f"<mi>{name}</mi>")
        if name in SPACES:
            return _Node(f'<mspace width="{SPACES[name]}"/>')
        if name in FRACTIONS:
            return _Node(f"<mfrac>{self._argument()}{self._argument()}</mfrac>")
        if name == "sqrt":
            return _Node(f"<msqrt>{self._argument()}</msqrt>")
        if name == "overline":
            return _Node(f'<mover>{self._argument()}<mo stretchy="true">¯</mo></mover>')
        if name in WORDS:
            return _word(self._letters(), WORDS[name])
        if name in ("left", "right"):
            return self._fence()
        raise UnknownTexError(name)

    def _fence(self) -> _Node:
        self._peek()
        word = self._take()
        sign = "" if word == "." else OPERATORS.get(word.removeprefix("\\"), word)
        if len(sign) > 1:
            raise UnknownTexError(word)
        return _Node(f"<mo>{escape(sign)}</mo>", sign)


def _sign(sign: str, before: str) -> _Node:
    """A sign; plus and minus stand between if something is before them."""
    if sign in "=<>":
        return _relation(sign)
    if sign in "+-±":
        shown = sign.replace("-", "−")
        between = before and before not in "([{⌊⌈,=<>≤≥"
        form = "infix" if between else "prefix"
        return _Node(f'<mo form="{form}">{shown}</mo>', sign, breaks=bool(between))
    if sign in ",;":
        return _Node(f'<mo separator="true">{sign}</mo>', sign)
    if sign in "()[]{}⌊⌋⌈⌉":
        return _Node(f'<mo stretchy="false">{sign}</mo>', sign)
    tight = ' lspace="0" rspace="0"' if sign == "/" else ""
    return _Node(f"<mo{tight}>{escape(sign)}</mo>", sign)


def _relation(sign: str) -> _Node:
    return _Node(f'<mo form="infix">{escape(sign)}</mo>', sign, breaks=True)


def _word(text: str, kind: str) -> _Node:
    """Letters in one font; a single upright letter must say that it is."""
    shown = escape(text)
    if kind == "w":
        left = '<mspace width="0.28em"/>' if text[:1].isspace() else ""
        right = '<mspace width="0.28em"/>' if text[-1:].isspace() else ""
        return _Node(f"{left}<mtext>{shown.strip()}</mtext>{right}", breaks=bool(left))
    if kind:
        style = {"i": "mi-italic", "t": "mi-code", "b": "mi-bold"}[kind]
        return _Node(f'<mi class="{style}">{shown}</mi>')
    upright = ' mathvariant="normal"' if len(text) == 1 else ""
    return _Node(f"<mi{upright}>{shown}</mi>")
