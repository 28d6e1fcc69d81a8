"""Every file in valid/ is accepted, in invalid/ rejected, in malformed/ not read, as it is named.

The part of the name before "--" is the verdict, the typed reason, or what cannot be read.
"""

from pathlib import Path

import pytest

from imab_verify.kernel import MalformedError, RejectedError, judge, read

HERE = Path(__file__).parent

CANNOT_READ = {
    "json": "this is not JSON|an object is expected",
    "number": "is not a rational|is not exact|is not an integer",
    "monomial": "is not a monomial|exponent .* is not between|occurs twice",
    "key": "same key twice|unknown keys|has a proof with a witness",
    "name": "is not a name|declared twice|not declared",
    "format": "the format is not",
    "atom": "takes . indices|belongs to claims|Area starts|not an integer for all|not integers",
    "claim": "the conclusion is empty",
    "value": "is not known here|is not one of",
    "depth": "nested too deeply",
    "run": "different declared parameters|and concave|need the arm|negative",
}


def files(folder):
    return [pytest.param(path, id=path.stem) for path in sorted((HERE / folder).glob("*.json"))]


def expected(path):
    return path.stem.partition("--")[0]


def test_there_are_files_of_every_kind():
    counts = {folder: len(files(folder)) for folder in ("valid", "invalid", "malformed")}
    assert counts["valid"] >= 15
    assert counts["invalid"] >= 40
    assert counts["malformed"] >= 35


@pytest.mark.parametrize("path", files("valid"))
def test_valid(path):
    assert judge(read(path.read_bytes())).verdict == expected(path)


@pytest.mark.parametrize("path", files("invalid"))
def test_invalid(path):
    certificate = read(path.read_bytes())
    with pytest.raises(RejectedError) as error:
        judge(certificate)
    assert error.value.reason.value == expected(path), error.value


@pytest.mark.parametrize("path", files("malformed"))
def test_malformed(path):
    with pytest.raises(MalformedError, match=CANNOT_READ[expected(path)]):
        read(path.read_bytes())
