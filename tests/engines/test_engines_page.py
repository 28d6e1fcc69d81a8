"""docs/engines.md tells the truth: its modules exist, its Python runs."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")


def test_every_room_and_module_of_the_table_exists():
    rows = re.findall(r"^\| (`.*?`(?:, `.*?`)*) \|", PAGE, flags=re.MULTILINE)
    modules = [name for row in rows for name in re.findall(r"`(.*?)`", row)]
    assert len(modules) > 8
    for module in modules:
        assert (ROOT / "imab_verify" / "engines" / f"{module}.py").is_file(), module


def test_the_python_on_the_page_runs():
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        exec(compile(block, "engines.md", "exec"), {})  # noqa: S102  our own page
