"""Decide all mutants, write the score down, and list those that are not refuted."""

import re
import sys
from collections import Counter
from pathlib import Path

from imab_verify.ledger.check import Ledger, check
from imab_verify.ledger.statements import Status
from tests.proofs.mutants import paper

PAGE = Path(__file__).parents[3] / "docs" / "papers.md"
SCORE = re.compile(r"^Mutation score: .*$", re.MULTILINE)


def score(ledger: Ledger) -> str:
    """The score as a sentence."""
    verdicts = Counter(result.verdict for c in ledger.asked for result in c.results)
    return (
        f"Mutation score: {verdicts[Status.REFUTED]} of {verdicts.total()} mutants are refuted, "
        f"{verdicts[Status.UNKNOWN]} are left open, {verdicts[Status.PROVED]} are proved."
    )


def main() -> int:
    """Exit code 1 if a mutant is proved."""
    ledger = check(paper())
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(SCORE.sub(score(ledger), text), encoding="utf-8")
    sys.stdout.write(f"{score(ledger)}\n")
    results = [result for checked in ledger.asked for result in checked.results]
    for result in results:
        if result.verdict is not Status.REFUTED:
            said = f"{result.reading.says}: {result.outcome.reason}"
            sys.stdout.write(f"{result.key.name} ({said})\n")
    return int(any(result.verdict is Status.PROVED for result in results))


if __name__ == "__main__":
    sys.exit(main())
