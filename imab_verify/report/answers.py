"""Answers to questions of the user's own: as lines for people, and as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from imab_verify.deciding.certify import Cell, Certified, Verdict
from imab_verify.deciding.decide import Decision
from imab_verify.kernel import Every, Floor, Point, Polynomial, Proved, Refuted, Run, Some
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import observe
from imab_verify.kernel.statement import Context
from imab_verify.language.comparisons import sides
from imab_verify.language.documents import encode
from imab_verify.language.policy_names import WORD, policy_word, short_name
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_claim, show_givens, show_polynomial
from imab_verify.model import rationals
from imab_verify.model.rationals import show_rational
from imab_verify.report import counterexamples
from imab_verify.report.counterexamples import Counterexample, brief
from imab_verify.report.outlines import outline
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply, reply_html, unfolding

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.deciding.sharpen import Best, Bracket, NoBetter, Sharpened


LONGEST = 100_000
"""A proof that takes more characters would burden the notebook that keeps it."""
TOO_LONG = "<p>The proof is long: <code>explain(&quot;html&quot;)</code> tells it.</p>"
HOLDS = "holds with"
Fields = Iterator[tuple[str, str]]
"""Names and values, to be set side by side; a name is empty where the one above goes on."""


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """The answer to a question.

    verdict: proved, refuted, vacuous or unknown. certificate: what the kernel accepted, as text;
    None where it accepted nothing. counterexample: the exact instance behind "refuted". best: what
    a best constant is, as `sharpen` found it. rules: the words of the rules and facts that the
    kernel used. Then how it is shown: the JSON document, and names with values.
    """

    verdict: Verdict
    document: dict[str, Any] = field(repr=False)
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    certificate: str | None = field(default=None, repr=False)
    counterexample: Counterexample | None = None
    best: str | None = None
    rules: tuple[str, ...] = ()

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Names of what is taken on the word of a policy that the kernel does not know."""
        return tuple(self.document["rests_on"])

    @property
    def reason(self) -> str:
        """The reason why nothing was decided."""
        return str(self.document["reason"])

    def explain(self, form: str = "text", width: int = 80) -> str:
        """The proof or the counterexample as a person would write it: text, md, tex or html.

        Empty where the kernel accepted nothing.
        """
        if self.certificate is None:
            return ""
        from imab_verify.errors import check_choice
        from imab_verify.report.explain import FORMATS, explain_text, write

        check_choice(form, FORMATS, "the format of an explanation")
        return write(explain_text(self.certificate), form, width)

    def to_json(self) -> dict[str, Any]:
        """The document of `ask --json`."""
        return self.document | {"rules": list(self.rules)}

    def saying(self, name: str, value: str, **document: Any) -> Answer:
        """The answer with one more line for people, and with this in its document."""
        fields = (*self.fields, (name, value)) if name else self.fields
        return replace(self, document=self.document | document, fields=fields)

    def with_file(self, path: str | None) -> Answer:
        """The answer that says also where the certificate was written, if it was asked for."""
        if path is None:
            return self
        if self.certificate is None:
            none = "none, since nothing was proved or refuted"
            return self.saying("certificate", none, certificates=[])
        return self.saying("certificate", path, certificates=[path])

    def about(self, policy: str, words: str = ANY_STANDS_FOR_IT) -> Answer:
        """The answer about a policy, where the claim itself is about any."""
        scope = self.document["scope"]
        named = scope | {"policy": {**scope["policy"], "name": policy, "known_to_kernel": False}}
        first, *rest = self.fields
        fields = (first, ("policy", f"{policy}, {words}"), *rest)
        return replace(self, document=self.document | {"scope": named}, fields=fields)

    def with_seconds(self, seconds: float) -> Answer:
        """The answer with the seconds in its document."""
        return self.saying("", "", seconds=round(seconds, 3))

    def with_time(self) -> Answer:
        """The answer that shows people the seconds too."""
        return self.saying("time", f"{self.document['seconds']:.2f} s")

    def with_rules(self) -> Answer:
        """The answer that shows people the rules that the kernel used."""
        from imab_verify.report.replays import rules_line

        used = rules_line(self.rules)
        return self.saying("rules", used or "none, since nothing was proved or refuted")

    def show(self, screen: Console) -> None:
        """Print the verdict, then names and values side by side, then the sizes."""
        from imab_verify.report import terminal

        screen.print(self.verdict.value)
        screen.print(terminal.fields(self.fields))
        if cells := self.document.get("cells"):
            table = terminal.table([], ["k", "T", "claimed", "worst OPT/ALG", "verdict"])
            for cell in cells:
                low, high = cell["lower"], cell["upper"]
                worst = low if low == high else f"{low} to {high}"
                size = str(cell["k"]), str(cell["T"])
                table.add_row(*size, cell["bound"], worst, cell["verdict"])
            screen.print(table)

    def _repr_html_(self) -> str:
        """The lines of `ask`, the curves of a counterexample, and the proof, which unfolds."""
        from imab_verify.report.explain import explain_text, html_body

        example = self.counterexample
        more = "" if example is None else example_html(example)
        if self.certificate is not None:
            told = html_body(explain_text(self.certificate))
            title = "the proof" if example is None else "the counterexample, told"
            more += unfolding(title, told) if len(told) <= LONGEST else TOO_LONG
        return reply_html(self, more)


