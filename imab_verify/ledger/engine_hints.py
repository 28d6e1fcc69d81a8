"""Hints of a reading as the engines take them: points, multipliers, cited readings as lemmas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.hints import Hints, Hypothesis, Multipliers
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.runs.known import citing, known_of
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Atom,
    Certificate,
    Claim,
    ClaimProof,
    Comparison,
    Lemma,
    Node,
    Point,
    Polynomial,
    Proved,
    ProvedClaim,
    Relation,
    RunPoint,
    Sum,
)
from imab_verify.kernel.arms import Region, parameter_region
from imab_verify.language.contexts import last_pulls
from imab_verify.language.instances import read_curve
from imab_verify.language.parser import parse
from imab_verify.language.reading import read_question
from imab_verify.ledger.statements import Citation, Combination, Reading, Trial

NUMBERED = re.compile(r"given (\d{1,3})")


Cited = Callable[[str], Certificate]
"""The certificate of the reading with a name."""


# --- instances to try ----------------------------------------------------------------------------


def point_of(instance: Trial, claim: Claim) -> Point | RunPoint:
    """The instance as the kernel takes it."""
    arms = dict(claim.arms)
    if unknown := instance.values.keys() - {*arms, *claim.parameters, *claim.reals}:
        raise InputError(f"an instance to try has {min(unknown)}, which the claim does not have")
    numbers = {n: Fraction(v) for n, v in instance.values.items() if n not in arms}
    chosen = {arm: instance.values[arm] for arm in arms if arm in instance.values}
    if instance.T is None:
        return Point(numbers, {arm: read_curve(str(v), arms[arm]) for arm, v in chosen.items()})
    curves = {text: read_curve(text) for text in instance.arms}
    roles = {arm: int(number) - 1 for arm, number in chosen.items()}
    listed = tuple(curves[text] for text in instance.arms)
    return RunPoint(listed, instance.T, roles, instance.ties, numbers)


# --- hints ---------------------------------------------------------------------------------------


def hints_of(reading: Reading, claim: Claim, cited: Cited, seconds: float = 20) -> Hints:
    """The hints of a reading for the proof of its claim, or of what the last pull makes of it."""
    points = tuple(point_of(instance, claim) for instance in reading.tries)
    if not reading.by:
        return Hints(points=points)
    run, region = claim.played, parameter_region(claim)
    if run is not None and (looked := last_pulls(run)):
        known, pulled = known_of(claim), next(iter(looked))
        late = (Sum(()),) * len(known.conditions("last", pulled))
        region = known.having("last", pulled, conditions=late).region
    lemmas = _Citing(region, cited, Clock(seconds))
    for hint in reading.by:
        if isinstance(hint, Citation):
            lemmas.add(hint)
    names = _Names(reading, region.hypotheses, [str(fact.name) for fact in lemmas.facts])
    multipliers = [names.multipliers(hint) for hint in reading.by if isinstance(hint, Combination)]
    return Hints(tuple(multipliers), points, tuple(lemmas.facts), tuple(lemmas.lemmas))


@dataclass(frozen=True, slots=True)
class _Names:
    """The engines' names of the hypotheses that a hint names."""

    reading: Reading
    known: Sequence[tuple[str, Comparison]]
    cited: Sequence[str]

    def multipliers(self, hint: Combination) -> Multipliers:
        """The hint with the engines' names."""
        uses = [(self._name(name), polynomial(text)) for name, text in hint.uses.items()]
        bounds = [((b.arm, polynomial(b.at)), polynomial(b.times)) for b in hint.bounds]
        return Multipliers(polynomial(hint.scale), (*uses, *bounds))

    def _name(self, name: str) -> str:
        if name in self.cited:
            return name
        numbered = NUMBERED.fullmatch(name)
        if numbered and not 1 <= int(numbered[1]) <= len(self.reading.given):
            raise InputError(f"{self.reading.name} has no {name}")
        text = self.reading.given[int(numbered[1]) - 1] if numbered else name
        occurring = set(parse(text).names)
        reals = tuple(real for real in self.reading.reals if real in occurring)
        for comparison in replace(self.reading, reals=reals).read(text).claims().claim.plain:
            for known, hypothesis in self.known:
                if _meaning(comparison) == _meaning(hypothesis):
                    return known
        raise InputError(f"{self.reading.name} uses {name}, which is no hypothesis about rewards")


