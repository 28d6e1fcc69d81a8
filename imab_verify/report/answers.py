"""Answers to questions of the user's own: as lines for people, and as JSON documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import Decision
from imab_verify.deciding.scopes import Cell
from imab_verify.kernel import Every, Proved, Refuted, Run, Some
from imab_verify.kernel.statement import Context
from imab_verify.language.documents import encode
from imab_verify.language.policy_names import WORD, policy_word, short_name
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_claim, show_givens
from imab_verify.model.rationals import show_rational
from imab_verify.report.outlines import outline
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.report.counterexamples import Counterexample

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
        from imab_verify.report.notebooks import answer_html

        return answer_html(self)


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
