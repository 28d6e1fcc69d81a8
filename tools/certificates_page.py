"""Write the rules and the facts about runs into docs/certificates.md, from their docstrings.

python tools/certificates_page.py
"""

import re
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from textwrap import indent

from imab_verify.kernel import RULES, rule_text
from imab_verify.kernel.facts import ROWS

PAGE = Path(__file__).parents[1] / "docs" / "certificates.md"


def rules() -> Iterator[str]:
    """Each rule once, with all its words."""
    told: dict[str, list[str]] = {}
    for word in RULES:
        told.setdefault(rule_text(word), []).append(word)
    for text, words in told.items():
        yield f"{', '.join(words)}\n{indent(text, '    ')}\n"


def facts() -> Iterator[str]:
    """Each row of the table with its arguments."""
    for word, row in ROWS.items():
        _, *parameters = signature(row).parameters.values()
        head = " ".join([word, *map(_argument, parameters)])
        yield f"{head}\n{indent(rule_text(f'fact {word}'), '    ')}\n"


def _argument(parameter: Parameter) -> str:
    many = parameter.kind is Parameter.VAR_POSITIONAL
    optional = parameter.default is not Parameter.empty
    return f"{parameter.name}..." if many else f"[{parameter.name}]" if optional else parameter.name


def updated(page: str) -> str:
    """The page with what stands between its marks written again."""
    for name, parts in (("rules", rules()), ("facts", facts())):
        text = "\n".join(parts)
        between = re.compile(f"(<!-- {name} -->\n).*(<!-- end of {name} -->)", re.DOTALL)
        page, found = between.subn(lambda m, t=text: f"{m[1]}```text\n{t}```\n{m[2]}", page)  # type: ignore[misc]
        if found != 1:
            raise ValueError(f"the page has no marks for its {name}")
    return page


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
