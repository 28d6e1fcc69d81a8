"""What every answer of the tool can do: print itself, be a JSON document, show in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

ANY_STANDS_FOR_IT = "which the kernel does not know: in the claim any policy stands for it"
"""What is said of a policy that was played."""


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
        """What the command prints."""
        from imab_verify.report.terminal import plain_text

        return plain_text(self.show)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"
