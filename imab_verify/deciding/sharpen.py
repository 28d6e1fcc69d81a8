"""The best constant c in a claim A + c*B >= 0 whose forms A, B are linear in the rewards.

Say B >= 0 on all instances of the givens; then the claim with c holds if and only if c is at least
the supremum of -A/B. (Where B <= 0, the same with -c in place of c.) That c serves, and that none
better does, are two questions on the one road:

    c serves          the claim with c in it is proved
    none better       "there is one c better than b that serves" is refuted, at an instance

About arms engines/arms/optima.py knows the supremum at fixed parameters. For all parameters at
once, the ratios on symbolic rays are compared with these optima, and the one that agrees everywhere
is proved. About runs an instance that refutes one c says how large c must be there; that is tried
next, and numbers in between in the order of their simplicity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from math import floor, gcd, lcm

from imab_verify.deciding.arms import refute_at
from imab_verify.deciding.attempts import Attempt, Trying
from imab_verify.deciding.certify import Cell, Certified, Scope, Verdict, certify, confirm
from imab_verify.deciding.decide import decide, prove_sides
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import functional_givens
from imab_verify.engines.arms.goals import lowest_terms, tight_rays
from imab_verify.engines.arms.optima import NoConstantError, Optima, Optimum, Way, ways
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning
from imab_verify.engines.runs.ratios import values_where_givens_hold
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Atom,
    Claim,
    Comparison,
    Form,
    Kind,
    Point,
    Polynomial,
    Proved,
    Refuted,
    RejectedError,
    Relation,
    RunPoint,
)
from imab_verify.kernel.arms import functional
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import form_value, observe, settle
from imab_verify.language.documents import dumps
from imab_verify.language.reading import Question
from imab_verify.language.writing import factor_out
from imab_verify.model.rationals import show_rational

STEP = Fraction(1, 1000)


def _share(clock: Clock) -> float:
    """Seconds for one question about one constant."""
    return max(clock.left() / 3, 1.0)


def step_of(c: Fraction) -> Fraction:
    """A difference that counts as little beside c: 1/1000, or 1/1000 of c if that is less."""
    return STEP * min(Fraction(1), abs(c)) if c else STEP


def is_close(a: Fraction, b: Fraction) -> bool:
    """Whether two constants differ by little."""
    return abs(a - b) <= step_of(max(a, b, key=abs))


@dataclass(frozen=True, slots=True)
class Constant:
    """A claim A + name*B >= 0; the smallest name is wanted, or the largest."""

    question: Question
    name: str
    A: Form
    B: Form
    smallest: bool = True

    def at(self, numerator: Polynomial, denominator: Polynomial) -> Question:
        """The question with numerator/denominator in the place of the constant."""
        return self.question.at_constant(self.name, self.A, self.B, numerator, denominator)

    def better(self, c: Fraction) -> tuple[Comparison, ...]:
        """That the constant is better than c."""
        beyond = Polynomial.constant(c) - Polynomial.variable(self.name)
        return (Comparison(Form(beyond if self.smallest else -beyond), Relation.GT),)


@dataclass(frozen=True, slots=True)
class NoBetter:
    """No constant that is better than c serves all of the rest at the instance.

    With c = None no constant at all does.
    """

    c: Fraction | None
    point: Point | RunPoint
    certified: Certified


@dataclass(frozen=True, slots=True)
class Best:
    """c = numerator/denominator with an accepted proof, and what is known against better ones."""

    claim: Claim
    numerator: Polynomial
    denominator: Polynomial
    question: Question
    certified: Certified
    against: NoBetter | None = None

    def at(self, point: Point) -> Fraction:
        """c at the parameters of a point."""
        values = settle(self.claim, point.parameters)
        return self.numerator.at(values) / self.denominator.at(values)

    @property
    def is_number(self) -> bool:
        """Whether c is the same for all parameters."""
        return not (self.numerator.names() | self.denominator.names())

    @property
    def tight(self) -> Point | None:
        """An instance at which nothing better serves: both sides are equal with this c."""
        return self._against(exactly=True)

    @property
    def near(self) -> Point | None:
        """An instance at which nothing serves that is better by more than a little."""
        return self._against(exactly=False)

    def _against(self, *, exactly: bool) -> Point | None:
        if self.against is None or self.against.c is None:
            return None
        point, c = self.against.point, self.against.c
        if not isinstance(point, Point):
            return None
        here = self.at(point)
        return point if (here == c if exactly else is_close(here, c)) else None


def prove_constant(
    constant: Constant, numerator: Polynomial, denominator: Polynomial, clock: Clock
) -> Best | None:
    """The claim with this c, if the kernel accepts a proof and the denominator is positive."""
    asked = constant.at(numerator, denominator)
    try:
        decision = decide(asked, seconds=_share(clock))
    except UndefinedError:
        return None
    if decision.verdict is not Verdict.PROVED or decision.certified is None:
        return None
    claim = asked.claims().claim
    return Best(claim, numerator, denominator, asked, decision.certified)


def refute_better(
    constant: Constant,
    c: Fraction | None,
    point: Point | RunPoint,
    clock: Clock,
    *,
    there: bool = False,
) -> NoBetter | None:
    """That nothing better than c serves, as the point shows; `there`, at its parameters."""
    where = () if c is None else constant.better(c)
    fixed = [Polynomial.variable(n) - Polynomial.constant(v) for n, v in point.parameters.items()]
    givens = tuple(Comparison(Form(p), Relation.EQ) for p in fixed) if there else ()
    if constant.question.claims().claim.families:
        return _refute_step(constant, c, point, clock)
    asked = constant.question.for_some(constant.name, where, givens)
    refuted = refute_at(asked.claims().claim, point, Clock(_share(clock)))
    return None if refuted is None else _no_better(asked, refuted, c, clock)


def _refute_step(
    constant: Constant, c: Fraction | None, point: Point | RunPoint, clock: Clock
) -> NoBetter | None:
    """Refute the claim with a c that is a little better: beside families there is no choice."""
    if c is None:
        return None
    less = c - step_of(c) if constant.smallest else c + step_of(c)
    asked = constant.at(Polynomial.constant(less), Polynomial.constant(1))
    return _no_better(asked, Refuted(asked.claims().claim, point), less, clock)


def _no_better(
    asked: Question, refuted: Refuted, c: Fraction | None, clock: Clock
) -> NoBetter | None:
    point = refuted.counterexample
    try:
        certified = certify(asked, refuted, prove_sides(asked, seconds=_share(clock)))
    except RejectedError:
        return None
    return NoBetter(c, point, certified) if isinstance(point, Point | RunPoint) else None


def certify_together(
    question: Question, first: Certified, others: Sequence[Certified]
) -> Certified:
    """One certificate, with the others beside it, as the kernel judges what is written."""
    if not isinstance(first.certificate, Proved) or not others:
        return first
    beside = tuple(
        other.certificate for other in others if isinstance(other.certificate, Proved | Refuted)
    )
    return confirm(question, dumps(replace(first.certificate, beside=beside)))


# --- claims about arms ---------------------------------------------------------------------------


SAMPLES, FIRST_SAMPLES = 60, 12
MANY = 3000
LONGEST, LONGEST_PROGRAM = 10**6, 20_000
"""The largest index at which rays are looked at, or a program over all of them is solved."""
DOUBLINGS = 80
NOT_PLAIN = "it is not plain whether a larger or a smaller constant is better"


@dataclass(frozen=True, slots=True)
class Sharpened:
    """The best c as a function of the parameters, and the best one for all of them together.

    `against` says what serves for no c: nothing at all, or nothing better than a number.
    `certified` is the one certificate of all of it.
    """

    name: str
    smallest: bool
    formula: Best | None = None
    constant: Best | None = None
    against: NoBetter | None = None
    certified: Certified | None = None
    reason: str = ""

    @property
    def best(self) -> Best | None:
        """The constant for all parameters, or else the formula."""
        return self.constant or self.formula

    @property
    def verdict(self) -> Verdict:
        """The kernel's word: on what serves or, where nothing does, on that."""
        return self.certified.verdict if self.certified else Verdict.UNKNOWN

    def better(self, best: Best, point: Point) -> Fraction:
        """A c that is better by a little than the one there, or than what is known to fail."""
        against = best.against.c if best.against and best.against.c is not None else None
        near = best.at(point) if best.near is not None or against is None else against
        return near - (step_of(near) if self.smallest else -step_of(near))


