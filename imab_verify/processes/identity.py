"""Names of processes, by which it is seen later whether they are gone."""

import os
import socket
from pathlib import Path


def this_process() -> str:
    """A name of this process that no other one has, on no machine: host, number, start."""
    return f"{socket.gethostname()} {os.getpid()} {_start_of(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a process of this machine with that name has ended; of others nothing is known."""
    host, _, rest = name.rpartition(" ")[0].rpartition(" ")
    started = name.rpartition(" ")[2]
    if host != socket.gethostname() or not rest.isdigit():
        return False
    return _start_of(int(rest)) != started


def _start_of(process: int) -> str:
    """When a process of this machine began, as the system counts; nothing if there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        return stat.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"
