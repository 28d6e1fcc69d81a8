"""Documents of a few kilobytes cost a few seconds and little memory, whatever they say."""

import subprocess
import sys
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from imab_verify.kernel import MalformedError, RejectedError, judge, judging, read

sys.path.insert(0, str(Path(__file__).parent))
from hostile_documents import DOCUMENTS

MEGABYTES = 200

ALL_OF_THEM = """
import pathlib, re, sys
from imab_verify.kernel import MalformedError, RejectedError, judge
for name in sys.argv[1:]:
    try:
        judge(pathlib.Path(name).read_bytes())
    except (MalformedError, RejectedError):
        status = pathlib.Path("/proc/self/status").read_text()
        print(name, int(re.search("VmHWM:\\\\s*([0-9]+) kB", status)[1]) // 1024)
"""
"""The peak of this process alone: what getrusage says begins with that of its parent."""


COSTLY = [
    "lemma-put-to-use-often",
    "long-given-used-often",
    "members-of-a-family",
    "extrema-of-nothing",
    "wide-products-that-are-kept",
    "rewards-over-many-pieces",
    "fractions-to-high-powers",
    "formula-at-many-choices",
    "blanks",
    "powers-of-brackets",
    "sums-of-powers-of-brackets",
    "long-products-of-numbers",
    "sums-without-a-common-denominator",
    "indices-that-are-powers",
    "squares-that-are-powers",
    "polynomials-as-keys",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_kernel_says_no(name):
    """What costs much ends at the limit, in reading or in judging."""
    with pytest.raises((MalformedError, RejectedError)) as error:
        judge(DOCUMENTS[name]())
    if name in COSTLY:
        assert getattr(error.value, "reason", None) == "limit"


def test_blanks_buy_nothing(monkeypatch):
    text = DOCUMENTS["long-run-of-one-arm"]()
    budgets = []
    monkeypatch.setattr(judging, "meter_work", lambda size: budgets.append(size) or nullcontext())
    for document in (text, text + b" \n" * 1000, b"\t\r" * 1000 + text):
        with suppress(MalformedError, RejectedError):
            read(document)
    assert len(set(budgets)) == 1


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it reads /proc")
def test_all_of_them_together_need_little_memory(tmp_path):
    files = [tmp_path / name for name in DOCUMENTS]
    for file, make in zip(files, DOCUMENTS.values(), strict=True):
        file.write_bytes(make())
    done = subprocess.run(
        [sys.executable, "-c", ALL_OF_THEM, *map(str, files)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    peaks = [int(line.split()[-1]) for line in done.stdout.splitlines()]
    assert len(peaks) == len(files)
    assert max(peaks) < MEGABYTES, done.stdout


@pytest.mark.parametrize("document", [None, 7, object(), ["text"], {"format": "x"}])
def test_what_is_not_a_text_is_not_judged(document):
    with pytest.raises(MalformedError, match="a document is a text"):
        judge(document)
    with pytest.raises(MalformedError, match="a document is a text"):
        read(document)


def test_text_with_lone_surrogates_is_malformed():
    with pytest.raises(MalformedError, match="no file can hold"):
        judge('{"format": "\ud800"}')