def sharpen(
    question: Question, name: str, scope: Scope | None = None, *, seconds: float = 20
) -> Sharpened | Bracket:
    """The best value of the real parameter `name` with which the claim is provable.

    Over a scope a claim about a run is decided size by size.
    """
    if any(name in form.names() for side in question.sides for form in side.forms()):
        raise InputError(f"--sharpen {name} needs a claim that does not divide by {name}")
    claim = question.claims().claim
    A, B = _sides(claim, name)
    if claim.run is not None and claim.played is None:
        raise InputError(
            "a constant is sharpened in a claim about all runs: ask here for one after the other"
        )
    tried: list[Attempt] = []
    with Trying("the best constant", tried):
        return _solve(Constant(question, name, A, B), scope, Clock(seconds))
    return Sharpened(name, smallest=True, reason=tried[0].outcome)


def _solve(constant: Constant, scope: Scope | None, clock: Clock) -> Sharpened | Bracket:
    claim = constant.question.claims().claim
    prove_sides(constant.question, seconds=clock.left())
    if claim.run is not None:
        sign = _sign(claim, constant.B)
        return _RunSearch(replace(constant, smallest=sign > 0), sign, clock, scope).run()
    problem = _problem(constant, clock)
    check_meaning(claim, clock)
    return problem.solve()


