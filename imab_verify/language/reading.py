"""Texts to kernel claims, with every reading that was made on the way written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from imab_verify.errors import InputError, shown
from imab_verify.kernel import (
    ONE,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Compound,
    Form,
    Formula,
    Kind,
    MalformedError,
    Polynomial,
    Relation,
    Run,
    ValueComparison,
    check_statement,
)
from imab_verify.language.declarations import DEFAULT_ARM, FUNCTIONALS, Scope, run_names, scope
from imab_verify.language.errors import ClaimError
from imab_verify.language.floors import Floors
from imab_verify.language.formulas import Leaf, Tree, leaves, lower, parse_formula, plain_conclusion
from imab_verify.language.parser import (
    Call,
    Expression,
    Link,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Syntax,
)
from imab_verify.language.values import EXTREMA, Arithmetic, RefusalError, Value, kernel_value
from imab_verify.language.writing import show_comparison, show_polynomial

Result = TypeVar("Result")


class Claims(NamedTuple):
    """What a text claims, and the side conditions under which it may be read so.

    A conclusion that is no list of comparisons is the formula, and the claim has none then.
    """

    claim: Claim
    sides: tuple[Claim, ...]
    formula: Formula | None = None

    @property
    def statement(self) -> Claim | Compound:
        """The claim with its conclusion."""
        return self.claim if self.formula is None else Compound(self.claim, self.formula)


@dataclass(frozen=True, slots=True)
class Question:
    """A claim as it was read. `claims` gives it out, with its side conditions.

    `positive`: denominators made of parameters that were multiplied away. The reading is right
    where they are > 0, so that must be proved too.
    `firm`: the givens that were read without multiplying a denominator away, defaults included.
    `notes`: the readings made: default arms and lower bounds, ratios, denominators.
    `links`: the comparisons of the text, one for each of the conclusion.
    `formula`: the conclusion, where it is not a list of comparisons.
    """

    _claim: Claim
    positive: tuple[Polynomial, ...]
    firm: tuple[Comparison, ...]
    text: str
    givens: tuple[str, ...]
    notes: tuple[str, ...]
    links: tuple[Link, ...] = ()
    formula: Formula | None = None

    def claims(self) -> Claims:
        """The claim, and for every denominator that it is > 0, by firm givens on parameters.

        A given that was itself multiplied by a denominator may not help to show it positive:
        (2*x - 1)/x >= 1 holds at x = -1, where x >= 1, its form without the fraction, does not.
        """
        bare = replace(
            self._claim, arms=(), run=None, givens=tuple(c for c in self.firm if not c.form.terms)
        )
        sides = [replace(bare, conclusion=(_positive(p),)) for p in self.positive]
        return Claims(self._claim, tuple(sides), self.formula)


def _positive(p: Polynomial) -> Comparison:
    return Comparison(Form(p), Relation.GT)


def asked(claim: Claim) -> Question:
    """The question about a claim that was not read from a text: it has no side conditions."""
    return Question(claim, (), claim.givens, "", (), ())


def read_question(
    text: str,
    givens: Sequence[str] = (),
    arms: Mapping[str, ArmClass] | None = None,
    reals: Sequence[str] = (),
    run: Run | None = None,
) -> Question:
    """Read a claim and its givens; ClaimError says what cannot be read, and where.

    Names that are not declared as arms or reals are integer parameters, at least 1 unless a given
    is a lower bound on that name alone.
    """
    tree, given_trees = parse_formula(text), [parse_formula(given) for given in givens]
    syntaxes = [leaf.syntax for part in (tree, *given_trees) for leaf in leaves(part)]
    every = dict.fromkeys(name for syntax in syntaxes for name in syntax.names)
    names = tuple(name for name in every if name not in EXTREMA)
    declared = scope(arms, reals, run, names)
    taken = {*names, *declared.arms, *FUNCTIONALS, *(n for g in run_names(run) for n in g)}
    reader = _Reader(declared, Floors(taken, frozenset(declared.reals)))
    formula = lower(tree, reader.tests)
    plain, compound = reader.givens(given_trees)
    if compound:
        formula = AnyOf((*compound, formula))
    firm = [found.comparison for found in plain if not found.multiplied]
    conclusion = plain_conclusion(formula)
    parameters = declared.parameters(names)
    free = [name for name in parameters if not any(_bounds(c, name) for c in firm)]
    defaults = [Comparison(Form(Polynomial.variable(name) - ONE)) for name in free]
    claim = Claim(
        parameters=parameters,
        arms=tuple(declared.arms.items()),
        givens=(*(found.comparison for found in plain), *defaults),
        conclusion=conclusion or (),
        reals=declared.reals,
        floors=reader.floors.all(),
        run=run,
    )
    _check_with_kernel(claim if conclusion else Compound(claim, formula))
    return Question(
        _claim=claim,
        positive=tuple(reader.arithmetic.positive),
        firm=(*firm, *defaults),
        text=text,
        givens=tuple(givens),
        notes=(
            *([f"{DEFAULT_ARM} is concave by default"] if arms is None and claim.arms else []),
            *(f"{name} >= 1 by default" for name in free),
            *reader.notes(),
        ),
        links=tree.syntax.links if isinstance(tree, Leaf) and conclusion else (),
        formula=None if conclusion else formula,
    )


def _bounds(given: Comparison, name: str) -> bool:
    """Whether a comparison is c*name + d >= 0, > 0 with c > 0, or == 0."""
    p = given.form.constant
    if given.form.terms or p.names() != {name} or p.degree() != 1:
        return False
    return given.relation is Relation.EQ or dict(p.terms())[((name, 1),)] > 0


def _check_with_kernel(statement: Claim | Compound) -> None:
    """What is not well-formed for the kernel is no claim, whatever it was read from."""
    try:
        check_statement(statement)
    except MalformedError as error:
        raise InputError(f"the kernel does not accept this as a claim: {error}") from None


@dataclass(frozen=True, slots=True)
class _Found:
    """A test, its source, and whether it was multiplied by a denominator to be one."""

    test: ValueComparison
    source: str
    multiplied: bool

    @property
    def comparison(self) -> Comparison:
        """The test, where it has no minimum or maximum."""
        return Comparison(self.test.value.form, self.test.relation)


class _Reader:
    """Computes the values of syntax trees; the only names it knows are those of its scope."""

    def __init__(self, declared: Scope, floors: Floors) -> None:
        self.scope = declared
        self.floors = floors
        self.arithmetic = Arithmetic()
        self.text = ""
        self._multiplied: list[_Found] = []

    def notes(self) -> list[str]:
        """The comparisons that were multiplied by a denominator, and what that needs."""
        floors = self.floors.all()
        return [
            *(
                f"{found.source} is read as {show_comparison(found.comparison, floors)}"
                for found in self._multiplied
            ),
            *(
                f"{show_polynomial(p, floors)} > 0 is needed, since the text divides by it"
                for p in self.arithmetic.positive
            ),
        ]

    def tests(self, syntax: Syntax) -> list[ValueComparison]:
        """All links of a text, in order, as the kernel takes them."""
        return [found.test for found in self.comparisons(syntax)]

    def givens(self, trees: Sequence[Tree]) -> tuple[list[_Found], list[Formula]]:
        """Givens that are comparisons; and of the others that they do not hold, as formulas."""
        plain: list[_Found] = []
        compound: list[Formula] = []
        for tree in trees:
            links = self.comparisons(tree.syntax) if isinstance(tree, Leaf) else []
            if links and not any(found.test.value.extrema for found in links):
                plain += links
            else:
                compound.append(lower(tree, self.tests, negated=True))
        return plain, compound

    def comparisons(self, syntax: Syntax) -> list[_Found]:
        """All links of a text, in order."""
        self.text = syntax.text
        found = [self._comparison(link) for link in syntax.links]
        self._multiplied += [f for f in found if f.multiplied]
        return found

    def _wrong(self, message: str, at: int) -> ClaimError:
        return ClaimError(message, self.text, at)

    def _try(self, operation: Callable[[], Result], at: int) -> Result:
        """The result, or the reason why there is none as an error at this place."""
        try:
            return operation()
        except RefusalError as refusal:
            raise self._wrong(str(refusal), at) from None

    def _comparison(self, link: Link) -> _Found:
        """a <= b is b - a >= 0; a < b is b - a > 0."""
        left, right = self._value(link.left.expression), self._value(link.right.expression)
        great, small = (left, right) if link.relation in (">=", ">", "==") else (right, left)
        difference, multiplied = self._try(
            lambda: self.arithmetic.difference(great, small), link.at
        )
        relation = {"<": Relation.GT, ">": Relation.GT, "==": Relation.EQ}.get(link.relation)
        source = shown(" ".join(self.text[link.left.start : link.right.end].split()))
        return _Found(
            ValueComparison(kernel_value(difference), relation or Relation.GE), source, multiplied
        )

    def _value(self, node: Expression) -> Value:
        match node:
            case Number(integer):
                return Value.of(Polynomial.constant(integer))
            case Name(name, at):
                return self._parameter(name, at)
            case Call() if node.name in EXTREMA:
                return self._extremum(node)
            case Call():
                return Value({self._atom(node): ONE})
            case Negation(operand, at):
                value = self._value(operand)
                return self._try(lambda: self.arithmetic.negated(value), at)
            case Power(base, exponent, at):
                value, e = self._value(base), self._try(self._value(exponent).exponent, exponent.at)
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
            "-": lambda: exact.plus(a, exact.negated(b)),
            "*": lambda: exact.times(a, b),
            "/": lambda: exact.over(a, b),
            "//": lambda: Value.of(self.floors.of(*exact.quotient(a, b))),
        }
        return self._try(operations[operator], at)

    def _parameter(self, name: str, at: int) -> Value:
        if name in self.scope.arms:
            raise self._wrong(f"{name} is an arm: write {name}(n) for the reward of a pull", at)
        if name in FUNCTIONALS:
            message = f"{name} is not a parameter: it is written {FUNCTIONALS[name][1]}"
            raise self._wrong(message, at)
        return Value.of(Polynomial.variable(name))

    def _extremum(self, call: Call) -> Value:
        """min(...), max(...), and abs(x), which is max(x, -x)."""
        values = [self._value(argument) for argument in call.arguments]
        if call.name == "abs":
            if len(values) != 1:
                raise self._wrong("abs is written abs(x)", call.at)
            values.append(self._try(lambda: self.arithmetic.negated(values[0]), call.at))
        kind = "min" if call.name == "min" else "max"
        return self._try(lambda: self.arithmetic.extremum(kind, values), call.at)

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
        if kind is Kind.AREA and self.scope.arms[arm.name] is ArmClass.CONCAVE_FROM_1:
            message = (
                f"Area starts at n = 0, where the concave-from-1 arm {arm.name} is not defined: "
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
            message = f"{name} is not a functional or a declared arm: declare it with --arm {name}"
            raise self._wrong(message, at)

    def _of_run(self, call: Call, kind: Kind) -> Atom:
        [horizon] = call.arguments
        if self.scope.run is None:
            message = f"{kind} belongs to the run of a policy: name one with --policy"
            raise self._wrong(message, call.at)
        if self._value(horizon).polynomial() != Polynomial.variable("T"):
            message = f"{kind} is known at the horizon of the run only (--policy): write {kind}(T)"
            raise self._wrong(message, horizon.at)
        return Atom(kind)

    def _index(self, node: Expression) -> Polynomial:
        """A polynomial with integer coefficients in the integer parameters."""
        value = self._value(node)
        p = value.polynomial()
        if value.functional:
            raise self._wrong("an index is made of parameters, not of rewards", node.at)
        if p is None or p.denominator() != 1:
            raise self._wrong("an index must be an integer: divide with // and not with /", node.at)
        if real := sorted(p.names() & set(self.scope.reals)):
            raise self._wrong(f"an index must be an integer, and {real[0]} is real", node.at)
        return p
