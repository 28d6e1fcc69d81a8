"""The best constant c in a claim A + c*B >= 0 whose forms A, B are linear in the rewards.

Say B >= 0 on all instances of the givens; then the claim with c holds if and only if c is at least
the supremum of -A/B. At fixed parameters that is the largest ratio on a ray or, under givens about
rewards, a linear-fractional program. For all parameters at once, the ratios on symbolic rays are
compared with these optima, and the one that agrees everywhere is proved. (Where B <= 0, the same
with -c in place of c: the claim holds if and only if c is at most something.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice, product
from math import gcd, lcm

from imab_verify.deciding.certify import Certified, Verdict, certify
from imab_verify.deciding.decide import decide
from imab_verify.deciding.scopes import Scope
from imab_verify.deciding.sharpen_runs import Bracket, sharpen_run
from imab_verify.deciding.sides import prove_sides
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.concrete import (
    ClaimProgram,
    at_point,
    functional_givens,
    givens_at,
    ray_curve,
    rays_up_to,
    sense_of,
    zero_curves,
)
from imab_verify.engines.arms.multipliers import lowest_terms, tight_rays
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.engines.arms.proofs import check_meaning
from imab_verify.engines.lp import Optimal, Sense, Unbounded
from imab_verify.engines.rays import combine
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ONE,
    Atom,
    Claim,
    Comparison,
    Form,
    Kind,
    Point,
    Polynomial,
    Refuted,
    RejectedError,
    Relation,
    evaluate,
    form_value,
    functional,
    settle,
    violation,
)
from imab_verify.language.factors import factor_out
from imab_verify.language.reading import Question, question_about

SAMPLES = 60
MANY = 3000
STEP = Fraction(1, 1000)
FAR = (10**6, 10**12)
LONGEST = 20_000
"""Rays are listed up to this index and no further."""


@dataclass(frozen=True, slots=True)
class Best:
    """c = numerator/denominator with an accepted proof, and that it cannot be better.

    `tight` has equal sides with this c; it is None where the best c is only approached.
    `sharper` refutes the claim in which c is better by 1/1000.
    """

    claim: Claim
    numerator: Polynomial
    denominator: Polynomial
    certified: Certified
    tight: Point | None
    sharper: Refuted | None

    def at(self, point: Point) -> Fraction:
        """c at the parameters of a point."""
        values = settle(self.claim, point.parameters)
        return self.numerator.at(values) / self.denominator.at(values)


@dataclass(frozen=True, slots=True)
class Sharpened:
    """The best c as a function of the parameters, and the best one for all of them together."""

    name: str
    smallest: bool
    formula: Best | None
    constant: Best | None
    reason: str

    @property
    def best(self) -> Best | None:
        """The constant for all parameters, or else the formula."""
        return self.constant or self.formula

    def better(self, best: Best, point: Point) -> Fraction:
        """The c that is better by 1/1000 there."""
        return best.at(point) - (STEP if self.smallest else -STEP)


class NoConstantError(Exception):
    """At this point B = 0 and A < 0, so the claim is false whatever c is."""

    def __init__(self, point: Point) -> None:
        super().__init__()
        self.point = point


@dataclass(frozen=True, slots=True)
class Optimum:
    """The supremum of -A/B at fixed parameters, and rewards that attain it."""

    value: Fraction
    point: Point


def sharpen(
    question: Question, name: str, scope: Scope | None = None, *, seconds: float = 20
) -> Sharpened | Bracket:
    """The best value of the real parameter `name` with which the claim is provable.

    Over a scope a claim about a run is decided size by size.
    """
    if any(name in p.names() for p in question.positive):
        raise InputError(f"--sharpen {name} needs a claim that does not divide by {name}")
    claim = question.claims().claim
    A, B = _sides(claim, name)
    prove_sides(question, seconds=seconds)
    if claim.run is not None and claim.played is None:
        raise InputError(
            "a constant is sharpened in a claim about all runs: ask here for one after the other"
        )
    if claim.run is not None:
        return sharpen_run(claim, name, A, B, scope, seconds=seconds)
    problem = _problem(claim, name, A, B)
    check_meaning(claim, Clock(seconds))
    return problem.solve(seconds)


def _sides(claim: Claim, name: str) -> tuple[Form, Form]:
    """A and B of the one comparison A + name*B >= 0."""
    if name not in claim.reals:
        raise InputError(f"--sharpen {name} needs a claim in which {name} occurs")
    [goal, *more] = claim.conclusion or [Comparison(Form(), Relation.EQ)]
    if more or goal.relation is not Relation.GE:
        raise InputError(f"--sharpen {name} needs a single comparison with <= or >=")
    forms = [given.form for given in claim.givens]
    forms += [family.comparison.form for family in claim.families]
    if any(name in p.names() for form in forms for p in _polynomials(form)):
        raise InputError(f"--sharpen {name} finds the values of {name}: leave out givens about it")
    return _split(goal.form, name)


def _problem(claim: Claim, name: str, A: Form, B: Form) -> _Problem:
    """The direction in which c is good, and parameters to look at."""
    bare = replace(
        claim, reals=tuple(r for r in claim.reals if r != name), conclusion=(Comparison(A),)
    )
    samples = list(islice(parameter_points(bare, SAMPLES), SAMPLES))
    if not samples:
        raise InputError("no parameters were found that satisfy the givens")
    problem = _Problem(name, bare, A, B, samples, smallest=True)
    signs = problem.signs()
    if len(signs) != 1:
        what = "does not depend on" if not signs else "asks for both a large and a small"
        raise InputError(f"the claim {what} {name}, so there is no best one")
    if signs == {-1}:
        return replace(problem, B=B.scaled(Polynomial.constant(-1)), smallest=False)
    return problem


def _polynomials(form: Form) -> Iterator[Polynomial]:
    yield form.constant
    for coefficient, _ in form.terms:
        yield coefficient


def _split(form: Form, name: str) -> tuple[Form, Form]:
    """A and B of A + name*B."""
    parts = [{name: Polynomial.constant(value)} for value in (0, 1)]
    if any(dict(m).get(name, 0) > 1 for p in _polynomials(form) for m, _ in p.terms()):
        raise InputError(f"--sharpen {name} needs a claim that is linear in {name}")
    low, high = (
        Form(
            form.constant.substitute(part),
            tuple((c.substitute(part), atom) for c, atom in form.terms),
        )
        for part in parts
    )
    slope = tuple((c - d, atom) for (c, atom), (d, _) in zip(high.terms, low.terms, strict=True))
    return _nonzero(low), _nonzero(Form(high.constant - low.constant, slope))


def _nonzero(form: Form) -> Form:
    return Form(form.constant, tuple((c, atom) for c, atom in form.terms if len(c)))


@dataclass(frozen=True, slots=True)
class _Problem:
    """The smallest c with A + c*B >= 0; what is reported is -c unless `smallest`."""

    name: str
    claim: Claim
    A: Form
    B: Form
    samples: Sequence[Values]
    smallest: bool

    # --- at fixed parameters -------------------------------------------------------------------

    @property
    def conic(self) -> bool:
        """Whether rays decide: no givens about rewards, and no constant terms beside them."""
        constants = len(self.A.constant) or len(self.B.constant)
        rewards = self.A.terms or self.B.terms
        given = self.claim.families or functional_givens(self.claim)
        return not given and not (constants and rewards)

    def signs(self) -> set[int]:
        """The signs of B, zero left out, on the rays and at small parameters."""
        signs = set()
        for values in self.samples[:12]:
            form = at_point(self.B, self.claim, values)
            signs.add(_sign(form.constant))
            for arm, kind in self.claim.arms:
                rays = rays_up_to(form.largest_index(arm)) if arm in form.arms else ()
                signs |= {_sign(form.on_ray(arm, kind, j)) for j in rays}
        return signs - {0}

    def optimum(self, values: Values) -> Optimum | None:
        """The best c at these parameters; None if every c is as good."""
        return self._on_rays(values) if self.conic else self._by_program(values)

    def _own(self, values: Values) -> Values:
        return {name: values[name] for name in (*self.claim.parameters, *self.claim.reals)}

    def _on_rays(self, values: Values) -> Optimum | None:
        a, b = at_point(self.A, self.claim, values), at_point(self.B, self.claim, values)
        pairs = [(b.constant, a.constant, "", 0)]
        for arm, kind in self.claim.arms:
            for j in rays_up_to(max(a.largest_index(arm), b.largest_index(arm))):
                x, y = (form.on_ray(arm, kind, j) for form in (a, b))
                pairs.append((y, x, arm, j))
        for y, x, arm, j in pairs:
            if y == 0 and x < 0:
                raise NoConstantError(self._ray(values, arm, j))
        ratios = [(-x / y, arm, j) for y, x, arm, j in pairs if y > 0]
        if not ratios:
            return None
        value, arm, j = max(ratios, key=lambda ratio: ratio[0])
        return Optimum(value, self._ray(values, arm, j))

    def _ray(self, values: Values, arm: str, j: int) -> Point:
        """The arm is r_j scaled into [0,1], and all others are 0; no arm is if it has no name."""
        curves = zero_curves(self.claim)
        if arm:
            curves[arm] = ray_curve(self.claim.class_of(arm), j)
        return Point(self._own(values), curves)

    def _by_program(self, values: Values) -> Optimum | None:
        """Maximise -A with B = 1 over t * (instances of the givens), t >= 0."""
        givens = givens_at(self.claim, values)
        wanted = (self.A, self.B, *(given.form for given in givens))
        forms = [at_point(form, self.claim, values) for form in wanted]
        problem = ClaimProgram(self.claim, values, forms, lambda top: range(top + 1))
        program = problem.program
        t = program.add_unknown()
        A, B, *known = [problem.row(form) | {t: form.constant} for form in forms]
        program.require(B, Sense.EQ, 1)
        for given, row in zip(givens, known, strict=True):
            program.require(row, sense_of(given.relation), 0)
        for height in problem.heights():
            program.require(height | {t: -1}, Sense.LE, 0)
        outcome = program.maximise(combine((-1, A)))
        if isinstance(outcome, Unbounded):
            raise NoConstantError(Point(self._own(values), {}))
        if not isinstance(outcome, Optimal):
            return None
        return Optimum(outcome.value, problem.point(outcome.x, outcome.x[t]))

    # --- for all parameters --------------------------------------------------------------------

    def solve(self, seconds: float) -> Sharpened:
        """The formula, then one constant for all parameters."""
        try:
            optima = [(values, self.optimum(values)) for values in self.samples]
        except NoConstantError as error:
            where = ", ".join(f"{n} = {v}" for n, v in error.point.parameters.items())
            return self._answer(None, None, f"the claim is false for every {self.name} at {where}")
        known = [(values, best) for values, best in optima if best is not None]
        if not known:
            return self._answer(None, None, f"the claim does not depend on {self.name}")
        typical = max((best.point for _, best in known), key=_variety)
        ratios = islice(self._formulas(known), 3)
        proved = (self._prove(n, d, typical, seconds) for n, d in ratios)
        formula = next(filter(None, proved), None)
        if formula is not None and not (formula.numerator.names() | formula.denominator.names()):
            return self._answer(formula, formula, "")
        constant, reason = self._constant(known, formula, seconds)
        if formula is None and constant is not None:
            reason = reason or "no formula in the parameters was found"
        return self._answer(formula, constant, reason)

    def _answer(self, formula: Best | None, constant: Best | None, reason: str) -> Sharpened:
        def turn_back(best: Best | None) -> Best | None:
            return (
                best if best is None or self.smallest else replace(best, numerator=-best.numerator)
            )

        return Sharpened(self.name, self.smallest, turn_back(formula), turn_back(constant), reason)

    def _formulas(
        self, known: Sequence[tuple[Values, Optimum]]
    ) -> Iterator[tuple[Polynomial, Polynomial]]:
        """Ratios -A/B on symbolic rays, or mixtures of two, that agree with all optima.

        A mixture is tight for a given or, where constants stand beside rewards, for f <= 1.
        """
        givens = [given.form for given in functional_givens(self.claim)]
        forms = [self.A, self.B, *givens, *(() if self.conic else self._ceilings())]
        rays = list(dict.fromkeys(tight_rays(forms, self.claim, [v for v, _ in known])))
        ratios = [(Polynomial.constant(known[0][1].value), ONE)]
        ratios += [(-ray[0], ray[1]) for ray in rays]
        for h in range(2, len(forms)):
            for r, s in combinations(rays, 2):
                ratios.append((s[h] * -r[0] + r[h] * s[0], s[h] * r[1] - r[h] * s[1]))
        for numerator, denominator in dict.fromkeys(ratios):
            if all(
                (d := denominator.at(values)) and numerator.at(values) / d == best.value
                for values, best in known
            ):
                yield _plain(numerator, denominator, known[0][0])

    def _ceilings(self) -> Iterator[Form]:
        """1 - f(e) for every index e in A and B."""
        terms = (*self.A.terms, *self.B.terms)
        for arm, _ in self.claim.arms:
            parts = functional([(c, atom) for c, atom in terms if atom.arm == arm])
            for index in dict.fromkeys(e for _, e in parts):
                yield Form(ONE, ((-ONE, Atom(Kind.VALUE, arm, (index,))),))

    def with_constant(self, numerator: Polynomial, denominator: Polynomial) -> Claim:
        """The claim with c = numerator/denominator, multiplied by the denominator."""
        form = self.A.scaled(denominator) + self.B.scaled(numerator)
        return replace(self.claim, conclusion=(Comparison(form),))

    def _prove(
        self, numerator: Polynomial, denominator: Polynomial, tight: Point | None, seconds: float
    ) -> Best | None:
        """The claim with this c, if the kernel accepts a proof and the denominator is positive."""
        if denominator.names():
            positive = replace(
                self.claim,
                arms=(),
                givens=tuple(g for g in self.claim.givens if not g.form.terms),
                conclusion=(Comparison(Form(denominator), Relation.GT),),
            )
            if decide(question_about(positive), seconds=seconds / 4).verdict is not Verdict.PROVED:
                return None
        claim = self.with_constant(numerator, denominator)
        decision = decide(question_about(claim), seconds=seconds)
        if decision.verdict is not Verdict.PROVED or decision.certified is None:
            return None
        best = Best(claim, numerator, denominator, decision.certified, None, None)
        return best if tight is None else self._with_instance(best, tight)

    def _with_instance(self, best: Best, point: Point) -> Best:
        """With an instance: whether the sides are equal there, and that less is too little."""
        claim = best.claim
        try:
            violation(claim, point)
        except RejectedError:
            return best
        equal = form_value(claim.conclusion[0].form, *evaluate(claim, point)) == 0
        less = best.numerator - best.denominator.scaled(STEP)
        sharper = Refuted(self.with_constant(less, best.denominator), point)
        try:
            certify(question_about(sharper.claim), sharper)
        except RejectedError:
            return replace(best, tight=point if equal else None)
        return replace(best, tight=point if equal else None, sharper=sharper)

    def _constant(
        self, known: Sequence[tuple[Values, Optimum]], formula: Best | None, seconds: float
    ) -> tuple[Best | None, str]:
        """One c for all parameters: the largest optimum seen, or the limit of the formula."""
        top = max((best for _, best in known), key=lambda best: best.value)
        if formula is not None:
            top = self._top(formula, top)
        ways = list(self._ways(formula)) if formula else []
        beyond = [way for way in ways if way.distant > top.value]
        unproved = f"no single {self.name} for all parameters could be proved"
        if formula is None or not beyond:
            best = self._prove(Polynomial.constant(top.value), ONE, top.point, seconds)
            return best, "" if best else unproved
        way = max(beyond, key=lambda way: way.distant)
        if way.distant > 2 * max(way.near, Fraction(1)):
            return None, f"no single {self.name} serves all parameters: the best one grows for ever"
        limit = way.distant.limit_denominator(FAR[0] // 10)
        best = None
        if limit >= way.distant:
            point = self._approaching(formula, way, limit)
            best = self._prove(Polynomial.constant(limit), ONE, point, seconds)
        return best, "" if best else unproved

    def _top(self, formula: Best, seen: Optimum) -> Optimum:
        """The largest optimum that the formula knows of at many parameters, or the one seen."""
        largest = max(parameter_points(self.claim, MANY), key=lambda values: _at(formula, values))
        last = self.optimum(largest) if _at(formula, largest) > seen.value else None
        return last or seen

    def _ways(self, formula: Best) -> Iterator[_Way]:
        """Small parameters of which some grow, and the formula where they are very large."""
        for values in self.samples[:12]:
            for growing in product((False, True), repeat=len(self.claim.parameters)):
                near, distant = (self._scale_growing(values, growing, factor) for factor in FAR)
                if any(growing) and near is not None and distant is not None:
                    yield _Way(values, growing, _at(formula, near), _at(formula, distant))

    def _scale_growing(self, values: Values, growing: Sequence[bool], factor: int) -> Values | None:
        """The growing parameters times the factor, if the givens about parameters allow that."""
        point = self._own(values)
        for name, large in zip(self.claim.parameters, growing, strict=True):
            point[name] *= factor if large else 1
        try:
            settled = settle(self.claim, point)
        except RejectedError:
            return None
        givens = (given for given in self.claim.givens if not given.form.terms)
        inside = all(g.relation.holds(g.form.constant.at(settled)) for g in givens)
        return settled if inside else None

    def _approaching(self, formula: Best, way: _Way, limit: Fraction) -> Point | None:
        """Rewards at parameters on the way at which c must be within 1/1000 of the limit."""
        for exponent in range(LONGEST.bit_length()):
            values = self._scale_growing(way.values, way.growing, 2**exponent)
            if values is not None and _at(formula, values) > limit - STEP:
                last = max(
                    at_point(self.A + self.B, self.claim, values).largest_index(arm)
                    for arm, _ in self.claim.arms
                )
                best = self.optimum(values) if last <= LONGEST else None
                return best.point if best else None
        return None


@dataclass(frozen=True, slots=True)
class _Way:
    """Parameters of which some grow for ever, and the formula at two places far out."""

    values: Values
    growing: tuple[bool, ...]
    near: Fraction
    distant: Fraction


def _at(best: Best, values: Values) -> Fraction:
    return best.numerator.at(values) / best.denominator.at(values)


def _variety(point: Point) -> int:
    """How many different values the parameters have."""
    return len(set(point.parameters.values()))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _plain(
    numerator: Polynomial, denominator: Polynomial, values: Values
) -> tuple[Polynomial, Polynomial]:
    """The ratio in lowest terms, with whole coefficients, the denominator positive there."""
    n, d = lowest_terms([numerator, denominator])
    content = (
        factor_out(d).number
        if len(n) == 0
        else _common_unit(factor_out(n).number, factor_out(d).number)
    )
    n, d = (p.scaled(1 / content) for p in (n, d))
    return (-n, -d) if d.at(values) < 0 else (n, d)


def _common_unit(a: Fraction, b: Fraction) -> Fraction:
    """The positive number with which a and b become whole and without a common divisor."""
    return Fraction(gcd(a.numerator, b.numerator), lcm(a.denominator, b.denominator))