def _sides(claim: Claim, name: str) -> tuple[Form, Form]:
    """A and B of the one comparison A + name*B >= 0."""
    if name not in claim.reals:
        raise InputError(f"--sharpen {name} needs a claim in which {name} occurs")
    [goal, *more] = claim.plain or [Comparison(Form(), Relation.EQ)]
    if more or goal.relation is not Relation.GE:
        raise InputError(f"--sharpen {name} needs a single comparison with <= or >=")
    forms = [given.form for given in claim.givens]
    forms += [family.comparison.form for family in claim.families]
    if any(name in p.names() for form in forms for p in _polynomials(form)):
        raise InputError(f"--sharpen {name} finds the values of {name}: leave out givens about it")
    return _split(goal.form, name)


def _problem(constant: Constant, clock: Clock) -> _Problem:
    """The direction in which c is good, and parameters to look at."""
    name, A, B = constant.name, constant.A, constant.B
    claim = constant.question.claims().claim
    bare = replace(
        claim, reals=tuple(r for r in claim.reals if r != name), conclusion=(Comparison(A),)
    )
    samples = list(islice(parameter_points(bare, SAMPLES), SAMPLES))
    if not samples:
        raise InputError("no parameters were found that satisfy the givens")
    optima = Optima(bare, A, B)
    signs = set[int]().union(*(optima.signs(values) for values in samples[:FIRST_SAMPLES]))
    if not signs:
        raise InputError(f"no instance was found at which {name} matters: is there a best one?")
    if len(signs) > 1:
        raise InputError(NOT_PLAIN)
    constant = replace(constant, smallest=signs == {1})
    if not constant.smallest:
        optima = Optima(bare, A, B.scaled(Polynomial.constant(-1)))
    return _Problem(constant, optima, samples, clock)


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
    """The constant, its optima at fixed parameters, and parameters to look at.

    Optima are those of -c where the largest c is wanted: the least one is the best in any case.
    """

    constant: Constant
    optima: Optima
    samples: Sequence[Values]
    clock: Clock

    @property
    def name(self) -> str:
        return self.constant.name

    def solve(self) -> Sharpened:
        """The formula, then one constant for all parameters."""
        try:
            optima = [(values, self.optima.at(values)) for values in self.samples]
        except NoConstantError as error:
            return self._refute(error.point)
        known = [(values, best) for values, best in optima if best is not None]
        if not known:
            return self._answer(reason=f"no instance was found at which {self.name} matters")
        formula = self._formula(known)
        if formula is not None and formula.is_number:
            return self._answer(formula, formula)
        constant, against, reason = self._constant(known, formula)
        if formula is None and constant is not None:
            reason = reason or "no formula in the parameters was found"
        return self._answer(formula, constant, against, reason)

    def _answer(
        self,
        formula: Best | None = None,
        constant: Best | None = None,
        against: NoBetter | None = None,
        reason: str = "",
    ) -> Sharpened:
        """With one certificate of everything: first what serves."""
        both = [constant] if constant is formula else [constant, formula]
        serving = [best for best in both if best is not None]
        certified = against.certified if against else None
        if serving:
            others = [best.certified for best in serving[1:]]
            others += [b.against.certified for b in serving if b.against is not None]
            others += [certified] if certified else []
            certified = certify_together(serving[0].question, serving[0].certified, others)
        elif against is not None and against.c is not None:
            certified = None
        smallest = self.constant.smallest
        return Sharpened(self.name, smallest, formula, constant, against, certified, reason)

    def _refute(self, point: Point) -> Sharpened:
        """No c at all serves at the point."""
        against = refute_better(self.constant, None, point, self.clock)
        if against is not None:
            return self._answer(against=against)
        where = ", ".join(f"{n} = {v}" for n, v in point.parameters.items())
        return self._answer(reason=f"no {self.name} was found that serves at {where}")

    # --- a formula ------------------------------------------------------------------------------

    def _formula(self, known: Sequence[tuple[Values, Optimum]]) -> Best | None:
        """The first ratio that is proved, with the instance that shows most."""
        typical = max(
            (best for _, best in known), key=lambda best: len({*best.point.parameters.values()})
        )
        for numerator, denominator in islice(self._ratios(known), 3):
            best = self._prove(numerator, denominator)
            if best is not None:
                return self._with_instance(best, typical, there=not best.is_number)
        return None

    def _ratios(
        self, known: Sequence[tuple[Values, Optimum]]
    ) -> Iterator[tuple[Polynomial, Polynomial]]:
        """Ratios -A/B on symbolic rays, or mixtures of two, that agree with all optima.

        A mixture is tight for a given or, where constants stand beside rewards, for f <= 1.
        """
        optima = self.optima
        givens = [given.form for given in functional_givens(optima.claim)]
        forms = [optima.A, optima.B, *givens, *(() if optima.conic else self._ceilings())]
        rays = list(dict.fromkeys(tight_rays(forms, optima.claim.arms, [v for v, _ in known])))
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
        terms = (*self.optima.A.terms, *self.optima.B.terms)
        for arm, _ in self.optima.claim.arms:
            parts = functional([(c, atom) for c, atom in terms if atom.arm == arm])
            for index in dict.fromkeys(e for _, e in parts):
                yield Form(ONE, ((-ONE, Atom(Kind.VALUE, arm, (index,))),))

    # --- what serves, and what does not ---------------------------------------------------------

    def _turn(self, c: Fraction) -> Fraction:
        """An optimum as a value of the constant, and back."""
        return c if self.constant.smallest else -c

    def _prove(self, numerator: Polynomial, denominator: Polynomial) -> Best | None:
        turned = numerator if self.constant.smallest else -numerator
        return prove_constant(self.constant, turned, denominator, self.clock)

    def _with_instance(self, best: Best, optimum: Optimum, *, there: bool = False) -> Best:
        """With an instance at which nothing better serves than what is needed there."""
        c = self._turn(optimum.value)
        against = refute_better(self.constant, c, optimum.point, self.clock, there=there)
        return replace(best, against=against)

    # --- one number -----------------------------------------------------------------------------

    def _constant(
        self, known: Sequence[tuple[Values, Optimum]], formula: Best | None
    ) -> tuple[Best | None, NoBetter | None, str]:
        """One c for all parameters: the largest optimum seen, or the limit of the formula.

        Where there is none, what is too little for sure.
        """
        top = max((best for _, best in known), key=lambda best: best.value)
        out: list[Way] = []
        if formula is not None:
            top = self._top(formula, top)
            numerator = formula.numerator if self.constant.smallest else -formula.numerator
            samples = self.samples[:FIRST_SAMPLES]
            out = list(ways(self.optima.claim, samples, numerator, formula.denominator))
        endless = next((way for way in out if way.limit is None), None)
        if endless is not None:
            return self._growing(endless, top)
        limit = max((way.limit for way in out if way.limit is not None), default=top.value)
        if limit > top.value:
            top = next((o for way in out if (o := self._approach(way, limit)) is not None), top)
        best = self._prove(Polynomial.constant(max(limit, top.value)), ONE)
        if best is None:
            return self._too_little(top)
        return self._with_instance(best, top), None, ""

    def _top(self, formula: Best, seen: Optimum) -> Optimum:
        """The largest optimum that the formula knows of at many parameters, or the one seen."""
        points = parameter_points(self.optima.claim, MANY)
        largest = max(points, key=lambda values: self._value(formula, values))
        last = self.optima.at(largest) if self._value(formula, largest) > seen.value else None
        return last or seen

    def _value(self, formula: Best, values: Values) -> Fraction:
        return self._turn(formula.numerator.at(values) / formula.denominator.at(values))

    def _along(self, way: Way) -> Iterator[Optimum]:
        """Optima further and further out."""
        longest = LONGEST if self.optima.conic else LONGEST_PROGRAM
        for doubling in range(DOUBLINGS):
            values = way.at(2**doubling)
            if values is not None:
                if self.optima.largest_index(values) > longest:
                    return
                best = self.optima.at(values)
                if best is not None:
                    yield best

    def _approach(self, way: Way, limit: Fraction) -> Optimum | None:
        """The first optimum on the way that is close to the limit, or the last one."""
        last = None
        for last in self._along(way) if way.limit == limit else ():
            if is_close(last.value, limit):
                return last
        return last

    def _growing(self, way: Way, top: Optimum) -> tuple[Best | None, NoBetter | None, str]:
        """Optima that grow along a way: how far they were followed."""
        furthest = max([top, *self._along(way)], key=lambda best: best.value)
        return self._too_little(furthest)

    def _too_little(self, top: Optimum) -> tuple[Best | None, NoBetter | None, str]:
        """No c is proved to serve; what is needed at one instance is known."""
        against = refute_better(self.constant, self._turn(top.value), top.point, self.clock)
        reason = f"no single {self.name} was found that serves all parameters"
        if against is not None and against.c is not None:
            beyond = "below" if self.constant.smallest else "above"
            reason += f": none {beyond} {show_rational(against.c)} does"
        return None, against, reason


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


