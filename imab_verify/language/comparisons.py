"""The comparisons of a claim: syntax trees to values of the kernel, within what is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

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
from imab_verify.kernel.statement import Formula, knows_horizon, shifts_of
from imab_verify.language.contexts import last_pulls
from imab_verify.language.declarations import (
    ABSENT,
    FUNCTIONALS,
    FUNCTIONS,
    UNDECLARED,
    WRITTEN,
    Roles,
    Scope,
    run_names,
    suggestion,
)
from imab_verify.language.formulas import bounds, lower
from imab_verify.language.parser import (
    BEFORE,
    Call,
    ClaimError,
    Expression,
    Fresh,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Quantified,
    Series,
    Step,
    Syntax,
    Tree,
    leaves,
)
from imab_verify.language.values import (
    TOTALS,
    Arithmetic,
    Definitions,
    RefusalError,
    Value,
    kernel_form,
)
from imab_verify.language.writing import show_form, show_formula, show_polynomial


@dataclass(frozen=True, slots=True)
class ReadLink:
    """A link of a text, both of its sides, and the comparison that says the same.

    `multiplied`: whether a denominator was multiplied away for it.
    """

    link: Link
    left: Value
    right: Value
    comparison: Comparison
    multiplied: bool


@dataclass(frozen=True, slots=True)
class Sides:
    """left relation right, in the words of the text, and what both sides are."""

    left: str
    relation: str
    right: str
    lhs: Fraction
    rhs: Fraction


def sides(
    read: ReadLink, values: Mapping[str, Fraction], functional: Callable[[Atom], Fraction]
) -> Sides | None:
    """A comparison of a text at an instance; None if it divides by something that is 0 there."""
    try:
        lhs, rhs = (side.at(values, functional) for side in (read.left, read.right))
    except ZeroDivisionError:
        return None
    return Sides(read.link.left.text, read.link.relation, read.link.right.text, lhs, rhs)


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
        self._multiplied: list[ReadLink] = []

    def notes(self) -> Iterator[str]:
        """Sentences on denominators that were multiplied away, what they need, and new names."""
        defined, floors = self.defined, self.defined.floors
        for link in self._multiplied:
            source = f"{link.link.left.text} {link.link.relation} {link.link.right.text}"
            yield f"{quote(source)} is read as {show_formula(link.comparison, floors)}"
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
            links = self.comparisons(tree) if isinstance(tree, Syntax) else []
            if links and not any(link.comparison.form.extrema for link in links):
                plain += links
            else:
                compound.append(lower(tree, self.tests, negated=True))
        return plain, compound

    def family(self, part: Quantified) -> Iterator[Family]:
        """A given for all integers of a range, from 1 on if that is not said."""
        [name] = part.quantifiers[0].names
        [body] = leaves(part.tree)
        links = self.comparisons(body)
        divided = {name for p in self.arithmetic.positive for name in p.names()}
        if name in divided or any(link.comparison.form.extrema for link in links):
            message = "what is given for all of a range has no minimum, and no division by its name"
            raise self._wrong(message, body.links[0].left.start)
        ends: dict[bool, Polynomial] = {}
        for bound, below, strict in bounds(part):
            if below in ends:
                message = f"the range of {name} has two bounds of one kind: give one"
                raise self._wrong(message, part.quantifiers[0].at)
            step = ONE if strict else ZERO
            ends[below] = self._index(bound) + (step if below else -step)
        first, last = ends.get(True, ONE), ends.get(False)
        for link in links:
            family = Family(name, first, link.comparison, last)
            if last is None and shifts_of(family) is None:
                message = (
                    f"without a last {name} only values f({name} + c) can be compared: "
                    f"say where the range ends, for all {name} <= T: ..."
                )
                raise self._wrong(message, body.links[0].left.start)
            yield family

    def comparisons(self, syntax: Syntax) -> list[ReadLink]:
        """All links of a text, in order."""
        self.text = syntax.text
        read = [self._comparison(link) for link in syntax.links]
        self._multiplied += [link for link in read if link.multiplied]
        return read

    def _wrong(self, message: str, at: int) -> ClaimError:
        return ClaimError(message, self.text, at)

    @contextmanager
    def _at(self, place: int) -> Iterator[None]:
        """An operation without a result is an error at this place."""
        try:
            yield
        except RefusalError as refusal:
            raise self._wrong(str(refusal), place) from None

    def _comparison(self, link: Link) -> ReadLink:
        """a <= b is b - a >= 0; a < b is b - a > 0."""
        left, right = self._value(link.left.expression), self._value(link.right.expression)
        great, small = (left, right) if link.relation in (">=", ">", "==") else (right, left)
        with self._at(link.at):
            difference, multiplied = self.arithmetic.difference(great, small)
        relation = {"<": Relation.GT, ">": Relation.GT, "==": Relation.EQ}.get(link.relation)
        read = Comparison(kernel_form(difference), relation or Relation.GE)
        return ReadLink(link, left, right, read, multiplied)

    def _value(self, node: Expression) -> Value:
        with self._at(node.at):
            match node:
                case Number(number):
                    return Value.of(Polynomial.constant(number))
                case Name("most" | "least" | "squares") | Call("before"):
                    return self._count(node)
                case Call("N", (Name(arm),)) if arm in self.scope.arms:
                    return self._count(node)
                case Name(name, at):
                    return self._parameter(name, at)
                case Call() if self._is_product(node):
                    return self._product(node, 1)
                case Call():
                    return self._call(node)
                case Negation(operand):
                    return self.arithmetic.negate(self._value(operand))
                case Power(Call() as base, exponent) if self._is_product(base):
                    return self._product(base, self._exponent(exponent))
                case Power(base, exponent):
                    return self.arithmetic.power(self._value(base), self._exponent(exponent))
                case Series(first, steps):
                    value = self._value(first)
                    for step in steps:
                        with self._at(step.at):
                            value = self._step(value, step)
                    return value

    def _step(self, a: Value, step: Step) -> Value:
        operand, exact = step.operand, self.arithmetic
        if step.operator in ("/", "//", "%"):
            self._check_no_product(operand.base if isinstance(operand, Power) else operand, step)
        b = self._value(operand)
        match step.operator:
            case "+":
                return exact.plus(a, b)
            case "-":
                return exact.plus(a, exact.negate(b))
            case "*":
                return exact.times(a, b)
            case "/":
                return exact.over(a, b)
            case "//":
                return self._quotient(a, b)
            case _:  # a % b = a - b*(a//b)
                return exact.plus(a, exact.negate(exact.times(b, self._quotient(a, b))))

    def _quotient(self, a: Value, b: Value) -> Value:
        return Value.of(self.defined.floor(*self.arithmetic.quotient(a, b)))

    def _exponent(self, node: Expression) -> int:
        self._check_no_product(node, None)
        value = self._value(node)
        p = value.polynomial()
        if p is not None and p.names() and not value.functional:
            name = min(p.names())
            message = (
                f"an exponent must be a number, and {name} is a parameter: put a name in the place "
                "of the power, such as x with --real x, and say with --given what is known of it"
            )
            raise self._wrong(message, node.at)
        with self._at(node.at):
            return value.exponent()

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
        name, exact = call.name, self.arithmetic
        if name in ("min", "max"):
            return exact.extremum(name, [self._value(argument) for argument in call.arguments])
        if name not in FUNCTIONS:
            return Value({self._atom(call): ONE})
        if len(call.arguments) != 1 or name == "N":
            raise self._wrong(f"{name} is written {FUNCTIONS[name]}", call.at)
        if name == "Regret":
            opt, alg = (self._of_run(call, kind) for kind in (Kind.OPT, Kind.ALG))
            return Value({opt: ONE, alg: -ONE})
        match call.arguments[0]:
            case Call("sqrt", (inside,)) if name in ("ceil", "floor"):
                return self._rounded_root(name, self._value(inside))
        value = self._value(call.arguments[0])
        match name:
            case "abs":
                return exact.extremum("max", [value, exact.negate(value)])
            case "sqrt":
                above, below = exact.radicand(value)
                return Value.of(self.defined.root(above, below, len(exact.positive)))
            case "floor":
                return self._quotient(value, Value.of(ONE))
            case _:  # ceil(n/d) = floor((n + d - 1)/d) for integers n and d >= 1
                n, d = exact.quotient(value, Value.of(ONE))
                return Value.of(self.defined.floor(n + d - ONE, d))

    def _rounded_root(self, name: str, value: Value) -> Value:
        """floor(sqrt(n)); ceil(sqrt(n)) = floor(sqrt(n-1)) + 1 for integers n >= 1."""
        above, below = self.arithmetic.radicand(value)
        if below != ONE or above.denominator() != 1 or above.names() & self.defined.reals:
            raise RefusalError("a root that is rounded is one of integers: write it without / ")
        known = len(self.arithmetic.positive)
        if name == "floor":
            return Value.of(self.defined.floor_of_root(above, known))
        return Value.of(self.defined.floor_of_root(above - ONE, known) + ONE)

    def _count(self, node: Expression) -> Value:
        """N(f), most, least or squares; the first two also before the last pull of an arm."""
        count, pulled = node, ""
        if isinstance(node, Call) and node.name == BEFORE:
            count, pulled = node.arguments[0], getattr(node.arguments[1], "name", "")
        match count:
            case Name("most"):
                what = ""
            case Name("least" | "squares" as word):
                what = word
            case Call("N", (Name(arm),)):
                what = arm
            case _:
                message = "only N(f) and most are known before the last pull of an arm"
                raise self._wrong(message, count.at)
        for arm in filter(None, (what, pulled)):
            if arm not in TOTALS:
                self._check_arm(arm, node.at)
        return Value.of(Polynomial.variable(self.defined.count(what, pulled)))

    # --- products ------------------------------------------------------------------------------

    def _product(self, call: Call, exponent: int) -> Value:
        """T(T+1) is T*(T+1), and T(T+1)**2 is T*(T+1)**2."""
        name, factor = self._parameter(call.name, call.at), self._value(call.arguments[0])
        return self.arithmetic.times(name, self.arithmetic.power(factor, exponent))

    def _is_product(self, node: Call) -> bool:
        """Whether a call is a product; ClaimError if it is neither a product nor a call.

        N(n+1) is a product where N is a number, and N(f) a count.
        """
        name, alone = node.name, len(node.arguments) == 1
        if name in self.scope.arms or name == BEFORE:
            return False
        if name in WRITTEN and not (name == "N" and alone and name in self.numbers):
            return False
        if name in self.numbers and alone:
            inside = node.arguments[0]
            return not (name == "N" and isinstance(inside, Name) and inside.name in self.scope.arms)
        if usage := suggestion(name):
            message = f"{name} is not a word of the claim language: it is written {usage}"
        elif name in ABSENT:
            message = (
                f"{name} is not in the claim language, which has {', '.join(WRITTEN)}: put a name "
                "in its place, such as x with --real x, and say with --given what is known of it"
            )
        else:
            product = f", or write {name}*(...) for a product" if alone else ""
            message = (
                f"{name} is not a functional or a declared arm: declare it with --arm {name}"
                f"{product}"
            )
        raise self._wrong(message, node.at)

    def _check_no_product(self, node: Expression, step: Step | None) -> None:
        """After / and in an exponent the product T(T+1) can be read in two ways."""
        if isinstance(node, Call) and self._is_product(node):
            name, sign = node.name, step.operator if step else "**"
            message = (
                f"{name}(...) after {sign} can be read in two ways: write {sign} ({name}*(...)), "
                f"or {sign} {name}*(...)"
            )
            raise self._wrong(message, node.at)

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
        return Atom(kind, indices=(self._index(horizon),))

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
        with self._at(node.at):
            value = self._without_extrema(self._value(node))
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
