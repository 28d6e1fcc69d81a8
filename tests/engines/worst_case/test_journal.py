"""The journal of worst cases: a kill while it is written loses nothing."""

import signal
import subprocess
import sys

from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.solve import worst_case
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
