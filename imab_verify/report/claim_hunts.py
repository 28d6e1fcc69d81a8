"""The hunt for a violation of a claim, as a JSON document and on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imab_verify.deciding.certify import Certified
from imab_verify.report import counterexamples

if TYPE_CHECKING:
    from rich.console import Console


def claim_document(statement: str, certified: Certified | None, evaluations: int) -> dict[str, Any]:
    """A claim, refuted by its counterexample or left open."""
    point = None
    if certified is not None:
        point = counterexamples.document(counterexamples.counterexample(certified.judgement))
    return {
        "statement": statement,
        "verdict": "unknown" if certified is None else certified.verdict.value,
        "counterexample": point,
        "evaluations": evaluations,
    }


def show_claim(
    screen: Console, statement: str, certified: Certified | None, evaluations: int
) -> None:
    """Print what came out of the hunt for a violation of a claim."""
    screen.print(f"claim: {statement}")
    if certified is None:
        screen.print(f"no violation found in {evaluations} evaluations")
        return
    screen.print(f"{certified.verdict.value}, as the kernel confirms ({evaluations} evaluations)")
    for text in counterexamples.lines(counterexamples.counterexample(certified.judgement)):
        screen.print(text)
