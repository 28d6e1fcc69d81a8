"""What the kernel said to certificate files: as a table for people, and as a JSON document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from imab_verify.kernel import (
    RULES,
    Judgement,
    MalformedError,
    RejectedError,
    judge,
    rule_text,
)
from imab_verify.kernel.facts import ROWS
from imab_verify.kernel.polynomials import MAX_BYTES
from imab_verify.language.writing import show_claim

if TYPE_CHECKING:
    from rich.console import Console

UNREADABLE, MALFORMED, REJECTED = "unreadable", "malformed", "rejected"
FACT = "fact "
"""How the word of a fact about runs begins in a judgement."""
WIDTH = 80


class Refusal(NamedTuple):
    """Why a file is no proof.

    unreadable: it cannot be opened. malformed: it is not a certificate. rejected: it is one, but
    the kernel does not accept it.
    """

    kind: str
    reason: str


Answers = Sequence[tuple[str, Judgement | Refusal]]
Others = Sequence[tuple[str, str]]
"""Files that are no certificates, with their formats."""


def answer(file: Path) -> Judgement | Refusal:
    """Let the kernel judge one file; one that never ends, as a pipe may, is not opened."""
    try:
        if not S_ISREG(file.stat().st_mode):
            return Refusal(UNREADABLE, "it is not a regular file")
        with file.open("rb") as stream:
            # One byte more than allowed is enough for the kernel to see that it is too long.
            return judge(stream.read(MAX_BYTES + 1))
    except OSError as error:
        return Refusal(UNREADABLE, error.strerror or "it cannot be opened")
    except MalformedError as error:
        return Refusal(MALFORMED, str(error))
    except RejectedError as error:
        return Refusal(REJECTED, str(error))


def sides(judgement: Judgement) -> list[str]:
    """The side conditions that the certificate proves beside its claim."""
    return [show_claim(side.claim) for side in judgement.document.sides]


def document(answers: Answers, others: Others = ()) -> dict[str, Any]:
    """The JSON document: what was accepted, and what was not and why."""
    return {
        "accepted": [
            {
                "file": file,
                "verdict": result.verdict,
                "claim": show_claim(result.claim),
                "rests_on": [],
                "rules": list(result.rules),
                "sides": sides(result),
                "beside": [_beside_document(other) for other in result.beside],
            }
            for file, result in answers
            if isinstance(result, Judgement)
        ],
        "rejected": [
            {"file": file, "kind": result.kind, "reason": result.reason}
            for file, result in answers
            if isinstance(result, Refusal)
        ],
        "others": [{"file": file, "format": kind} for file, kind in others],
    }


def _beside_document(judgement: Judgement) -> dict[str, Any]:
    """What stands beside a proof, and what stands beside that."""
    inner = [_beside_document(other) for other in judgement.beside]
    return {
        "verdict": judgement.verdict,
        "claim": show_claim(judgement.claim),
        "sides": sides(judgement),
        **({"beside": inner} if inner else {}),
    }


def show(
    screen: Console, answers: Answers, others: Others = (), *, with_rules: bool = False
) -> None:
    """Print one row for every file, and how many of each kind; then what the rules say."""
    from imab_verify.report.terminal import table

    rows = table(["answer", "file", "claim, or why not"], [])
    for file, result in answers:
        if isinstance(result, Judgement):
            rows.add_row(result.verdict, file, _text(result))
        else:
            rows.add_row(result.kind, file, result.reason)
    refused = Counter(result.kind for _, result in answers if isinstance(result, Refusal))
    accepted = len(answers) - refused.total()
    counts = [f"{accepted} accepted", *(f"{n} {kind}" for kind, n in sorted(refused.items()))]
    screen.print(rows)
    screen.print(", ".join(counts))
    for file, kind in others:
        screen.print(f"not a certificate: {file} ({kind})")
    if with_rules:
        words = {word for _, one in answers if isinstance(one, Judgement) for word in one.rules}
        for line in rules_text(words):
            screen.print(line)


def _text(judgement: Judgement) -> str:
    """The claim, and what is proved beside it."""
    lines = [show_claim(judgement.claim)]
    lines += [f"proved with it: {side}" for side in sides(judgement)]
    lines += [line for one in judgement.beside for line in _beside_lines(one)]
    return "\n".join(lines)


def _beside_lines(judgement: Judgement) -> Iterator[str]:
    """What stands beside a proof, and what stands beside that."""
    yield f"{judgement.verdict} beside it: {show_claim(judgement.claim)}"
    yield from (f"proved with that: {side}" for side in sides(judgement))
    for other in judgement.beside:
        yield from _beside_lines(other)


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
