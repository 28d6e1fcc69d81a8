"""The one exception for what a user got wrong, and how user text is shown in its sentence."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import TypeVar

SHOWN = 60
Thing = TypeVar("Thing")


class InputError(ValueError):
    """Bad input. str(error) is one sentence that names the place and says what is wrong there."""


def quote(thing: object) -> str:
    """Give a short, printable, one-line form of anything a user may have written."""
    try:
        text = thing if isinstance(thing, str) and thing and thing.isprintable() else ascii(thing)
    except (RecursionError, ValueError):
        # Nested too deeply, or an integer too long to be written out.
        text = f"a {type(thing).__name__}"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def check_listed(things: Iterable[Thing], where: str) -> Iterable[Thing]:
    """Give a list back; whatever else was written in its place is refused."""
    if not isinstance(things, Iterable):
        raise InputError(f"{where} must be a list, not {quote(things)}")
    return things


def check_choice(value: object, allowed: tuple[str, ...], where: str) -> None:
    """Refuse a value that is not one of the allowed words."""
    if value not in allowed:
        raise InputError(f"{where} must be one of {', '.join(allowed)}, not {quote(value)}")


EXTRAS = {
    "distributed": "dask",
    "jinja2": "site",
    "latex2mathml": "site",
    "markupsafe": "site",
    "matplotlib": "figures",
}
"""Packages that `pip install imab-verify` does not bring, each with the extra that does."""


def require(package: str, what: str) -> None:
    """Refuse what needs a package that is not installed, and say how to install it."""
    if find_spec(package) is None:
        remedy = f"pip install 'imab-verify[{EXTRAS[package]}]'"
        raise InputError(f"{what} needs the package {package}: install it with {remedy}")
