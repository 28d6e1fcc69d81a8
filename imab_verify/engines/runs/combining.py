"""Goals as combinations of hypotheses and lemmas that leave nothing over.

Their multipliers may be parabolas in a count, whose sign over the integers is shown here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.goals import combine
from imab_verify.engines.arms.points import Values, points_in
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.arms.sums import prove_hard, prove_sum
from imab_verify.engines.runs.known import condition, essential
from imab_verify.kernel import (
    ArmClass,
    Case,
    Claim,
    Comparison,
    Empty,
    Form,
    Lemma,
    Node,
    Polynomial,
    ProvedClaim,
    Relation,
    Sum,
    Term,
)
from imab_verify.kernel.arms import Region, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import at_least
from imab_verify.kernel.sums import COUNT
from imab_verify.language.reading import read_question

# --- signs of parabolas --------------------------------------------------------------------------


def prove_parabola(
    p: Polynomial, name: str, region: Region, sign: Callable[[Polynomial], Node | None]
) -> Node | None:
    """x^2 + b*x + c >= 0 where it is a square plus what is >= 0, or e(e+1) for an integer e.

    The coefficients b and c are polynomials; with s = -b/2 the parabola is (x-s)^2 + c - s^2. If
    c - s^2 = -1/4 it is e(e+1) with e = x-s-1/2, and e <= -1 or e >= 0.
    """
    x = Polynomial.variable(name)
    slope = (p - p.substitute({name: -x})).scaled(Fraction(1, 4))  # b*x/2
    half = slope.substitute({name: ONE})
    rest = p - (x + half) * (x + half)
    if rest.names():
        above = sign(rest)
        return None if above is None else _plus(above, Term(Fraction(1), (), x + half))
    value = rest.at({})
    if value >= 0:
        square = Term(Fraction(1), (), x + half)
        return Sum((square, *((Term(value),) if value else ())))
    e = x + half - Polynomial.constant(Fraction(1, 2))
    if value != Fraction(-1, 4) or e.denominator() != 1 or not region.integral(e):
        return None
    last = f"c{region.cases + 1}"
    leaf = Sum((Term(Fraction(1), ((last, 2),)), Term(Fraction(1), ((last, 1),))))
    return Case(e + ONE, leaf, leaf)


def _plus(node: Node, term: Term) -> Node | None:
    """A proof of p + term >= 0 from one of p >= 0."""
    match node:
        case Case(split, low, high):
            below, above = _plus(low, term), _plus(high, term)
            return None if below is None or above is None else Case(split, below, above)
        case Sum(terms):
            return Sum((term, *terms))
        case _:
            return node if isinstance(node, Empty) else None


def times(node: Node, factor: Polynomial, region: Region) -> Node | None:
    """A proof that factor * p >= 0 from one of p >= 0, for a factor that one sum shows >= 0."""
    positive = prove_sum(factor, region) or prove_hard(factor, region)
    return None if positive is None else _times(node, positive)


def _times(node: Node, positive: Sum | Empty) -> Node | None:
    if isinstance(positive, Empty) or isinstance(node, Empty):
        return node if isinstance(node, Empty) else positive
    if isinstance(node, Case):
        low, high = _times(node.low, positive), _times(node.high, positive)
        return None if low is None or high is None else Case(node.split, low, high)
    if not isinstance(node, Sum):
        return None
    return Sum(tuple(_product(a, b) for a in node.terms for b in positive.terms))


def _product(a: Term, b: Term) -> Term:
    """The product of a term and one without a square."""
    powers = dict(a.factors)
    for i, e in b.factors:
        powers[i] = powers.get(i, 0) + e
    return Term(a.weight * b.weight, tuple(powers.items()), a.square)


# --- combinations ---------------------------------------------------------------------------------


SAMPLES = 40
"""Parameters at which a sign is looked at before it is proved."""
LEMMA = 5.0
"""Seconds for a lemma."""

NONNEGATIVE, RATIO, MONOTONE, MEAN, RISE = "nonnegative", "ratio", "monotone", "mean", "rise"
ABOUT_REWARDS = {
    NONNEGATIVE: ("Rew(f,n) >= 0", "n >= 0"),
    RATIO: ("t*(t+1)*Rew(f,n) >= n*(n+1)*Rew(f,t)", "n >= 0", "t >= n"),
    MONOTONE: ("Rew(f,n) >= Rew(f,a)", "a >= 0", "n >= a"),
    MEAN: ("n*Rew(f,n+1) >= (n+1)*Rew(f,n)",),
    RISE: ("(n-a)*(Rew(f,n+1) - Rew(f,n)) >= Rew(f,n) - Rew(f,a)", "a < n"),
}
"""Lemmas about any concave arm, each with its givens."""
Lemmas = Mapping[str, ProvedClaim]
"""The lemmas of a certificate, in their order, by their names here."""


@cache
def _about_rewards(name: str) -> ProvedClaim:
    text, *givens = ABOUT_REWARDS[name]
    lemma = prove_lemma(read_question(text, givens).claims().claim)
    if lemma is None:
        raise RuntimeError(f"{text} must be provable")
    return lemma


def about_rewards(*names: str) -> dict[str, ProvedClaim]:
    """Lemmas about any concave arm, with their proofs."""
    return {name: _about_rewards(name) for name in names}


def prove_lemma(claim: Claim) -> ProvedClaim | None:
    """A claim about arms with its proof, if a short search finds one."""
    proof = condition(claim, Clock(LEMMA))
    return None if proof is None else ProvedClaim(claim, proof)


def about_score(
    names: tuple[str, ...], givens: tuple[Polynomial, ...], form: Form
) -> ProvedClaim | None:
    """A lemma about the score of one arm f: form >= 0, where the givens are >= 0."""
    arms = (("f", ArmClass.CONCAVE),)
    return prove_lemma(Claim(names, arms, tuple(map(at_least, givens)), (Comparison(form),)))


# --- combinations --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cited:
    """A lemma about one arm, at these values of its parameters."""

    lemma: str
    arm: str
    values: Mapping[str, Polynomial]


@dataclass(frozen=True, slots=True)
class Step:
    """A hypothesis of the place, by its name, or a lemma, so many times.

    The gap, if there is one, is a parabola in the count `name`, as a further factor.
    """

    source: str | Cited
    times: Polynomial
    gap: Polynomial = ONE
    name: str = COUNT


def combine_steps(
    region: Region,
    scale: Polynomial,
    steps: Sequence[Step],
    lemmas: Lemmas,
    clock: Clock,
) -> Node | None:
    """A goal on a region by one combination of what is known there, which leaves nothing over."""
    region = essential(region)
    search = _Search(region, clock, lemmas, list(points_in(region, SAMPLES)))
    positive = search.sign(scale, strict=True)
    uses = [search.use(step) for step in steps if len(step.times) and len(step.gap)]
    proved = [use for use in uses if use is not None]
    if positive is None or len(proved) < len(uses):
        return None
    return combine(scale, positive, proved, {}, Sum(()))


@dataclass(frozen=True, slots=True)
class _Search:
    """What stays the same while one goal is proved."""

    region: Region
    clock: Clock
    lemmas: Lemmas
    samples: Sequence[Values]
    signs: dict[tuple[Polynomial, bool], Node | None] = field(default_factory=dict)

    def sign(self, p: Polynomial, *, strict: bool = False) -> Node | None:
        """p >= 0, or > 0, on the region of the claim; steps share many of these."""
        if (p, strict) not in self.signs:
            relation = Relation.GT if strict else Relation.GE
            self.signs[p, strict] = (
                prove_sign_by_facts(p, self.region, self.clock, strict=strict)
                if all(relation.holds(p.at(values)) for values in self.samples)
                else None
            )
        return self.signs[p, strict]

    def use(self, step: Step) -> tuple[str | Lemma, Polynomial, Node] | None:
        """The hypothesis with its multiplier."""
        source = self.source(step.source)
        sign = self.multiplier(step)
        if source is None or sign is None:
            return None
        return source, step.times * step.gap, sign

    def multiplier(self, step: Step) -> Node | None:
        """times * gap >= 0."""
        if step.gap == ONE:
            return self.sign(step.times)
        gap = prove_parabola(step.gap, step.name, self.region, self.sign) or self.sign(step.gap)
        return None if gap is None else times(gap, step.times, self.region)

    def source(self, source: str | Cited) -> str | Lemma | None:
        """The hypothesis, with proofs that the lemma holds at these values."""
        if isinstance(source, str):
            return source
        shown: dict[str, Node] = {}
        for c in parameter_region(self.lemmas[source.lemma].claim).constraints:
            node = self.sign(c.polynomial.substitute(source.values), strict=c.strict)
            if node is None:
                return None
            shown[c.name] = node
        number = list(self.lemmas).index(source.lemma)
        return Lemma(number, 0, source.values, {"f": source.arm}, shown)
