"""The one writer of files: a file appears whole or not at all, and what went wrong is said.

    write_file(path, content)       text or bytes, in the place of what was there
    taking_turns(path)              while a file is read and then written by one of several
    check_destination(path)         before long work: could that be written?
    cache_directory()               where this platform keeps what can be made again
    did_you_mean(path)              what is there instead of a file that is not

Each refusal is one sentence, "PATH cannot be written: REASON".
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from imab_verify.errors import InputError, quote

PROGRAM = "imab-verify"
PathLike = str | os.PathLike[str]


def write_file(path: PathLike, content: str | bytes, *, parents: bool = False) -> None:
    """Write a file; text is written as UTF-8, and with `parents` directories are made for it.

    The content is written beside the file, is on the disk, and is then moved into its place:
    whoever reads it, whatever interrupts this, finds the old content or the new one.
    """
    data = content.encode() if isinstance(content, str) else content
    show_path(path)  # refuses what is no path
    try:
        file = Path(path).resolve()
        if parents:
            file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            file.write_bytes(data)  # a terminal or a pipe; of a directory the system says it
        else:
            _replace(file, data)
    except (OSError, ValueError) as error:
        raise _refusal(path, reason_of(error)) from None


@contextmanager
def taking_turns(path: PathLike) -> Iterator[None]:
    """While this lasts, all others that take turns with a file of the same directory wait.

    Whoever adds to a file reads it, and writes it anew: two at once would lose what one added.
    The directory is locked, as the file itself is replaced; a process that ends gives up its turn.
    Where there are no such locks (Windows, some network disks) nobody waits.
    """
    with ExitStack() as stack:
        if os.name == "posix":
            import fcntl

            with suppress(OSError, ValueError):
                directory = os.open(Path(path).resolve().parent, os.O_RDONLY)
                stack.callback(os.close, directory)
                fcntl.flock(directory, fcntl.LOCK_EX)
        yield


def check_destination(path: PathLike, *, parents: bool = False) -> None:
    """Refuse, before any work, a file that could not be written; nothing is made or touched.

    With `parents` directories that are not there will be made.
    """
    try:
        file = Path(path).resolve()
        directory = file.parent
        while parents and not directory.exists():
            directory = directory.parent
        if file.is_dir():
            raise _refusal(path, "it is a directory")
        if not directory.exists():
            raise _refusal(path, "its directory does not exist")
        if not directory.is_dir():
            raise _refusal(path, f"{show_path(directory)} is no directory")
        in_place = file.exists() and not file.is_file()
        if not os.access(file if in_place else directory, os.W_OK):
            what = "it" if in_place else "its directory"
            raise _refusal(path, f"{what} is not writable")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise _refusal(path, reason_of(error)) from None


def _replace(file: Path, data: bytes) -> None:
    """Write a draft in the same directory, so that it can be moved, and move it."""
    import secrets

    draft = file.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with draft.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def cache_directory() -> Path:
    """The directory of this program among the caches of the user."""
    try:
        home = Path.home()
    except RuntimeError:
        raise InputError("there is no home directory for a cache: give one with --cache") from None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / PROGRAM
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / PROGRAM
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else home / ".cache") / PROGRAM


def show_path(path: PathLike) -> str:
    """A path in full, on one line whatever characters it has."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"{quote(path)} is not a path")
    text = os.fspath(path)
    return text if text.isprintable() else ascii(text)


def did_you_mean(path: PathLike) -> str:
    """Suggest the path of something with a name like that of a file that does not exist; or ""."""
    from difflib import get_close_matches

    found, missing = Path(path), list[str]()
    try:
        while not found.exists() and found.name:
            found, missing = found.parent, [found.name, *missing]
        names = [file.name for file in found.iterdir()] if missing else []
    except (OSError, ValueError):
        return ""
    for name in get_close_matches(missing[0], names) if missing else ():
        near = found.joinpath(name, *missing[1:])
        if near.exists():
            return f": did you mean {show_path(near)}?"
    return ""


def show_source(named: str) -> str:
    """A short form of "file.py:name": without directories, unless the file is below this one."""
    file, _, name = named.rpartition(":")
    if not Path(file).is_absolute():
        return named
    below = Path(file).is_relative_to(Path.cwd())
    place = Path(file).relative_to(Path.cwd()) if below else Path(file).name
    return f"{place}:{name}"


def _refusal(path: PathLike, reason: str) -> InputError:
    return InputError(f"{show_path(path)} cannot be written: {reason}")


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be opened; a ValueError means a null character in its path."""
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or "not a valid path"
