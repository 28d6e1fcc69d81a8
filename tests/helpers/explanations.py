"""Checks an explanation as a patient reader would, from the formulas as they are printed.

Every identity is expanded by sympy, with what was said before put in: definitions, and the values
of functionals. Every sign, and every value of a functional at an extreme reward function, is tried
at small integers that satisfy the hypotheses and the conditions of the case.
"""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random

from printed_mathematics import calls, evaluate, holds, key, read_chain, to_sympy

from imab_verify.report.explain import write
from imab_verify.report.explain.documents import (
    Chain,
    Display,
    Items,
    Paragraph,
    Role,
    Section,
)

TRIES = 60


class Scope:
    """What has been said: trees for names and for functionals, conditions, extreme functions."""

    def __init__(self, outer=None):
        self.anywhere = False
        self.names = dict(outer.names) if outer else {}
        self.values = dict(outer.values) if outer else {}
        self.conditions = list(outer.conditions) if outer else []
        self.functions = dict(outer.functions) if outer else {}


class Reading:
    """Reads a document and fails where something that is printed is not so."""

    def __init__(self, document, seed=0):
        self.printed = " ".join(write(document, "text", 100).split())
        self.random = Random(seed)  # noqa: S311  no secret
        self.identities = self.signs = self.values = self.tried = 0
        self.walk(document.blocks, Scope())

    # --- blocks --------------------------------------------------------------------------------

    def walk(self, blocks, scope):
        for block in blocks:
            if isinstance(block, Display):
                self.define(block.chain, scope)
        for block in blocks:
            match block:
                case Paragraph(parts):
                    self.walk_parts(parts, scope, conditions=True)
                case Display(chain):
                    self.chain(chain, scope)
                case Items(items):
                    for item in items:
                        inner = Scope(scope)
                        goal = item.title[0] == "To show: "
                        self.walk_parts(item.title, inner, conditions=not goal)
                        self.walk(item.blocks, inner)
                case Section(_, inside):
                    own = Scope(scope) if block.title.startswith("Proof") else Scope()
                    own.anywhere = block.folded
                    self.walk(inside, own)

    def walk_parts(self, parts, scope, *, conditions):
        equality = "There is equality" in str(parts[0]) if parts else False
        for before, part in pairwise(("", *parts)):
            if before == "For " and isinstance(part, Chain):
                (_, arm, index), [(_, right)] = self.read(part)
                scope.functions[arm], scope.values = extreme(right, index), {}
            elif isinstance(part, Chain) and not equality:
                if part.role is Role.SAID and conditions:
                    self.condition(part, scope)
                elif part.role is not Role.SAID:
                    self.chain(part, scope)

    # --- chains --------------------------------------------------------------------------------

    def read(self, chain):
        printed = chain.text
        assert printed in self.printed, printed
        return read_chain(printed)

    def define(self, chain, scope):
        first, steps = self.read(chain)
        if steps and steps[0][0] == ":=":
            assert isinstance(first, str)
            scope.names[first] = steps[0][1]

    def condition(self, chain, scope):
        """What is said about parameters holds at the points that are tried."""
        pairs = compared(*self.read(chain))
        if any(True for left, _, right in pairs for side in (left, right) for _ in calls(side)):
            return
        scope.conditions += pairs
        if pairs[0][:2] == ("j", "="):
            scope.names["j"] = pairs[0][2]

    def chain(self, chain, scope):
        first, steps = self.read(chain)
        if chain.role in (Role.INSTANCE, Role.SAID):
            return
        if steps and steps[0][0] == ":=":
            self.define(chain, scope)
        elif chain.role is Role.VALUE:
            self.value(first, steps[0][1], scope)
        else:
            self.follows(first, compared(first, steps), scope)

    def value(self, first, right, scope):
        """A parameter of an instance, or Rew(f, m) = m*(m + 1)/2."""
        if isinstance(first, str):
            scope.names[first] = right
        else:
            self.values += 1
            self.try_points((first, "=", right), scope)
            scope.values[key(first, scope.names)] = right

    def follows(self, first, pairs, scope):
        for left, relation, right in pairs:
            if relation == "=" and not self.opens(left, scope):
                self.identity(left, right, scope)
        equal = [right for _, relation, right in pairs if relation == "="]
        if equal and isinstance(first, tuple) and first[0] == "call":
            scope.values.setdefault(key(first, scope.names), equal[-1])
        if pairs and pairs[-1][1] != "=" and first != ("-", 0, 1) and not scope.anywhere:
            self.signs += 1
            self.try_points((first, *pairs[-1][1:]), scope)

    def opens(self, tree, scope):
        """Whether this is a functional of an instance, of which nothing was said before."""
        alone = isinstance(tree, tuple) and tree[0] == "call" and not scope.functions
        return alone and key(tree, scope.names) not in scope.values

    def identity(self, left, right, scope):
        import sympy

        a, b = (to_sympy(side, scope.names, scope.values) for side in (left, right))
        assert sympy.expand(a - b) == 0, f"{left} is not {right}: {sympy.factor(a - b)}"
        self.identities += 1

    # --- points --------------------------------------------------------------------------------

    def try_points(self, comparison, scope):
        """No small integers that satisfy the conditions contradict the comparison."""
        for _ in range(TRIES):
            names = Small(self.random)
            functions = {arm: partial(f, names) for arm, f in scope.functions.items()}

            def is_so(comparison, names=names, functions=functions):
                left, relation, right = comparison
                a, b = (evaluate(spelled(s, scope.names), names, functions) for s in (left, right))
                return holds(a, relation, b)

            try:
                if all(map(is_so, scope.conditions)):
                    assert is_so(comparison), f"{comparison} is false at {names}"
                    self.tried += 1
            except (KeyError, ZeroDivisionError):
                return


class Small(dict):
    """A small integer for each name, chosen when it is asked for."""

    def __init__(self, random):
        super().__init__()
        self.random = random

    def __missing__(self, name):
        self[name] = self.random.randint(1 if name == "j" else 0, 9)
        return self[name]


def compared(first, steps):
    """A chain as comparisons of neighbours."""
    sides = [first, *(right for _, right in steps)]
    return [(left, *step) for left, step in zip(sides, steps, strict=False)]


def spelled(tree, names):
    """The tree with definitions put in, except for j, which conditions choose."""
    if isinstance(tree, str) and tree != "j" and tree in names:
        return spelled(names[tree], names)
    if isinstance(tree, tuple):
        start = 2 if tree[0] == "call" else 1
        return (*tree[:start], *(spelled(part, names) for part in tree[start:]))
    return tree


def extreme(tree, index):
    """The function 1, min(n, j), min(n - 1, j) or step(n, j), at small integers."""

    def value(names, n):
        match tree:
            case 1:
                return Fraction(1)
            case ("call", "step", _, "j"):
                return Fraction(n >= names["j"])
            case ("call", "min", shifted, "j"):
                return Fraction(min(evaluate(shifted, {index: n}, {}), names["j"]))
        raise ValueError(tree)

    return value
