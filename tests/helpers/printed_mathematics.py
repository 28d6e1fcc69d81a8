"""A reader for the mathematics that explanations print, independent of what prints it.

chain    =  sum {relation sum}                    relation: := = != >= > <= <
sum      =  ["-"] product {("+" | "-") product}
product  =  power {("*" | "/" | "//") power}
power    =  atom ["**" integer]
atom     =  integer | name | name "(" sum {"," sum} ")" | "(" sum ")"

A tree is a number, a name, or a tuple (operator, operands ...).
"""

import operator
import re
from fractions import Fraction

TOKEN = re.compile(r"\s*(\*\*|//|:=|!=|>=|<=|[A-Za-z_]\w*|\d+|[-+*/(),=<>])")
OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "**": operator.pow,
}
COMPARED = {
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}
RELATIONS = (":=", *COMPARED)


class Reader:
    def __init__(self, text):
        self.tokens, place = [], 0
        text = text.rstrip()
        while place < len(text):
            found = TOKEN.match(text, place)
            if found is None:
                raise ValueError(f"cannot read {text[place:]!r}")
            self.tokens.append(found[1])
            place = found.end()
        self.place = 0

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1]

    def chain(self):
        first, steps = self.sum(), []
        while self.peek() in RELATIONS:
            relation = self.take()
            steps.append((relation, self.sum()))
        if self.peek():
            raise ValueError(f"{self.peek()!r} is left over in {' '.join(self.tokens)}")
        return first, steps

    def sum(self):
        if self.peek() == "-":
            self.take()
            tree = ("-", 0, self.product())
        else:
            tree = self.product()
        while self.peek() in ("+", "-"):
            tree = (self.take(), tree, self.product())
        return tree

    def product(self):
        tree = self.power()
        while self.peek() in ("*", "/", "//"):
            tree = (self.take(), tree, self.power())
        return tree

    def power(self):
        tree = self.atom()
        if self.peek() == "**":
            self.take()
            tree = ("**", tree, int(self.take()))
        return tree

    def atom(self):
        word = self.take()
        if word == "(":
            tree = self.sum()
            assert self.take() == ")"
            return tree
        if word.isdecimal():
            return int(word)
        if not word[0].isalpha():
            raise ValueError(f"{word!r} begins nothing")
        if self.peek() != "(":
            return word
        arguments = [word]
        while self.take() != ")":
            arguments.append(self.sum())
            assert self.peek() in (",", ")")
        return ("call", *arguments)


def read_chain(text):
    """The first expression, and [(relation, expression), ...]."""
    return Reader(text).chain()


def calls(tree):
    """The function calls in a tree."""
    if isinstance(tree, tuple):
        if tree[0] == "call":
            yield tree
        for part in tree[1:]:
            yield from calls(part)


def to_sympy(tree, names, values):
    """A polynomial in the names and functionals of which nothing is known.

    `names` has trees for names, and `values` trees for functionals, by their `key`.
    """
    import sympy

    if isinstance(tree, int):
        return sympy.Integer(tree)
    if isinstance(tree, str):
        return to_sympy(names[tree], names, values) if tree in names else sympy.Symbol(tree)
    if tree[0] == "call":
        name = key(tree, names)
        meaning = values.get(name, definition(tree))
        return sympy.Symbol(name) if meaning is None else to_sympy(meaning, names, values)
    left, right = (to_sympy(part, names, values) for part in tree[1:])
    if tree[0] == "//":
        return sympy.floor(left / right) if left.is_number else sympy.Symbol(f"{left}//{right}")
    return OPERATORS[tree[0]](left, right)


def key(call, names):
    """A functional by its name and its arguments multiplied out, so that n + 1 - 1 is n."""
    import sympy

    arguments = [str(sympy.expand(to_sympy(part, names, {}))) for part in call[2:]]
    return f"{call[1]}({'; '.join(arguments)})"


def definition(call):
    """Delta, P and Area by their definitions; None for the others."""
    match call:
        case ("call", "Delta", f, n):
            return ("-", ("call", f, n), ("call", f, ("-", n, 1)))
        case ("call", "P", f, a, N):
            gap = ("-", N, a)
            pairs = ("/", ("*", gap, ("+", gap, 1)), 2)
            step = ("-", ("call", f, a), ("call", f, ("-", a, 1)))
            head = ("+", ("call", "Rew", f, a), ("*", gap, ("call", f, a)))
            return ("+", head, ("*", pairs, step))
        case ("call", "Area", f, n):
            half = ("/", ("-", ("call", f, 0), ("call", f, n)), 2)
            return ("+", ("call", "Rew", f, n), half)
    return None


def evaluate(tree, names, functions):
    """The value at numbers for the names and functions n -> f(n) for the arms."""
    if isinstance(tree, int):
        return Fraction(tree)
    if isinstance(tree, str):
        return Fraction(names[tree])
    if tree[0] == "call":
        return _call(tree, names, functions)
    left, right = (evaluate(part, names, functions) for part in tree[1:])
    return Fraction(OPERATORS[tree[0]](left, right))


def _call(tree, names, functions):
    defined = definition(tree)
    if defined is not None:
        return evaluate(defined, names, functions)
    if tree[1] == "Rew":
        n = evaluate(tree[3], names, functions)
        return sum((functions[tree[2]](i) for i in range(1, int(n) + 1)), Fraction(0))
    return Fraction(functions[tree[1]](evaluate(tree[2], names, functions)))


def holds(left, relation, right):
    """Whether two numbers are so related."""
    return COMPARED[relation](left, right)
