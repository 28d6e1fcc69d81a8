"""The writer of files: whole or not at all, whatever happens on the way."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from imab_verify.errors import InputError
from imab_verify.files import cache_directory, check_destination, write_file

OLD = "old\n"


@pytest.fixture
def file(tmp_path):
    """A file that is there already."""
    path = tmp_path / "there.txt"
    path.write_text(OLD)
    return path


def test_text_and_bytes_replace_what_was_there(file):
    write_file(file, "é\n")
    assert file.read_bytes() == "é\n".encode()
    write_file(str(file), b"\x00\xff")
    assert file.read_bytes() == b"\x00\xff"
    assert list(file.parent.iterdir()) == [file]


def test_directories_are_made_if_that_is_asked_for(tmp_path):
    target = tmp_path / "some" / "where" / "a.txt"
    with pytest.raises(InputError, match=r"a\.txt cannot be written: No such file or directory$"):
        write_file(target, "")
    write_file(target, "a", parents=True)
    assert target.read_text() == "a"


def test_a_link_stays_a_link(file):
    link = file.with_name("link")
    link.symlink_to(file)
    write_file(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_device_is_written_to_and_not_replaced():
    write_file("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "Is a directory"), ("a\0b", "not a valid path"), ("there.txt/x", "Not a directory")],
)
def test_a_place_that_cannot_be_is_named_with_the_reason(file, name, reason):
    with pytest.raises(InputError, match=f"cannot be written: {reason}$"):
        write_file(f"{file.parent}/{name}", "new")
    assert file.read_text() == OLD
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_disk_that_is_full_or_broken_leaves_the_old_file(file, monkeypatch, number):
    def fail(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match=f"there.txt cannot be written: {os.strerror(number)}$"):
        write_file(file, "new")
    assert file.read_text() == OLD
    assert list(file.parent.iterdir()) == [file]


def test_an_interrupt_in_the_middle_leaves_the_old_file_and_nothing_else(file, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(file, "new")
    assert file.read_text() == OLD
    assert list(file.parent.iterdir()) == [file]


def test_kill_9_in_the_middle_leaves_the_old_file(file):
    code = (
        "import os, sys\n"
        "from imab_verify.files import write_file\n"
        f"os.fsync = lambda _: os.kill(os.getpid(), {signal.SIGKILL})\n"
        "write_file(sys.argv[1], 'new' * 10**6)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.read_text() == OLD


# --- before long work --------------------------------------------------------------------------


def test_a_good_destination_is_left_alone(file):
    check_destination(file)
    check_destination(file.with_name("new.txt"))
    check_destination(file.parent / "some" / "where" / "a.txt", parents=True)
    check_destination("/dev/null")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("name", "how", "reason"),
    [
        ("", {}, "it is a directory"),
        ("no/a.txt", {}, "its directory does not exist"),
        ("there.txt/a.txt", {}, "there.txt is no directory"),
        ("there.txt/a/b.txt", {"parents": True}, "there.txt is no directory"),
        ("a\0b", {}, "not a valid path"),
    ],
)
def test_a_bad_destination_is_refused_before_any_work(file, name, how, reason, monkeypatch):
    monkeypatch.chdir(file.parent)
    with pytest.raises(InputError, match=f"cannot be written: .*{reason}$"):
        check_destination(name, **how)


def test_a_directory_that_is_not_writable_is_refused(file, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match=r"its directory is not writable$"):
        check_destination(file)
    with pytest.raises(InputError, match=r"/dev/null cannot be written: it is not writable$"):
        check_destination("/dev/null")


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/me/.cache/imab-verify"),
        ("linux", {"XDG_CACHE_HOME": "/var/mine"}, "/var/mine/imab-verify"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/me/.cache/imab-verify"),
        ("darwin", {}, "/home/me/Library/Caches/imab-verify"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/imab-verify"),
        ("win32", {}, "/home/me/AppData/Local/imab-verify"),
    ],
)
def test_the_cache_is_where_the_platform_has_it(monkeypatch, platform, variables, expected):
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **variables}.items():
        monkeypatch.setenv(name, value)
    assert str(cache_directory()) == expected


ADDS = """
import sys
from pathlib import Path
from imab_verify.files import taking_turns, write_file

print("ready", flush=True)
sys.stdin.readline()
for _ in range(25):
    with taking_turns(sys.argv[1]):
        write_file(sys.argv[1], Path(sys.argv[1]).read_text() + "x")
"""


def test_those_who_take_turns_lose_nothing(tmp_path):
    file = tmp_path / "count"
    file.touch()
    command = [sys.executable, "-c", ADDS, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    everyone = [subprocess.Popen(command, **pipes) for _ in range(3)]
    for one in everyone:
        assert one.stdout.readline() == "ready\n"
    for one in everyone:
        one.stdin.write("go\n")
        one.stdin.flush()
    for one in everyone:
        one.communicate()
    assert file.read_text() == "x" * 75
    assert [*tmp_path.iterdir()] == [file]
