"""imab-verify init: a paper folder to start from."""

from importlib.resources import files
from pathlib import Path
from shlex import quote

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.errors import InputError
from imab_verify.files import show_path, write_file

TEMPLATE = "templates/paper"
TEXT = ".txt"
"""Ends the names of Python files there, which are not for this program to import."""


@click.command()
@click.argument("directory", metavar="DIR")
@json_option
def init(directory: str, as_json: bool) -> int:
    """Write a folder to start from: claims, a policy and tests, which all run as they are.

    \b
    Example:
      imab-verify init my-paper
    """  # noqa: D301  click reads the backspace
    folder = Path(directory)
    texts = templates()
    taken = [name for name in texts if (folder / name).exists()]
    if taken:
        raise InputError(f"{show_path(folder)} has a file {taken[0]}: choose another folder")
    for name, text in texts.items():
        write_file(folder / name, text, parents=True)
    written = [str(folder / name) for name in texts]
    commands = [f"imab-verify check {quote(directory)}", f"pytest {quote(directory)}"]
    if as_json:
        emit({"files": written, "next": commands})
    else:
        click.echo("\n".join(written))
        click.echo(f"\nNow try: {' and '.join(commands)}")
    return OK


def templates() -> dict[str, str]:
    """The files of a new paper, by name."""
    folder = files("imab_verify").joinpath(TEMPLATE)
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(TEXT): file.read_text(encoding="utf-8") for file in found}
