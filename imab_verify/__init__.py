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


def __getattr__(name: str) -> object:
    """Load the name that is asked for."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("imab-verify")
        except PackageNotFoundError:
            raise AttributeError("imab_verify is not installed, so it has no version") from None
    from imab_verify.lazy import load

    return load(__name__, name)


def __dir__() -> object:
    return __getattr__("__all__")
