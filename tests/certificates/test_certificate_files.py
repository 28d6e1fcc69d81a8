"""Every file in valid/ is accepted, in invalid/ rejected, in malformed/ not read, as it is named.

The part of the name before "--" is the verdict, the typed reason, or what cannot be read.
"""

from pathlib import Path

import pytest

from imab_verify.kernel import MalformedError, RejectedError, judge, read

HERE = Path(__file__).parent

CANNOT_READ = {
    "family": "without an end",
    "json": "this is not JSON|an object with the keys .* is expected",
    "number": "is not a rational|is not exact|is not an integer",
    "monomial": "is not a monomial|exponent .* is not between|occurs twice|coefficient of .* is 0",
    "key": "same key twice|unknown keys",
    "name": "is not a name|declared twice|not declared",
    "format": "is not one of imab-certificate/1",
    "atom": "takes . indices|belongs to claims|Area starts|not an integer for all|not integers",
    "claim": "the conclusion is empty",
    "value": "is not one of",
    "depth": "nested too deeply",
    "run": "different declared parameters|and concave|need the arm|negative|about every policy|"
    "about some run|data of its index|not seen|from itself|policies with an opening",
}


def files(folder):
    return [pytest.param(path, id=path.stem) for path in sorted((HERE / folder).glob("*.json"))]


def expected(path):
    return path.stem.partition("--")[0]


def test_there_are_files_of_every_kind():
    counts = {folder: len(files(folder)) for folder in ("valid", "invalid", "malformed")}
    assert counts["valid"] >= 24
    assert counts["invalid"] >= 60
    assert counts["malformed"] >= 40


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
    assert error.value.reason.value == expected(path), error.value


@pytest.mark.parametrize("path", files("malformed"))
def test_malformed(path):
    text = path.read_bytes()
    for function in (read, judge):
        with pytest.raises(MalformedError, match=CANNOT_READ[expected(path)]):
            function(text)
