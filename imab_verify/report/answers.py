"""Answers to questions of the user's own: as lines for people, and as JSON documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from imab_verify.deciding.certify import Cell, Verdict
from imab_verify.deciding.decide import Decision
from imab_verify.kernel import Claim, Every, Floor, Point, Polynomial, Proved, Refuted, Run, Some
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import observe
from imab_verify.kernel.statement import Context
from imab_verify.language.documents import encode
from imab_verify.language.instances import Sides, sides
from imab_verify.language.policy_names import WORD, policy_word, short_name
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_claim, show_givens, show_polynomial
from imab_verify.model.rationals import show_rational
from imab_verify.report import counterexamples
from imab_verify.report.counterexamples import Counterexample, arm_lines
from imab_verify.report.outlines import outline
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply, table_html, unfolding

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.deciding.sharpen import Best, Bracket, NoBetter, Sharpened, Tried
    from imab_verify.report.counterexamples import Counterexample


LONGEST = 100_000
"""A proof that takes more characters would burden the notebook that keeps it."""
TOO_LONG = "<p>The proof is long: <code>explain(&quot;html&quot;)</code> tells it.</p>"
Fields = Iterator[tuple[str, str]]
"""Names and values, to be set side by side; a name is empty where the one above goes on."""


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """The answer to a question.

    verdict: proved, refuted, vacuous or unknown. certificate: what the kernel accepted, as text;
    None where it accepted nothing. counterexample: the exact instance behind "refuted". rests_on:
    what is taken on the word of a policy that the kernel does not know. reason: why nothing was
    decided. best: what a best constant is, as `sharpen` found it. rules: the words of the rules and
    facts that the kernel used. Then how it is shown: names and values, the sizes that were decided
    one by one, and the JSON document.
    """

    verdict: Verdict
    document: dict[str, Any] = field(repr=False)
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    sizes: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    certificate: str | None = field(default=None, repr=False)
    counterexample: Counterexample | None = None
    rests_on: tuple[str, ...] = ()
    reason: str = ""
    best: str | None = None
    rules: tuple[str, ...] = ()

    def explain(self, form: str = "text", width: int = 80) -> str:
        """The proof or the counterexample as a person would write it: text, md, tex or html.

        Empty where the kernel accepted nothing.
        """
        if self.certificate is None:
            return ""
        from imab_verify.errors import check_choice
        from imab_verify.report.explain import FORMATS, explain_text, write

        check_choice(form, tuple(FORMATS), "the format of an explanation")
        return write(explain_text(self.certificate), form, width)

    def to_json(self) -> dict[str, Any]:
        """The document of `ask --json`."""
        return self.document | {"rules": list(self.rules)}

    def with_file(self, path: str | None) -> Answer:
        """Say also where the certificate was written, if somebody asked for that."""
        if path is None:
            return self
        written = self.certificate is not None
        where = path if written else "none, since nothing was proved or refuted"
        document = self.document | {"certificates": [path] if written else []}
        return replace(self, document=document, fields=(*self.fields, ("certificate", where)))

    def about(self, policy: str, words: str = ANY_STANDS_FOR_IT) -> Answer:
        """Say of which policy, where the claim itself is about any."""
        scope = self.document["scope"]
        named = scope | {"policy": {**scope["policy"], "name": policy, "known_to_kernel": False}}
        first, *rest = self.fields
        fields = (first, ("policy", f"{policy}, {words}"), *rest)
        return replace(self, document=self.document | {"scope": named}, fields=fields)

    def with_seconds(self, seconds: float) -> Answer:
        """Say to a program how long everything took."""
        return replace(self, document=self.document | {"seconds": round(seconds, 3)})

    def with_time(self) -> Answer:
        """Say that to people too."""
        took = f"{self.document['seconds']:.2f} s"
        return replace(self, fields=(*self.fields, ("time", took)))

    def with_rules(self) -> Answer:
        """Say to people, too, which rules the kernel used."""
        from imab_verify.report.replays import rules_line

        used = rules_line(self.rules) or "none, since nothing was proved or refuted"
        return replace(self, fields=(*self.fields, ("rules", used)))

    def show(self, screen: Console) -> None:
        """Print the verdict, then names and values side by side, then the sizes."""
        from imab_verify.report import terminal

        screen.print(self.verdict.value)
        screen.print(terminal.fields(self.fields))
        if self.sizes:
            table = terminal.table([], ["k", "T", "claimed", "worst OPT/ALG", "verdict"])
            for row in self.sizes:
                table.add_row(*row)
            screen.print(table)

    def _repr_html_(self) -> str:
        """The verdict, the curves of a counterexample, and the proof, which unfolds."""
        from imab_verify.report.explain import explain_text, html_body

        rows = "".join(
            f'<tr><th style="text-align:left">{escape(name)}</th>'
            f'<td style="text-align:left">{escape(value)}</td></tr>'
            for name, value in self.fields
        )
        parts = [f"<p><b>{escape(self.verdict)}</b></p><table>{rows}</table>"]
        example = self.counterexample
        if example is not None:
            parts.append(example_html(example))
        if self.sizes:
            parts.append(table_html(["k", "T", "claimed", "worst OPT/ALG", "verdict"], self.sizes))
        if self.certificate is not None:
            told = html_body(explain_text(self.certificate))
            title = "the proof" if example is None else "the counterexample, told"
            parts.append(unfolding(title, told) if len(told) <= LONGEST else TOO_LONG)
        return f"<div>{''.join(parts)}</div>"


def example_html(example: Counterexample) -> str:
    """The curves of a counterexample."""
    from imab_verify.report.curves import counterexample_figure

    return counterexample_figure(example.arms, example.parameters, numbered=bool(example.policy))


# --- the claim ---------------------------------------------------------------------------------


def scope_document(question: Question, ranges: dict[str, str]) -> dict[str, Any]:
    """What the claim speaks about, defaults and other readings included."""
    claim = question.claims().claim
    policy = _policy_document(claim.run)
    return {
        "statement": show_claim(question.claims().claim),
        "parameters": list(claim.parameters),
        "reals": list(claim.reals),
        "givens": list(show_givens(claim)),
        "arms": {arm: kind.value for arm, kind in claim.arms},
        "policy": policy and policy | ranges,
        "notes": list(question.notes),
    }


def _policy_document(run: Context | None) -> dict[str, Any] | None:
    """The policy that the claim is about, or the word for every one, or for some run of it."""
    match run:
        case Run():
            return _policy_fields("", run)
        case Every():
            return {"name": policy_word(run)}
        case Some(own):
            return _policy_fields(f"{WORD} ", own)
        case None:
            return None


def _policy_fields(before: str, run: Run) -> dict[str, Any]:
    order = run.index.order if run.index else "rounds"
    return {"name": before + short_name(run.policy), "init": order, "ties": run.ties}


def scope_fields(question: Question) -> Fields:
    """The claim in full, and how it was read."""
    yield "claim", show_claim(question.claims().claim)
    yield from list_fields("read as", question.notes)


def list_fields(name: str, texts: Sequence[str]) -> Fields:
    """Several texts under one name."""
    for number, text in enumerate(texts):
        yield ("" if number else name), text


# --- decisions -----------------------------------------------------------------------------------


def find_counterexample(decision: Decision) -> Counterexample | None:
    """The counterexample behind a refutation, with the sides as the user wrote them."""
    certified = decision.certified
    if certified is None or isinstance(certified.certificate, Proved):
        return None
    if certified.certificate.claim.chosen:
        return None
    from imab_verify.report import counterexamples

    return counterexamples.as_written(certified.judgement, decision.question.links)


def decision_answer(
    decision: Decision, ranges: dict[str, str], rests_on: tuple[str, ...] = ()
) -> Answer:
    """Everything there is to say about a decision over these ranges, and what it rests on."""
    question, cells = decision.question, decision.cells
    example = find_counterexample(decision)
    document = {
        "verdict": decision.verdict.value,
        "claim": question.text,
        "scope": scope_document(question, ranges),
        **decision_document(decision, example),
        "rests_on": [*rests_on],
        **({"cells": cells_document(cells)} if cells else {}),
    }
    fields = [*scope_fields(question), *decision_fields(decision, example)]
    fields += list_fields("rests on", rests_on)
    return Answer(
        verdict=decision.verdict,
        document=document,
        fields=tuple(fields),
        sizes=tuple(cell_rows(cells)),
        certificate=decision.certified.text if decision.certified else None,
        counterexample=example,
        rests_on=rests_on,
        reason=decision.reason,
        rules=decision.certified.judgement.rules if decision.certified else (),
    )


def decision_fields(decision: Decision, example: Counterexample | None) -> Fields:
    """What the verdict rests on."""
    if decision.verdict is Verdict.REFUTED:
        yield from list_fields("instance", _instance_lines(decision, example))
    elif decision.certified is not None:
        yield from list_fields("proof", list(outline(decision.certified.certificate)))
    if decision.reason:
        yield "reason", decision.reason
    yield from list_fields(
        "tried", [f"{tried.way}: {tried.outcome}" for tried in decision.attempts]
    )
    if decision.advice:
        yield "next", decision.advice


def decision_document(decision: Decision, example: Counterexample | None) -> dict[str, Any]:
    """The verdict, and what it rests on."""
    proof = decision.certified if decision.verdict is Verdict.PROVED else None
    return {
        "counterexample": _counterexample_document(decision, example),
        "proof": list(outline(proof.certificate)) if proof else None,
        "reason": decision.reason,
        "attempts": [{"way": t.way, "outcome": t.outcome} for t in decision.attempts],
        "advice": decision.advice,
        "seconds": round(decision.seconds, 3),
    }


def _instance_lines(decision: Decision, example: Counterexample | None) -> list[str]:
    """The counterexample; of what does not exist, the instance without it."""
    from imab_verify.report import counterexamples

    if example is not None:
        return list(counterexamples.lines(example))
    certificate = decision.certified.certificate if decision.certified else None
    if not isinstance(certificate, Refuted):
        return []
    lines = counterexamples.instance_lines(certificate.counterexample)
    return [*lines, counterexamples.no_choice(certificate)]


def _counterexample_document(
    decision: Decision, example: Counterexample | None
) -> dict[str, Any] | None:
    """The same for a program; None unless it is refuted."""
    if decision.verdict is not Verdict.REFUTED:
        return None
    from imab_verify.report import counterexamples

    if example is not None:
        return counterexamples.document(example)
    certificate = decision.certified.certificate if decision.certified else None
    if not isinstance(certificate, Refuted):
        return None
    document: dict[str, Any] = encode(type(certificate.counterexample), certificate.counterexample)
    return {"instance": document, "says": counterexamples.no_choice(certificate)}


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


def sharpened_answer(sharpened: Sharpened | Bracket, question: Question) -> Answer:
    """Everything there is to say about a best constant."""
    from imab_verify.deciding.sharpen import Bracket

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
    from imab_verify.engines.arms.flint_polynomials import fraction, from_flint, ring, to_flint

    unit, factors = to_flint(p, names, ring(names)).factor()
    number = fraction(unit)
    texts = []
    for factor, exponent in factors:
        text = show_polynomial(from_flint(factor, names), floors)
        base = text if text.isidentifier() else f"({text})"
        texts.append(base if int(exponent) == 1 else f"{base}**{int(exponent)}")
    ordered = sorted(texts, key=lambda text: (text.startswith("("), len(text), text))
    return ordered if number == 1 else [show_rational(number), *ordered]
