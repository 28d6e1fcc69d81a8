"""The base of all answers: each prints itself, is a JSON document, and shows in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from imab_verify.model.instances import Instance

ANY_STANDS_FOR_IT = "which the kernel does not know: in the claim any policy stands for it"
"""Said of a policy that was played."""


class Reply:
    """An answer. The commands print it with `show`, or its `to_json()`."""

    __slots__ = ()

    def show(self, screen: Console) -> None:
        """Print it for people."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The document that the command prints with --json; rationals are text."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The text that the command prints."""
        from imab_verify.report.terminal import plain_text

        return plain_text(self.show)

    def _repr_html_(self) -> str:
        """HTML for a notebook."""
        return reply_html(self)


def reply_html(reply: Reply, more: str = "") -> str:
    """The text that the command prints, as HTML, and more below it."""
    return f"<div><pre>{escape(str(reply))}</pre>{more}</div>"


def reply_with_instance(reply: Reply, instance: Instance) -> str:
    """The text that the command prints, and the curves of an instance."""
    from imab_verify.report.curves import instance_html

    return reply_html(reply, instance_html(instance))


def reply_with_figure(reply: Reply, figure: Figure) -> str:
    """The text that the command prints, and a figure."""
    from imab_verify.report.figures import figure_bytes

    svg = figure_bytes(figure, "svg").decode()
    return reply_html(reply, svg[svg.index("<svg") :])


def unfolding(title: str, inside: str) -> str:
    """A title that unfolds what is inside."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"