def example_html(example: Counterexample) -> str:
    """The curves of a counterexample."""
    from imab_verify.report.curves import counterexample_figure

    return counterexample_figure(example.arms, example.parameters, numbered=bool(example.policy))


# --- the claim ---------------------------------------------------------------------------------


def scope_document(question: Question, ranges: dict[str, str]) -> dict[str, Any]:
    """The claim as it was read, with its names, arms, policy, and what was assumed."""
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


def list_fields(name: str, texts: Sequence[str]) -> Fields:
    """Several texts under one name."""
    for number, text in enumerate(texts):
        yield ("" if number else name), text


def _answer(
    verdict: Verdict,
    question: Question,
    document: dict[str, Any],
    fields: Iterable[tuple[str, str]],
    certified: Certified | None,
    *,
    ranges: dict[str, str] | None = None,
    example: Counterexample | None = None,
    best: str | None = None,
) -> Answer:
    """An answer, with what all answers say of the question."""
    head = {
        "verdict": verdict.value,
        "claim": question.text,
        "scope": scope_document(question, ranges or {}),
    }
    claim = ("claim", show_claim(question.claims().claim))
    return Answer(
        verdict=verdict,
        document=head | document,
        fields=(claim, *list_fields("read as", question.notes), *fields),
        certificate=certified.text if certified else None,
        counterexample=example,
        best=best,
        rules=certified.judgement.rules if certified else (),
    )


# --- decisions -----------------------------------------------------------------------------------


def decision_answer(
    decision: Decision, ranges: dict[str, str], rests_on: tuple[str, ...] = ()
) -> Answer:
    """The answer to a question that was decided over these ranges."""
    question, certified = decision.question, decision.certified
    certificate = certified.certificate if certified else None
    example, instance, point = None, [], None
    if certified is not None and isinstance(certificate, Refuted) and certificate.claim.chosen:
        instance = _without_choice(certificate)
        point = _without_choice_document(certificate)
    elif certified is not None and not isinstance(certificate, Proved):
        example = counterexamples.as_written(certified.judgement, question.links)
        instance, point = [*counterexamples.lines(example)], counterexamples.document(example)
    proof = list(outline(certificate)) if certificate else []
    attempts = [{"way": t.way, "outcome": t.outcome} for t in decision.attempts]
    document = {
        "counterexample": point if decision.verdict is Verdict.REFUTED else None,
        "proof": proof if decision.verdict is Verdict.PROVED else None,
        "reason": decision.reason,
        "attempts": attempts,
        "advice": decision.advice,
        "seconds": round(decision.seconds, 3),
        "rests_on": [*rests_on],
        **({"cells": [*map(_cell_document, decision.cells)]} if decision.cells else {}),
    }
    fields = [
        *list_fields("instance", instance),
        *list_fields("proof", proof),
        *list_fields("reason", [decision.reason] if decision.reason else []),
        *list_fields("tried", [f"{tried['way']}: {tried['outcome']}" for tried in attempts]),
        *list_fields("next", [decision.advice] if decision.advice else []),
        *list_fields("rests on", rests_on),
    ]
    return _answer(
        decision.verdict, question, document, fields, certified, ranges=ranges, example=example
    )


