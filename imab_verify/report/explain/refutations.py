"""Counterexamples, computed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from imab_verify.kernel import (
    Atom,
    Claim,
    Comparison,
    Curve,
    Disproved,
    Form,
    Kind,
    Point,
    RunPoint,
)
from imab_verify.kernel.semantics import first_violation, form_value, sequence_of
from imab_verify.kernel.statement import OF_RUN, expand, tests_of
from imab_verify.language.instances import THROUGH, show_curve
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.language.writing import show_policy
from imab_verify.model.rationals import show_rational
from imab_verify.report.counterexamples import FAILS, arm_lines, show_counts, sides_of
from imab_verify.report.explain.documents import (
    SUM,
    Block,
    Chain,
    Display,
    Expression,
    Parts,
    Role,
    bullets,
    call,
    equation,
    list_parts,
    number,
    product,
    say,
    total,
)
from imab_verify.report.explain.statements import Names

MOST_SUMMANDS = 8
"""Longer sums of rewards are written by their straight pieces."""
MOST_STEPS, MOST_ARMS = 24, 5
"""Longer runs, or runs on more arms, are not written step by step."""


def outdone(certificate: Disproved) -> Iterator[Block]:
    """The parameters and the policy for which a claim is shown to be false."""
    names = Names.of(certificate.claim)
    where: list[Parts] = [
        (equation(names.symbol(name), names.expand(value), Role.VALUE),)
        for name, value in certificate.choice.values.items()
    ]
    if certificate.policy:
        where.append((f"the policy {show_policy(certificate.policy.policy)}",))
    take: Parts = ("Take ", *list_parts(where), ". ") if where else ()
    yield say(*take, "The claim is false, for this is true:", lead="Counterexample.")


@dataclass(slots=True)
class Refutation:
    """Tells why an instance contradicts a claim."""

    claim: Claim
    point: Point | RunPoint
    names: Names
    values: Mapping[str, Fraction]
    functional: Callable[[Atom], Fraction]

    def tell(self) -> Iterator[Block]:
        """The instance, the functionals, the givens, and what fails."""
        yield from self._instance()
        violated = first_violation(self.claim, self.values, self.functional)
        if violated is None:
            raise ValueError("the conclusion is true at this instance")
        parts = [violated[0]] if self.claim.is_plain else self.claim.conclusion
        tests = [*dict.fromkeys(test for part in parts for test in tests_of(part))]
        said = [*(c for c in self.claim.givens if c.form.terms), *tests]
        forms = [form for comparison in said for form in comparison.form.parts()]
        atoms = dict.fromkeys(a for form in forms for _, a in form.terms)
        computed = [self._compute(atom) for atom in atoms]
        if computed:
            yield say("At this instance")
            yield from map(Display, computed)
        if self.claim.givens:
            yield say("Everything that is given holds:")
            yield bullets(self._weigh(given, ", that is ") for given in self.claim.givens)
        yield say("But the conclusion does not:")
        for test in tests:
            left, _, right = sides_of(test)
            for chain in map(self._evaluate, (left, right)):
                if chain.steps and chain not in computed:
                    yield Display(chain)
            yield say("so ", *self._weigh(test, " is {}: "))

    def _weigh(self, comparison: Comparison, word: str) -> Parts:
        """A comparison, and how the values of its sides compare."""
        left, relation, right = sides_of(comparison)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        true = comparison.relation.holds(form_value(comparison.form, self.values, self.functional))
        sign = relation if true else FAILS[relation]
        chain = Chain(number(lhs), (("=" if sign == "==" else sign, number(rhs)),))
        said = word.format("true" if true else "false")
        return (self.names.comparison(comparison), said, chain, ".")

    # --- the instance --------------------------------------------------------------------------

    def _instance(self) -> Iterator[Block]:
        point = self.point
        floors = (floor.name for floor in self.claim.floors)
        equations: list[Parts] = [
            (equation(self.names.symbol(name), number(self.values[name]), Role.VALUE),)
            for name in (*self.claim.parameters, *self.claim.reals, *floors)
        ]
        if isinstance(point, Point):
            index = self.names.index
            for arm, curve in point.curves.items():
                left, written = call(arm, index), show_curve(curve, index.text)
                words = written.startswith(THROUGH)
                said = equation(left, Expression(written, SUM), Role.SAID)
                equations.append((left, f" = {written}") if words else (said,))
            take: Parts = ("Take ", *list_parts(equations), ".") if equations else ()
            yield say(*take, lead="Counterexample.")
            return
        yield say("Take ", *list_parts(equations), " and these arms:", lead="Counterexample.")
        arms = {str(place): curve for place, curve in enumerate(point.curves, start=1)}
        yield bullets((f"{line}.",) for line in arm_lines(arms, run=True))
        if point.roles:
            roles = [f"{arm} is arm {place + 1}" for arm, place in point.roles.items()]
            yield say(f"Here {', '.join(roles)}.")
        yield from self._run(point)

    def _run(self, point: RunPoint) -> Iterator[Block]:
        """The pulls: step by step if they are few, otherwise how many each arm gets."""
        run = self.claim.played
        if run is None:
            return
        sequence = sequence_of(run, point, point.T)
        k = len(point.curves)
        if is_algorithm_1(run) and len(sequence) > 2 * k and k <= MOST_ARMS:
            more = " The first of them:" if len(sequence) > 2 * k + MOST_STEPS else ""
            yield say(
                f"The first {2 * k} pulls are two of each arm. Then an arm of largest estimate is "
                f"pulled, of these one with fewest pulls.{more}"
            )
            yield bullets(_steps(point.curves, sequence[: 2 * k + MOST_STEPS]))
        counts = show_counts([sequence.count(i) for i in range(k)])
        yield say(f"Pulls of the arms at the end: {counts}.")

    # --- functionals ---------------------------------------------------------------------------

    def _compute(self, atom: Atom) -> Chain:
        """A functional, at the numbers of the instance, from its definition."""
        value = number(self.functional(atom))
        return Chain(self.names.atom(atom)).equals(*self._definition(atom), value)

    def _evaluate(self, form: Form) -> Chain:
        """A side, then with numbers, then its value."""
        terms = [(c.at(self.values), self.functional(atom)) for c, atom in form.terms]
        constant = form.constant.at(self.values)
        numbers = _sum([*terms, *([(Fraction(1), constant)] if constant else [])])
        value = number(form_value(form, self.values, self.functional))
        chain = Chain(self.names.form(form))
        return chain if form.extrema else chain.equals(numbers, value)

    def _definition(self, atom: Atom) -> Iterator[Expression]:
        point = self.point
        if atom.kind in OF_RUN:
            if isinstance(point, RunPoint):
                yield from self._of_run(atom, point)
            return
        if isinstance(point, Point):
            curve = point.curves[atom.arm]
        else:
            curve = point.curves[point.roles[atom.arm]]
        indices = tuple(int(index.at(self.values)) for index in atom.indices)
        if atom.kind is Kind.REW:
            yield _rew(curve, *indices)
        elif atom.kind is not Kind.VALUE:
            parts = [(c.at(self.values), kind, n.at(self.values)) for c, kind, n in expand(atom)]
            yield _sum([(c, curve.functional(kind, (int(n),), 0)) for c, kind, n in parts])

    def _of_run(self, atom: Atom, point: RunPoint) -> Iterator[Expression]:
        """ALG is what the pulls earn; OPT what the best arm earns in as many pulls."""
        run = self.claim.played
        if run is None:
            return
        t = int(atom.indices[0].at(self.values)) if atom.indices else point.T
        if atom.kind is Kind.OPT:
            best = max(point.curves, key=lambda curve: curve.rew(t))
            yield _rew(best, t)
            return
        pulls = Counter(sequence_of(run, point, t))
        earned = [curve.rew(pulls[i]) for i, curve in enumerate(point.curves)]
        runs = [(len(list(group)), value) for value, group in groupby(earned)]
        if len(runs) <= MOST_SUMMANDS:
            yield _sum([(count, value) for count, value in runs if value])


def _sum(terms: Sequence[tuple[Fraction | int, Fraction]]) -> Expression:
    """The sum of factor * value, in numbers."""
    summands = []
    for factor, value in terms:
        size = -factor if factor < 0 else factor
        whole = number(value) if size == 1 else product(Fraction(1), [number(size), number(value)])
        summands.append((factor < 0, whole))
    return total(summands)


def _rew(curve: Curve, n: int) -> Expression:
    """f(1) + ... + f(n), or by straight pieces: count * (first + last)/2."""
    if n <= MOST_SUMMANDS:
        return _sum([(1, curve.value(i)) for i in range(1, n + 1)])
    summands: list[tuple[bool, Expression]] = []
    start = 1
    for last in (*(bend for bend, _ in curve.points if 1 <= bend < n), n):
        count, ends = number(last - start + 1), (curve.value(start), curve.value(last))
        both = total([(False, number(end)) for end in ends])
        level = ends[0] == ends[1]
        size, mean = (Fraction(1), number(ends[0])) if level else (Fraction(1, 2), both)
        summands.append((False, product(size, [count, mean])))
        start = last + 1
    return total(summands)


def _steps(curves: Sequence[Curve], sequence: Sequence[int]) -> Iterator[Parts]:
    """The estimate of every arm, and who is pulled, after the first 2k pulls."""
    k = len(curves)
    counts = Counter(sequence[: 2 * k])
    for t in range(2 * k, len(sequence)):
        level = max(counts.values())
        estimates = (
            show_rational(curve.functional(Kind.P, (counts[i], level), 0))
            for i, curve in enumerate(curves)
        )
        pulled = f"arm {sequence[t] + 1} is pulled"
        yield (f"Step {t + 1}: the estimates are {', '.join(estimates)}; {pulled}.",)
        counts[sequence[t]] += 1
