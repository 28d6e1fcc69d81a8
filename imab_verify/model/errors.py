"""The exception for what a user got wrong, under the name it has in the model."""

from imab_verify.errors import InputError, shown

__all__ = ["InputError", "shown"]
