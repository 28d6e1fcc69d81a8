"""What a benchmark found, and the page that shows it, docs/benchmarks.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from imab_verify.files import write_file

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True, slots=True)
class Table:
    """What a benchmark found: one sentence on what was measured, and the figures."""

    about: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Write the sentence and the table in Markdown, columns aligned."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]

        def show(cells: Sequence[str]) -> str:
            padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
            return f"| {' | '.join(padded)} |"

        rule = f"|{'|'.join('-' * (width + 2) for width in widths)}|"
        return "\n".join([self.about, "", show(self.columns), rule, *map(show, self.rows)])


def put(name: str, table: str) -> None:
    """Put a table on the page."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Benchmarks\n"
    write_file(PAGE, with_table(page, name, table))


def with_table(page: str, name: str, table: str) -> str:
    """Put the table between its markers on the page, or at the end if it has none yet."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    block = f"{begin}\n{table}\n{end}"
    if begin in page and end in page:
        before, rest = page.split(begin, 1)
        return before + block + rest.split(end, 1)[1]
    return f"{page.rstrip()}\n\n## {name}\n\n{block}\n"
