"""Texts to kernel claims, with every reading that was made on the way written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from imab_verify.errors import InputError, shown
from imab_verify.kernel import (
    ONE,
    RUN,
    ZERO,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Compound,
    Context,
    Every,
    Existence,
    Extremum,
    Family,
    Form,
    Formula,
    Kind,
    MalformedError,
    Polynomial,
    Relation,
    Run,
    Some,
    ValueComparison,
    check_statement,
    knows_horizon,
    shifts_of,
)
from imab_verify.language.contexts import STAGES, with_different
from imab_verify.language.counts import TOTALS, Counts
from imab_verify.language.declarations import (
    FUNCTIONALS,
    FUNCTIONS,
    UNDECLARED,
    Scope,
    run_names,
    scope,
)
from imab_verify.language.errors import ClaimError
from imab_verify.language.extremes import Extremes
from imab_verify.language.floors import Floors
from imab_verify.language.formulas import Leaf, Tree, leaves, lower, plain_conclusion
from imab_verify.language.fresh import Fresh
from imab_verify.language.lexer import plain
from imab_verify.language.names import Roles, roles
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
from imab_verify.language.products import WRITTEN, Products
from imab_verify.language.quantifiers import (
    ALL,
    EXISTS,
    Choice,
    Each,
    choice,
    families,
    parse_quantified,
    ranges,
)
from imab_verify.language.roots import Root, Roots
from imab_verify.language.scales import is_inhomogeneous, without_bound
from imab_verify.language.values import EXTREMA, Arithmetic, RefusalError, Value, kernel_value
from imab_verify.language.writing import polynomials, show_formula, show_polynomial

Result = TypeVar("Result")


class Chosen(NamedTuple):
    """The names that are said to exist, when they are chosen, and among what."""

    names: tuple[str, ...]
    order: str
    where: tuple[Comparison, ...]


AT_TIME = {Kind.OPT: Kind.OPT_AT, Kind.ALG: Kind.ALG_AT}


class Claims(NamedTuple):
    """What a text claims, and the side conditions under which it may be read so.

    A conclusion that is no list of comparisons is the formula, and the claim has none then.
    """

    claim: Claim
    sides: tuple[Claim, ...]
    formula: Formula | None = None
    choice: Chosen | None = None

    @property
    def statement(self) -> Claim | Compound | Existence:
        """The claim with its conclusion."""
        if self.formula is None:
            return self.claim
        if self.choice is not None:
            return Existence(self.claim, self.formula, *self.choice)
        return Compound(self.claim, self.formula)


@dataclass(frozen=True, slots=True)
class Question:
    """A claim as it was read. `claims` gives it out, with its side conditions.

    `positive`: denominators made of parameters that were multiplied away. The reading is right
    where they are > 0, so that must be proved too.
    `firm`: the givens that were read without multiplying a denominator away, defaults included.
    `notes`: the readings made: default arms and lower bounds, ratios, denominators.
    `links`: the comparisons of the text, one for each of the conclusion.
    `formula`: the conclusion, where it is not a list of comparisons.
    `roots`: the square roots of the text; what is under them must be proved to be >= 0.
    `defaults`: the givens that no text said, each with the words for it.
    """

    _claim: Claim
    positive: tuple[Polynomial, ...]
    firm: tuple[Comparison, ...]
    text: str
    givens: tuple[str, ...]
    notes: tuple[str, ...]
    links: tuple[Link, ...] = ()
    formula: Formula | None = None
    roots: tuple[Root, ...] = ()
    defaults: tuple[tuple[Comparison, str], ...] = ()
    choice: Chosen | None = None

    def claims(self) -> Claims:
        """The claim, and by firm givens on parameters: denominators are > 0, radicands >= 0.

        A given that was itself multiplied by a denominator may not help to show it positive:
        (2*x - 1)/x >= 1 holds at x = -1, where x >= 1, its form without the fraction, does not.
        Nor may a root help to show that it exists: a side condition knows only the roots that were
        met before it.
        """
        sides = [self._positive(number, p) for number, p in enumerate(self.positive)]
        sides += [
            self._side(Comparison(Form(root.above)), self.roots[:number])
            for number, root in enumerate(self.roots)
            if root.above.names()
        ]
        return Claims(self._claim, tuple(sides), self.formula, self.choice)

    def _positive(self, number: int, p: Polynomial) -> Claim:
        """Denominator number `number` is > 0; a root is if what is under it is."""
        for place, root in enumerate(self.roots):
            if p == Polynomial.variable(root.name):
                return self._side(Comparison(Form(root.above), Relation.GT), self.roots[:place])
        before = [root for root in self.roots if root.known <= number]
        return self._side(Comparison(Form(p), Relation.GT), before)

    def _side(self, conclusion: Comparison, roots: Sequence[Root]) -> Claim:
        """A side condition; what defines these roots may be used for it."""
        givens = [c for c in self.firm if not c.form.terms]
        givens += [c for root in roots for c in root.definition()]
        return replace(
            self._claim,
            arms=(),
            run=None,
            families=(),
            givens=tuple(givens),
            conclusion=(conclusion,),
        )


def asked(claim: Claim) -> Question:
    """The question about a claim that was not read from a text: it has no side conditions."""
    return Question(claim, (), claim.givens, "", (), ())


def read_question(
    text: str,
    givens: Sequence[str] = (),
    arms: Mapping[str, ArmClass] | None = None,
    reals: Sequence[str] = (),
    run: Context | None = None,
    *,
    integers: Sequence[str] = (),
    unbounded: bool = False,
) -> Question:
    """Read a claim and its givens; ClaimError says what cannot be read, and where.

    Names that are not declared are arms where they stand as arms do (f, g, h, f1, ...), real
    numbers >= 0 if they look like constants (alpha, eps, c, ...), and integer parameters >= 1
    otherwise; a given that is a lower bound on that name alone takes the place of the bound.
    """
    run, givens = with_different(run, givens)
    said, parts = parse_quantified(text), [parse_quantified(given) for given in givens]
    tree = said.tree
    given_trees = [*ranges(said, ALL), *(part.tree for part in parts if not part.quantifiers)]
    given_trees += ranges(said, EXISTS)
    syntaxes = [leaf.syntax for part in (tree, *given_trees) for leaf in leaves(part)]
    each = families([part for part in parts if part.quantifiers], syntaxes)
    used = roles((*syntaxes, *(syntax for one in each for syntax in one.syntaxes())))
    declared = scope(arms, reals, run, used, (*integers, *(one.name for one in each)))
    reader = _Reader(declared, used)
    formula = lower(tree, reader.tests)
    links = reader.links if isinstance(tree, Leaf) else []
    plain, compound = reader.givens(given_trees)
    assumed = tuple(family for one in each for family in reader.family(one))
    chosen = choice(said)
    unless = (*compound, *reader.extremes.denials())
    if chosen is not None and (unless or assumed or reader.roots.speak_of(chosen.names)):
        message = (
            "beside 'exists' stand comparisons alone: no 'or' or 'for all' in a given, no min or "
            "max in an index, and no root of what exists"
        )
        raise ClaimError(message, text, chosen.at)
    if unless:
        formula = AnyOf((*unless, formula))
    question = _Assembly(declared, used, reader, formula, plain, assumed, chosen).question(
        text, tuple(givens), tuple(links), unbounded=unbounded
    )
    _check_with_kernel(question.claims().statement)
    return question


class _Assembly:
    """The claim, put together from the comparisons that were read."""

    def __init__(
        self,
        declared: Scope,
        used: Roles,
        reader: _Reader,
        formula: Formula,
        assumed: Sequence[_Found],
        families: tuple[Family, ...],
        choice: Choice | None,
    ) -> None:
        self.scope, self.roles, self.reader = declared, used, reader
        self.formula, self.assumed, self.families = formula, assumed, families
        self.choice = choice
        self.run = reader.counts.run
        self.firm = [found.comparison for found in assumed if not found.multiplied]
        bound = {"most", *TOTALS, *(family.name for family in families)}
        alone = [name for name in used.names if name in used.alone and name not in bound]
        self.parameters = declared.parameters(alone, self.run)
        self.extremes = reader.extremes
        self.defaults = tuple(self._defaults())

    def _defaults(self) -> Iterator[tuple[Comparison, str]]:
        """The lower bounds that no given says: 1 for integers, 0 for constants and counts."""
        for name in (*self.parameters, *self.scope.doubtful):
            if any(_bounds(c, name) for c in self.firm):
                continue
            variable = Polynomial.variable(name)
            if name in self.reader.counts.named:
                yield Comparison(Form(variable)), ""
            elif name in self.scope.doubtful:
                yield Comparison(Form(variable)), f"{name} >= 0 by default"
            else:
                yield Comparison(Form(variable - ONE)), f"{name} >= 1 by default"

    def question(
        self, text: str, givens: tuple[str, ...], links: tuple[Link, ...], *, unbounded: bool
    ) -> Question:
        """The question, with every reading that was made."""
        roots = self.reader.roots.all()
        bounds = [comparison for comparison, _ in self.defaults]
        definitions = [c for root in roots for c in root.definition()]
        assumed = [found.comparison for found in self.assumed]
        bare = Claim(
            parameters=(
                *self.parameters,
                *self.extremes.names(),
                *(root.name for root in roots if root.rounded),
            ),
            arms=tuple(self.scope.arms.items()),
            givens=(*assumed, *bounds, *definitions, *self.extremes.bounds()),
            reals=(*self.scope.reals, *(root.name for root in roots if not root.rounded)),
            floors=self.reader.floors.all(),
            run=self.run,
            families=self.families,
        )
        if unbounded and isinstance(self.run, Every | Some):
            raise InputError(
                "this claim says that there are rewards in [0,1]: leave --unbounded away"
            )
        whole = Compound(bare, self.formula)
        scaled = without_bound(whole, self.reader.fresh) if unbounded else whole
        conclusion = None if self.choice else plain_conclusion(scaled.formula)
        choice = self._choice(scaled.claim)
        where = choice.where if choice else ()
        rest = tuple(given for given in scaled.claim.givens if given not in where)
        return Question(
            _claim=replace(scaled.claim, givens=rest, conclusion=conclusion or ()),
            positive=tuple(self.reader.arithmetic.positive),
            firm=(*self.firm, *bounds),
            text=text,
            givens=givens,
            notes=tuple(self._notes(whole, scaled)),
            links=links if conclusion and scaled == whole else (),
            formula=None if conclusion else scaled.formula,
            roots=roots,
            defaults=self.defaults,
            choice=choice,
        )

    def _about_choice(self) -> Iterator[str]:
        """Whether what exists may depend on the rest, if there is any."""
        if self.choice is None:
            return
        own = self.choice.names
        rest = [n for n in (*self.parameters, *self.scope.reals, *self.scope.arms) if n not in own]
        if rest:
            one = self.choice.order == "first"
            says = "the same for all" if one else "chosen for each"
            yield f"{', '.join(own)}: {says} {', '.join(rest)}"

    def _choice(self, claim: Claim) -> Chosen | None:
        """What is chosen, with those givens that say among what."""
        if self.choice is None:
            return None
        names, first = set(self.choice.names), self.choice.order == "first"
        where: list[Comparison] = []
        for given in claim.givens:
            spoken = {name for p in polynomials(given.form) for name in p.names()}
            alone = spoken <= names and not given.form.terms
            if spoken & names and (alone or not first):
                where.append(given)
        return Chosen(self.choice.names, self.choice.order, tuple(where))

    def _notes(self, whole: Compound, scaled: Compound) -> Iterator[str]:
        yield from (f"{arm} is concave by default" for arm in self.scope.by_default)
        yield from (f"{name} is a real number by default" for name in self.scope.doubtful)
        yield from (note for _, note in self.defaults if note)
        if scaled != whole:
            yield f"rewards have no upper bound: they are multiples of 1/{scaled.claim.reals[-1]}"
        elif is_inhomogeneous(whole):
            yield "rewards are in [0,1]"
        yield from self._about_choice()
        yield from self.reader.notes()


def _bounds(given: Comparison, name: str) -> bool:
    """Whether a comparison is c*name + d >= 0, > 0 with c > 0, or == 0."""
    p = given.form.constant
    if given.form.terms or p.names() != {name} or p.degree() != 1:
        return False
    return given.relation is Relation.EQ or dict(p.terms())[((name, 1),)] > 0


def _check_with_kernel(statement: Claim | Compound | Existence) -> None:
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

    def __init__(self, declared: Scope, used: Roles) -> None:
        counts = [name for group in run_names(declared.run) for name in group]
        self.scope = declared
        self.numbers = {*used.alone, *counts} - {*declared.arms}
        self.reals = set(declared.reals)
        self.fresh = Fresh({*used.names, *declared.arms, *FUNCTIONALS, *counts})
        self.floors = Floors(self.fresh, self.reals)
        self.roots = Roots(self.fresh)
        self.extremes = Extremes(self.fresh, self.reals)
        self.counts = Counts(declared.run, self.fresh)
        self.arithmetic = Arithmetic()
        self.text = ""
        self.links: list[Link] = []
        self._multiplied: list[_Found] = []

    def notes(self) -> list[str]:
        """The comparisons that were multiplied by a denominator, and what that needs."""
        floors = self.floors.all()
        return [
            *(
                f"{found.source} is read as {show_formula(found.test, floors)}"
                for found in self._multiplied
            ),
            *(
                f"{show_polynomial(p, floors)} > 0 is needed, since the text divides by it"
                for p in self.arithmetic.positive
            ),
            *(
                f"{show_polynomial(root.above, floors)} >= 0 is needed for {root.name}"
                for root in self.roots.all()
                if root.above.names()
            ),
            *(
                f"{root.name} is floor(sqrt({show_polynomial(root.above, floors)}))"
                for root in self.roots.all()
                if root.rounded
            ),
            *self.extremes.notes(floors),
            *self._about_run(),
        ]

    def _about_run(self) -> Iterator[str]:
        """What is said of a last pull that only the text names."""
        run, before = self.counts.run, self.scope.run
        if isinstance(run, Run) and isinstance(before, Run) and run.pulled and not before.pulled:
            yield f"only runs in which the last pull of {run.pulled} is {STAGES[run.stage]}"

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

    def family(self, each: Each) -> Iterator[Family]:
        """A given for all integers of a range, from 1 on if that is not said."""
        links = self.comparisons(each.body)
        divided = {name for p in self.arithmetic.positive for name in p.names()}
        if each.name in divided or any(found.test.value.extrema for found in links):
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
        for found in links:
            family = Family(each.name, first, found.comparison, last)
            if last is None and shifts_of(family) is None:
                message = (
                    f"without a last {each.name} only values f({each.name} + c) can be compared: "
                    f"say where the range ends, for all {each.name} <= T: ..."
                )
                raise self._wrong(message, each.body.links[0].left.start)
            yield family

    def comparisons(self, syntax: Syntax) -> list[_Found]:
        """All links of a text, in order."""
        self.text = syntax.text
        links = Products(syntax.text, self.scope.arms, self.numbers, self._count).links(syntax)
        found = [self._comparison(link) for link in links]
        self._multiplied += [f for f in found if f.multiplied]
        if not self.links:
            self.links += links
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
        source = shown(plain(self.text[link.left.start : link.right.end]))
        test = ValueComparison(kernel_value(difference), relation or Relation.GE)
        return _Found(test, source, multiplied)

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
                return self._try(lambda: self.arithmetic.negated(value), at)
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
            "-": lambda: exact.plus(a, exact.negated(b)),
            "*": lambda: exact.times(a, b),
            "/": lambda: exact.over(a, b),
            "//": lambda: Value.of(self.floors.of(*exact.quotient(a, b))),
            "%": lambda: self._remainder(a, b),
        }
        return self._try(operations[operator], at)

    def _remainder(self, a: Value, b: Value) -> Value:
        """a % b = a - b*floor(a/b)."""
        floor = Value.of(self.floors.of(*self.arithmetic.quotient(a, b)))
        return self.arithmetic.plus(a, self.arithmetic.negated(self.arithmetic.times(b, floor)))

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
            values.append(self._try(lambda: self.arithmetic.negated(values[0]), call.at))
        kind = "min" if call.name == "min" else "max"
        return self._try(lambda: self.arithmetic.extremum(kind, values), call.at)

    def _floor(self, value: Value) -> Value:
        return Value.of(self.floors.of(*self.arithmetic.quotient(value, Value.of(ONE))))

    def _ceil(self, value: Value) -> Value:
        """ceil(n/d) = floor((n + d - 1)/d) for integers n and d >= 1."""
        n, d = self.arithmetic.quotient(value, Value.of(ONE))
        return Value.of(self.floors.of(n + d - ONE, d))

    def _sqrt(self, value: Value) -> Value:
        above, below = self.arithmetic.radicand(value)
        root = self.roots.of(above, below, len(self.arithmetic.positive))
        self.reals |= root.names()
        return Value.of(root)

    def _rounded_root(self, name: str, value: Value) -> Value:
        """floor(sqrt(n)); ceil(sqrt(n)) = floor(sqrt(n-1)) + 1 for integers n >= 1."""
        above, below = self.arithmetic.radicand(value)
        if below != ONE or above.denominator() != 1 or above.names() & self.reals:
            raise RefusalError("a root that is rounded is one of integers: write it without / ")
        known = len(self.arithmetic.positive)
        if name == "floor":
            return Value.of(self.roots.floor(above, known))
        return Value.of(self.roots.floor(above - ONE, known) + ONE)

    def _count(self, arm: str, pulled: str, at: int) -> str:
        """The name of N(arm), or of most if there is no arm; before a last pull if there is one."""
        for name in filter(None, (arm, pulled)):
            if name not in TOTALS:
                self._check_arm(name, at)
        return self._try(lambda: self.counts.of(arm, pulled), at)

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
                part = self.arithmetic.times(Value.of(c), Value.of(self.extremes.of(extremum)))
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
        if real := sorted(p.names() & self.reals):
            hint = f": add --integer {real[0]}" if real[0] in self.scope.doubtful else ""
            message = f"an index must be an integer, and {real[0]} is real{hint}"
            raise self._wrong(message, node.at)
        return p
