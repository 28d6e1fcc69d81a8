"""Parts that commands share: exit codes, options, number types, and output."""

from __future__ import annotations

import codecs
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, TypeVar

import click

from imab_verify.errors import InputError, quote
from imab_verify.files import check_destination, show_path

if TYPE_CHECKING:
    from imab_verify.report.replies import Reply

OK = 0
DIFFERS = 1
"""Refuted, rejected, or not what was recorded."""
BAD_INPUT = 2
UNKNOWN = 3
BUG = 70
"""A bug of this program; other codes beyond 3 are those of a program ended by a signal."""
INTERRUPTED = 130
CLOSED_PIPE = 141

Command = TypeVar("Command", bound=Callable[..., Any])


# --- types of options ----------------------------------------------------------------------------


class Read(click.ParamType):  # type: ignore[type-arg]  # generic only in newer click
    """Text that a function reads; it gets the name of the option for its error sentence."""

    def __init__(self, name: str, read: Callable[[str, str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the text; a default is taken as it is."""
        del ctx
        where = param.opts[-1] if param is not None else "the number"
        return self._read(value, where) if isinstance(value, str) else value


def whole(least: int = 0) -> Read:
    """An integer of at least `least`, in plain ASCII digits."""

    def read(text: str, where: str) -> int:
        from imab_verify.model.rationals import parse_least

        return parse_least(text, least, where)

    return Read("integer", read)


def span(least: int = 1) -> Read:
    """A range "A..B" of integers, both ends included, or one integer "A"."""

    def read(text: str, where: str) -> range:
        from imab_verify.model.rationals import read_span

        return read_span(text, least, where)

    return Read("A..B", read)


def _read_seconds(text: str, where: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or float(text) == 0:
        raise InputError(f"{where} must be a positive number of seconds, not {quote(text)}")
    return float(text)


SECONDS = Read("seconds", _read_seconds)
"""A positive number of seconds, such as 60 or 0.5."""


# --- options -------------------------------------------------------------------------------------


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, which the help lists in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def option_with_default(*names: str, **attributes: Any) -> Callable[[Command], Command]:
    """An option whose help shows its default."""
    return click.option(*names, show_default=True, **attributes)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster in place of --workers, such as tcp://host:8786.",
)
policy_option = together(
    click.option(
        "--policy",
        required=True,
        metavar="NAME",
        help="A built-in policy such as algorithm-1, or your own as package.module:name.",
    ),
    click.option(
        "-o",
        "--option",
        multiple=True,
        metavar="KEY=VALUE",
        help="An option of the policy, such as ties=highest-index; may be repeated.",
    ),
)
"""--policy and -o, which arrive as `policy` and `option`."""
claim_options = together(
    click.option("--given", multiple=True, metavar="C", help="A hypothesis; may be repeated."),
    click.option(
        "--arm",
        "arms",
        multiple=True,
        metavar="f[:CLASS]",
        help="An arm, of class concave (the default), concave-from-1, monotone or rotting.",
    ),
    click.option(
        "--real", "reals", multiple=True, metavar="NAME", help="A name that is a real number."
    ),
    click.option(
        "--integer", "integers", multiple=True, metavar="NAME", help="A name that is an integer."
    ),
    click.option("--unbounded", is_flag=True, help="Rewards may be larger than 1."),
    click.option(
        "--where",
        default="",
        metavar="COUNTS",
        help="Counts of the run, such as 'N = N(f), M = most before the last pull of f'.",
    ),
)
"""Options that declare the names of a claim and its assumptions."""
TEXT = "text"
explain_options = together(
    click.option(
        "--explain",
        "explained",
        is_flag=True,
        help="Explain the proof or the counterexample as a person would write it.",
    ),
    click.option(
        "--format",
        "form",
        type=click.Choice([TEXT, "md", "tex", "html"]),
        help="The format of what --explain prints.",
    ),
)
"""--explain and --format, which arrive as `explained` and `form`."""


def chosen_form(explained: bool, form: str | None) -> str | None:
    """The format of the explanation that is asked for; None if none is."""
    if form is not None and not explained:
        raise InputError("--format says how --explain prints: add --explain")
    return (form or TEXT) if explained else None


def width() -> int:
    """The width of the terminal."""
    from imab_verify.report.terminal import console

    return console().width


def options_of(texts: Sequence[str]) -> dict[str, str]:
    """Read the options of a policy."""
    if not texts:
        return {}
    from imab_verify.policies.registry import parse_options

    return parse_options(texts)


# --- files ---------------------------------------------------------------------------------------


def check_certificate_file(path: str) -> None:
    """Refuse, before any work, a file for one certificate that `replay` could not read there."""
    if path.endswith(".gz"):
        raise InputError(
            f"{show_path(path)}: this certificate is plain text, not compressed: call it *.json"
        )
    check_destination(path)


def check_plot(path: str | None) -> None:
    """Refuse, before any work, a file that no picture can be drawn into."""
    if path is not None:
        from imab_verify.report.figures import check_figure_path

        check_figure_path(path)
        check_destination(path)


@contextmanager
def note_troubles(troubles: list[str]) -> Iterator[None]:
    """Collect what cannot be written, to be said after the answer is printed."""
    try:
        yield
    except InputError as error:
        troubles.append(str(error))


# --- output --------------------------------------------------------------------------------------


def aside() -> AbstractContextManager[object]:
    """While policies are at work: what they print goes to the error stream."""
    return redirect_stdout(sys.stderr)


def progress(what: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """Show how far a long work has come; see `report.terminal.progress`."""
    from imab_verify.report import terminal

    return terminal.progress(what, total)


def emit(document: dict[str, Any]) -> None:
    """Print the one JSON document of a command."""
    click.echo(json.dumps(document, indent=2))


def show(reply: Reply, *, as_json: bool = False) -> int:
    """Print the answer of a command, for people or as its JSON document."""
    if as_json:
        emit(reply.to_json())
    else:
        from imab_verify.report.terminal import console

        reply.show(console())
    return OK


def end(troubles: Sequence[str], code: int) -> int:
    """Say what could not be written, one sentence each; if nothing, the exit code stands."""
    for sentence in troubles:
        say(sentence, BAD_INPUT)
    return BAD_INPUT if troubles else code


def say(sentence: str, code: int) -> int:
    """Write one sentence to the standard error stream, and give the exit code back.

    Whatever a file or a policy calls itself, the sentence stays on one line; a terminal gets it
    broken between words.
    """
    text = "imab-verify: " + "".join(c if c.isprintable() else " " for c in sentence)
    if sys.stderr.isatty():
        from shutil import get_terminal_size
        from textwrap import fill

        text = fill(text, get_terminal_size().columns, break_on_hyphens=False)
    click.echo(text, err=True)
    return code


PLAIN = str.maketrans("≈∞…–·▁▂▃▄▅▆▇█", "~~.-._.,-=+*#")


def tolerate_any_terminal() -> None:
    """Let a terminal that does not know a character get a plain one in its place."""
    codecs.register_error("plain", _plainly)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="plain")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(PLAIN)
    return "".join(c if c.isascii() else "?" for c in text), error.end
