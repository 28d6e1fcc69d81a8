"""Counterexamples, computed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from imab_verify.kernel import Atom, Claim, Comparison, Curve, Form, Kind, Point, RunPoint
from imab_verify.kernel.semantics import first_violation, form_value, observe, sequence_of
from imab_verify.kernel.statement import OF_RUN, tests_of
from imab_verify.language.instances import show_curve
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.model.rationals import show_rational
from imab_verify.report.counterexamples import sides_of
from imab_verify.report.explain.blocks import (
    Block,
    Display,
    Item,
    Items,
    Parts,
    Table,
    list_parts,
    say,
)
from imab_verify.report.explain.expressions import (
    Call,
    Chain,
    Expression,
    Number,
    Product,
    Role,
    Sum,
    Symbol,
    equation,
)
from imab_verify.report.explain.formulas import Names, product

MOST_SUMMANDS = 8
"""Longer sums of rewards are written by their straight pieces."""
MOST_STEPS, MOST_ARMS = 24, 5
"""Longer runs, or runs on more arms, are not written step by step."""
FAILS = {">=": "<", ">": "<=", "<=": ">", "<": ">=", "==": "!="}


@dataclass(slots=True)
class Refutation:
    """Tells why an instance contradicts a claim."""

    claim: Claim
    point: Point | RunPoint
    names: Names
    values: Mapping[str, Fraction]
    functional: Callable[[Atom], Fraction]

    @staticmethod
    def of(claim: Claim, point: Point | RunPoint, names: Names) -> Refutation:
        """With what the kernel says the functionals are at the instance."""
        return Refutation(claim, point, names, *observe(claim, point))

    def tell(self) -> Iterator[Block]:
        """The instance, the functionals, the givens, and what fails."""
        yield from self._instance()
        violated = first_violation(self.claim, self.values, self.functional)
        if violated is None:
            raise ValueError("the conclusion is true at this instance")
        parts = [violated[0]] if self.claim.is_plain else list(self.claim.conclusion)
        false = [test for part in parts for test in tests_of(part)]
        said = [*(c for c in self.claim.givens if c.form.terms), *false]
        forms = [form for comparison in said for form in comparison.form.parts()]
        atoms = dict.fromkeys(a for form in forms for _, a in form.terms)
        if atoms:
            yield say("At this instance")
            for atom in atoms:
                yield Display(self._compute(atom))
        if self.claim.givens:
            yield say("Everything that is given holds:")
            yield Items(tuple(Item(self._holds(given)) for given in self.claim.givens))
        yield say("But the conclusion does not:")
        if self.claim.is_plain:
            yield from self._fails(false[0])
        else:
            yield Items(tuple(Item(self._test(test)) for test in dict.fromkeys(false)))

    def _test(self, test: Comparison) -> Parts:
        """One comparison of a formula, and whether it is true here."""
        value = form_value(test.form, self.values, self.functional)
        true = test.relation.holds(value)
        how = _sign(test.relation.value) if true else FAILS[test.relation.value]
        chain = self.names.comparison(test)
        return (
            chain,
            f" is {'true' if true else 'false'}: the difference of its sides ",
            Chain(Number(value), ((how, Number(Fraction(0))),)),
            ".",
        )

    # --- the instance --------------------------------------------------------------------------

    def _instance(self) -> Iterator[Block]:
        point = self.point
        known = [*self.claim.parameters, *self.claim.reals]
        equations: list[Parts] = [
            (equation(self.names.symbol(name), Number(self.values[name]), Role.VALUE),)
            for name in known
        ]
        equations += [
            (equation(self.names.symbol(floor.name), Number(self.values[floor.name]), Role.VALUE),)
            for floor in self.claim.floors
        ]
        if isinstance(point, Point):
            arms = [
                self._curve(Call(arm, (self.names.index,)), curve)
                for arm, curve in point.curves.items()
            ]
            yield say("Take ", *list_parts([*equations, *arms]), ".", lead="Counterexample.")
            return
        yield say("Take ", *list_parts(equations), " and these arms:", lead="Counterexample.")
        groups = groupby(enumerate(point.curves, start=1), key=lambda arm: arm[1])
        yield Items(tuple(Item(self._arms([n for n, _ in own], c)) for c, own in groups))
        if point.roles:
            roles = [f"{arm} is arm {number + 1}" for arm, number in point.roles.items()]
            yield say(f"Here {', '.join(roles)}.")
        yield from self._run(point)

    def _arms(self, numbers: Sequence[int], curve: Curve) -> Parts:
        """Neighbours that are the same arm."""
        first, last = numbers[0], numbers[-1]
        which = f"arm {first}" if first == last else f"arms {first} to {last}"
        return (f"{which}: ", curve_expression(curve, self.names.index) or show_curve(curve), ".")

    def _curve(self, left: Expression, curve: Curve) -> Parts:
        """f(n) = start + slope * min(n, bend), or in words if there are more bends."""
        written = curve_expression(curve, self.names.index)
        if written is None:
            return (left, " = ", show_curve(curve))
        return (equation(left, written, Role.SAID),)

    def _run(self, point: RunPoint) -> Iterator[Block]:
        """The pulls: step by step if they are few, otherwise how many each arm gets."""
        run = self.claim.played
        if run is None:
            return
        sequence = sequence_of(run, point, point.T)
        k = len(point.curves)
        if is_algorithm_1(run) and len(sequence) > 2 * k and k <= MOST_ARMS:
            rows = list(_steps(point.curves, sequence))[:MOST_STEPS]
            more = " The first of them:" if len(rows) < len(sequence) - 2 * k else ""
            yield say(
                f"The first {2 * k} pulls are two of each arm. Then an arm of largest estimate is "
                f"pulled, of these one with fewest pulls.{more}"
            )
            heads = ("step", *(f"estimate of {i + 1}" for i in range(k)), "pulled")
            yield Table(heads, tuple(rows))
        pulls = Counter(sequence)
        counts = [pulls[i] for i in range(k)]
        yield say(f"Pulls of the arms at the end: {_runs_of(counts)}.")

    # --- functionals ---------------------------------------------------------------------------

    def _compute(self, atom: Atom) -> Chain:
        """A functional, at the numbers of the instance, from its definition."""
        value = Number(self.functional(atom))
        chain = Chain(self.names.atom(atom))
        for step in (*self._definition(atom), value):
            last = chain.steps[-1][1] if chain.steps else chain.first
            if step != last:
                chain = chain.then("=", step)
        return chain

    def _definition(self, atom: Atom) -> Iterator[Expression]:
        point = self.point
        if atom.kind in OF_RUN:
            if isinstance(point, RunPoint):
                yield from self._of_run(atom, point)
            return
        curve = _curve(point, atom.arm)
        indices = tuple(int(index.at(self.values)) for index in atom.indices)
        match atom.kind, indices:
            case Kind.REW, (n,):
                yield _rew(curve, n)
            case Kind.DELTA, (n,):
                yield _sum([(1, curve.value(n)), (-1, curve.value(n - 1))])
            case Kind.P, (a, N):
                gap, step = N - a, curve.value(a) - curve.value(a - 1)
                pairs = gap * (gap + 1) // 2
                yield _sum([(1, curve.rew(a)), (gap, curve.value(a)), (pairs, step)])
            case Kind.AREA, (n,):
                half = Fraction(1, 2)
                yield _sum([(1, curve.rew(n)), (-half, curve.value(n)), (half, curve.value(0))])
            case _:
                pass  # f(n) is its own definition

    def _of_run(self, atom: Atom, point: RunPoint) -> Iterator[Expression]:
        """ALG is what the pulls earn; OPT what the best arm earns in as many pulls."""
        run = self.claim.played
        if run is None:
            return
        t = int(atom.indices[0].at(self.values)) if atom.indices else point.T
        if atom.kind in (Kind.OPT, Kind.OPT_AT):
            best = max(point.curves, key=lambda curve: curve.rew(t))
            yield _rew(best, t)
            return
        pulls = Counter(sequence_of(run, point, t))
        earned = [curve.rew(pulls[i]) for i, curve in enumerate(point.curves)]
        runs = [(len(list(group)), value) for value, group in groupby(earned)]
        if len(runs) <= MOST_SUMMANDS:
            yield _sum([(count, value) for count, value in runs if value])

    # --- comparisons ---------------------------------------------------------------------------

    def _holds(self, given: Comparison) -> Parts:
        left, relation, right = sides_of(given)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        numbers = Chain(Number(lhs), ((_sign(relation), Number(rhs)),))
        return (self.names.comparison(given), ", that is ", numbers, ".")

    def _fails(self, comparison: Comparison) -> Iterator[Block]:
        left, relation, right = sides_of(comparison)
        for side in (left, right):
            chain = self._evaluate(side)
            if chain.steps:
                yield Display(chain)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        yield say(
            "so ",
            self.names.comparison(comparison),
            " is false: ",
            Chain(Number(lhs), ((FAILS[relation], Number(rhs)),)),
            ".",
        )

    def _evaluate(self, form: Form) -> Chain:
        """A side, then with numbers, then its value."""
        terms = [(c.at(self.values), self.functional(atom)) for c, atom in form.terms]
        constant = form.constant.at(self.values)
        numbers = _sum([*terms, *([(Fraction(1), constant)] if constant else [])])
        value = Number(form_value(form, self.values, self.functional))
        chain = Chain(self.names.form(form))
        for step in (numbers, value):
            last = chain.steps[-1][1] if chain.steps else chain.first
            chain = chain if step == last else chain.then("=", step)
        return chain


def _sign(relation: str) -> str:
    return "=" if relation == "==" else relation


def _curve(point: Point | RunPoint, arm: str) -> Curve:
    return point.curves[arm] if isinstance(point, Point) else point.curves[point.roles[arm]]


def curve_expression(curve: Curve, n: Symbol) -> Expression | None:
    """A constant, or start + slope * min(n, bend); None if there are more bends."""
    (first, start), *rest = curve.points
    if not rest or all(value == start for _, value in rest):
        return Number(start)
    if len(rest) != 1:
        return None
    [(bend, end)] = rest
    shifted = Sum(((False, n), (True, Number(Fraction(first))))) if first else n
    hinge = Call("min", (shifted, Number(Fraction(bend - first))))
    slope = product((end - start) / (bend - first), [hinge])
    return slope if start == 0 else Sum(((False, Number(start)), (False, slope)))


def _sum(terms: Sequence[tuple[Fraction | int, Fraction]]) -> Expression:
    """The sum of factor * value, in numbers."""
    summands: list[tuple[bool, Expression]] = []
    for factor, value in terms:
        size = abs(Fraction(factor))
        plain = Number(value) if size == 1 else Product(Fraction(1), (Number(size), Number(value)))
        summands.append((factor < 0, plain))
    if len(summands) == 1 and not summands[0][0]:
        return summands[0][1]
    return Sum(tuple(summands)) if summands else Number(Fraction(0))


def _rew(curve: Curve, n: int) -> Expression:
    """f(1) + ... + f(n), or by straight pieces: count * (first + last)/2."""
    if n <= MOST_SUMMANDS:
        return _sum([(1, curve.value(i)) for i in range(1, n + 1)])
    summands: list[tuple[bool, Expression]] = []
    for first, last in _pieces(curve, n):
        count, ends = last - first + 1, (curve.value(first), curve.value(last))
        if ends[0] == ends[1]:
            factors: tuple[Expression, ...] = (Number(Fraction(count)), Number(ends[0]))
            summands.append((False, Product(Fraction(1), factors)))
        else:
            both = Sum(((False, Number(ends[0])), (False, Number(ends[1]))))
            summands.append((False, Product(Fraction(1, 2), (Number(Fraction(count)), both))))
    return summands[0][1] if len(summands) == 1 else Sum(tuple(summands))


def _pieces(curve: Curve, n: int) -> Iterator[tuple[int, int]]:
    """(first, last) for the straight pieces of f(1), ..., f(n)."""
    start = 1
    for bend, _ in curve.points:
        if start <= bend < n:
            yield start, bend
            start = bend + 1
    yield start, n


def _steps(curves: Sequence[Curve], sequence: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Step, the estimate of every arm, and who is pulled, after the first 2k pulls."""
    k = len(curves)
    counts = Counter(sequence[: 2 * k])
    for t in range(2 * k, len(sequence)):
        level = max(counts.values())
        estimates = [
            curve.functional(Kind.P, (counts[i], level), 0) for i, curve in enumerate(curves)
        ]
        yield str(t + 1), *map(show_rational, estimates), str(sequence[t] + 1)
        counts[sequence[t]] += 1


def _runs_of(pulls: Sequence[int]) -> str:
    groups = [(n, len(list(group))) for n, group in groupby(pulls)]
    return ", ".join(str(n) if size == 1 else f"{n} ({size} arms)" for n, size in groups)
