"""How well the toolkit tells wrong statements from right ones: the mutants of the ledger.

    python -m tests.proofs.mutants

A mutant is a statement that is slightly too strong (mutants.toml). It must not be proved, and
should be refuted. The score is the share that is refuted; it is written into docs/papers.md.
"""

import re
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

from imab_verify.ledger import Entry, Paper, Reading, Status, at, bound, combine, play
from imab_verify.ledger.check import check

FILE = Path(__file__).with_suffix(".toml")
PAGE = Path(__file__).parents[2] / "docs" / "papers.md"
SCORE = re.compile(r"^Mutation score: .*$", re.MULTILINE)


@cache
def mutants():
    """All mutants, by the id of the statement that they come from."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {id_: tuple(reading(**table) for table in tables) for id_, tables in found.items()}


def reading(*, tries=(), combine=None, **fields):
    lists = {key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()}
    by = () if combine is None else (hint(**combine),)
    return Reading(**lists, by=by, tries=tuple(trial(**values) for values in tries))


def trial(**values):
    arms = values.pop("play", None)
    return at(**values) if arms is None else play(*arms, **values)


def hint(bounds=(), **how):
    return combine(**how, bounds=[bound(one.pop("arm"), **one) for one in bounds])


@cache
def paper():
    """One entry for each mutated statement, so that they are decided like statements."""
    reason = "Mutants test the toolkit."
    entries = tuple(
        Entry(id_, "", id_.lower(), id_, "", others=found, kind=Status.NOT_FORMAL, reason=reason)
        for id_, found in mutants().items()
    )
    return Paper(__name__, "Mutants", (), entries, FILE.with_name("expected.json"))


def main():
    """Write the score down, list what is not refuted; exit code 1 if a mutant is proved."""
    ledger = check(paper())
    results = [result for checked in ledger.asked for result in checked.results]
    verdicts = Counter(result.verdict for result in results)
    score = (
        f"Mutation score: {verdicts[Status.REFUTED]} of {verdicts.total()} mutants are refuted, "
        f"{verdicts[Status.UNKNOWN]} are left open, {verdicts[Status.PROVED]} are proved."
    )
    PAGE.write_text(SCORE.sub(score, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{score}\n")
    for result in results:
        if result.verdict is not Status.REFUTED:
            said = f"{result.reading.says}: {result.outcome.reason}"
            sys.stdout.write(f"{result.key.name} ({said})\n")
    return int(Status.PROVED in verdicts)


if __name__ == "__main__":
    sys.exit(main())
