"""Answers to questions of the user's own: as lines for people, and as JSON documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import Decision
from imab_verify.deciding.scopes import Cell
from imab_verify.deciding.sharpen import Best, Sharpened
from imab_verify.engines.arms.flint_polynomials import fraction, from_flint, ring, to_flint
from imab_verify.kernel import ONE, Claim, Floor, Point, Polynomial, Refuted
from imab_verify.language.evaluating import Sides, sides
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_claim, show_comparison, show_polynomial
from imab_verify.model.rationals import show_rational
from imab_verify.report import counterexamples
from imab_verify.report.counterexamples import Counterexample, arm_lines
from imab_verify.report.outlines import outline

Fields = Iterator[tuple[str, str]]
"""Names and values, to be set side by side; a name is empty where the one above goes on."""


# --- the claim ---------------------------------------------------------------------------------


def scope_document(question: Question, ranges: dict[str, str]) -> dict[str, Any]:
    """What the claim speaks about, defaults and other readings included."""
    claim = question.claims().claim
    run = claim.run
    policy = {"name": run.policy, "init": run.init, "ties": run.ties, **ranges} if run else None
    return {
        "statement": show_claim(claim),
        "parameters": list(claim.parameters),
        "reals": list(claim.reals),
        "givens": [show_comparison(given, claim.floors) for given in claim.givens],
        "arms": {arm: kind.value for arm, kind in claim.arms},
        "policy": policy,
        "notes": list(question.notes),
    }


def scope_fields(question: Question) -> Fields:
    """The claim in full, and how it was read."""
    yield "claim", show_claim(question.claims().claim)
    yield from _listed("read as", question.notes)


def _listed(name: str, texts: Sequence[str]) -> Fields:
    for number, text in enumerate(texts):
        yield ("" if number else name), text


# --- decisions -----------------------------------------------------------------------------------


def find_counterexample(decision: Decision) -> Counterexample | None:
    """The counterexample behind a refutation, with the sides as the user wrote them.

    Where the text divides by a reward that is 0, the sides stay those of the claim that was read.
    """
    certified = decision.certified
    if certified is None or not isinstance(certified.certificate, Refuted):
        return None
    example = counterexamples.counterexample(certified.judgement)
    claim, point = certified.certificate.claim, certified.certificate.counterexample
    links = decision.question.links
    number = claim.conclusion.index(certified.judgement.violated)
    written = sides(links[number], *counterexamples.at(claim, point)) if links else None
    if written is None:
        return example
    return replace(
        example,
        left=written.left,
        relation=written.relation,
        right=written.right,
        lhs=written.lhs,
        rhs=written.rhs,
    )


def decision_fields(decision: Decision, example: Counterexample | None) -> Fields:
    """What the verdict rests on."""
    if example is not None:
        yield from _listed("instance", list(counterexamples.lines(example)))
    elif decision.certified is not None:
        yield from _listed("proof", list(outline(decision.certified.certificate)))
    yield from _listed("rests on", [f"{name}, on its author's word" for name in decision.rests_on])
    if decision.reason:
        yield "reason", decision.reason


def decision_document(decision: Decision, example: Counterexample | None) -> dict[str, Any]:
    """The verdict, and what it rests on."""
    proof = decision.certified if decision.verdict is Verdict.PROVED else None
    return {
        "verdict": decision.verdict.value,
        "rests_on": list(decision.rests_on),
        "counterexample": counterexamples.document(example) if example else None,
        "proof": list(outline(proof.certificate)) if proof else None,
        "reason": decision.reason,
        "seconds": round(decision.seconds, 3),
    }


# --- cells ---------------------------------------------------------------------------------------


def cell_rows(cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    """k, T, the bound of the claim, the exact worst OPT/ALG (or its bounds), and the verdict."""
    for cell in cells:
        lower, upper = _ratios(cell)
        exact = lower if lower == upper else f"{lower} to {upper}"
        bound = show_rational(cell.bound)
        yield str(cell.k), str(cell.T), bound, exact, cell.verdict.value


def cells_document(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """The same for a program."""
    return [
        {
            "k": cell.k,
            "T": cell.T,
            "bound": show_rational(cell.bound),
            "lower": _ratios(cell)[0],
            "upper": _ratios(cell)[1],
            "verdict": cell.verdict.value,
        }
        for cell in cells
    ]


def _ratios(cell: Cell) -> tuple[str, str]:
    """The bounds on sup OPT/ALG; 1 where T = 0 and both are 0."""
    if cell.case is None:
        return "1", "1"
    low, high = (
        "inf" if ratio is None else show_rational(ratio)
        for ratio in (cell.case.lower, cell.case.upper)
    )
    return low, high


# --- sharpened constants -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """An instance, the value of the constant there, and both sides of the claim as written."""

    parameters: dict[str, Fraction]
    point: Point
    sides: Sides | None

    def document(self) -> dict[str, Any]:
        """Rationals are text; the sides are null where the text divides by 0."""
        found = self.sides
        return {
            "parameters": {n: show_rational(v) for n, v in self.parameters.items()},
            "arms": {
                arm: {"points": [[n, show_rational(v)] for n, v in curve.points]}
                for arm, curve in self.point.curves.items()
            },
            "lhs": show_rational(found.lhs) if found else None,
            "rhs": show_rational(found.rhs) if found else None,
        }

    def text(self, relation: str) -> str:
        """Parameters, arms, and the sides with the relation that holds between them."""
        numbers = ", ".join(f"{n} = {show_rational(v)}" for n, v in self.parameters.items())
        parts = [numbers, *arm_lines(self.point.curves, run=False)]
        if self.sides is not None:
            left, right = show_rational(self.sides.lhs), show_rational(self.sides.rhs)
            parts.append(f"{self.sides.left} = {left} {relation} {self.sides.right} = {right}")
        return "; ".join(parts)


def _shown(question: Question, point: Point, claim: Claim, name: str, c: Fraction) -> _Shown:
    _, functional = counterexamples.at(claim, point)
    parameters = {**point.parameters, name: c}
    return _Shown(parameters, point, sides(question.links[0], parameters, functional))


def _tight(best: Best, found: Sharpened, question: Question) -> _Shown | None:
    """Where both sides are equal."""
    if best.tight is None:
        return None
    c = best.at(best.tight)
    return _shown(question, best.tight, best.certified.certificate.claim, found.name, c)


def _sharper(best: Best, found: Sharpened, question: Question) -> _Shown | None:
    """Where a constant that is better by 1/1000 fails."""
    if best.sharper is None or not isinstance(best.sharper.counterexample, Point):
        return None
    point = best.sharper.counterexample
    c = found.better(best, point)
    return _shown(question, point, best.sharper.claim, found.name, c)


def sharpened_fields(found: Sharpened, question: Question) -> Fields:
    """The best constant as a formula and as a number, with what shows that it is best."""
    floors = question.claims().claim.floors
    if found.formula is not None:
        best = "smallest" if found.smallest else "largest"
        yield f"{best} {found.name}", show_ratio(found.formula, floors)
        yield from _reasons(found.formula, found, question)
    if found.constant is not None and found.constant is not found.formula:
        shown = show_ratio(found.constant, floors)
        yield "for all", f"{found.name} = {shown} serves all parameters together"
        yield from _reasons(found.constant, found, question)
    if found.reason:
        yield ("for all" if found.formula else "reason"), found.reason


def _reasons(best: Best, found: Sharpened, question: Question) -> Fields:
    yield from _listed("proof", list(outline(best.certified.certificate)))
    tight, sharper = _tight(best, found, question), _sharper(best, found, question)
    yield "attained", tight.text("==") if tight else "not at any instance seen: only approached"
    if sharper is not None:
        relation = question.links[0].relation
        yield "not sharper", sharper.text(counterexamples.FAILS[relation])


def sharpened_document(found: Sharpened, question: Question) -> dict[str, Any]:
    """The same for a program."""
    return {
        "name": found.name,
        "direction": "smallest" if found.smallest else "largest",
        "formula": _best_document(found.formula, found, question),
        "constant": _best_document(found.constant, found, question),
    }


def _best_document(
    best: Best | None, found: Sharpened, question: Question
) -> dict[str, Any] | None:
    if best is None:
        return None
    tight, sharper = _tight(best, found, question), _sharper(best, found, question)
    return {
        "value": show_ratio(best, question.claims().claim.floors),
        "statement": show_claim(best.certified.certificate.claim),
        "proof": list(outline(best.certified.certificate)),
        "attained": tight is not None,
        "instance": tight.document() if tight else None,
        "sharper": sharper.document() if sharper else None,
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
