"""Documents of a few kilobytes cost a few seconds and little memory, whatever they say."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from imab_verify.kernel import MalformedError, RejectedError, judge, read

sys.path.insert(0, str(Path(__file__).parent))
from hostile_documents import DOCUMENTS

MEGABYTES = 300

ALL_OF_THEM = """
import resource, sys
sys.path[:0] = sys.argv[1:]
from hostile_documents import DOCUMENTS
from imab_verify.kernel import MalformedError, RejectedError, judge
documents = [make() for make in DOCUMENTS.values()]
for document in documents:
    try:
        judge(document)
    except (MalformedError, RejectedError):
        pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_kernel_says_no(name):
    with pytest.raises((MalformedError, RejectedError)):
        judge(DOCUMENTS[name]())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_reading_alone_ends_too(name):
    with suppress(MalformedError):
        assert read(DOCUMENTS[name]()) is not None


def test_all_of_them_together_need_little_memory():
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", ALL_OF_THEM, str(here), str(here.parents[1])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < MEGABYTES


@pytest.mark.parametrize("document", [None, 7, object(), ["text"], {"format": "x"}])
def test_what_is_not_a_text_is_not_judged(document):
    with pytest.raises(MalformedError, match="a document is a text"):
        judge(document)
    with pytest.raises(MalformedError, match="a document is a text"):
        read(document)


def test_text_with_lone_surrogates_is_malformed():
    with pytest.raises(MalformedError, match="no file can hold"):
        judge('{"format": "\ud800"}')
