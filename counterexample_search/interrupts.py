"""Ctrl-C as a wish and not as an exception in the middle of anything."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType


class Interrupt:
    """While this context lasts, the first Ctrl-C only sets `asked`; the second one interrupts."""

    def __init__(self) -> None:
        self.asked = False
        self._before: object = None

    def __call__(self) -> bool:
        """Whether it was asked to stop."""
        return self.asked

    def __enter__(self) -> Self:
        # Signals are the main thread's business; elsewhere the context does nothing.
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]  # as it was given

    def _heard(self, _: int, __: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
