"""Claims with known truth: what is decided is decided rightly, and most is decided.

The truth is brute force (tests/helpers/brute_force.py), which shares nothing with the reading, the
engines and the kernel. An entry that is not decided says why under `open`.
"""

import pytest
from corpus import load
from sentences import read_sentence

from imab_verify.deciding.decide import decide
from imab_verify.errors import InputError
from imab_verify.language.writing import show_claim

CORPUS = load()
CONTRADICTIONS = {("proved", False), ("refuted", True)}
SHARE = 0.85
"""At least this part of all claims is decided, and of those that are typed as one would first."""


def sample(step):
    """Every claim, of which the fast tests take one in `step`."""
    return [
        pytest.param(entry, marks=() if number % step == 0 else pytest.mark.slow)
        for number, entry in enumerate(CORPUS)
    ]


def decided(entry):
    """The verdict; "refused" where the text is not read, or has no meaning that can be shown."""
    try:
        return decide(entry.question(), seconds=2 if entry.open else 60).verdict.value
    except InputError:
        return "refused"


def test_the_corpus_is_large_and_half_of_it_is_typed_without_a_manual():
    assert len(CORPUS) >= 150
    assert sum(entry.first for entry in CORPUS) >= len(CORPUS) / 2
    assert 0.3 <= sum(entry.truth for entry in CORPUS) / len(CORPUS) <= 0.7


@pytest.mark.slow
@pytest.mark.parametrize("entry", sample(20), ids=lambda entry: entry.text)
def test_brute_force_says_the_same(entry):
    assert (entry.case().counterexample() is None) == entry.truth


@pytest.mark.parametrize("entry", sample(20), ids=lambda entry: entry.text)
def test_no_verdict_contradicts_the_truth(entry):
    verdict = decided(entry)
    assert (verdict, entry.truth) not in CONTRADICTIONS
    assert verdict in {"proved", "refuted"} or entry.open


def test_the_stated_share_is_not_open():
    """Together with the test above: at least this share is decided."""
    for entries in (CORPUS, [entry for entry in CORPUS if entry.first]):
        assert sum(not entry.open for entry in entries) >= SHARE * len(entries)


def test_what_is_read_is_printed_in_a_form_that_reads_back():
    for entry in CORPUS:
        try:
            claims = entry.question().claims()
        except InputError:
            assert entry.open.startswith("language")
            continue
        shown = show_claim(claims.claim)
        assert shown.isascii()
        if claims.claim.is_plain:
            assert show_claim(read_sentence(shown)) == shown
