"""The kernel's answers to certificate files, as a table for people; and what its rules say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from imab_verify.kernel import RULES, Judgement, rule_text
from imab_verify.kernel.facts import ROWS
from imab_verify.language.writing import show_claim

if TYPE_CHECKING:
    from rich.console import Console

FACT = "fact "
"""The beginning of the word of a fact about runs in a judgement."""
WIDTH = 80


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
        for line in rules_text({word for one in accepted for word in one["rules"]}):
            screen.print(line)


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


def rules_text(words: Iterable[str]) -> Iterator[str]:
    """Each rule with what the kernel says of it, then each fact about runs; 80 columns."""
    rules, facts = in_order(words)
    for title, names, prefix in (("rules", rules, ""), ("facts about runs", facts, FACT)):
        told: dict[str, list[str]] = {}
        for name in names:
            told.setdefault(rule_text(prefix + name), []).append(name)
        if told:
            yield from ("", title)
        for text, same in told.items():
            yield from ("", f"  {', '.join(same)}")
            yield from _paragraphs(text, "    ")


def _paragraphs(text: str, indent: str) -> Iterator[str]:
    """A text in lines of another length; what it sets apart stays apart, in its columns."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        lines = paragraph.splitlines()
        rows = lines if lines[0].startswith(" ") else [" ".join(lines)]
        for row in rows:
            head = re.match(r"\s*(\S+ {2,})?", row)
            hanging = " " * (head.end() if head else 0)
            yield from wrap(
                row,
                WIDTH,
                initial_indent=indent,
                subsequent_indent=indent + hanging,
                replace_whitespace=False,
                break_long_words=False,
                break_on_hyphens=False,
            )
