"""The comparisons of a claim: syntax trees to values of the kernel, within what is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from imab_verify.errors import quote
from imab_verify.kernel import (
    Atom,
    Comparison,
    Every,
    Extremum,
    Family,
    Form,
    Kind,
    Polynomial,
    Relation,
    Run,
    Some,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RUN, Formula, knows_horizon, shifts_of
from imab_verify.language.contexts import last_pulls
from imab_verify.language.declarations import (
    FUNCTIONALS,
    FUNCTIONS,
    UNDECLARED,
    WRITTEN,
    Products,
    Roles,
    Scope,
    run_names,
)
from imab_verify.language.formulas import Each, Leaf, Tree, lower
from imab_verify.language.parser import (
    Call,
    ClaimError,
    Expression,
    Fresh,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Syntax,
    plain,
)
from imab_verify.language.values import (
    EXTREMA,
    TOTALS,
    Arithmetic,
    Definitions,
    RefusalError,
    Value,
    kernel_form,
)
from imab_verify.language.writing import show_form, show_formula, show_polynomial

Result = TypeVar("Result")
AT_TIME = {Kind.OPT: Kind.OPT_AT, Kind.ALG: Kind.ALG_AT}


@dataclass(frozen=True, slots=True)
class ReadLink:
    """A link as a comparison, its source, and whether a denominator was multiplied away."""

    comparison: Comparison
    source: str
    multiplied: bool


class Reader:
    """Computes the values of syntax trees; the only names it knows are those of its scope."""

    def __init__(self, declared: Scope, used: Roles) -> None:
        counts = [name for group in run_names(declared.run) for name in group]
        self.scope = declared
        self.numbers = {*used.alone, *counts} - {*declared.arms}
        fresh = Fresh({*used.names, *declared.arms, *FUNCTIONALS, *counts})
        self.defined = Definitions(fresh, declared.reals, declared.run)
        self.arithmetic = Arithmetic()
        self.text = ""
        self.links: list[Link] = []
        self._multiplied: list[ReadLink] = []

    def notes(self) -> Iterator[str]:
        """What was multiplied by a denominator, what that needs, and what new names stand for."""
        defined, floors = self.defined, self.defined.floors
        for link in self._multiplied:
            yield f"{link.source} is read as {show_formula(link.comparison, floors)}"
        for p in self.arithmetic.positive:
            yield f"{show_polynomial(p, floors)} > 0 is needed, since the text divides by it"
        for root in defined.roots:
            if root.above.names():
                yield f"{show_polynomial(root.above, floors)} >= 0 is needed for {root.name}"
        for root in defined.roots:
            if root.rounded:
                yield f"{root.name} is floor(sqrt({show_polynomial(root.above, floors)}))"
        for extremum, name in defined.extrema.items():
            yield f"{name} is {show_form(Form(extrema=((ONE, extremum),)), floors)}"
        if isinstance(defined.run, Run) and isinstance(self.scope.run, Run):
            before = last_pulls(self.scope.run)
            for arm, stage in last_pulls(defined.run).items():
                if arm not in before:
                    yield f"only runs in which the last pull of {arm} is {stage}"

    def tests(self, syntax: Syntax) -> list[Comparison]:
        """All links of a text, in order, as the kernel takes them."""
        return [link.comparison for link in self.comparisons(syntax)]

    def givens(self, trees: Sequence[Tree]) -> tuple[list[ReadLink], list[Formula]]:
        """Givens that are comparisons; and of the others that they do not hold, as formulas."""
        plain: list[ReadLink] = []
        compound: list[Formula] = []
        for tree in trees:
            links = self.comparisons(tree.syntax) if isinstance(tree, Leaf) else []
            if links and not any(link.comparison.form.extrema for link in links):
                plain += links
            else:
                compound.append(lower(tree, self.tests, negated=True))
        return plain, compound

    def family(self, each: Each) -> Iterator[Family]:
        """A given for all integers of a range, from 1 on if that is not said."""
        links = self.comparisons(each.body)
        divided = {name for p in self.arithmetic.positive for name in p.names()}
        if each.name in divided or any(link.comparison.form.extrema for link in links):
            message = "what is given for all of a range has no minimum, and no division by its name"
            raise self._wrong(message, each.body.links[0].left.start)
        lows: list[Polynomial] = []
        highs: list[Polynomial] = []
        for bound in each.bounds:
            index = self._index(bound.side.expression)
            step = ONE if bound.strict else ZERO
            (lows if bound.lower else highs).append(index + step if bound.lower else index - step)
        if len(lows) > 1 or len(highs) > 1:
            message = f"the range of {each.name} has two bounds of one kind: give one"
            raise self._wrong(message, each.bounds[0].side.start)
        first, last = (lows or [ONE])[0], highs[0] if highs else None
        for link in links:
            family = Family(each.name, first, link.comparison, last)
            if last is None and shifts_of(family) is None:
                message = (
                    f"without a last {each.name} only values f({each.name} + c) can be compared: "
                    f"say where the range ends, for all {each.name} <= T: ..."
                )
                raise self._wrong(message, each.body.links[0].left.start)
            yield family

    def comparisons(self, syntax: Syntax) -> list[ReadLink]:
        """All links of a text, in order."""
        self.text = syntax.text
        links = Products(syntax.text, self.scope.arms, self.numbers, self._count).links(syntax)
        read = [self._comparison(link) for link in links]
        self._multiplied += [link for link in read if link.multiplied]
        if not self.links:
            self.links += links
        return read

    def _wrong(self, message: str, at: int) -> ClaimError:
        return ClaimError(message, self.text, at)

    def _try(self, operation: Callable[[], Result], at: int) -> Result:
        """The result, or the reason why there is none as an error at this place."""
        try:
            return operation()
        except RefusalError as refusal:
            raise self._wrong(str(refusal), at) from None

    def _comparison(self, link: Link) -> ReadLink:
        """a <= b is b - a >= 0; a < b is b - a > 0."""
        left, right = self._value(link.left.expression), self._value(link.right.expression)
        great, small = (left, right) if link.relation in (">=", ">", "==") else (right, left)
        difference, multiplied = self._try(
            lambda: self.arithmetic.difference(great, small), link.at
        )
        relation = {"<": Relation.GT, ">": Relation.GT, "==": Relation.EQ}.get(link.relation)
        source = quote(plain(self.text[link.left.start : link.right.end]))
        read = Comparison(kernel_form(difference), relation or Relation.GE)
        return ReadLink(read, source, multiplied)

    def _value(self, node: Expression) -> Value:
        match node:
            case Number(number):
                return Value.of(Polynomial.constant(number))
            case Name(name, at):
                return self._parameter(name, at)
            case Call() if node.name in EXTREMA:
                return self._extremum(node)
            case Call():
                return self._call(node)
            case Negation(operand, at):
                value = self._value(operand)
                return self._try(lambda: self.arithmetic.negate(value), at)
            case Power(base, exponent, at):
                value, e = self._value(base), self._exponent(exponent)
                return self._try(lambda: self.arithmetic.power(value, e), at)
            case Series(first, steps):
                value = self._value(first)
                for step in steps:
                    value = self._step(value, step.operator, self._value(step.operand), step.at)
                return value

    def _step(self, a: Value, operator: str, b: Value, at: int) -> Value:
        exact = self.arithmetic
        operations: dict[str, Callable[[], Value]] = {
            "+": lambda: exact.plus(a, b),
            "-": lambda: exact.plus(a, exact.negate(b)),
            "*": lambda: exact.times(a, b),
            "/": lambda: exact.over(a, b),
            "//": lambda: Value.of(self.defined.floor(*exact.quotient(a, b))),
            "%": lambda: self._remainder(a, b),
        }
        return self._try(operations[operator], at)

    def _remainder(self, a: Value, b: Value) -> Value:
        """a % b = a - b*floor(a/b)."""
        floor = Value.of(self.defined.floor(*self.arithmetic.quotient(a, b)))
        return self.arithmetic.plus(a, self.arithmetic.negate(self.arithmetic.times(b, floor)))

    def _exponent(self, node: Expression) -> int:
        value = self._value(node)
        p = value.polynomial()
        if p is not None and p.names() and not value.functional:
            name = min(p.names())
            message = (
                f"an exponent must be a number, and {name} is a parameter: put a name in the place "
                "of the power, such as x with --real x, and say with --given what is known of it"
            )
            raise self._wrong(message, node.at)
        return self._try(value.exponent, node.at)

    def _parameter(self, name: str, at: int) -> Value:
        if name in self.scope.arms:
            raise self._wrong(f"{name} is an arm: write {name}(n) for the reward of a pull", at)
        if name in FUNCTIONALS or name == "Regret":
            message = f"{name} is not a parameter: it is written {WRITTEN[name]}"
            raise self._wrong(message, at)
        if name not in (*self.scope.reals, *self.scope.integers):
            self._check_undeclared(name, at)
        return Value.of(Polynomial.variable(name))

    def _check_undeclared(self, name: str, at: int) -> None:
        """A name that somebody means as something else is no integer."""
        if name in UNDECLARED:
            why = f"{UNDECLARED[name]}: declare it with --real {name} or --integer {name}"
            raise self._wrong(why, at)
        for word, usage in WRITTEN.items():
            if len(word) > 1 and word.lower() == name.lower():
                raise self._wrong(f"{name} is not a parameter: it is written {usage}", at)

    # --- functions -----------------------------------------------------------------------------

    def _call(self, call: Call) -> Value:
        if call.name not in FUNCTIONS:
            return Value({self._atom(call): ONE})
        if len(call.arguments) != 1 or call.name == "N":
            raise self._wrong(f"{call.name} is written {FUNCTIONS[call.name]}", call.at)
        if call.name == "Regret":
            opt, alg = (self._of_run(call, kind) for kind in (Kind.OPT, Kind.ALG))
            return Value({opt: ONE, alg: -ONE})
        match call.arguments[0]:
            case Call("sqrt", (under,)) if call.name in ("ceil", "floor"):
                inside = self._value(under)
                return self._try(lambda: self._rounded_root(call.name, inside), call.at)
        value = self._value(call.arguments[0])
        functions = {"ceil": self._ceil, "floor": self._floor, "sqrt": self._sqrt}
        return self._try(lambda: functions[call.name](value), call.at)

    def _extremum(self, call: Call) -> Value:
        """min(...), max(...), and abs(x), which is max(x, -x)."""
        values = [self._value(argument) for argument in call.arguments]
        if call.name == "abs":
            if len(values) != 1:
                raise self._wrong("abs is written abs(x)", call.at)
            values.append(self._try(lambda: self.arithmetic.negate(values[0]), call.at))
        kind = "min" if call.name == "min" else "max"
        return self._try(lambda: self.arithmetic.extremum(kind, values), call.at)

    def _floor(self, value: Value) -> Value:
        return Value.of(self.defined.floor(*self.arithmetic.quotient(value, Value.of(ONE))))

    def _ceil(self, value: Value) -> Value:
        """ceil(n/d) = floor((n + d - 1)/d) for integers n and d >= 1."""
        n, d = self.arithmetic.quotient(value, Value.of(ONE))
        return Value.of(self.defined.floor(n + d - ONE, d))

    def _sqrt(self, value: Value) -> Value:
        above, below = self.arithmetic.radicand(value)
        root = self.defined.root(above, below, len(self.arithmetic.positive))
        return Value.of(root)

    def _rounded_root(self, name: str, value: Value) -> Value:
        """floor(sqrt(n)); ceil(sqrt(n)) = floor(sqrt(n-1)) + 1 for integers n >= 1."""
        above, below = self.arithmetic.radicand(value)
        if below != ONE or above.denominator() != 1 or above.names() & self.defined.reals:
            raise RefusalError("a root that is rounded is one of integers: write it without / ")
        known = len(self.arithmetic.positive)
        if name == "floor":
            return Value.of(self.defined.floor_of_root(above, known))
        return Value.of(self.defined.floor_of_root(above - ONE, known) + ONE)

    def _count(self, arm: str, pulled: str, at: int) -> str:
        """The name of N(arm), or of most if there is no arm; before a last pull if there is one."""
        for name in filter(None, (arm, pulled)):
            if name not in TOTALS:
                self._check_arm(name, at)
        return self._try(lambda: self.defined.count(arm, pulled), at)

    # --- functionals ---------------------------------------------------------------------------

    def _atom(self, call: Call) -> Atom:
        if call.name not in FUNCTIONALS:
            return self._reward(call)
        kind, usage = FUNCTIONALS[call.name]
        if len(call.arguments) != usage.count(",") + 1:
            raise self._wrong(f"{call.name} is written {usage}", call.at)
        if kind in (Kind.OPT, Kind.ALG):
            return self._of_run(call, kind)
        arm, *indices = call.arguments
        if not isinstance(arm, Name):
            message = f"the first argument of {call.name} is the name of an arm: {usage}"
            raise self._wrong(message, arm.at)
        self._check_arm(arm.name, arm.at)
        if kind is Kind.AREA and self.scope.arms[arm.name].first:
            of = self.scope.arms[arm.name]
            message = (
                f"Area starts at n = 0, where the {of} arm {arm.name} is not defined: "
                f"use Rew({arm.name}, n)"
            )
            raise self._wrong(message, call.at)
        return Atom(kind, arm.name, tuple(self._index(index) for index in indices))

    def _reward(self, call: Call) -> Atom:
        self._check_arm(call.name, call.at)
        if len(call.arguments) != 1:
            raise self._wrong(f"{call.name} is an arm and takes one index: {call.name}(n)", call.at)
        return Atom(Kind.VALUE, call.name, (self._index(call.arguments[0]),))

    def _check_arm(self, name: str, at: int) -> None:
        if name not in self.scope.arms:
            message = f"{name} is not a declared arm: declare it with --arm {name}"
            raise self._wrong(message, at)

    def _of_run(self, call: Call, kind: Kind) -> Atom:
        """OPT or ALG at the horizon, or at another time of the run."""
        [horizon] = call.arguments
        if self.scope.run is None:
            message = f"{call.name} belongs to the run of a policy: name one with --policy"
            raise self._wrong(message, call.at)
        if self._value(horizon).polynomial() == Polynomial.variable("T"):
            return Atom(kind)
        if isinstance(self.scope.run, Some):
            why = "what is attained is attained at the horizon"
            raise self._wrong(f"{why}: write {call.name}(T)", horizon.at)
        if isinstance(self.scope.run, Every) or knows_horizon(self.scope.run):
            why = "the policy may know the horizon, and so its run is one with T pulls"
            raise self._wrong(f"{why}: write {call.name}(T)", horizon.at)
        return Atom(AT_TIME[kind], RUN, (self._index(horizon),))

    def _without_extrema(self, value: Value) -> Value:
        """An index with an integer in the place of every minimum and maximum."""
        total = Value({a: c for a, c in value.numerator.items() if not isinstance(a, Extremum)})
        for extremum, c in value.numerator.items():
            if isinstance(extremum, Extremum):
                part = self.arithmetic.times(Value.of(c), Value.of(self.defined.extremum(extremum)))
                total = self.arithmetic.plus(total, part)
        return replace(total, factors=value.factors, below=value.below)

    def _index(self, node: Expression) -> Polynomial:
        """A polynomial with integer coefficients in the integer parameters."""
        value = self._try(lambda: self._without_extrema(self._value(node)), node.at)
        p = value.polynomial()
        if value.functional:
            raise self._wrong("an index is made of parameters, not of rewards", node.at)
        if p is None or p.denominator() != 1:
            raise self._wrong("an index must be an integer: divide with // and not with /", node.at)
        if real := sorted(p.names() & self.defined.reals):
            hint = f": add --integer {real[0]}" if real[0] in self.scope.doubtful else ""
            message = f"an index must be an integer, and {real[0]} is real{hint}"
            raise self._wrong(message, node.at)
        return p
