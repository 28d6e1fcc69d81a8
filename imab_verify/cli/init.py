"""imab-verify init: a paper folder to start from."""

import click

from imab_verify.cli.common import json_option, print_reply


@click.command()
@click.argument("directory", metavar="DIR")
@json_option
def init(directory: str, as_json: bool) -> int:
    """Write a folder to start from: claims, a policy and tests, which all run as they are.

    \b
    Example:
      imab-verify init my-paper
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    return print_reply(iv.init(directory), as_json)
