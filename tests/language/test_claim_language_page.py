"""The examples of docs/claims.md print what the page says."""

import doctest
import re
from pathlib import Path

from imab_verify.language.parser import __doc__ as grammar

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text()


def test_the_examples_print_what_the_page_says():
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 4
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "page", None, 0)
    said = []
    failed, tried = doctest.DocTestRunner().run(example, out=said.append)
    assert not failed, "".join(said)
    assert tried >= 7


def test_the_grammar_of_the_page_is_the_grammar_of_the_parser():
    [block] = re.findall(r"```\n(quantified  .*?)```", PAGE, re.DOTALL)
    assert [line.strip() for line in block.splitlines()] == [
        line.strip() for line in grammar.splitlines() if " = " in line
    ]
