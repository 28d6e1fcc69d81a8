"""The kernel's answers to certificate files, as a table for people; and what its rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from imab_verify.kernel import RULES, Judgement, rule_text
from imab_verify.kernel.facts import ROWS
from imab_verify.language.writing import show_claim

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
FACT = "fact "
"""The beginning of the word of a fact about runs in a judgement."""


def judgement_document(judgement: Judgement) -> dict[str, Any]:
    """Verdict, claim, side conditions, and what is proved beside it, as JSON."""
    return {
        "verdict": judgement.verdict,
        "claim": show_claim(judgement.claim),
        "sides": [show_claim(side.claim) for side in judgement.document.sides],
        "beside": [judgement_document(other) for other in judgement.beside],
    }


def show(screen: Console, document: Mapping[str, Any], *, with_rules: bool = False) -> None:
    """Print the document of `replay`: a row for every file, how many of each kind, the rules."""
    from imab_verify.report.terminal import table

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
    if with_rules:
        show_rules(screen, {word for one in accepted for word in one["rules"]})


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
