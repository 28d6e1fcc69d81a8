"""Write docs/gallery.md from the claims of examples/gallery, with the verdicts that come out.

python tools/gallery.py
"""

from collections.abc import Iterator
from pathlib import Path

from imab_verify.files import write_file
from imab_verify.ledger.check import Checked, Repaired, check
from imab_verify.ledger.papers import load_paper
from imab_verify.ledger.statements import Status
from imab_verify.report.counterexamples import lines
from imab_verify.report.ledger_documents import sentence, telling

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
HEAD = """\
# Gallery

{count} short examples: a claim, its verdict, and what one learns. This page is written by
`python tools/gallery.py` from [gallery.claims.toml](../examples/gallery/gallery.claims.toml), and a
test compares it with what comes out. `imab-verify show examples/gallery ID` shows one in full,
with `--explain` its proof. How to read a verdict: [verdicts.md](verdicts.md).
"""


def page() -> str:
    """The whole page."""
    ledger = check(load_paper(str(ROOT / "examples" / "gallery")))
    parts = [HEAD.format(count=len(ledger.asked))]
    parts += ["\n".join(_example(checked)) for checked in ledger.asked]
    return "\n".join(parts)


def _example(checked: Checked) -> Iterator[str]:
    entry = checked.entry
    yield f"## {entry.title}"
    yield ""
    yield f"`{sentence(entry.literal[0])}`"
    yield ""
    yield f"**{checked.verdict}** (`{entry.id}`). {entry.finding}"
    wrong = telling(checked)
    if wrong is not None:
        yield ""
        yield "```text"
        yield from lines(wrong)
        yield "```"
    for repaired in checked.repairs():
        yield ""
        yield _repair(repaired)
    yield ""


def _repair(repaired: Repaired) -> str:
    [obligation] = repaired.repair.obligations
    word = "Instead" if repaired.verdict is Status.PROVED else "Not better"
    return f"{word}, {repaired.verdict}: {repaired.repair.statement} `{sentence(obligation)}`"


if __name__ == "__main__":
    write_file(PAGE, page())
