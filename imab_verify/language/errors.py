"""What is wrong with a claim's text, and where."""

from imab_verify.errors import InputError

WIDTH = 80
MARGIN = "..."


class ClaimError(InputError):
    """A text that is not a claim: str(error) is one sentence, `position` the place in `text`.

    The position counts characters from 0; it is len(text) where something is missing at the end.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.text = text
        self.position = position

    def __str__(self) -> str:
        return str(self.args[0])


def caret(error: ClaimError) -> str:
    """The line of the text in which the error is, and under it a caret at the place.

    A long line is cut to a window around the place; what does not print as one column of ASCII is
    shown as a question mark, so that the caret stands where it should.
    """
    start = error.text.rfind("\n", 0, error.position) + 1
    end = error.text.find("\n", error.position)
    line, column = error.text[start : end if end >= 0 else None], error.position - start
    if len(line) > WIDTH:
        left = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
        before = MARGIN if left else ""
        after = MARGIN if left + WIDTH < len(line) else ""
        line = before + line[left + len(before) : left + WIDTH - len(after)] + after
        column -= left
    shown = "".join(c if " " <= c <= "~" else " " if c in "\t\r" else "?" for c in line)
    return f"{shown}\n{' ' * column}^"
