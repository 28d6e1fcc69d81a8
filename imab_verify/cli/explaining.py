"""--explain and --format, for the commands that have a proof or a counterexample to tell."""

import click

from imab_verify.cli.common import together
from imab_verify.errors import InputError

TEXT = "text"
FORMATS = (TEXT, "md", "tex", "html")


explain_options = together(
    click.option(
        "--explain",
        "explained",
        is_flag=True,
        help="Tell the proof or the counterexample as a person would write it.",
    ),
    click.option("--format", "form", type=click.Choice(FORMATS), help="Of what --explain prints."),
)
"""--explain and --format, which arrive as `explained` and `form`."""


def chosen_form(explained: bool, form: str | None) -> str | None:
    """Give the format of the explanation that is asked for; None if none is."""
    if form is not None and not explained:
        raise InputError("--format says how --explain prints: add --explain")
    return (form or TEXT) if explained else None


def width() -> int:
    """How wide a text may be here."""
    from imab_verify.report.terminal import console

    return console().width
