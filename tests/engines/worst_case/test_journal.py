"""The journal of worst cases: a kill while it is written loses nothing."""

import signal
import subprocess
import sys

from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.language.scored import ScoredIndex
from imab_verify.policies.round_robin import RoundRobin

KILLED = """
import os, sys
from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.policies.round_robin import RoundRobin

journal = Journal(sys.argv[1])
os.fsync = lambda _: os.kill(os.getpid(), 9)
journal.keep(worst_case(RoundRobin(), 2, 7).certificate)
"""


def test_a_kill_in_the_middle_of_a_write_keeps_the_earlier_work(tmp_path):
    file = tmp_path / "journal.json"
    earlier = worst_case(RoundRobin(), 2, 6).certificate
    Journal(str(file)).keep(earlier)
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert list(Journal(str(file)).certificates.values()) == [earlier]


def test_a_journal_that_cannot_be_written_says_so_and_keeps_what_it_has(tmp_path):
    journal = Journal(str(tmp_path / "nowhere" / "journal.json"))
    certificate = worst_case(RoundRobin(), 2, 7).certificate
    journal.keep(certificate)
    assert "cannot be written" in journal.trouble
    assert list(journal.certificates.values()) == [certificate]


def test_two_searches_keep_theirs_in_one_file(tmp_path):
    file = str(tmp_path / "journal.json")
    one, two = Journal(file), Journal(file)
    certificates = [worst_case(RoundRobin(), 2, T).certificate for T in (5, 6, 7)]
    for journal, certificate in zip((one, two, one), certificates, strict=True):
        journal.keep(certificate)
    assert {*Journal(file).certificates.values()} == {*certificates}


def test_who_has_come_further_at_one_size_stays(tmp_path):
    """The other one began at the same time; what was there before it began, it goes on from."""
    file = str(tmp_path / "journal.json")
    policy = ScoredIndex("mine", "a*f(a)", start=1)
    some = worst_case(policy, 2, 5, seconds=0).certificate
    full = worst_case(policy, 2, 5).certificate
    late = Journal(file)
    Journal(file).keep(full)
    late.keep(some)
    assert [*Journal(file).certificates.values()] == [full]
    Journal(file).keep(some)
    assert [*Journal(file).certificates.values()] == [some]


def test_a_file_that_became_something_else_is_not_overwritten(tmp_path):
    file = tmp_path / "journal.json"
    journal = Journal(str(file))
    file.write_text("notes")
    journal.keep(worst_case(RoundRobin(), 2, 6).certificate)
    assert "cannot be read as a journal" in journal.trouble
    assert file.read_text() == "notes"
