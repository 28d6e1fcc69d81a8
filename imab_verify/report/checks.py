"""A decided paper on the terminal: the tables, what is open, the summary, what is not expected."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from imab_verify.ledger.check import Ledger
from imab_verify.ledger.record import is_undecided
from imab_verify.ledger.witnesses import Agreement
from imab_verify.report import ledger_tables, witness_tables


def show_check(
    screen: Console,
    ledger: Ledger,
    heard: Agreement | None,
    different: Sequence[str],
    seconds: float,
) -> None:
    """Print it all; with the words of the witnesses, if they were heard."""
    tables = (
        ledger_tables.section_tables(ledger)
        if heard is None
        else witness_tables.section_tables(ledger, heard)
    )
    for title, rows in tables:
        screen.print(title, style="bold")
        screen.print(rows)
    for text in ledger_tables.unknown_lines(ledger):
        screen.print(f"open: {text}")
    for text in ledger_tables.summary_lines(ledger):
        screen.print(text, soft_wrap=True)
    for text in witness_tables.summary_lines(heard, ledger) if heard is not None else ():
        screen.print(text, soft_wrap=True)
    if kept := ledger.from_cache():
        times = "1 certificate" if kept == 1 else f"{kept} certificates"
        screen.print(f"from the cache, judged again by the kernel: {times}")
    screen.print()
    word = "recorded" if ledger.paper.record.exists() else "expected"
    for text in different:
        screen.print(f"not as {word}: {text}")
    agreement = "not every verdict" if different else "every verdict"
    if (is_undecided(ledger) or not ledger.complete) and not different:
        agreement = "what is decided"
    screen.print(f"{agreement} is as {word}; {seconds:.1f} s")
