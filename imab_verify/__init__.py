"""Check, refute, repair and sharpen claims about improving bandits.

import imab_verify as iv

    iv.ask(claim, given=[...])             is it true, for all parameters and all rewards?
    iv.check(path)                         every statement of a paper
    iv.simulate(instance, policy, T)       one run, exactly
    iv.worst_case(policy, k, T)            the supremum of OPT/ALG, certified
    iv.hunt(policy, k, T)                  a search for bad instances

docs/python.md tells the rest. What a user got wrong is an `InputError`. Everything is loaded when
it is first used; `__init__.pyi` says where each name is at home.
"""

from functools import cache


def __getattr__(name: str) -> object:
    """Load the name that is asked for."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("imab-verify")
        except PackageNotFoundError:
            raise AttributeError("imab_verify is not installed, so it has no version") from None
    homes = _homes()
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from importlib import import_module

    return getattr(import_module(homes[name]), name)


def __dir__() -> object:
    return __getattr__("__all__")


@cache
def _homes() -> dict[str, str]:
    """The module of each name that is offered, as the stub imports it."""
    import ast
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    return {
        alias.name: node.module or ""
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
