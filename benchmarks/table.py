from collections.abc import Sequence
from dataclasses import dataclass


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
