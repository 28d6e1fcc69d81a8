"""Certificates on disk."""

import json
import os
from dataclasses import replace

import pytest

import imab_verify as iv
from imab_verify.errors import InputError
from imab_verify.ledger import check
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import Decided, confirm_outcome, decide_reading
from imab_verify.ledger.statements import Reading, Status
from imab_verify.processes import Cause, Failure

TRUE = Reading(name="a", says="monotone", claim="f(n+1) >= f(n)")
FALSE = Reading(name="b", says="too strong", claim="f(n+1) >= f(n) + 1")


def asked(reading):
    return reading.question()


@pytest.fixture(scope="module")
def certificate():
    return decide_reading(TRUE).certificate


def taken_out(cache, reading):
    question = asked(reading)
    return confirm_outcome(question, Decided(Status.UNKNOWN, cache.get(question), "", 0))


def test_what_is_put_in_can_be_taken_out_for_the_same_claim_only(tmp_path, certificate):
    cache = Cache.at(tmp_path / "new" / "directory")
    assert cache.get(asked(TRUE)) is None
    cache.put(asked(TRUE), certificate)
    assert cache.get(asked(TRUE)) == certificate
    assert cache.get(asked(FALSE)) is None
    assert taken_out(cache, TRUE).verdict is Status.PROVED
    assert [file.suffix for file in (tmp_path / "new" / "directory").iterdir()] == [".json"]


def test_an_attempt_is_remembered_for_who_only_shows(tmp_path):
    cache, question = Cache.at(tmp_path), asked(TRUE)
    cache.note_attempt(question, "told", 10)
    showing = replace(cache, showing=True)
    assert showing.was_tried(question, "told", 10)
    assert not showing.was_tried(question, "told", 11)
    assert not showing.was_tried(question, "told more", 10)
    assert not showing.was_tried(asked(FALSE), "told", 10)
    assert not cache.was_tried(question, "told", 10)
    assert not replace(showing, fresh=True).was_tried(question, "told", 10)
    assert cache.get(question) is None
    [file] = tmp_path.iterdir()
    os.utime(file, (1, 1))
    assert not showing.was_tried(question, "told", 10)


def test_what_a_check_left_unknown_is_searched_again_by_a_check_only(tmp_path, monkeypatch):
    searches = []

    def run_all(task, items, **how):
        searches.append(len(items))
        return ((item, Failure(Cause.TIME, "timed out after 9 s")) for item in items)

    monkeypatch.setattr(check, "run_all", run_all)
    file = tmp_path / "mine.claims.toml"
    file.write_text('format = "imab-claims/1"\n[[claim]]\nid = "open"\nclaim = "f(n+1) >= f(n)"\n')
    how = {"cache": str(tmp_path / "cache"), "seconds": 9}
    iv.errata(file, **how)
    assert iv.errata(file, **how).to_json()["errata"] == []
    assert iv.check(file, **how).verdicts == {"open": Status.UNKNOWN}
    shown = iv.statement("open", file, **how)
    assert shown.checked.verdict is Status.UNKNOWN
    assert "tried lately for up to 9 s" in shown.checked.results[0].outcome.reason
    iv.errata(file, **{**how, "seconds": 10})
    assert searches == [1, 0, 1, 0, 1]


def test_a_tampered_certificate_is_not_believed(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    document = json.loads(certificate)
    document["proof"]["goals"] = []
    cache.put(asked(TRUE), json.dumps(document))
    found = taken_out(cache, TRUE)
    assert (found.verdict, found.certificate) == (Status.UNKNOWN, "")
    assert "goals need a proof" in found.reason


def test_the_certificate_of_another_claim_is_not_believed(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    cache.put(asked(FALSE), certificate)
    found = taken_out(cache, FALSE)
    assert (found.verdict, found.certificate) == (Status.UNKNOWN, "")
    assert "another claim" in found.reason


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "imab-certificate/1"}', "\x00"])
def test_what_is_no_certificate_is_not_believed(tmp_path, text):
    cache = Cache.at(tmp_path)
    cache.put(asked(TRUE), text)
    assert taken_out(cache, TRUE).verdict is Status.UNKNOWN


def test_bytes_that_are_no_text_are_not_there(tmp_path, certificate):
    cache = Cache.at(tmp_path)
    cache.put(asked(TRUE), certificate)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"\xff\xfe")
    assert cache.get(asked(TRUE)) is None


def test_a_file_cannot_be_the_directory(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="cannot be the directory of the cache"):
        Cache.at(file)


def test_the_same_claim_with_another_duty_is_another_question(tmp_path):
    """f(n)*n >= 0 and f(n)/n >= 0 leave the same claim, but only one divides."""
    plain = Reading(name="a", says="times", claim="f(n)*n >= 0", given=("n >= 0",))
    divided = Reading(name="b", says="over", claim="f(n)*n/n >= 0", given=("n >= 0",))
    cache = Cache.at(tmp_path)
    cache.put(asked(plain), decide_reading(plain).certificate)
    assert cache.get(asked(plain)) is not None
    assert cache.get(asked(divided)) is None