def polynomial(text: str) -> Polynomial:
    """A polynomial in integer parameters, read as the left side of text >= 0."""
    question = read_question(f"{text} >= 0", arms={}, integers=parse(f"{text} >= 0").names)
    return question.claims().claim.plain[0].form.constant


def _meaning(comparison: Comparison) -> object:
    """A key that is equal for comparisons that differ in the order of their terms only."""
    terms: dict[Atom | None, Polynomial] = {None: comparison.form.constant}
    for coefficient, atom in comparison.form.terms:
        terms[atom] = terms[atom] + coefficient if atom in terms else coefficient
    sides = {frozenset(terms.items())}
    if comparison.relation is Relation.EQ:
        sides.add(frozenset((atom, -c) for atom, c in terms.items()))
    return comparison.relation, frozenset(sides)


# --- citations -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Citing:
    """The lemmas that have been cited so far, and what they say at the values put in."""

    region: Region
    cited: Cited
    clock: Clock
    lemmas: list[ProvedClaim] = field(default_factory=list)
    facts: list[Hypothesis] = field(default_factory=list)

    def add(self, citation: Citation) -> None:
        """Cite every comparison of a conclusion: `name`, and where there are more, `name 2`."""
        certificate = self.cited(citation.reading)
        claim = certificate.claim
        if (
            not isinstance(certificate, Proved)
            or not isinstance(certificate.proof, ClaimProof)
            or claim.run is not None
            or any(given.form.terms for given in claim.givens)
        ):
            raise InputError(
                f"{citation.reading} cannot be cited: only a proved claim about arms without "
                "hypotheses on rewards can"
            )
        number = self._lemma(claim, certificate, certificate.proof)
        arms = {arm: citation.values.get(arm, arm) for arm, _ in claim.arms}
        values = {
            name: polynomial(citation.values.get(name, name))
            for name in (*claim.parameters, *claim.reals, *(f.name for f in claim.floors))
        }
        if unknown := citation.values.keys() - arms.keys() - values.keys():
            raise InputError(f"{citation.reading} has no arm or parameter {min(unknown)}")
        proofs = self._conditions(claim, values, citation)
        for place, comparison in enumerate(claim.plain):
            before = sum(str(fact.name).split()[0] == citation.reading for fact in self.facts)
            name = f"{citation.reading} {before + 1}" if before else citation.reading
            source = Lemma(number, place, values, arms, proofs)
            self.facts.append(Hypothesis(name, comparison.substitute(values, arms), source))

    def _lemma(self, claim: Claim, certificate: Proved, proof: ClaimProof) -> int:
        """The number of a lemma, which is put behind the lemmas of its own proof."""
        for number, lemma in enumerate(self.lemmas):
            if lemma.claim == claim:
                return number
        shift = len(self.lemmas)
        for lemma in certificate.lemmas:
            self.lemmas.append(citing(lambda number: number + shift, lemma))
        self.lemmas.append(ProvedClaim(claim, citing(lambda number: number + shift, proof)))
        return len(self.lemmas) - 1

    def _conditions(
        self, lemma: Claim, values: Mapping[str, Polynomial], citation: Citation
    ) -> dict[str, Node]:
        """Proofs that the values satisfy the givens of the lemma."""
        nodes = {}
        for constraint in parameter_region(lemma).constraints:
            needed = constraint.polynomial.substitute(values)
            try:
                strict = constraint.strict
                node = prove_sign_by_facts(needed, self.region, self.clock, strict=strict)
            except OutOfTimeError:
                node = None
            if node is None:
                raise InputError(
                    f"{citation.reading} cannot be cited here: a given of it is not shown at "
                    f"{', '.join(f'{n} = {v}' for n, v in citation.values.items())}"
                )
            nodes[constraint.name] = node
        return nodes
