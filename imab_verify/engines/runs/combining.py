"""Goals as combinations of hypotheses and lemmas that leave nothing over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.goals import combine
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.runs.known import Place
from imab_verify.engines.runs.parabolas import prove_parabola, times
from imab_verify.kernel import Claim, Lemma, Node, Polynomial, ProvedClaim, Relation, Sum
from imab_verify.kernel.arms import Region, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.sums import COUNT

SAMPLES = 40
"""Parameters at which a sign is looked at before it is proved."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A lemma about one arm, at these values of its parameters."""

    lemma: int
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
    place: Place,
    scale: Polynomial,
    steps: Sequence[Step],
    lemmas: Sequence[ProvedClaim],
    clock: Clock,
) -> Node | None:
    """The one goal of a place by one combination of its hypotheses, which leaves nothing over."""
    claim = place.claim
    sizes = list(parameter_points(replace(claim, arms=(), conclusion=()), SAMPLES))
    search = _Search(place, claim, parameter_region(claim), clock, lemmas, sizes)
    positive = search.sign(scale, strict=True)
    uses = [search.use(step) for step in steps if len(step.times) and len(step.gap)]
    proved = [use for use in uses if use is not None]
    if positive is None or len(proved) < len(uses):
        return None
    return place.node(combine(scale, positive, proved, {}, Sum(())))


@dataclass(frozen=True, slots=True)
class _Search:
    """What stays the same while one goal is proved."""

    place: Place
    claim: Claim
    region: Region
    clock: Clock
    lemmas: Sequence[ProvedClaim]
    samples: Sequence[Values]
    signs: dict[tuple[Polynomial, bool], Node | None] = field(default_factory=dict)

    def sign(self, p: Polynomial, *, strict: bool = False) -> Node | None:
        """p >= 0, or > 0, on the region of the claim; steps share many of these."""
        if (p, strict) not in self.signs:
            relation = Relation.GT if strict else Relation.GE
            self.signs[p, strict] = (
                prove_sign_by_facts(p, self.claim, self.region, self.clock, strict=strict)
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
            return self.place.given(source)
        shown: dict[str, Node] = {}
        for c in parameter_region(self.lemmas[source.lemma].claim).constraints:
            node = self.sign(c.polynomial.substitute(source.values), strict=c.strict)
            if node is None:
                return None
            shown[c.name] = node
        return Lemma(source.lemma, 0, source.values, {"f": source.arm}, shown)
