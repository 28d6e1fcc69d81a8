"""Tables and numbers on the terminal, shared by the commands.

Everything fits into 100 columns. A number is shown exactly while it is short; a decimal is always
marked with ≈, and is the exact number correctly rounded.
"""

import io
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Context, Decimal
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from imab_verify.model.rationals import show_rational

WIDTH = 100
DIGITS = 6
CELL = 11
"""A table cell has room for an exact number of this many characters."""
COUNT = 19
"""The cell of a number of pulls has more."""
LINE = 56
"""A line of its own has room for so many."""

_BARS = "▁▂▃▄▅▆▇█"
_DECIMALS = Context(prec=DIGITS)


class _Screen(Console):
    """A console that leaves a closed pipe to the command line."""

    def on_broken_pipe(self) -> None:
        """Called while the BrokenPipeError is handled: let it go on."""
        raise  # noqa: PLE0704


def console(*, stderr: bool = False) -> Console:
    """A console that takes text as it is: no markup, no highlighting, 100 columns at most."""
    screen = _Screen(stderr=stderr, markup=False, highlight=False, emoji=False)
    screen.width = min(screen.width, WIDTH) if screen.is_terminal else WIDTH
    return screen


def plain_text(show: Callable[[Console], None]) -> str:
    """The plain text of what is shown, 100 columns wide."""
    screen = _Screen(
        file=io.StringIO(), width=WIDTH, color_system=None, markup=False, highlight=False
    )
    with screen.capture() as caught:
        show(screen)
    return "\n".join(line.rstrip() for line in caught.get().splitlines())


def columns() -> int:
    """The width of a line that is broken by hand."""
    return console().width


def approximate(q: Fraction | int) -> str:
    """The decimal of q of six significant digits, correctly rounded."""
    decimal = _DECIMALS.divide(Decimal(q.numerator), Decimal(q.denominator))
    return f"{decimal:.{DIGITS}g}"


def cell(q: Fraction | int, room: int = CELL) -> str:
    """The text of q in a table: exactly if there is room, otherwise as a decimal marked with ≈."""
    text = show_rational(q)
    return text if len(text) <= room else f"≈ {approximate(q)}"


def pair(q: Fraction | None, room: int = CELL) -> str:
    """The text of q, exactly and as a decimal, or as a decimal alone if it is long; None is inf."""
    if q is None:
        return "inf"
    text, decimal = show_rational(q), approximate(q)
    if q.denominator == 1 and len(text) <= CELL:
        return text
    if len(text) > room:
        return f"≈ {decimal}"
    return f"{text} {'=' if Fraction(decimal) == q else '≈'} {decimal}"


def line(q: Fraction | None) -> str:
    """The text of q on a line of its own; what is too long even for a line is left to --json."""
    text = pair(q, LINE)
    return f"{text} (exact with --json)" if text.startswith("≈") else text


def count(n: int) -> str:
    """The text of a number of pulls: in full, or rounded when it is very long."""
    return cell(n, COUNT)


def equation(name: str, n: int) -> str:
    """An equation for a number of pulls: T = 12."""
    text = cell(n, LINE)
    return f"{name} {text}" if text.startswith("≈") else f"{name} = {text}"


def table(left: Iterable[str], right: Iterable[str]) -> Table:
    """Start a table with columns that are set flush left, then columns of numbers."""
    started = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name in left:
        started.add_column(name, overflow="fold")
    for name in right:
        started.add_column(name, justify="right", overflow="fold")
    return started


def fields(pairs: Iterable[tuple[str, str]]) -> Table:
    """Set names and values side by side."""
    grid = Table.grid(padding=(0, 3))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(name, value)
    return grid


def sketch(values: Sequence[Fraction], top: Fraction) -> str:
    """Draw values between 0 and top as a row of bars; zero is a blank."""
    return "".join(
        _BARS[min(int(len(_BARS) * v / top), len(_BARS) - 1)] if v else " " for v in values
    )


PATIENCE = 1.0
"""Seconds after which somebody is told what is being done."""


@contextmanager
def stages(first: str) -> Iterator[Callable[[str], None]]:
    """A status line for a long work, on a terminal only, once it takes more than a second.

    Call the given function with the name of each stage.
    """
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    status = screen.status(first)
    begin = threading.Timer(PATIENCE, status.start)
    begin.daemon = True
    begin.start()
    try:
        yield status.update
    finally:
        begin.cancel()
        begin.join()
        status.stop()


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for a long work, on a terminal only; tell the given function how far."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
