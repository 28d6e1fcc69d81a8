"""A child process that does slices: `python -m counterexample_search.child`.

One JSON document per line. In: a task, or the word "go" after an improvement is safe. Out: what a
`Listener` hears, then the result. What a policy prints goes to the error stream.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, TextIO

from counterexample_search.slices import (
    Listener,
    held_to_json,
    result_to_json,
    run_slice,
    task_from_json,
)
from imab_verify.model.errors import InputError
from imab_verify.model.files import instance_to_json

if TYPE_CHECKING:
    from counterexample_search.store import Held
    from imab_verify.model.instances import Instance


class Wire(Listener):
    """Passes everything on to the parent."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source = source
        self._sink = sink

    def say(self, kind: str, content: Any) -> None:
        """Write one message."""
        self._sink.write(json.dumps({kind: content}) + "\n")
        self._sink.flush()

    def improved(self, held: Held) -> None:
        """Wait until the parent has it in the store."""
        self.say("improved", held_to_json(held))
        if not self._source.readline():
            raise SystemExit

    def progress(self, evaluations: int) -> None:
        """Tell the count."""
        self.say("progress", evaluations)

    def watch(self, instance: Instance | None) -> None:
        """Tell what is being played, so that the parent can tell if it never ends."""
        self.say("at", None if instance is None else instance_to_json(instance))


def leave_with(parent: int) -> None:
    """Look every second whether the parent is still there, even while a policy hangs."""

    def look(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)


def main() -> None:
    """Do tasks until there are no more."""
    leave_with(os.getppid())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    wire = Wire(source, sink)
    while line := source.readline():
        try:
            wire.say("result", result_to_json(run_slice(task_from_json(json.loads(line)), wire)))
        except InputError as error:
            wire.say("error", str(error))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
