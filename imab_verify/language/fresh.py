"""Names for what a text writes without one: floors, roots, counts."""

from collections.abc import Iterable

from imab_verify.language.lexer import MAX_NAME

ROOM = 6
"""Letters that are kept free for a number at the end."""


class Fresh:
    """The names of one claim that are taken; no name is given twice."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def name(self, wanted: str, otherwise: str) -> str:
        """The wanted name, or `otherwise` where that is too long; with a number if it is taken."""
        base = wanted if len(wanted) <= MAX_NAME - ROOM else otherwise
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name