def _cell_document(cell: Cell) -> dict[str, Any]:
    """One size, with bounds on sup OPT/ALG, which is 1 where T = 0 and both are 0."""
    case = cell.case
    return {
        "k": cell.k,
        "T": cell.T,
        "bound": show_rational(cell.bound),
        "lower": rationals.show_ratio(case.lower) if case else "1",
        "upper": rationals.show_ratio(case.upper) if case else "1",
        "verdict": cell.verdict.value,
    }


def _without_choice(certificate: Refuted, among: str = "") -> list[str]:
    """An instance at which no choice of a name makes a claim true, or none `among` some."""
    lines = counterexamples.instance_lines(certificate.counterexample)
    return [*lines, counterexamples.no_choice(certificate, among)]


def _without_choice_document(certificate: Refuted) -> dict[str, Any]:
    point = certificate.counterexample
    says = counterexamples.no_choice(certificate)
    return {"instance": encode(type(point), point), "says": says}


# --- best constants ------------------------------------------------------------------------------


def sharpened_answer(sharpened: Sharpened | Bracket, question: Question) -> Answer:
    """The answer to the question for a best constant."""
    from imab_verify.deciding.sharpen import Bracket

    if isinstance(sharpened, Bracket):
        return _bracket_answer(sharpened, question)
    name, best, certified = sharpened.name, sharpened.best, sharpened.certified
    against = sharpened.against
    none = _refuted(against) if sharpened.verdict is Verdict.REFUTED else None
    formula, constant = (
        None if one is None else _BestTold(one, sharpened, question)
        for one in (sharpened.formula, sharpened.constant)
    )
    fields: list[tuple[str, str]] = []
    if formula is not None:
        exact = formula.best is sharpened.constant and formula.tight is not None
        if exact:
            fields.append(
                (f"{'smallest' if sharpened.smallest else 'largest'} {name}", formula.value)
            )
        else:
            title = HOLDS if formula.best.near is None else "best constant"
            fields.append((title, f"{name} = {formula.value}"))
        fields += formula.fields()
    if constant is not None and constant.best is not sharpened.formula:
        one = f"{name} = {constant.value}, one constant for all parameters"
        fields += [("for all", one), *constant.fields()]
    fields += list_fields("instance", _without_choice(none) if none else [])
    if sharpened.reason:
        fields.append(("for all" if formula else "reason", sharpened.reason))
    document: dict[str, Any] = {
        "counterexample": _without_choice_document(none) if none else None,
        "sharpened": {
            "name": name,
            "direction": "smallest" if sharpened.smallest else "largest",
            "formula": formula.document() if formula else None,
            "constant": constant.document() if constant else None,
            "refuted": show_claim(against.certified.judgement.claim) if against else None,
        },
        "rests_on": [],
        "reason": sharpened.reason,
    }
    shown = show_ratio(best, question.claims().claim.floors) if best else None
    return _answer(sharpened.verdict, question, document, fields, certified, best=shown)


def _refuted(none: NoBetter | None) -> Refuted | None:
    """The certificate that no constant makes a claim true at an instance."""
    certificate = none.certified.certificate if none else None
    if not isinstance(certificate, Refuted) or not certificate.claim.chosen:
        return None
    return certificate


