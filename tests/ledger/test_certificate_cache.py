"""Certificates on disk."""

import json

import pytest

from imab_verify.errors import InputError
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import confirmed
from imab_verify.ledger.deciding import Outcome, decide_reading
from imab_verify.ledger.statements import Reading, Verdict

TRUE = Reading(name="a", says="monotone", claim="f(n+1) >= f(n)")
FALSE = Reading(name="b", says="too strong", claim="f(n+1) >= f(n) + 1")


def claim(reading):
    return reading.question().claims().claim


@pytest.fixture(scope="module")
def certificate():
    return decide_reading(TRUE).certificate


def taken_out(cache, reading):
    return confirmed(reading, Outcome(Verdict.UNKNOWN, cache.get(claim(reading)), "", 0))


def test_what_is_put_in_can_be_taken_out_for_the_same_claim_only(tmp_path, certificate):
    cache = Cache.at(tmp_path / "new" / "directory")
    assert cache.get(claim(TRUE)) is None
    cache.put(claim(TRUE), certificate)
    assert cache.get(claim(TRUE)) == certificate
    assert cache.get(claim(FALSE)) is None
    assert taken_out(cache, TRUE).verdict is Verdict.PROVED
    assert [file.suffix for file in (tmp_path / "new" / "directory").iterdir()] == [".json"]


def test_fresh_puts_in_and_takes_nothing_out(tmp_path, certificate):
    cache = Cache.at(tmp_path, fresh=True)
    cache.put(claim(TRUE), certificate)
    assert cache.get(claim(TRUE)) is None
    assert Cache.at(tmp_path).get(claim(TRUE)) == certificate


def test_a_tampered_certificate_is_not_believed(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    document = json.loads(certificate)
    document["proof"]["goals"] = []
    cache.put(claim(TRUE), json.dumps(document))
    found = taken_out(cache, TRUE)
    assert (found.verdict, found.certificate) == (Verdict.UNKNOWN, "")
    assert "goals need a proof" in found.reason


def test_the_certificate_of_another_claim_is_not_believed(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    cache.put(claim(FALSE), certificate)
    found = taken_out(cache, FALSE)
    assert (found.verdict, found.certificate) == (Verdict.UNKNOWN, "")
    assert "another claim" in found.reason


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "imab-certificate/1"}', "\x00"])
def test_what_is_no_certificate_is_not_believed(tmp_path, text):
    cache = Cache.at(tmp_path)
    cache.put(claim(TRUE), text)
    assert taken_out(cache, TRUE).verdict is Verdict.UNKNOWN


def test_bytes_that_are_no_text_are_not_there(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    cache.put(claim(TRUE), certificate)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"\xff\xfe")
    assert cache.get(claim(TRUE)) is None


def test_a_file_cannot_be_the_directory(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="cannot be the directory of the cache"):
        Cache.at(file)