# --- claims about runs ---------------------------------------------------------------------------


MOST, MOST_OPEN = 14, 3
"""The most numbers that are tried, and the most without an answer."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A number, and the certificate that it serves, or that it fails."""

    c: Fraction
    certified: Certified


@dataclass(frozen=True, slots=True)
class Bracket:
    """The number with a proof and the one with a counterexample that are nearest to each other.

    `none` is there where an instance shows that no number serves, and `exact` where one shows that
    none better than `serves` does. `certified` is the one certificate of all of it.
    """

    name: str
    smallest: bool
    serves: Tried | None
    fails: Tried | None
    reason: str
    none: NoBetter | None = None
    certified: Certified | None = None
    exact: NoBetter | None = None

    @property
    def verdict(self) -> Verdict:
        """The kernel's word: on what serves or, where nothing does, on that."""
        return self.certified.verdict if self.certified else Verdict.UNKNOWN

    @property
    def best(self) -> Tried | None:
        """The number that is proved to serve."""
        return self.serves

    @property
    def sharp(self) -> bool:
        """Whether what serves and what fails are close."""
        return bool(self.serves and self.fails and is_close(self.serves.c, self.fails.c))


def _sign(claim: Claim, B: Form) -> int:
    """1 if a larger c is better, -1 if a smaller one is: OPT, ALG and rewards are at least 0."""
    arms = replace(claim, run=None, givens=tuple(g for g in claim.givens if not g.form.terms))
    points = list(parameter_points(arms, 20))
    parts = [B.constant, *(c for c, _ in B.terms)]
    values = {p.at(values) for values in points for p in parts}
    signs = {1 if value > 0 else -1 for value in values if value}
    if len(signs) != 1:
        raise InputError("it is not plain whether a larger or a smaller constant is better")
    return signs.pop()