def _bracket_answer(bracket: Bracket, question: Question) -> Answer:
    """The numbers between which the best constant of a claim about a run lies."""
    name, holds, fails, exact = bracket.name, bracket.serves, bracket.fails, bracket.exact
    direction = "smallest" if bracket.smallest else "largest"
    c = show_rational(holds.c) if holds else None
    proof = list(outline(holds.certified.certificate)) if holds else []
    example = counterexamples.counterexample(fails.certified.judgement) if fails else None
    none, better = _refuted(bracket.none), _refuted(exact)
    fields: list[tuple[str, str]] = []
    if c is not None:
        fields.append((f"{direction} {name}", c) if exact else (HOLDS, f"{name} = {c}"))
        fields += list_fields("proof", proof)
    if none is not None:
        fields += list_fields("instance", _without_choice(none))
    elif better is not None and exact is not None and exact.c is not None:
        beyond = f" {'below' if bracket.smallest else 'above'} {show_rational(exact.c)}"
        fields += list_fields("instance", _without_choice(better, beyond))
    elif fails is not None and example is not None:
        fields.append(("fails with", f"{name} = {show_rational(fails.c)}"))
        fields += list_fields("instance", [*counterexamples.lines(example)])
    if holds and fails and not exact:
        fields.append(("open", f"whether a {name} between the two will do"))
    if bracket.reason:
        fields.append(("reason", bracket.reason))
    document: dict[str, Any] = {
        "counterexample": _without_choice_document(none) if none else None,
        "sharpened": {
            "name": name,
            "direction": direction,
            "serves": c,
            "proof": proof or None,
            "fails": show_rational(fails.c) if fails else None,
            "instance": counterexamples.document(example) if example else None,
            "sharp": bracket.sharp,
            "exact": exact is not None,
        },
        "rests_on": [],
        "reason": bracket.reason,
    }
    return _answer(bracket.verdict, question, document, fields, bracket.certified, best=c)


class _BestTold:
    """A constant with its proof, and the instances that show how good it is.

    tight: where both sides are equal. sharper: where a constant fails that is a little better than
    the best, or than what is known.
    """

    def __init__(self, best: Best, sharpened: Sharpened, question: Question) -> None:
        self.best, self.name = best, sharpened.name
        self.value = show_ratio(best, question.claims().claim.floors)
        self.proof = list(outline(best.certified.certificate))
        self.tight = self.sharper = None
        if best.tight is not None:
            self.tight = self._at(best.tight, best.at(best.tight), question, "!=")
        if best.against is not None and isinstance(best.against.point, Point):
            c = sharpened.better(best, best.against.point)
            relation = question.links[0].link.relation
            self.sharper = self._at(best.against.point, c, question, relation)

    def _at(self, point: Point, c: Fraction, question: Question, relation: str) -> Counterexample:
        """An instance at which the relation fails with this constant, with the sides as written."""
        claim = self.best.claim
        values, functional = observe(claim, point)
        shown = sides(question.links[0], {**values, self.name: c}, functional)
        if shown is None:  # the text divides by 0 there
            shown = counterexamples.failure_of(claim.plain[0], claim, values, functional)
        parameters = {**point.parameters, self.name: c}
        return Counterexample(parameters, point.curves, (replace(shown, relation=relation),), {})

    def fields(self) -> Fields:
        yield from list_fields("proof", self.proof)
        yield "attained", brief(self.tight) if self.tight else "not at any instance tried"
        if self.sharper is not None:
            title = "not sharper" if self.best.near is not None else "fails with"
            yield title, brief(self.sharper)
        if self.best.near is None:
            yield "open", f"whether a better {self.name} will do"

    def document(self) -> dict[str, Any]:
        against = self.best.against
        return {
            "value": self.value,
            "statement": show_claim(self.best.claim),
            "proof": self.proof,
            "attained": self.tight is not None,
            "instance": _sides_document(self.tight),
            "sharp": self.best.near is not None,
            "sharper": _sides_document(self.sharper),
            "refuted": show_claim(against.certified.judgement.claim) if against else None,
        }


def _sides_document(example: Counterexample | None) -> dict[str, Any] | None:
    """The parameters, the arms and both sides; rationals are text."""
    if example is None:
        return None
    document = counterexamples.document(example)
    return {name: document[name] for name in ("parameters", "arms", "lhs", "rhs")}


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
    from imab_verify.engines.arms.sums import fraction, from_flint, ring, to_flint

    unit, factors = to_flint(p, names, ring(names)).factor()
    number = fraction(unit)
    texts = []
    for factor, exponent in factors:
        text = show_polynomial(from_flint(factor, names), floors)
        base = text if text.isidentifier() else f"({text})"
        texts.append(base if int(exponent) == 1 else f"{base}**{int(exponent)}")
    ordered = sorted(texts, key=lambda text: (text.startswith("("), len(text), text))
    return ordered if number == 1 else [show_rational(number), *ordered]
