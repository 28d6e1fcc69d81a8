"""A group of commands that are imported one by one, and the one place where errors end."""

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import click

from imab_verify.cli.common import (
    BAD_INPUT,
    BUG,
    CLOSED_PIPE,
    INTERRUPTED,
    say,
    tolerate_any_terminal,
)
from imab_verify.errors import InputError, quote
from imab_verify.files import show_path

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says of a disk that is full or broken, whatever was written there."""


class Entry(NamedTuple):
    """A command before it is loaded: "module:attribute", and its help in one short sentence."""

    target: str
    summary: str


class LazyGroup(click.Group):
    """A click group whose overview is written, and whose commands are told apart, unloaded.

    A command returns its exit code. Whatever goes wrong in it becomes one sentence on the
    standard error stream and an exit code of its own, so that no failure looks like a verdict.
    """

    def __init__(self, *, entries: Mapping[str, Entry], **attributes: Any) -> None:
        super().__init__(
            invoke_without_command=True,
            callback=_help_if_alone,
            context_settings={"help_option_names": ["-h", "--help"]},
            params=[_version_option()],
            **attributes,
        )
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Name the commands in the order of the table."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command, or give None for a name that is not in the table."""
        if cmd_name not in self.entries:
            return None
        module, _, attribute = self.entries[cmd_name].target.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.entries[cmd_name].target} is not a command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; to a name that is none, say which ones look like it."""
        name = args[0]
        if name not in self.entries:
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(name.lower(), self.entries))
            if near:
                ctx.fail(f"No such command '{quote(name)}': did you mean {near}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the overview from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader who closed the pipe wants no more, and no complaint."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            return CLOSED_PIPE
        return code

    def main(  # type: ignore[override]  # it never returns
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and leave with its exit code."""
        tolerate_any_terminal()
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name or self.name, **extra)
        except click.ClickException as error:
            code = _usage(error)
        except InputError as error:
            code = _bad_input(error)
        except (click.Abort, KeyboardInterrupt):
            code = say("interrupted", INTERRUPTED)
        except Exception as error:  # noqa: BLE001  a crash must not leave with a verdict's code
            code = _full_disk(error) if getattr(error, "errno", None) in FULL else _bug()
        sys.exit(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """Let what is not printed yet go nowhere: it would fail once more when we leave."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _full_disk(error: Any) -> int:
    """Say that the output, or a file that nobody asked for, cannot be written."""
    _forget_output()
    where = f" to {show_path(error.filename)}" if error.filename else ""
    return say(f"nothing more can be written{where}: {error.strerror}", BAD_INPUT)


def _bug() -> int:
    import traceback

    traceback.print_exc()
    return say("this is a bug in imab-verify: please report the text above", BUG)


def _bad_input(error: InputError) -> int:
    """Say what was wrong and, in the text of a claim, point to the place."""
    from imab_verify.language.parser import ClaimError, caret

    say(str(error), BAD_INPUT)
    if isinstance(error, ClaimError):
        click.echo(caret(error), err=True)
    return BAD_INPUT


def _usage(error: click.ClickException) -> int:
    """Say what was wrong with the command line, in one line, and where to look it up."""
    ctx = getattr(error, "ctx", None)
    sentence = " ".join(error.format_message().split()).rstrip(".")
    return say(f"{sentence} (see {ctx.command_path} --help)" if ctx else sentence, BAD_INPUT)


def _help_if_alone() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _version_option() -> click.Option:
    """--version; the number is looked up only when it is asked for."""

    def show(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
        if asked and not ctx.resilient_parsing:
            from importlib.metadata import version

            click.echo(f"imab-verify {version('imab-verify')}")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show the version and exit.",
    )
