"""The command line: commands that are loaded when they are called, and the end of all errors."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from imab_verify.cli import common
from imab_verify.errors import InputError, quote
from imab_verify.files import show_path

COMMANDS = {
    "check": ("papers", "Decide every statement of the paper."),
    "show": ("papers", "Show one statement of the paper in full."),
    "errata": ("papers", "Write what is refuted as an erratum."),
    "graph": ("papers", "Draw which statement relies on which."),
    "report": ("papers", "Write the ledger as a site."),
    "figure": ("papers", "Draw a figure for a paper."),
    "init": ("papers", "Write a paper folder to start from."),
    "ask": ("ask", "Decide a claim of your own, for all horizons."),
    "simulate": ("playing", "Run a policy on an instance, exactly."),
    "compare": ("playing", "Set policies side by side, exactly."),
    "hunt": ("hunt", "Search for the worst instances of a policy."),
    "worst-case": ("playing", "The exact worst case of a policy, certified."),
    "export": ("export", "Write certificates as theorems of Coq."),
    "replay": ("replay", "Judge certificates with the kernel alone."),
}
"""Every command: its module, and its line in the overview."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Error numbers of a disk that is full or broken."""


class LazyGroup(click.Group):
    """A click group whose overview is written, and whose commands are told apart, unloaded.

    A command returns its exit code. Whatever goes wrong in it becomes one sentence on the
    standard error stream and an exit code of its own, so that no failure looks like a verdict.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """The names of the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command; None for a name that is not in the table."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; to a name that is none, say which ones look like it."""
        name = args[0]
        if name not in COMMANDS:
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(name.lower(), COMMANDS))
            if near:
                ctx.fail(f"No such command '{quote(name)}': did you mean {near}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the overview from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader who closed the pipe wants no more, and no complaint."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            return common.CLOSED_PIPE
        return code

    def main(  # type: ignore[override]  # it never returns
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and leave with its exit code."""
        common.tolerate_any_terminal()
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name or self.name, **extra)
        except click.ClickException as error:
            code = _usage(error)
        except InputError as error:
            code = _bad_input(error)
        except (click.Abort, KeyboardInterrupt):
            code = common.say("interrupted", common.INTERRUPTED)
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
    return common.say(f"nothing more can be written{where}: {error.strerror}", common.BAD_INPUT)


def _bug() -> int:
    import traceback

    traceback.print_exc()
    return common.say("this is a bug in imab-verify: please report the text above", common.BUG)


def _bad_input(error: InputError) -> int:
    """Say what was wrong and, in the text of a claim, point to the place."""
    from imab_verify.language.parser import ClaimError, caret

    common.say(str(error), common.BAD_INPUT)
    if isinstance(error, ClaimError):
        click.echo(caret(error), err=True)
    return common.BAD_INPUT


def _usage(error: click.ClickException) -> int:
    """Say what was wrong with the command line, in one line, and where to look it up."""
    ctx = getattr(error, "ctx", None)
    sentence = " ".join(error.format_message().split()).rstrip(".")
    if ctx:
        sentence += f" (see {ctx.command_path} --help)"
    return common.say(sentence, common.BAD_INPUT)


def _help_if_alone() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


main = LazyGroup(
    name="imab-verify",
    invoke_without_command=True,
    callback=_help_if_alone,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Check, refute, repair and sharpen claims about improving bandits.",
    epilog=(
        "Every command has --help with an example, and --json for one JSON document. "
        "Exit codes: 0 success or proved, 1 refuted or different, 2 bad input, 3 unknown."
    ),
)
click.version_option(package_name="imab-verify", message="imab-verify %(version)s")(main)
