"""What name(...) means: a call of an arm or a word of the language, or a product such as T(T+1)."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial

from imab_verify.language.declarations import FUNCTIONALS, FUNCTIONS
from imab_verify.language.errors import ClaimError
from imab_verify.language.parser import (
    Call,
    Expression,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Step,
    Syntax,
)

WRITTEN = {name: usage for name, (_, usage) in FUNCTIONALS.items()} | FUNCTIONS
"""Everything that takes arguments, and how it is written."""

OTHER_WORDS = {
    "reward": "Rew",
    "rewards": "Rew",
    "cumulative": "Rew",
    "ceiling": "ceil",
    "root": "sqrt",
    "pulls": "N",
}
ABSENT = frozenset(("log", "log2", "ln", "exp", "sum", "prod", "sup", "lim", "argmax"))
"""Functions that people know and the language does not."""


def suggestion(word: str) -> str:
    """How the word of the language that somebody seems to mean is written; "" if there is none."""
    lower = {name.lower(): name for name in WRITTEN if len(name) > 1} | OTHER_WORDS
    if len(word) <= 2:
        return ""
    close = get_close_matches(word.lower(), lower, n=1, cutoff=0.8)
    close = close or [name for name in lower if sorted(name) == sorted(word.lower())]
    return WRITTEN[lower[close[0]]] if close else ""


@dataclass(frozen=True, slots=True)
class Products:
    """Rewrites the syntax trees of one text: afterwards every call is one.

    `arms` are the declared arms, `numbers` the names that stand alone somewhere. Counts of a run
    become names as well: `count(arm, pulled, at)` is the name of N(arm), of most if the arm is "",
    and before the last pull of `pulled` if that is not "".
    """

    text: str
    arms: Container[str]
    numbers: Container[str]
    count: Callable[[str, str, int], str]

    def links(self, syntax: Syntax) -> tuple[Link, ...]:
        """The links of the text, with T*(T+1) in place of T(T+1)."""
        return tuple(
            replace(
                link,
                left=replace(link.left, expression=self.resolve(link.left.expression)),
                right=replace(link.right, expression=self.resolve(link.right.expression)),
            )
            for link in syntax.links
        )

    def resolve(self, node: Expression) -> Expression:
        """The tree with products in place of calls that are none."""
        match node:
            case Name("most", at):
                return Name(self.count("", "", at), at)
            case Name("least" | "squares" as word, at):
                return Name(self.count(word, "", at), at)
            case Call("N", (Name(arm),), at) if arm in self.arms:
                return Name(self.count(arm, "", at), at)
            case Call("before", (count, Name(pulled)), at):
                return Name(self.count(self._arm_counted(count), pulled, at), at)
            case Number() | Name():
                return node
            case Call(name, arguments, at) if self._is_product(node):
                return Series(Name(name, at), (Step("*", self.resolve(arguments[0]), at),), at)
            case Call(arguments=arguments):
                return replace(node, arguments=tuple(map(self.resolve, arguments)))
            case Negation(operand):
                return replace(node, operand=self.resolve(operand))
            case Power(Call(name, (argument,), at) as base, exponent) if self._is_product(base):
                power = Power(self.resolve(argument), self._exponent(exponent), node.at)
                return Series(Name(name, at), (Step("*", power, at),), at)
            case Power(base, exponent):
                return replace(node, base=self.resolve(base), exponent=self._exponent(exponent))
            case Series(first, steps):
                return replace(node, first=self.resolve(first), steps=tuple(map(self._step, steps)))

    def _arm_counted(self, count: Expression) -> str:
        """The arm whose pulls are counted; "" for the largest count."""
        match count:
            case Name("most"):
                return ""
            case Name("least" | "squares" as word):
                return word
            case Call("N", (Name(arm),)):
                return arm
            case _:
                message = "only N(f) and most are known before the last pull of an arm"
                raise ClaimError(message, self.text, count.at)

    def _step(self, step: Step) -> Step:
        """A factor; after / the product T(T+1) can be read in two ways."""
        operand = step.operand.base if isinstance(step.operand, Power) else step.operand
        if step.operator in ("/", "//", "%") and self._is_product(operand):
            raise self._two_ways(operand, step.operator)
        return replace(step, operand=self.resolve(step.operand))

    def _exponent(self, node: Expression) -> Expression:
        if self._is_product(node):
            raise self._two_ways(node, "**")
        return self.resolve(node)

    def _two_ways(self, node: Expression, sign: str) -> ClaimError:
        name = node.name if isinstance(node, Call) else ""
        message = (
            f"{name}(...) after {sign} can be read in two ways: write {sign} ({name}*(...)), "
            f"or {sign} {name}*(...)"
        )
        return ClaimError(message, self.text, node.at)

    def _is_product(self, node: Expression) -> bool:
        """Whether a call is a product; ClaimError if it is neither a product nor a call."""
        if not isinstance(node, Call):
            return False
        wrong = partial(ClaimError, text=self.text, position=node.at)
        name, arguments = node.name, node.arguments
        if name in self.arms or (name in WRITTEN and not self._is_number(node)):
            return False
        if name in self.numbers and len(arguments) == 1:
            return True
        if usage := suggestion(name):
            raise wrong(f"{name} is not a word of the claim language: it is written {usage}")
        if name in ABSENT:
            raise wrong(
                f"{name} is not in the claim language, which has {', '.join(WRITTEN)}: put a name "
                "in its place, such as x with --real x, and say with --given what is known of it"
            )
        product = f", or write {name}*(...) for a product" if len(arguments) == 1 else ""
        raise wrong(
            f"{name} is not a functional or a declared arm: declare it with --arm {name}{product}"
        )

    def _is_number(self, call: Call) -> bool:
        """N(n+1) is a product where N is a number, and N(f) a count."""
        match call.arguments:
            case (Name(arm),) if call.name == "N" and arm in self.arms:
                return False
            case (_,):
                return call.name == "N" and call.name in self.numbers
            case _:
                return False
