"""The page that shows the tables, docs/benchmarks.md."""

from pathlib import Path

from imab_verify.files import write_file

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


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
