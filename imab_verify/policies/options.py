"""Policy options as the command line gives them, and the words in which a bad one is refused."""

from collections.abc import Iterable

from imab_verify.errors import InputError, quote


def parse_options(pairs: Iterable[str]) -> dict[str, str]:
    """Read texts "key=value", each key at most once."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(f"the policy option {quote(pair)} is not of the form key=value")
        if key in options:
            raise InputError(f"the policy option {quote(key)} is given twice")
        options[key] = value
    return options


def check_choice(value: object, allowed: tuple[str, ...], where: str) -> None:
    """Refuse a value that is not one of the allowed words."""
    if value not in allowed:
        raise InputError(f"{where} must be one of {', '.join(allowed)}, not {quote(value)}")
