"""Every file in valid/ is accepted, in invalid/ rejected, in malformed/ not read, as it is named.

The part of the name before "--" is the verdict, the typed reason, or what cannot be read.
"""

from pathlib import Path
from typing import get_args

import pytest

from imab_verify.kernel import MalformedError, Reason, RejectedError, judge, read
from tests.certificates.make import rows

REASONS = {*get_args(Reason)}

HERE = Path(__file__).parent

CANNOT_READ = {
    "family": "without an end",
    "json": "this is not JSON|not of the format",
    "number": "is not a rational|is not exact|is not an integer",
    "text": "cannot be read at|a text is expected|exponent is not between|degree of .* is too|"
    "is too long|nested too deeply|is not a comparison|is no |not a rational",
    "key": "same key twice|unknown keys|object with the keys",
    "name": "is not a name|declared twice|not declared",
    "format": "of an earlier format, write it again with `imab-verify ask --certificate FILE`",
    "version": "not of the format imab-certificate/2",
    "atom": "belongs to claims|Area starts|not an integer for all|not integers",
    "claim": "the conclusion is empty|minima and maxima stand in the conclusion",
    "prefix": "each once|and there is none|in the last 'for all'|after the run|has no families",
    "value": "is not one of|is not a rule of the kernel",
    "depth": "nested too deeply",
    "run": "different declared parameters|and concave|one of its words|a list is expected|"
    "negative|about every policy|about some run|missing keys|object with the keys|"
    "not seen|from itself|"
    "policies with an opening|nothing is observed",
}


def files(folder):
    return [pytest.param(path, id=path.stem) for path in sorted((HERE / folder).glob("*.json"))]


def expected(path):
    return path.stem.partition("--")[0]


def test_there_are_files_of_every_kind():
    assert {path.stem.partition("--")[0] for path in (HERE / "invalid").iterdir()} == REASONS
    assert {path.stem.partition("--")[0] for path in (HERE / "malformed").iterdir()} == {
        *CANNOT_READ
    }


def test_the_files_are_those_of_the_table():
    """Nothing was edited by hand."""
    written = dict(rows())
    kept = [*HERE.glob("invalid/*"), *HERE.glob("malformed/*")]
    assert {str(path.relative_to(HERE).with_suffix("")) for path in kept} == {*written}
    for name, text in written.items():
        assert (HERE / f"{name}.json").read_text() == text + "\n"


@pytest.mark.parametrize("path", files("valid"))
def test_valid(path):
    text = path.read_bytes()
    judgement = judge(text)
    assert judgement.verdict == expected(path)
    assert judgement.document == read(text)
    assert judge(text.decode()).document == judgement.document


@pytest.mark.parametrize("path", files("invalid"))
def test_invalid(path):
    text = path.read_bytes()
    read(text)
    with pytest.raises(RejectedError) as error:
        judge(text)
    assert error.value.reason == expected(path), error.value


@pytest.mark.parametrize("path", files("malformed"))
def test_malformed(path):
    text = path.read_bytes()
    for function in (read, judge):
        with pytest.raises(MalformedError, match=CANNOT_READ[expected(path)]):
            function(text)
