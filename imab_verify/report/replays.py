"""The kernel's answers to certificate files, and what its rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from imab_verify.kernel import RULES, Judgement, rule_text
from imab_verify.kernel.facts import ROWS
from imab_verify.language.writing import show_claim
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
FACT = "fact "
"""The beginning of the word of a fact about runs in a judgement."""


class Refusal(NamedTuple):
    """Why a file is no proof.

    unreadable: it cannot be opened. malformed: it is not a certificate. rejected: it is one, but
    the kernel does not accept it.
    """

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Replay(Reply):
    """The kernel's answer to each file: a judgement, or why it is no proof.

    others: files in a directory that are something else of ours, such as an instance, with their
    format. with_rules: it shows also what the rules say that were used.
    """

    answers: tuple[tuple[str, Judgement | Refusal], ...]
    others: tuple[tuple[str, str], ...] = ()
    with_rules: bool = False

    @property
    def accepted(self) -> dict[str, Judgement]:
        """The judgements by file, each with `verdict`, `claim` and `rules`."""
        return {file: one for file, one in self.answers if isinstance(one, Judgement)}

    @property
    def rejected(self) -> dict[str, Refusal]:
        """The refusals by file, each with its kind (rejected, malformed, unreadable) and reason."""
        return {file: one for file, one in self.answers if isinstance(one, Refusal)}

    def to_json(self) -> dict[str, Any]:
        """The document of `replay --json`."""
        return {
            "accepted": [
                {
                    "file": file,
                    "rests_on": [],
                    "rules": list(one.rules),
                    **_judgement_document(one),
                }
                for file, one in self.accepted.items()
            ],
            "rejected": [
                {"file": file, "kind": one.kind, "reason": one.reason}
                for file, one in self.rejected.items()
            ],
            "others": [{"file": file, "format": kind} for file, kind in self.others],
        }

    def show(self, screen: Console) -> None:
        """Print a row for every file, how many of each kind, and the rules if they are wanted."""
        from imab_verify.report.terminal import table

        document = self.to_json()
        accepted, rejected = document["accepted"], document["rejected"]
        rows = table(["answer", "file", "claim, or why not"], [])
        for one in accepted:
            rows.add_row(one["verdict"], one["file"], "\n".join([one["claim"], *_beside(one)]))
        for one in rejected:
            rows.add_row(one["kind"], one["file"], one["reason"])
        screen.print(rows)
        kinds = sorted(Counter(one["kind"] for one in rejected).items())
        counts = [f"{len(accepted)} accepted", *(f"{n} {kind}" for kind, n in kinds)]
        screen.print(", ".join(counts))
        for other in document["others"]:
            screen.print(f"not a certificate: {other['file']} ({other['format']})")
        if self.with_rules:
            show_rules(screen, {word for one in accepted for word in one["rules"]})

    def showing_rules(self) -> Replay:
        """Show also each rule and each fact about runs that was used, as the kernel has it."""
        return replace(self, with_rules=True)


def _judgement_document(judgement: Judgement) -> dict[str, Any]:
    """Verdict, claim, side conditions, and what is proved beside it, as JSON."""
    return {
        "verdict": judgement.verdict,
        "claim": show_claim(judgement.claim),
        "sides": [show_claim(side.claim) for side in judgement.document.sides],
        "beside": [_judgement_document(other) for other in judgement.beside],
    }


def _beside(judged: Mapping[str, Any]) -> Iterator[str]:
    """The side conditions, then what stands beside the proof, with its own."""
    yield from (f"proved with it: {side}" for side in judged["sides"])
    for other in judged["beside"]:
        yield f"{other['verdict']} beside it: {other['claim']}"
        yield from _beside(other)


# --- the rules that were used --------------------------------------------------------------------


def in_order(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The rules, and the facts about runs without their first word, as the kernel lists them."""
    used = {*words}
    return [r for r in RULES if r in used], [f for f in ROWS if f"{FACT}{f}" in used]


def rules_line(words: Iterable[str]) -> str:
    """The rules and the facts about runs on one line."""
    rules, facts = map(", ".join, in_order(words))
    return "; facts: ".join(filter(None, (rules, facts))) if rules else facts


def show_rules(screen: Console, words: Iterable[str]) -> None:
    """Print each rule with what the kernel says of it, then each fact about runs."""
    from rich.padding import Padding

    rules, facts = in_order(words)
    for title, names, prefix in (("rules", rules, ""), ("facts about runs", facts, FACT)):
        told: dict[str, list[str]] = {}
        for name in names:
            told.setdefault(rule_text(prefix + name), []).append(name)
        if told:
            screen.print(f"\n{title}")
        for text, same in told.items():
            screen.print(f"\n  {', '.join(same)}")
            for number, paragraph in enumerate(text.split("\n\n")):
                apart = paragraph.startswith(" ")
                shown = paragraph if apart else " ".join(paragraph.splitlines())
                if number:
                    screen.print()
                screen.print(Padding(shown, (0, 0, 0, 4), expand=False), width=WIDTH)
