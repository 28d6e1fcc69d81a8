"""How well the toolkit tells wrong statements from right ones: the mutants of the ledger.

    python -m imab_verify.ledger.mutation

A mutant is a statement that is slightly too strong. It must not be proved, and should be refuted.
The score is the share that is refuted; it is written into docs/ledger.md.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import click

from imab_verify.files import write_file
from imab_verify.ledger.check import Ledger, Part, check
from imab_verify.ledger.statements import Verdict
from proofs import entries

PAGE = Path(__file__).parents[2] / "docs" / "ledger.md"
SCORE = re.compile(r"^Mutation score: .*$", re.MULTILINE)


def score(ledger: Ledger) -> str:
    """The score as a sentence."""
    verdicts = Counter(result.verdict for c in ledger.asked for result in c.part(Part.MUTANTS))
    return (
        f"Mutation score: {verdicts[Verdict.REFUTED]} of {verdicts.total()} mutants are refuted, "
        f"{verdicts[Verdict.UNKNOWN]} are left open, {verdicts[Verdict.PROVED]} are proved."
    )


def main() -> int:
    """Decide all mutants, write the score down, and list those that are not refuted."""
    ledger = check(entries(), parts=[Part.MUTANTS])
    text = PAGE.read_text(encoding="utf-8")
    write_file(PAGE, SCORE.sub(score(ledger), text))
    click.echo(score(ledger))
    for checked in ledger.asked:
        for result in checked.part(Part.MUTANTS):
            if result.verdict is not Verdict.REFUTED:
                said = f"{result.reading.says}: {result.outcome.reason}"
                click.echo(f"{checked.entry.id} mutant {result.key.number + 1} ({said})")
    return int(any(r.verdict is Verdict.PROVED for c in ledger.asked for r in c.results))


if __name__ == "__main__":
    sys.exit(main())
