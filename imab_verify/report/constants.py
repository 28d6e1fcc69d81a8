"""The best constants of a claim: as lines for people, and as JSON documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from imab_verify.deciding.best import Best, NoBetter
from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.sharpen import Sharpened
from imab_verify.deciding.sharpen_runs import Bracket, Tried
from imab_verify.engines.arms.flint_polynomials import fraction, from_flint, ring, to_flint
from imab_verify.kernel import Claim, Floor, Point, Polynomial, Refuted
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import observe
from imab_verify.language.documents import encode
from imab_verify.language.instances import Sides, sides
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_claim, show_polynomial
from imab_verify.model.rationals import show_rational
from imab_verify.report import counterexamples
from imab_verify.report.answers import Answer, Fields, list_fields, scope_document, scope_fields
from imab_verify.report.counterexamples import Counterexample, arm_lines
from imab_verify.report.outlines import outline


def sharpened_answer(sharpened: Sharpened | Bracket, question: Question) -> Answer:
    """Everything there is to say about a best constant."""
    if isinstance(sharpened, Bracket):
        return _bracket_answer(sharpened, question)
    best, certified = sharpened.best, sharpened.certified
    against = sharpened.against if sharpened.verdict is Verdict.REFUTED else None
    document: dict[str, Any] = {
        "verdict": sharpened.verdict.value,
        "claim": question.text,
        "scope": scope_document(question, {}),
        "counterexample": _none_document(against),
        "sharpened": sharpened_document(sharpened, question),
        "rests_on": [],
        "reason": sharpened.reason,
    }
    fields = [*scope_fields(question), *sharpened_fields(sharpened, question)]
    return Answer(
        verdict=sharpened.verdict,
        document=document,
        fields=tuple(fields),
        certificate=certified.text if certified else None,
        reason=sharpened.reason,
        rules=certified.judgement.rules if certified else (),
        best=show_ratio(best, question.claims().claim.floors) if best else None,
    )


def _bracket_answer(bracket: Bracket, question: Question) -> Answer:
    """The numbers between which the best constant of a claim about a run lies."""
    serves, fails, certified = bracket.serves, bracket.fails, bracket.certified
    document: dict[str, Any] = {
        "verdict": bracket.verdict.value,
        "claim": question.text,
        "scope": scope_document(question, {}),
        "counterexample": _none_document(bracket.none),
        "sharpened": {
            "name": bracket.name,
            "direction": "smallest" if bracket.smallest else "largest",
            "serves": show_rational(serves.c) if serves else None,
            "proof": list(outline(serves.certified.certificate)) if serves else None,
            "fails": show_rational(fails.c) if fails else None,
            "instance": counterexamples.document(counterexample(fails)) if fails else None,
            "sharp": bracket.sharp,
            "exact": bracket.exact is not None,
        },
        "rests_on": [],
        "reason": bracket.reason,
    }
    fields = [*scope_fields(question), *_bracket_fields(bracket)]
    return Answer(
        verdict=bracket.verdict,
        document=document,
        fields=tuple(fields),
        certificate=certified.text if certified else None,
        reason=bracket.reason,
        rules=certified.judgement.rules if certified else (),
        best=show_rational(serves.c) if serves else None,
    )


def _none_document(none: NoBetter | None) -> dict[str, Any] | None:
    """The instance at which no constant serves, as `ask` writes one without a choice."""
    if none is None or not none.certified.certificate.claim.chosen:
        return None
    instance: dict[str, Any] = encode(type(none.point), none.point)
    return {"instance": instance, "says": _no_choice(none)}


def _no_choice(none: NoBetter, among: str = "") -> str:
    certificate = none.certified.certificate
    return counterexamples.no_choice(certificate, among) if isinstance(certificate, Refuted) else ""


def _none_fields(none: NoBetter | None, among: str = "") -> Fields:
    if none is not None and none.certified.certificate.claim.chosen:
        lines = [*counterexamples.instance_lines(none.point)]
        yield from list_fields("instance", [*lines, _no_choice(none, among)])


def counterexample(fails: Tried) -> Counterexample:
    """The instance at which a number fails."""
    return counterexamples.counterexample(fails.certified.judgement)


def _bracket_fields(bracket: Bracket) -> Fields:
    name = bracket.name
    if bracket.serves is not None:
        best = "smallest" if bracket.smallest else "largest"
        c = show_rational(bracket.serves.c)
        yield (f"{best} {name}", c) if bracket.exact else ("serves", f"{name} = {c}")
        yield from list_fields("proof", list(outline(bracket.serves.certified.certificate)))
    if bracket.none is not None:
        yield from _none_fields(bracket.none)
    elif bracket.exact is not None and bracket.exact.c is not None:
        beyond = "below" if bracket.smallest else "above"
        yield from _none_fields(bracket.exact, f" {beyond} {show_rational(bracket.exact.c)}")
    elif bracket.fails is not None:
        yield "fails", f"{name} = {show_rational(bracket.fails.c)}"
        yield from list_fields(
            "instance", list(counterexamples.lines(counterexample(bracket.fails)))
        )
    if bracket.serves and bracket.fails and not bracket.exact:
        yield "open", f"whether a {name} between the two serves"
    if bracket.reason:
        yield "reason", bracket.reason


@dataclass(frozen=True, slots=True)
class _Example:
    """An instance, the value of the constant there, and both sides of the claim as written."""

    parameters: dict[str, Fraction]
    point: Point
    sides: Sides | None

    def document(self) -> dict[str, Any]:
        """Rationals are text; the sides are null where the text divides by 0."""
        return {
            "parameters": {n: show_rational(v) for n, v in self.parameters.items()},
            "arms": {
                arm: {"points": [[n, show_rational(v)] for n, v in curve.points]}
                for arm, curve in self.point.curves.items()
            },
            "lhs": show_rational(self.sides.lhs) if self.sides else None,
            "rhs": show_rational(self.sides.rhs) if self.sides else None,
        }

    def text(self, relation: str) -> str:
        """Parameters, arms, and the sides with the relation that holds between them."""
        numbers = ", ".join(f"{n} = {show_rational(v)}" for n, v in self.parameters.items())
        parts = [numbers, *arm_lines(self.point.curves, run=False)]
        if self.sides is not None:
            left, right = show_rational(self.sides.lhs), show_rational(self.sides.rhs)
            parts.append(f"{self.sides.left} = {left} {relation} {self.sides.right} = {right}")
        return "; ".join(parts)


def _example(question: Question, point: Point, claim: Claim, name: str, c: Fraction) -> _Example:
    _, functional = observe(claim, point)
    parameters = {**point.parameters, name: c}
    return _Example(parameters, point, sides(question.links[0], parameters, functional))


def _tight(best: Best, sharpened: Sharpened, question: Question) -> _Example | None:
    """Where both sides are equal."""
    if best.tight is None:
        return None
    c = best.at(best.tight)
    return _example(question, best.tight, best.claim, sharpened.name, c)


def _sharper(best: Best, sharpened: Sharpened, question: Question) -> _Example | None:
    """Where a constant fails that is a little better than the best, or than what is known."""
    point = best.against.point if best.against is not None else None
    if not isinstance(point, Point):
        return None
    c = sharpened.better(best, point)
    return _example(question, point, best.claim, sharpened.name, c)


def sharpened_fields(sharpened: Sharpened, question: Question) -> Fields:
    """The best constant as a formula and as a number, with what shows that it is best."""
    floors = question.claims().claim.floors
    formula, constant, name = sharpened.formula, sharpened.constant, sharpened.name
    if formula is not None and formula is constant and formula.tight is not None:
        best = "smallest" if sharpened.smallest else "largest"
        yield f"{best} {name}", show_ratio(formula, floors)
        yield from _reasons(formula, sharpened, question)
    elif formula is not None:
        yield "serves", f"{name} = {show_ratio(formula, floors)}"
        yield from _reasons(formula, sharpened, question)
    if constant is not None and constant is not formula:
        yield "for all", f"{name} = {show_ratio(constant, floors)} serves all parameters together"
        yield from _reasons(constant, sharpened, question)
    if sharpened.verdict is Verdict.REFUTED:
        yield from _none_fields(sharpened.against)
    if sharpened.reason:
        yield ("for all" if formula else "reason"), sharpened.reason


def _reasons(best: Best, sharpened: Sharpened, question: Question) -> Fields:
    yield from list_fields("proof", list(outline(best.certified.certificate)))
    tight, sharper = _tight(best, sharpened, question), _sharper(best, sharpened, question)
    yield "attained", tight.text("==") if tight else "not at any instance seen"
    if sharper is not None:
        relation = question.links[0].relation
        title = "not sharper" if best.near is not None else "fails"
        yield title, sharper.text(counterexamples.FAILS[relation])
    if best.near is None:
        yield "open", f"whether a better {sharpened.name} serves"


def sharpened_document(sharpened: Sharpened, question: Question) -> dict[str, Any]:
    """The same for a program."""
    against = sharpened.against
    return {
        "name": sharpened.name,
        "direction": "smallest" if sharpened.smallest else "largest",
        "formula": _best_document(sharpened.formula, sharpened, question),
        "constant": _best_document(sharpened.constant, sharpened, question),
        "refuted": show_claim(against.certified.judgement.claim) if against else None,
    }


def _best_document(
    best: Best | None, sharpened: Sharpened, question: Question
) -> dict[str, Any] | None:
    if best is None:
        return None
    tight, sharper = _tight(best, sharpened, question), _sharper(best, sharpened, question)
    against = best.against
    return {
        "value": show_ratio(best, question.claims().claim.floors),
        "statement": show_claim(best.claim),
        "proof": list(outline(best.certified.certificate)),
        "attained": tight is not None,
        "instance": tight.document() if tight else None,
        "sharp": best.near is not None,
        "sharper": sharper.document() if sharper else None,
        "refuted": show_claim(against.certified.judgement.claim) if against else None,
    }


def show_ratio(best: Best, floors: Sequence[Floor]) -> str:
    """numerator/denominator, both in factors: T*(T + 1)/(m*(m + 1))."""
    above, below = _factors(best.numerator, floors), _factors(best.denominator, floors)
    top = "*".join(above) or "1"
    if not below:
        return top
    return f"{top}/{below[0]}" if len(below) == 1 else f"{top}/({'*'.join(below)})"


def _factors(p: Polynomial, floors: Sequence[Floor]) -> list[str]:
    """The factors of a polynomial, a number other than 1 first."""
    names = sorted(p.names())
    if not names:
        return [show_rational(p.at({}))] if p != ONE else []
    unit, factors = to_flint(p, names, ring(names)).factor()
    number = fraction(unit)
    texts = []
    for factor, exponent in factors:
        text = show_polynomial(from_flint(factor, names), floors)
        base = text if text.isidentifier() else f"({text})"
        texts.append(base if int(exponent) == 1 else f"{base}**{int(exponent)}")
    ordered = sorted(texts, key=lambda text: (text.startswith("("), len(text), text))
    return ordered if number == 1 else [show_rational(number), *ordered]