@dataclass(slots=True)
class _RunSearch:
    """c is counted in the direction in which it gets better, so that the smallest is looked for."""

    constant: Constant
    sign: int
    clock: Clock
    scope: Scope | None = None
    serves: Tried | None = None
    fails: Tried | None = None
    least: Fraction | None = None
    """A number below which none serves."""
    hopeless: Tried | None = None
    """A refutation that holds whatever c is."""

    def run(self) -> Bracket:
        open_numbers: list[Fraction] = []
        for _ in range(MOST):
            c = self._next(open_numbers)
            if c is None or not self.clock.left() or len(open_numbers) == MOST_OPEN:
                break
            if not self._try(c):
                open_numbers.append(c)
            elif self.hopeless is not None:
                return self._without_number(self.hopeless)
        self._sharpen_failure()
        name, serves, fails = self.constant.name, self.serves, self.fails
        certified, exact = None, self._none_better()
        if serves is not None:
            others = [end.certified for end in (fails, exact) if end is not None]
            certified = certify_together(self._with(serves.c), serves.certified, others)
        between = "" if serves else f"no {name} was found with which it can be proved"
        return Bracket(name, self.sign > 0, serves, fails, between, None, certified, exact)

    def _without_number(self, tried: Tried) -> Bracket:
        """An instance at which both sides do not depend on c, and the claim is false."""
        name, none = self.constant.name, None
        document = tried.certified.certificate
        if isinstance(document, Refuted) and isinstance(document.counterexample, RunPoint):
            none = refute_better(self.constant, None, document.counterexample, self.clock)
        said = "" if none else f"no {name} was found with which it can be proved"
        certified = none.certified if none else None
        return Bracket(name, self.sign > 0, None, tried, said, none, certified)

    def _next(self, open_numbers: Sequence[Fraction]) -> Fraction | None:
        """Twice as much while nothing serves; then what may be sharp, then numbers in between."""
        low = max([*([self.least] if self.least is not None else []), *open_numbers], default=None)
        if self.serves is None:
            return Fraction(self.sign) if low is None else max(2 * low, Fraction(floor(low) + 1))
        high = self.sign * self.serves.c
        if low is None:
            if high <= 0:
                return 2 * high or Fraction(-1)
            return high / 2 if high > STEP else Fraction(0)
        if low == high or (is_close(low, high) and low in open_numbers):
            return None
        if low == self.least and low not in open_numbers:
            return low
        return simplest_between(low, high)

    def _try(self, c: Fraction) -> bool:
        """Whether there is an answer for c; what it says is kept."""
        decision = decide(self._with(self.sign * c), self.scope, seconds=_share(self.clock))
        if decision.certified is None:
            return False
        tried = Tried(self.sign * c, decision.certified)
        if decision.verdict is Verdict.PROVED:
            self.serves = tried
            return True
        self.fails = tried
        needed = [self._constant_at(tried), *self._constants_in(decision.cells)]
        self.least = max([*needed, self.least if self.least is not None else c])
        return True

    def _with(self, c: Fraction) -> Question:
        return self.constant.at(Polynomial.constant(c), ONE)

    def _constant_at(self, tried: Tried) -> Fraction:
        """The c with which both sides are equal at a counterexample."""
        document = tried.certified.certificate
        if not isinstance(document, Refuted) or not isinstance(document.counterexample, RunPoint):
            raise TypeError("a claim about a run is refuted by a run")
        at = observe(document.claim, document.counterexample)
        a, b = (form_value(form, *at) for form in (self.constant.A, self.constant.B))
        if self.sign * b <= 0:
            self.hopeless = tried
            return self.sign * tried.c
        return -a / (self.sign * b)

    def _constants_in(self, cells: Sequence[Cell]) -> Iterator[Fraction]:
        """The c with which both sides are equal at the largest OPT/ALG known at each size.

        Where that is only approached, every smaller c fails, and this one need not.
        """
        bare = self._with(Fraction(0)).claims().claim
        for cell in cells:
            values = values_where_givens_hold(bare, cell.k, cell.T)
            ratio = cell.case.lower if cell.case is not None else None
            if values is None or ratio is None:
                continue
            of_run = {Kind.ALG: Fraction(1), Kind.OPT: ratio}

            def value(atom: Atom, known: Mapping[Kind, Fraction] = of_run) -> Fraction:
                return known[atom.kind]

            a, b = (form_value(form, values, value) for form in (self.constant.A, self.constant.B))
            if self.sign * b > 0:
                yield -a / (self.sign * b)

    def _sharpen_failure(self) -> None:
        """Refute also with the largest c below what the counterexample needs.

        Where that is only approached, a better c has another counterexample.
        """
        if self.fails is None or self.least is None:
            return
        document, below = self.fails.certified.certificate, self.least - step_of(self.least)
        if isinstance(document, Refuted) and below > self.sign * self.fails.c:
            asked = self._with(self.sign * below)
            refuted = Refuted(asked.claims().claim, document.counterexample)
            try:
                certified = certify(asked, refuted, prove_sides(asked, seconds=_share(self.clock)))
            except RejectedError:
                self._try(below)
                return
            self.fails = Tried(self.sign * below, certified)

    def _none_better(self) -> NoBetter | None:
        """That nothing better serves, where the instance that is known needs what serves."""
        if self.serves is None or self.fails is None or self.least != self.sign * self.serves.c:
            return None
        document = self.fails.certified.certificate
        point = document.counterexample if isinstance(document, Refuted) else None
        if not isinstance(point, RunPoint):
            return None
        return refute_better(self.constant, self.serves.c, point, self.clock)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator strictly between two numbers, low < high."""
    whole = floor(low)
    if whole + 1 < high:
        return Fraction(whole + 1)
    rest = low - whole
    above = high - whole
    if rest == 0:
        return whole + Fraction(1, floor(1 / above) + 1)
    return whole + 1 / simplest_between(1 / above, 1 / rest)
